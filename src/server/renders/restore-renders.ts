import { and, eq, inArray } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { Transaction } from '../db/database.ts';
import { renders } from '../db/schema/renders.ts';

/**
 * Brings deleted renders back; one that is there already stays.
 *
 * @throws AppError `not-found` when one of them is somebody else's, or gone for good; then none comes back.
 */
export async function restoreRenders(tx: Transaction, userId: number, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)];
  const restored = await tx
    .update(renders)
    .set({ deletedAt: null })
    .where(and(eq(renders.userId, userId), inArray(renders.id, wanted)))
    .returning({ id: renders.id });
  if (restored.length !== wanted.length) throw new AppError({ code: 'not-found' });
}
