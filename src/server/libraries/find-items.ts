import { and, asc, eq, isNull, or, type SQL } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { AssetType } from '../../contract/http/libraries.ts';
import type { Queryable } from '../db/database.ts';
import { categories, libraryItems } from '../db/schema/libraries.ts';

export type ItemRow = typeof libraryItems.$inferSelect;
export type CategoryRow = typeof categories.$inferSelect;

/** Condition on `library_items`: global ones and the person's own, deleted and archived ones included. */
export function visibleItems(userId: number): SQL | undefined {
  return or(isNull(libraryItems.userId), eq(libraryItems.userId, userId));
}

/** What a person finds in a library, with its category, oldest first. The app sorts by name in its language (C14). */
export async function findItems(
  db: Queryable,
  userId: number,
  assetType: AssetType,
  categoryId?: number,
): Promise<{ item: ItemRow; category: CategoryRow }[]> {
  return db
    .select({ item: libraryItems, category: categories })
    .from(libraryItems)
    .innerJoin(categories, eq(categories.id, libraryItems.categoryId))
    .where(
      and(
        eq(libraryItems.assetType, assetType),
        isNull(libraryItems.deletedAt),
        isNull(libraryItems.archivedAt),
        visibleItems(userId),
        categoryId === undefined ? undefined : eq(libraryItems.categoryId, categoryId),
      ),
    )
    .orderBy(asc(libraryItems.id));
}

/**
 * One item of a library by its id, also when it was deleted or archived since: projects may still wear it.
 *
 * @throws AppError `not-found`, also for another person's.
 */
export async function findItem(
  db: Queryable,
  userId: number,
  assetType: AssetType,
  itemId: number,
): Promise<{ item: ItemRow; category: CategoryRow }> {
  const [found] = await db
    .select({ item: libraryItems, category: categories })
    .from(libraryItems)
    .innerJoin(categories, eq(categories.id, libraryItems.categoryId))
    .where(and(eq(libraryItems.id, itemId), eq(libraryItems.assetType, assetType), visibleItems(userId)));
  if (found === undefined) throw new AppError({ code: 'not-found' });
  return found;
}

/** Global categories and the person's own, of one kind or of all. */
export async function findCategories(
  db: Queryable,
  userId: number,
  assetType?: AssetType,
): Promise<CategoryRow[]> {
  return db
    .select()
    .from(categories)
    .where(
      and(
        or(isNull(categories.userId), eq(categories.userId, userId)),
        assetType === undefined ? undefined : eq(categories.assetType, assetType),
      ),
    )
    .orderBy(asc(categories.id));
}
