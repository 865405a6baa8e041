import { and, eq, inArray, isNull } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { Transaction } from '../db/database.ts';
import { renders } from '../db/schema/renders.ts';

/**
 * Marks renders as favourites, or no longer.
 *
 * @throws AppError `not-found` when one of them is somebody else's or deleted; then none is changed.
 */
export async function starRenders(
  tx: Transaction,
  userId: number,
  ids: readonly number[],
  isStarred: boolean,
  now: Date,
): Promise<void> {
  const wanted = [...new Set(ids)];
  const changed = await tx
    .update(renders)
    .set({ starredAt: isStarred ? now : null })
    .where(and(eq(renders.userId, userId), inArray(renders.id, wanted), isNull(renders.deletedAt)))
    .returning({ id: renders.id });
  if (changed.length !== wanted.length) throw new AppError({ code: 'not-found' });
}
