import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AssetType, LocalisedName } from '../../contract/http/libraries.ts';
import type { Transaction } from '../db/database.ts';
import { onlyRow } from '../db/only-row.ts';
import { categories } from '../db/schema/libraries.ts';
import { invalidRequest } from '../http/check-shape.ts';
import type { CategoryRow } from './find-items.ts';

/** Where an upload lies that names no category (C3, C13). */
const UNSORTED: Record<AssetType, LocalisedName> = {
  material: { en: 'Materials', es: 'Materiales' },
  background: { en: 'Backgrounds', es: 'Fondos' },
  style: { en: 'Styles', es: 'Estilos' },
};
const SLUG = 'unsorted';

/**
 * The category an item goes into: the one that is named, or the one its owner has for what is not sorted. The caller
 * has locked the owner, see `lockOwner`.
 *
 * @param ownerId Null for a global item, which lies in a global category.
 * @throws AppError `invalid-request` for a category of another library, or of somebody else.
 */
export async function chooseCategory(
  tx: Transaction,
  ownerId: number | null,
  assetType: AssetType,
  categoryId: number | undefined,
): Promise<CategoryRow> {
  const isOwners = ownerId === null ? isNull(categories.userId) : eq(categories.userId, ownerId);
  const isOfType = eq(categories.assetType, assetType);
  if (categoryId === undefined) {
    const [known] = await tx
      .select()
      .from(categories)
      .where(and(isOfType, isOwners, or(eq(categories.slug, SLUG), isCalled(UNSORTED[assetType].en))))
      .limit(1);
    return known ?? createUnsorted(tx, ownerId, assetType);
  }
  const [chosen] = await tx
    .select()
    .from(categories)
    .where(and(isOfType, eq(categories.id, categoryId), or(isNull(categories.userId), isOwners)));
  if (chosen === undefined) throw invalidRequest('category_id', 'is not a category for this');
  return chosen;
}

function isCalled(name: string): SQL {
  return sql`${categories.names}->>'en' = ${name}`;
}

async function createUnsorted(
  tx: Transaction,
  ownerId: number | null,
  assetType: AssetType,
): Promise<CategoryRow> {
  const made = await tx
    .insert(categories)
    .values({ slug: SLUG, assetType, names: UNSORTED[assetType], userId: ownerId })
    .returning();
  return onlyRow(made);
}
