import type { Catalogue } from '../billing/catalogue.ts';
import type { Transaction } from '../db/database.ts';
import { ownedFiles } from '../db/schema/uploads.ts';
import { checkSpace } from '../libraries/check-room.ts';
import { lockOwner } from '../libraries/lock-owner.ts';
import type { StoredBytes } from '../storage/storage.ts';
import { type FileKind, recordFile } from '../storage/store-file.ts';

/**
 * Makes stored bytes a picture of the person's own, which their projects and orders may name.
 *
 * @throws AppError `library-space-full`.
 */
export async function keepPicture(
  tx: Transaction,
  catalogue: Catalogue,
  userId: number,
  stored: StoredBytes,
  kind: FileKind,
): Promise<void> {
  await lockOwner(tx, userId);
  await recordFile(tx, stored, kind);
  await tx.insert(ownedFiles).values({ userId, hash: stored.hash }).onConflictDoNothing();
  await checkSpace(tx, catalogue, userId);
}
