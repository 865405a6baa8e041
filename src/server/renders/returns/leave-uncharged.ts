import type { UserId } from '../../../contract/ids.ts';
import { refundImage } from '../../credits/refund-image.ts';
import type { Transaction } from '../../db/database.ts';
import { renderReturns } from '../../db/schema/renders.ts';

/**
 * Gives back what is set aside for a finished image whose product failed the check, and writes down that it did. Once per
 * image: whoever calls has just added it.
 */
export async function leaveUncharged(
  tx: Transaction,
  image: {
    readonly userId: UserId;
    readonly renderId: number;
    readonly part: number;
    readonly price: number;
  },
): Promise<void> {
  const { renderId, part: batchIndex, price: refunded } = image;
  await tx
    .insert(renderReturns)
    .values({ renderId, batchIndex, reason: 'failed-check', words: '', refunded });
  await refundImage(tx, { ...image, from: 'reserved' });
}
