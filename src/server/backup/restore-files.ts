import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { untilAborted } from '../process/wait.ts';
import type { Storage } from '../storage/storage.ts';
import { keptFile, pooledFile } from './backup-names.ts';
import type { Manifest } from './manifest.ts';
import type { BackupPlace } from './places/place.ts';
import { writeOver } from './places/write-new.ts';
import { readExpected } from './read-expected.ts';

/** A store on the network answers each after some milliseconds, a disk syncs each for some. */
const AT_ONCE = 8;

/**
 * Stores the files of a backup; one that is there already is left as it is.
 *
 * @param tell Hears how many are, of how many.
 */
export async function restoreFiles(
  storage: Storage,
  place: BackupPlace,
  files: NonNullable<Manifest['files']>,
  signal: AbortSignal,
  tell: (done: number, total: number) => void,
): Promise<void> {
  function* each() {
    yield* files.entries();
  }
  const left = each();
  const storeNext = async (): Promise<void> => {
    for (const [done, { hash, bytes }] of left) {
      signal.throwIfAborted();
      tell(done, files.length);
      if ((await storage.size(hash)) === bytes) continue;
      const kept = readExpected(place, pooledFile(hash), `the file ${hash}`, { bytes, sha256: hash });
      await storage.put(untilAborted(kept, signal));
    }
  };
  // The first that fails ends what all of them take from; they end before anything else is done.
  const all = await Promise.allSettled(Array.from({ length: AT_ONCE }, storeNext));
  for (const one of all) if (one.status === 'rejected') throw one.reason;
}

/** Writes what was kept of DATA_DIR, for us only to read. */
export async function restoreData(
  dataDir: string,
  place: BackupPlace,
  folder: string,
  kept: Manifest['kept'],
): Promise<void> {
  for (const one of kept) {
    const target = join(dataDir, one.path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await writeOver(target, readExpected(place, keptFile(folder, one.path), one.path, one));
  }
}
