import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isFailure } from '../../contract/failure.ts';
import { ContentHash } from '../../contract/ids.ts';
import { checkedBytes } from '../storage/read-bytes.ts';
import type { Storage } from '../storage/storage.ts';
import { pooledFile } from './backup-places.ts';
import type { Manifest } from './manifest.ts';
import { checkExpected } from './read-expected.ts';
import { syncFolder, writeNew } from './write-new.ts';

/** A store on the network answers each after some milliseconds, a disk syncs each for some. */
const AT_ONCE = 8;

/** What came of copying files. */
export interface CopiedFiles extends Pick<Manifest, 'missing'> {
  readonly files: NonNullable<Manifest['files']>;
  readonly copied: number;
  readonly copiedBytes: number;
}

/**
 * Copies stored files that the folder of backups has not, each compared with its hash as it is read and once more as it
 * was written. Files that are damaged, or were deleted since the database was read, are named as missing.
 *
 * @param making Of the same disk as `to`; what is not whole stays in it.
 * @param tell Hears how many were looked at.
 */
export async function copyFiles(
  storage: Storage,
  named: readonly { readonly hash: string; readonly bytes: number }[],
  to: string,
  making: string,
  signal: AbortSignal,
  tell: (done: number) => void,
): Promise<CopiedFiles> {
  const files: NonNullable<Manifest['files']> = [];
  const missing: ContentHash[] = [];
  const folders = new Set<string>();
  let [copied, copiedBytes, next] = [0, 0, 0];

  const copyNext = async (): Promise<void> => {
    for (let at = next++; at < named.length; at = next++) {
      signal.throwIfAborted();
      tell(at);
      const hash = ContentHash.parse(named[at]?.hash);
      const target = pooledFile(to, hash);
      const known = await stat(target).catch(() => null);
      if (known?.size === named[at]?.bytes) {
        files.push({ hash, bytes: known?.size ?? 0 });
        continue;
      }
      const copy = () => copyFile(storage, hash, join(making, hash), target);
      // Once more: on its way from one place to another a file may be seen in neither.
      const bytes = (await copy()) ?? (await copy());
      if (bytes === null) {
        missing.push(hash);
        continue;
      }
      folders.add(dirname(target));
      files.push({ hash, bytes });
      copied += 1;
      copiedBytes += bytes;
    }
  };
  await mkdir(making, { mode: 0o700 });
  const stop = (error: unknown): never => {
    next = named.length;
    throw error;
  };
  const all = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => copyNext().catch(stop)));
  for (const one of all) if (one.status === 'rejected') throw one.reason;
  for (const folder of [...folders, join(to, 'files')]) await syncFolder(folder);
  await rm(making, { recursive: true });
  const byHash = (a: string, b: string) => (a < b ? -1 : 1);
  files.sort((a, b) => byHash(a.hash, b.hash));
  return { files, missing: missing.sort(byHash), copied, copiedBytes };
}

/** @returns Its bytes; null for one that is damaged or gone. */
async function copyFile(
  storage: Storage,
  hash: ContentHash,
  temporary: string,
  target: string,
): Promise<number | null> {
  try {
    const written = await writeNew(temporary, checkedBytes(storage, hash));
    await checkExpected(temporary, `the file ${hash}`, written);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(temporary, target);
    return written.bytes;
  } catch (error) {
    if (!isFailure(error, 'file-damaged')) throw error;
    await rm(temporary, { force: true });
    return null;
  }
}
