import type { ShellState } from './state.ts';

/** Does work that a reload would cut off, and that nothing would go on with: a new version of the page waits for it. */
export async function holdPage<T>(
  { shell }: { readonly shell: Pick<ShellState, 'unfinished'> },
  work: () => Promise<T>,
): Promise<T> {
  shell.unfinished += 1;
  try {
    return await work();
  } finally {
    shell.unfinished -= 1;
  }
}
