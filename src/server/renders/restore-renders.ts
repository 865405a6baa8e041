import { and, eq, inArray, sql } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { Transaction } from '../db/database.ts';
import { renders } from '../db/schema/renders.ts';

/**
 * Brings deleted renders back, as young as new ones (`bin-old-renders.ts`); one that is there already stays as it is.
 *
 * @throws AppError `not-found` when one of them is somebody else's, or gone for good; then none comes back.
 */
export async function restoreRenders(
  tx: Transaction,
  userId: number,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  const wanted = [...new Set(ids)];
  const restored = await tx
    .update(renders)
    .set({
      deletedAt: null,
      restoredAt: sql`case when ${renders.deletedAt} is null then ${renders.restoredAt} else ${now} end`,
    })
    .where(and(eq(renders.userId, userId), inArray(renders.id, wanted)))
    .returning({ id: renders.id });
  if (restored.length !== wanted.length) throw new AppError({ code: 'not-found' });
}
