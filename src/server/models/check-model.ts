import { eq } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { Db } from '../db/database.ts';
import { files } from '../db/schema/files.ts';
import type { Storage, StoredBytes } from '../storage/storage.ts';
import type { ModelInspector } from './inspect-model.ts';

/** What taking a model needs. */
export interface ModelDesk {
  readonly db: Db;
  readonly storage: Storage;
  readonly models: ModelInspector;
}

/**
 * Checks stored bytes that are to become somebody's model.
 *
 * @param sha256 What the sender says their hash is.
 * @throws AppError `upload-hash-mismatch`; `file-empty`, `model-unreadable`, `model-too-complex`. The bytes are forgotten
 *   then, unless a file has the same.
 */
export async function checkModel(
  desk: ModelDesk,
  stored: StoredBytes,
  sha256: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (sha256 !== undefined && sha256 !== stored.hash) throw new AppError({ code: 'upload-hash-mismatch' });
    await desk.models.check(stored.hash, signal);
  } catch (error) {
    await forgetBytes(desk, stored.hash);
    throw error;
  }
}

/** Removes bytes that no file came of. */
export async function forgetBytes(desk: Pick<ModelDesk, 'db' | 'storage'>, hash: ContentHash): Promise<void> {
  const [known] = await desk.db.select({ hash: files.hash }).from(files).where(eq(files.hash, hash));
  if (known === undefined) await desk.storage.delete(hash);
}
