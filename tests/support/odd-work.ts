import { existsSync, writeFileSync } from 'node:fs';
import { AppError } from '../../src/contract/failure.ts';
import { serveWork } from '../../src/server/work/serve-work.ts';

/** Work of a process that may do everything that a process should not. */
export interface OddWork {
  /** What came in, and the process that it came to. */
  echo(bytes: Uint8Array, sizes: ReadonlyMap<string, number>): Promise<{ back: unknown[]; pid: number }>;
  surroundings(): Promise<{ environment: Record<string, string | undefined>; flags: string[] }>;
  refuse(): Promise<never>;
  fail(): Promise<never>;
  /** Waits for what never comes. */
  hang(): Promise<never>;
  /** Answers nobody any more. */
  spin(): Promise<never>;
  fill(): Promise<never>;
  die(): Promise<never>;
  /** Ends of an error that nobody catches. */
  crash(words: string): Promise<never>;
  /** Is killed the first time. @param mark A file that says that this was the first time. */
  dieOnce(mark: string): Promise<string>;
}

const oddWork: OddWork = {
  echo: async (bytes, sizes) => ({ back: [bytes, sizes], pid: process.pid }),
  surroundings: async () => ({ environment: { ...process.env }, flags: process.execArgv }),
  async refuse() {
    throw new AppError({ code: 'image-unreadable', name: 'oak.png' });
  },
  async fail() {
    throw new Error('a bug');
  },
  hang: () => new Promise(() => {}),
  spin() {
    for (;;);
  },
  async fill() {
    const kept: Uint8Array[] = [];
    for (;;) {
      kept.push(new Uint8Array(16 * 1024 ** 2).fill(kept.length));
      await new Promise((resolve) => setImmediate(resolve));
    }
  },
  die: killed,
  crash: (words) =>
    new Promise(() => {
      setImmediate(() => {
        throw new Error(words);
      });
    }),
  async dieOnce(mark) {
    if (existsSync(mark)) return 'the second time';
    writeFileSync(mark, '');
    return killed();
  },
};

function killed(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}

serveWork(oddWork, ['it is odd']);
