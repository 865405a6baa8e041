import { eq, sql } from 'drizzle-orm';
import type { FailureCode } from '../../../contract/failure.ts';
import { fitText } from '../../../contract/files/fit-text.ts';
import { UserId } from '../../../contract/ids.ts';
import { lockWallet } from '../../credits/move-credits.ts';
import { refundCredits } from '../../credits/refund-credits.ts';
import type { Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { renderImages, renderPreviews, renders } from '../../db/schema/renders.ts';
import { noteEnd } from '../../push/note-end.ts';
import { noteEvent } from '../../webhooks/note-event.ts';
import type { RenderRow } from '../find-render.ts';
import { priceOfImage } from '../orders/price-of-image.ts';
import { sumReturned } from '../returns/sum-returned.ts';

/** How an order ends: finished, cancelled or failed. */
export type Outcome =
  | { readonly status: 'completed' }
  | { readonly status: 'cancelled' }
  | { readonly status: 'error'; readonly code: FailureCode; readonly detail: string };

/** Text of a failure that staff may read; longer ones are cut. */
const DETAIL_MAX_LENGTH = 2_000;

/**
 * Ends an order once and gives back the price of every image that was not finished. Finished ones stay and stay paid, but
 * for those that were given back one by one already: they count as given back, and no credit is given twice. An account that has less set
 * aside than that gets nothing back by itself: somebody mended its wallet by hand.
 *
 * @param render A row locked by this transaction, still alive.
 * @returns Credits given back for the order in all, and the balance; null when nothing was left to give back.
 */
export async function settleRender(
  tx: Transaction,
  render: RenderRow,
  outcome: Outcome,
): Promise<{ refunded: number; balance: number | null }> {
  const finished = await tx
    .select({ batchIndex: renderImages.batchIndex })
    .from(renderImages)
    .where(eq(renderImages.renderId, render.id));
  const { batchSize } = render.recipe;
  const made = finished.reduce(
    (sum, { batchIndex }) => sum + priceOfImage(render.price, batchSize, batchIndex),
    0,
  );
  const amount = render.price - made;
  const userId = UserId.parse(render.userId);
  // The order ends all the same: what is left open is told by `check`, for whoever mended the wallet.
  const isSetAside = amount === 0 || (await lockWallet(tx, userId)).reserved >= amount;
  const left = isSetAside ? amount : 0;
  const balance = left === 0 ? null : await refundCredits(tx, { userId, renderId: render.id, amount: left });
  const refunded = left + (await sumReturned(tx, render.id));
  await tx
    .update(renders)
    .set({
      status: outcome.status,
      refunded,
      finishedAt: sql`now()`,
      sequence: sql`${renders.sequence} + 1`,
      ...(outcome.status === 'completed' ? { progress: 100 } : {}),
      ...(outcome.status === 'error'
        ? { errorCode: outcome.code, errorDetail: fitText(outcome.detail, DETAIL_MAX_LENGTH) }
        : {}),
    })
    .where(eq(renders.id, render.id));
  if (outcome.status !== 'cancelled') {
    await noteEnd(tx, render);
    await noteEvent(tx, userId, outcome.status === 'completed' ? 'render.finished' : 'render.failed', {
      render_id: render.id,
      project_id: render.projectId,
      status: outcome.status,
      error: outcome.status === 'error' ? outcome.code : null,
      images: finished.length,
      credits: render.price - refunded,
    });
  }
  await tx.delete(renderPreviews).where(eq(renderPreviews.renderId, render.id));
  await announce(tx, 'render_changed', String(render.id));
  await announce(tx, 'queue_moved');
  return { refunded, balance };
}
