import type { UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { moveCredits } from './move-credits.ts';

/** What a refund of one image is for, as the ledger's `item` says it. */
const ITEMS = { reserved: 'failed-check', captured: 'sent-back' } as const;

/**
 * Gives back the price of one finished image, once per image.
 *
 * @param image.part Which image of the render, from 0.
 * @param image.from Where its price is: still set aside, because the image failed its check, or captured, and it was sent back.
 * @returns The balance afterwards.
 */
export async function refundImage(
  tx: Transaction,
  image: {
    readonly userId: UserId;
    readonly renderId: number;
    readonly part: number;
    readonly price: number;
    readonly from: 'reserved' | 'captured';
  },
): Promise<number> {
  return moveCredits(tx, {
    userId: image.userId,
    kind: 'refund',
    amount: image.price,
    reservedChange: image.from === 'reserved' ? -image.price : 0,
    reference: `render:${image.renderId}:image:${image.part}`,
    renderId: image.renderId,
    item: ITEMS[image.from],
  });
}
