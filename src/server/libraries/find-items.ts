import { and, asc, eq, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { AssetType } from '../../contract/http/libraries.ts';
import type { Queryable } from '../db/database.ts';
import { type Given, prepareSelect } from '../db/prepare-read.ts';
import { categories, libraryItems } from '../db/schema/libraries.ts';

export type ItemRow = typeof libraryItems.$inferSelect;
export type CategoryRow = typeof categories.$inferSelect;

/** What people are shown of an item. */
const shownItem = {
  id: libraryItems.id,
  assetType: libraryItems.assetType,
  names: libraryItems.names,
  userId: libraryItems.userId,
  imageHash: libraryItems.imageHash,
  thumbnailHash: libraryItems.thumbnailHash,
  normalHash: libraryItems.normalHash,
  roughnessHash: libraryItems.roughnessHash,
  averageColour: libraryItems.averageColour,
  tileSizeMetres: libraryItems.tileSizeMetres,
  metalness: libraryItems.metalness,
  roughness: libraryItems.roughness,
  bumpHeightMillimetres: libraryItems.bumpHeightMillimetres,
} as const;
const shownCategory = { id: categories.id, names: categories.names } as const;
/** An item, and the category that it is in. */
export interface ShownItem {
  readonly item: Pick<ItemRow, keyof typeof shownItem>;
  readonly category: Pick<CategoryRow, keyof typeof shownCategory>;
}

const selectItems = prepareSelect(
  { item: shownItem, category: shownCategory },
  (select, given: Given<{ userId: number; assetType: AssetType; categoryId: number | null }>) =>
    select
      .from(libraryItems)
      .innerJoin(categories, eq(categories.id, libraryItems.categoryId))
      .where(
        and(
          eq(libraryItems.assetType, given('assetType')),
          isNull(libraryItems.deletedAt),
          isNull(libraryItems.archivedAt),
          visibleItems(given('userId')),
          sql`${libraryItems.categoryId} = coalesce(${given('categoryId')}, ${libraryItems.categoryId})`,
        ),
      )
      .orderBy(asc(libraryItems.id)),
);

/** Condition on `library_items`: global ones and the person's own, deleted and archived ones included. */
export function visibleItems(userId: number | Placeholder): SQL | undefined {
  return or(isNull(libraryItems.userId), eq(libraryItems.userId, userId));
}

/** What a person finds in a library, with its category, oldest first. The app sorts by name in its language (C14). */
export async function findItems(
  db: Queryable,
  userId: number,
  assetType: AssetType,
  categoryId?: number,
): Promise<ShownItem[]> {
  return selectItems(db, { userId, assetType, categoryId: categoryId ?? null });
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
