import { and, eq, sql } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { AssetType } from '../../contract/http/libraries.ts';
import type { Queryable } from '../db/database.ts';
import { libraryItems } from '../db/schema/libraries.ts';
import { type Actor, changeableItems } from './actor.ts';

/**
 * Takes an item out of the library. The row and its files stay for the projects and recipes that name them (L14).
 *
 * @throws AppError `not-found`, also for what the actor may not delete.
 */
export async function deleteItem(
  db: Queryable,
  actor: Actor,
  assetType: AssetType,
  itemId: number,
): Promise<void> {
  const deleted = await db
    .update(libraryItems)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(libraryItems.id, itemId), eq(libraryItems.assetType, assetType), changeableItems(actor)))
    .returning({ id: libraryItems.id });
  if (deleted.length === 0) throw new AppError({ code: 'not-found' });
}
