import { and, eq, sql } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { AssetType } from '../../contract/http/libraries.ts';
import type { Transaction } from '../db/database.ts';
import { libraryItems } from '../db/schema/libraries.ts';
import { type Actor, changeableItems, checkGlobal } from './actor.ts';

/**
 * Takes an item out of the library. The row and its files stay for the projects and recipes that name them (L14).
 *
 * @throws AppError `not-found`, also for what the actor may not delete; those of {@link checkGlobal}. Nothing is deleted then.
 */
export async function deleteItem(
  tx: Transaction,
  actor: Actor,
  assetType: AssetType,
  itemId: number,
): Promise<void> {
  const [deleted] = await tx
    .update(libraryItems)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(libraryItems.id, itemId), eq(libraryItems.assetType, assetType), changeableItems(actor)))
    .returning({ userId: libraryItems.userId });
  if (deleted === undefined) throw new AppError({ code: 'not-found' });
  if (deleted.userId === null) checkGlobal(actor);
}
