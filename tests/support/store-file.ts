import type { ByteSource, StoredBytes } from '../../src/server/storage/storage.ts';
import { type FileKind, type FileStore, recordFile } from '../../src/server/storage/store-file.ts';

/**
 * Keeps bytes and their row. As a use case does, bytes first.
 *
 * @throws AppError `storage-full`.
 */
export async function storeFile(store: FileStore, source: ByteSource, kind: FileKind): Promise<StoredBytes> {
  const stored = await store.storage.put(source);
  await recordFile(store.db, stored, kind);
  return stored;
}
