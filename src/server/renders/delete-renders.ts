import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { Transaction } from '../db/database.ts';
import { renders } from '../db/schema/renders.ts';
import { isAlive } from './find-render.ts';

/**
 * Puts a person's renders away: they are shown nowhere any more, the ledger still names them, and after 30 days they are
 * gone with their pictures (`storage/sweep-unused.ts`). Until then `restoreRenders` brings them back.
 *
 * @throws AppError `not-found` when one of them is somebody else's or deleted already, `render-alive` while one waits
 *   or is being made; then none is deleted.
 */
export async function deleteRenders(
  tx: Transaction,
  userId: number,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  const wanted = [...new Set(ids)];
  const rows = await tx
    .select({ id: renders.id, status: renders.status })
    .from(renders)
    .where(and(eq(renders.userId, userId), inArray(renders.id, wanted), isNull(renders.deletedAt)))
    .orderBy(asc(renders.id))
    .for('update');
  if (rows.length !== wanted.length) throw new AppError({ code: 'not-found' });
  if (rows.some(isAlive)) throw new AppError({ code: 'render-alive' });
  await tx.update(renders).set({ deletedAt: now }).where(inArray(renders.id, wanted));
}
