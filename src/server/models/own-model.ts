import type { Transaction } from '../db/database.ts';
import { ownedFiles } from '../db/schema/uploads.ts';
import type { StoredBytes } from '../storage/storage.ts';
import { recordFile } from '../storage/store-file.ts';

/** Makes checked bytes a model that a person may use. */
export async function ownModel(tx: Transaction, userId: number, stored: StoredBytes): Promise<void> {
  await recordFile(tx, stored, { contentType: 'model/gltf-binary' });
  await tx.insert(ownedFiles).values({ userId, hash: stored.hash }).onConflictDoNothing();
}
