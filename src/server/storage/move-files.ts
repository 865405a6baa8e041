import { isFailure } from '../../contract/failure.ts';
import type { ContentHash } from '../../contract/ids.ts';
import { checkedBytes } from './read-bytes.ts';
import type { Storage } from './storage.ts';

/** What came of moving files. */
export interface MovedFiles {
  readonly moved: number;
  readonly movedBytes: number;
  /** Those whose bytes are not what their names say: they stay where they are. */
  readonly damaged: readonly ContentHash[];
}

/**
 * Moves all files from one place to another while both are read: each is compared with its hash on the way, is in the new
 * place before it goes from the old one, and is skipped where the new one has it. Called again it goes on.
 *
 * @param onFile Hears of each as it is done.
 * @param signal Ends it after the file at hand.
 */
export async function moveFiles(
  old: Storage,
  fresh: Storage,
  onFile: (moved: MovedFiles) => void,
  signal: AbortSignal,
): Promise<MovedFiles> {
  let result: MovedFiles = { moved: 0, movedBytes: 0, damaged: [] };
  for await (const hash of old.list(0)) {
    if (signal.aborted) break;
    const sizeBytes = await moveFile(old, fresh, hash);
    result =
      sizeBytes === null
        ? { ...result, damaged: [...result.damaged, hash] }
        : { ...result, moved: result.moved + 1, movedBytes: result.movedBytes + sizeBytes };
    onFile(result);
  }
  return result;
}

/** @returns Its bytes; null for one that is damaged. */
async function moveFile(old: Storage, fresh: Storage, hash: ContentHash): Promise<number | null> {
  const wanted = await old.size(hash);
  // Deleted meanwhile.
  if (wanted === null) return 0;
  if ((await fresh.size(hash)) !== wanted) {
    try {
      const stored = await fresh.put(checkedBytes(old, hash));
      if (stored.hash !== hash) throw new Error('the new place has other bytes than were read');
    } catch (error) {
      if (isFailure(error, 'file-damaged')) return null;
      throw error;
    }
  }
  await old.delete(hash);
  return wanted;
}
