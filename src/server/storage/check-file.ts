import { eq } from 'drizzle-orm';
import { isFailure } from '../../contract/failure.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { files } from '../db/schema/files.ts';
import { checkedBytes, readBytes } from './read-bytes.ts';
import type { Storage } from './storage.ts';
import type { FileStore } from './store-file.ts';

/** What is wrong with the bytes of a file; null: nothing. */
export type Damage = (typeof files.$inferSelect)['damage'];

/**
 * Compares the bytes of a stored file with its hash, and writes down what it finds: a damaged file is served to nobody,
 * and staff see it until the same bytes are stored anew.
 *
 * @param paceBytes Is asked after each piece that was read.
 */
export async function checkFile(
  store: FileStore,
  hash: ContentHash,
  paceBytes: (bytes: number) => Promise<void> = async () => {},
): Promise<Damage> {
  const damage = await findDamage(store.storage, hash, paceBytes);
  await noteDamage(store.db, hash, damage);
  return damage;
}

/** As {@link readBytes}; a damaged file is written down. @throws AppError `file-damaged`. */
export async function readStored(store: FileStore, hash: ContentHash): Promise<Uint8Array> {
  try {
    return await readBytes(store.storage, hash);
  } catch (error) {
    if (isFailure(error, 'file-damaged')) await checkFile(store, hash);
    throw error;
  }
}

/** As {@link checkFile}, with nothing written down. */
export async function findDamage(
  storage: Storage,
  hash: ContentHash,
  paceBytes: (bytes: number) => Promise<void>,
): Promise<Damage> {
  try {
    for await (const chunk of checkedBytes(storage, hash)) await paceBytes(chunk.byteLength);
    return null;
  } catch (error) {
    if (!isFailure(error, 'file-damaged') && !isReadError(error)) throw error;
    const size = await storage.size(hash).catch((reason: unknown) => {
      if (isReadError(reason)) return 0;
      throw reason;
    });
    return size === null ? 'missing' : 'changed';
  }
}

async function noteDamage(db: Queryable, hash: ContentHash, damage: Damage): Promise<void> {
  await db.update(files).set({ damage, checkedAt: new Date() }).where(eq(files.hash, hash));
}

/** A disk that does not give back a part of what it keeps. */
function isReadError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EIO';
}
