import { and, asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { AllCancelledBody } from '../../../contract/http/renders.ts';
import { RenderId, type UserId } from '../../../contract/ids.ts';
import type { Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { wallets } from '../../db/schema/money.ts';
import { renders } from '../../db/schema/renders.ts';
import { settleRender } from '../queue/settle-render.ts';

/**
 * Ends everything of a person that waits or runs, and gives back what the unfinished images cost: all of it or nothing,
 * with the caller's transaction.
 */
export async function cancelAllRenders(
  tx: Transaction,
  userId: UserId,
): Promise<z.infer<typeof AllCancelledBody>> {
  // All rows are locked first and in the order of their ids, as everywhere, so that there are no deadlocks.
  const alive = await tx
    .select()
    .from(renders)
    .where(and(eq(renders.userId, userId), inArray(renders.status, ['queued', 'processing'])))
    .orderBy(asc(renders.id))
    .for('update');
  let refunded = 0;
  for (const render of alive) {
    await announce(tx, 'render_cancelled', String(render.id));
    refunded += (await settleRender(tx, render, { status: 'cancelled' })).refunded;
  }
  const [wallet] = await tx.select().from(wallets).where(eq(wallets.userId, userId));
  return {
    cancelled: alive.map(({ id }) => RenderId.parse(id)),
    refunded,
    credits: wallet?.balance ?? 0,
  };
}
