import type { UserId } from '../../../contract/ids.ts';
import { captureCredits } from '../../credits/capture-credits.ts';
import { refundImage } from '../../credits/refund-image.ts';
import type { Transaction } from '../../db/database.ts';
import { renderReturns } from '../../db/schema/renders.ts';
import { isLookedAt } from './is-looked-at.ts';

/**
 * Gives back what is set aside for a finished image whose product failed the check, and writes down that it did. From a
 * person most of whose pictures fail it the price is taken, and staff look first. Once per image: whoever calls has just
 * added it.
 */
export async function leaveUncharged(
  tx: Transaction,
  image: {
    readonly userId: UserId;
    readonly renderId: number;
    readonly part: number;
    readonly price: number;
  },
  now: Date,
): Promise<void> {
  const { userId, renderId, part: batchIndex, price } = image;
  const isCharged = price > 0 && (await isLookedAt(tx, userId, 'failed-check', now)).isLookedAt;
  const refunded = isCharged ? 0 : price;
  await tx
    .insert(renderReturns)
    .values({ renderId, batchIndex, reason: 'failed-check', words: '', refunded });
  if (isCharged) await captureCredits(tx, image);
  else await refundImage(tx, { ...image, from: 'reserved' });
}
