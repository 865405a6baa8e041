import { and, eq } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { AssetType } from '../../contract/http/libraries.ts';
import type { Catalogue } from '../billing/catalogue.ts';
import type { Transaction } from '../db/database.ts';
import { categories, libraryItems } from '../db/schema/libraries.ts';
import { type Actor, checkGlobal, itemsInCare } from './actor.ts';
import { checkCount, checkSpace } from './check-room.ts';
import type { CategoryRow, ItemRow } from './find-items.ts';
import { lockOwner } from './lock-owner.ts';

/**
 * Brings an item back that was deleted; one that was not is as it was.
 *
 * @throws AppError `not-found`, also for what the actor may not change; `library-full`, `library-space-full`;
 *   those of {@link checkGlobal}.
 */
export async function restoreItem(
  tx: Transaction,
  catalogue: Catalogue,
  actor: Actor,
  assetType: AssetType,
  itemId: number,
): Promise<{ item: ItemRow; category: CategoryRow }> {
  const isMeant = and(eq(libraryItems.id, itemId), eq(libraryItems.assetType, assetType), itemsInCare(actor));
  const [before] = await tx.select().from(libraryItems).where(isMeant);
  if (before === undefined) throw new AppError({ code: 'not-found' });
  const { userId } = before;
  if (userId === null) checkGlobal(actor);
  await lockOwner(tx, userId);
  if (userId !== null && before.deletedAt !== null) await checkCount(tx, userId, assetType);
  const [item] = await tx.update(libraryItems).set({ deletedAt: null }).where(isMeant).returning();
  if (item === undefined) throw new AppError({ code: 'not-found' });
  if (userId !== null) await checkSpace(tx, catalogue, userId);
  const [category] = await tx.select().from(categories).where(eq(categories.id, item.categoryId));
  if (category === undefined) throw new Error('an item without its category');
  return { item, category };
}
