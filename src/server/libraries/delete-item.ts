import { and, eq, isNull, sql } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { AssetType } from '../../contract/http/libraries.ts';
import type { Queryable } from '../db/database.ts';
import { libraryItems } from '../db/schema/libraries.ts';

/**
 * Takes an item out of the library. The row and its files stay for the recipes that name them (L14).
 *
 * @param actor An owner may delete what is theirs, staff also global items (C9).
 * @throws AppError `not-found`, also for what the actor may not delete.
 */
export async function deleteItem(
  db: Queryable,
  actor: { readonly id: number; readonly isStaff: boolean },
  assetType: AssetType,
  itemId: number,
): Promise<void> {
  const owned = eq(libraryItems.userId, actor.id);
  const deleted = await db
    .update(libraryItems)
    .set({ deletedAt: sql`now()` })
    .where(
      and(
        eq(libraryItems.id, itemId),
        eq(libraryItems.assetType, assetType),
        isNull(libraryItems.deletedAt),
        actor.isStaff ? sql`(${owned} or ${isNull(libraryItems.userId)})` : owned,
      ),
    )
    .returning({ id: libraryItems.id });
  if (deleted.length === 0) throw new AppError({ code: 'not-found' });
}
