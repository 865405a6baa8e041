import { and, eq, sql } from 'drizzle-orm';
import { AppError } from '../../../contract/failure.ts';
import type { UserId } from '../../../contract/ids.ts';
import type { SendBackBody, SentBackBody } from '../../../contract/returns.ts';
import { refundImage } from '../../credits/refund-image.ts';
import type { Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { renderImages, renderReturns, renders } from '../../db/schema/renders.ts';
import { isAlive, lockOwnRender } from '../find-render.ts';
import { priceOfImage } from '../orders/price-of-image.ts';
import { isLookedAt } from './is-looked-at.ts';
import { whyNotSentBack } from './may-be-sent-back.ts';

/**
 * Takes a picture of an AI engine back and gives its price back at once, in this transaction. From a person who sends most of
 * their pictures back ({@link isLookedAt}) it is taken down for staff to look at, and nothing is given back by itself (I14).
 *
 * What was given back is not the person's any more: only the small picture is shown and handed out. A reason costs nothing to give, so that
 * a picture at full size for nothing would be one press away. What nothing was given back for stays as it is.
 *
 * @throws AppError `not-found` for what is somebody else's, deleted or not finished; `return-refused` for a picture that was
 *   sent back or not charged before, that no AI engine made here, or that is too old.
 */
export async function sendBack(
  tx: Transaction,
  userId: UserId,
  renderId: number,
  { batch_index: batchIndex, reason, words }: SendBackBody,
  now: Date,
): Promise<SentBackBody> {
  // 1. Whoever sends the same back at the same time waits here, and finds it sent back.
  const render = await lockOwnRender(tx, userId, renderId);
  const isImage = and(eq(renderImages.renderId, renderId), eq(renderImages.batchIndex, batchIndex));
  const [image] = await tx.select({ batchIndex: renderImages.batchIndex }).from(renderImages).where(isImage);
  if (image === undefined) throw new AppError({ code: 'not-found' });
  const refusal = whyNotSentBack(render, now);
  if (refusal !== null) throw new AppError({ code: 'return-refused', reason: refusal });

  // 2. The wallet is locked before the person's returns are counted: two of one person count each other.
  const looked = await isLookedAt(tx, userId, 'sent-back', now);
  const price = priceOfImage(render.price, render.recipe.batchSize, batchIndex);
  const refunded = looked.isLookedAt ? 0 : price;
  const added = await tx
    .insert(renderReturns)
    .values({ renderId, batchIndex, reason, words, refunded, createdAt: now })
    .onConflictDoNothing()
    .returning({ batchIndex: renderReturns.batchIndex });
  if (added.length === 0) throw new AppError({ code: 'return-refused', reason: 'returned' });

  // 3. An order that still runs counts its returns when it ends.
  const credits =
    refunded === 0
      ? looked.balance
      : await refundImage(tx, { userId, renderId, part: batchIndex, price: refunded, from: 'captured' });
  if (refunded > 0 && !isAlive(render)) {
    const set = { refunded: sql`${renders.refunded} + ${refunded}` };
    await tx.update(renders).set(set).where(eq(renders.id, renderId));
  }
  await announce(tx, 'render_changed', String(renderId));
  return { refunded, credits, is_looked_at: looked.isLookedAt };
}
