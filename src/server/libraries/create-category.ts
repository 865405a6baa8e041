import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { LIBRARY_CATEGORIES_MAX } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import type { CreateCategoryBody } from '../../contract/http/libraries.ts';
import type { Transaction } from '../db/database.ts';
import { onlyRow } from '../db/only-row.ts';
import { categories } from '../db/schema/libraries.ts';
import { type Actor, checkGlobal } from './actor.ts';
import { type CategoryRow, findCategories } from './find-items.ts';
import { lockOwner } from './lock-owner.ts';
import { compareNames } from './sort-categories.ts';

/**
 * Adds a category of the person's own, or a global one by staff. Its name is none of those that whoever sees it sees
 * in the same library, whatever their case and accents.
 *
 * @throws AppError those of {@link checkGlobal} for a global one; `name-taken`, `library-full`.
 */
export async function createCategory(
  tx: Transaction,
  actor: Actor,
  body: z.infer<typeof CreateCategoryBody>,
): Promise<CategoryRow> {
  const { name, asset_type: assetType, is_global: isGlobal } = body;
  if (isGlobal) checkGlobal(actor);
  const ownerId = isGlobal ? null : actor.id;
  await lockOwner(tx, ownerId);
  const seen = isGlobal
    ? await tx
        .select()
        .from(categories)
        .where(and(isNull(categories.userId), eq(categories.assetType, assetType)))
    : await findCategories(tx, actor.id, assetType);
  const isTaken = seen.some(({ names }) =>
    [names.en, names.es].some((taken) => compareNames(taken, name, 'en') === 0),
  );
  if (isTaken) throw new AppError({ code: 'name-taken', name });
  if (seen.filter(({ userId }) => userId === ownerId).length >= LIBRARY_CATEGORIES_MAX) {
    throw new AppError({ code: 'library-full', limit: LIBRARY_CATEGORIES_MAX });
  }
  const made = await tx
    .insert(categories)
    .values({ assetType, names: { en: name, es: name }, userId: ownerId })
    .returning();
  return onlyRow(made);
}
