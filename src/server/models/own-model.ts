import type { Transaction } from '../db/database.ts';
import { ownedFiles } from '../db/schema/uploads.ts';
import type { StoredBytes } from '../storage/storage.ts';
import { recordFile } from '../storage/store-file.ts';
import { checkModelSpace } from './check-model-space.ts';

/**
 * Makes checked bytes a model that a person may use, for a project of theirs. Call before the project is locked.
 *
 * @param maxBytes See {@link checkModelSpace}.
 * @throws AppError `model-space-full`.
 */
export async function ownModel(
  tx: Transaction,
  maxBytes: number | null,
  userId: number,
  projectId: number,
  stored: StoredBytes,
): Promise<void> {
  await checkModelSpace(tx, maxBytes, userId, projectId, stored);
  await recordFile(tx, stored, { contentType: 'model/gltf-binary' });
  await tx.insert(ownedFiles).values({ userId, hash: stored.hash }).onConflictDoNothing();
}
