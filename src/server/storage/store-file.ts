import { and, eq, isNotNull } from 'drizzle-orm';
import type { ContentHash } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { files } from '../db/schema/files.ts';
import type { ByteSource, Storage, StoredBytes } from './storage.ts';

/** Where a file goes: its row and its bytes. `db` may be a running transaction. */
export interface FileStore {
  readonly db: Queryable;
  readonly storage: Storage;
}

/** What is known about a file besides its bytes. */
export interface FileKind {
  readonly contentType: 'image/jpeg' | 'image/png' | 'image/webp' | 'model/gltf-binary';
  readonly widthPx?: number;
  readonly heightPx?: number;
}

/**
 * Keeps bytes and their row. Bytes come first: a row never names a file that is not there; bytes without a row are
 * harmless.
 *
 * @throws AppError `storage-full`.
 */
export async function storeFile(store: FileStore, source: ByteSource, kind: FileKind): Promise<StoredBytes> {
  const stored = await store.storage.put(source);
  await recordFile(store.db, stored, kind);
  return stored;
}

/** The row alone, for bytes that were just stored: where the file was damaged, they have taken its place. */
export async function recordFile(
  db: Queryable,
  stored: { readonly hash: ContentHash; readonly sizeBytes: number },
  kind: FileKind,
): Promise<void> {
  const added = await db
    .insert(files)
    .values({ ...kind, hash: stored.hash, sizeBytes: stored.sizeBytes })
    .onConflictDoNothing()
    .returning({ hash: files.hash });
  if (added.length > 0) return;
  await db
    .update(files)
    .set({ damage: null, checkedAt: new Date() })
    .where(and(eq(files.hash, stored.hash), isNotNull(files.damage)));
}
