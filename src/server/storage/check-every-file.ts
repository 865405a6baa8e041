import type { ContentHash } from '../../contract/ids.ts';
import { checkFiles } from './check-files.ts';
import type { FileStore } from './store-file.ts';

/**
 * Compares every stored file with its hash, once and as fast as it goes. Ends early, without a failure, when the signal aborts.
 *
 * @returns How many are whole, and those that are damaged or missing.
 */
export async function checkEveryFile(
  store: FileStore,
  signal: AbortSignal,
): Promise<{ readonly whole: number; readonly lost: readonly ContentHash[] }> {
  const began = new Date();
  const lost: ContentHash[] = [];
  let whole = 0;
  await checkFiles(store, {
    before: began,
    damagedBefore: began,
    bytesPerSecond: Number.POSITIVE_INFINITY,
    signal,
    onFile: (hash, damage) => {
      if (damage === null) whole++;
      else lost.push(hash);
    },
  });
  return { whole, lost };
}
