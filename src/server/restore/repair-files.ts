import type { ContentHash } from '../../contract/ids.ts';
import { pooledFile } from '../backup/backup-names.ts';
import type { BackupPlace } from '../backup/places/place.ts';
import { readExpected } from '../backup/read-expected.ts';
import { isAmong } from '../db/prepare-read.ts';
import { files } from '../db/schema/files.ts';
import { SetupError } from '../process/setup-error.ts';
import { checkFile } from '../storage/check-file.ts';
import type { FileStore } from '../storage/store-file.ts';

/**
 * Brings damaged files back from a place of backups, which keeps the bytes of each once for all of them. Bytes that are not those of
 * the hash are not taken.
 *
 * @param signal Ends it between two files.
 * @returns Those that are whole now.
 */
export async function repairFiles(
  store: FileStore,
  hashes: readonly ContentHash[],
  place: BackupPlace,
  signal: AbortSignal,
): Promise<ContentHash[]> {
  const repaired: ContentHash[] = [];
  if (hashes.length === 0) return repaired;
  const known = await store.db.select().from(files).where(isAmong(files.hash, hashes));
  const bytesOf = new Map(known.map(({ hash, sizeBytes }) => [hash, sizeBytes]));
  for (const hash of hashes) {
    if (signal.aborted) break;
    const bytes = bytesOf.get(hash);
    // Deleted meanwhile.
    if (bytes === undefined) continue;
    const kept = readExpected(place, pooledFile(hash), `the file ${hash}`, { bytes, sha256: hash });
    const isStored = await store.storage.put(kept).then(
      () => true,
      (error: unknown) => {
        if (error instanceof SetupError) return false;
        throw error;
      },
    );
    if (isStored && (await checkFile(store, hash)) === null) repaired.push(hash);
  }
  return repaired;
}
