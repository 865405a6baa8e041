import { isFailure } from '../../contract/failure.ts';
import { ContentHash } from '../../contract/ids.ts';
import { SetupError } from '../process/setup-error.ts';
import { checkedBytes } from '../storage/read-bytes.ts';
import type { Storage } from '../storage/storage.ts';
import { pooledFile } from './backup-names.ts';
import type { Manifest } from './manifest.ts';
import type { BackupPlace } from './places/place.ts';
import { checkExpected } from './read-expected.ts';

/** A store on the network answers each after some milliseconds, a disk syncs each for some. */
const AT_ONCE = 8;

/** What came of copying files. */
export interface CopiedFiles extends Pick<Manifest, 'missing'> {
  readonly files: NonNullable<Manifest['files']>;
  readonly copied: number;
  readonly copiedBytes: number;
}

interface NamedFile {
  readonly hash: string;
  readonly bytes: number;
}

/**
 * Copies stored files that the place of backups has not, each compared with its hash as it is read and once more as it
 * was written. Those that a check found other than they were are copied anew; where there is no whole copy, they are read once
 * more. Files that are damaged, or were deleted since the database was read, are named as missing.
 *
 * @param named In the order of their hashes.
 * @param folder Of the backup that was begun.
 * @param tell Hears how many were looked at.
 */
export async function copyFiles(
  storage: Storage,
  named: readonly NamedFile[],
  place: BackupPlace,
  folder: string,
  signal: AbortSignal,
  tell: (done: number) => void,
): Promise<CopiedFiles> {
  const files: NonNullable<Manifest['files']> = [];
  const missing: ContentHash[] = [];
  let [copied, copiedBytes, done] = [0, 0, 0];
  const suspects = await place.listSuspects();
  const looked = lookAt(named, place);

  const copyNext = async (): Promise<void> => {
    for await (const { hash: text, bytes: known, isThere } of looked) {
      signal.throwIfAborted();
      tell(done++);
      const hash = ContentHash.parse(text);
      if (isThere && !suspects.has(hash)) {
        files.push({ hash, bytes: known });
        continue;
      }
      const copy = () => copyFile(storage, hash, place, folder, signal);
      // Once more: on its way from one place to another a file may be seen in neither.
      const bytes = (await copy()) ?? (await copy());
      if (bytes === null) {
        const isWhole = isThere && (await checkPooled(place, { hash, bytes: known }, signal));
        if (isWhole) files.push({ hash, bytes: known });
        else missing.push(hash);
        continue;
      }
      files.push({ hash, bytes });
      copied += 1;
      copiedBytes += bytes;
    }
  };
  // The first that fails ends what all of them take from.
  const all = await Promise.allSettled(Array.from({ length: AT_ONCE }, copyNext));
  for (const one of all) if (one.status === 'rejected') throw one.reason;
  const byHash = (a: string, b: string) => (a < b ? -1 : 1);
  files.sort((a, b) => byHash(a.hash, b.hash));
  return { files, missing: missing.sort(byHash), copied, copiedBytes };
}

/** Whether each is in the place already: both are read once, side by side. */
async function* lookAt(
  named: readonly NamedFile[],
  place: BackupPlace,
): AsyncGenerator<NamedFile & { readonly isThere: boolean }> {
  const there = place.listFiles()[Symbol.asyncIterator]();
  let next = await there.next();
  for (const { hash, bytes } of named) {
    while (next.done !== true && next.value.hash < hash) next = await there.next();
    const isThere = next.done !== true && next.value.hash === hash && next.value.bytes === bytes;
    yield { hash, bytes, isThere };
  }
}

/** Whether a file that is in the place already is what it should be. */
async function checkPooled(
  place: BackupPlace,
  { hash, bytes }: NamedFile,
  signal: AbortSignal,
): Promise<boolean> {
  const expected = { bytes, sha256: hash };
  return checkExpected(place, pooledFile(hash), `the file ${hash}`, expected, signal).then(
    () => true,
    (error: unknown) => {
      if (error instanceof SetupError) return false;
      throw error;
    },
  );
}

/** @returns Its bytes; null for one that is damaged or gone. */
async function copyFile(
  storage: Storage,
  hash: ContentHash,
  place: BackupPlace,
  folder: string,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    return (await place.addFile(folder, hash, checkedBytes(storage, hash), signal)).bytes;
  } catch (error) {
    if (!isFailure(error, 'file-damaged')) throw error;
    return null;
  }
}
