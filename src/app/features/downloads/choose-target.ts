import { isAbort } from '../../../contract/failure.ts';

/** Where a download goes: a file that the person chose, or `downloads`, where the browser puts it. */
export type Target = FileSystemFileHandle | 'downloads';

type Picker = (options: {
  readonly suggestedName: string;
  readonly types: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[];
}) => Promise<FileSystemFileHandle>;

/**
 * Asks where a ZIP shall go, where the browser can write to a file as it is made. Call it within the press itself: later
 * it is not allowed to ask.
 *
 * @returns Null when the person left it.
 */
export async function chooseTarget(name: string): Promise<Target | null> {
  const { showSaveFilePicker: pick } = window as { readonly showSaveFilePicker?: Picker };
  if (pick === undefined) return 'downloads';
  try {
    return await pick.call(window, {
      suggestedName: name,
      types: [{ accept: { 'application/zip': ['.zip'] } }],
    });
  } catch (error) {
    // Refused by policy, as in a frame of another origin: the browser's own way remains.
    return isAbort(error) ? null : 'downloads';
  }
}

/** Takes back the empty file that choosing a place made. What cannot be taken back stays empty. */
export async function dropTarget(target: Target): Promise<void> {
  if (target === 'downloads' || !('remove' in target)) return;
  await (target as unknown as { remove(): Promise<void> }).remove().catch(() => undefined);
}
