import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError } from '../../contract/failure.ts';
import type { AssetType, PatchItemBody } from '../../contract/http/libraries.ts';
import type { Transaction } from '../db/database.ts';
import { categories, libraryItems } from '../db/schema/libraries.ts';
import { invalidRequest } from '../http/check-shape.ts';
import { type Actor, changeableItems, checkGlobal } from './actor.ts';
import { chooseCategory } from './choose-category.ts';
import type { CategoryRow, ItemRow } from './find-items.ts';

/**
 * Renames, moves or resizes an item: an owner what is theirs, staff also what is global, which they may archive (C9).
 * What projects are dressed with stays as it is.
 *
 * @throws AppError `not-found`, also for what the actor may not change; `invalid-request` for the category;
 *   those of {@link checkGlobal}.
 */
export async function changeItem(
  tx: Transaction,
  actor: Actor,
  assetType: AssetType,
  itemId: number,
  change: z.infer<typeof PatchItemBody>,
  now: Date,
): Promise<{ item: ItemRow; category: CategoryRow }> {
  const isMeant = and(
    eq(libraryItems.id, itemId),
    eq(libraryItems.assetType, assetType),
    changeableItems(actor),
  );
  const [before] = await tx.select().from(libraryItems).where(isMeant).for('update');
  if (before === undefined) throw new AppError({ code: 'not-found' });
  if (before.userId === null) checkGlobal(actor);
  const { name, category_id: categoryId, tile_size_metres: tileSize, is_archived: isArchived } = change;
  if (tileSize !== undefined && assetType !== 'material') {
    throw invalidRequest('tile_size_metres', 'is for materials only');
  }
  if (isArchived !== undefined && before.userId !== null) {
    throw invalidRequest('is_archived', 'is for global items only; delete this one instead');
  }
  if (categoryId !== undefined) await chooseCategory(tx, before.userId, assetType, categoryId);
  const next = {
    names: name === undefined ? before.names : { en: name, es: name },
    categoryId: categoryId ?? before.categoryId,
    tileSizeMetres: tileSize ?? before.tileSizeMetres,
    archivedAt: isArchived === undefined ? before.archivedAt : isArchived ? (before.archivedAt ?? now) : null,
  };
  const [item] = await tx.update(libraryItems).set(next).where(eq(libraryItems.id, itemId)).returning();
  const [category] = await tx.select().from(categories).where(eq(categories.id, next.categoryId));
  if (item === undefined || category === undefined) throw new Error('a locked row is gone');
  return { item, category };
}
