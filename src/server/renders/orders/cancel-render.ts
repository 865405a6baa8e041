import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError } from '../../../contract/failure.ts';
import type { CancelledBody } from '../../../contract/http/renders.ts';
import type { UserId } from '../../../contract/ids.ts';
import type { Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { wallets } from '../../db/schema/money.ts';
import { isAlive, lockOwnRender } from '../find-render.ts';
import { settleRender } from '../queue/settle-render.ts';

/**
 * Ends a waiting or running order at once and gives back what its unfinished images cost; the worker hears of it and
 * stops. Cancelling what was cancelled answers the same again.
 *
 * @throws AppError `not-found`; `render-finished` when it completed or failed before.
 */
export async function cancelRender(
  tx: Transaction,
  userId: UserId,
  renderId: number,
): Promise<z.infer<typeof CancelledBody>> {
  const render = await lockOwnRender(tx, userId, renderId);
  let { refunded } = render;
  if (isAlive(render)) {
    await announce(tx, 'render_cancelled', String(render.id));
    ({ refunded } = await settleRender(tx, render, { status: 'cancelled' }));
  } else if (render.status !== 'cancelled') {
    throw new AppError({ code: 'render-finished' });
  }
  const [wallet] = await tx.select().from(wallets).where(eq(wallets.userId, userId));
  return { status: 'cancelled', refunded, credits: wallet?.balance ?? 0 };
}
