import type { UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { moveCredits } from './move-credits.ts';

/**
 * Keeps the reserved price of one finished image, once per image. The balance does not change: it was taken when the
 * order was placed, so the ledger's entry has amount 0.
 *
 * @param image.part Which image of the render, from 0.
 * @returns The balance.
 */
export async function captureCredits(
  tx: Transaction,
  image: {
    readonly userId: UserId;
    readonly renderId: number;
    readonly part: number;
    readonly price: number;
  },
): Promise<number> {
  return moveCredits(tx, {
    userId: image.userId,
    kind: 'capture',
    amount: 0,
    reservedChange: -image.price,
    reference: `render:${image.renderId}:image:${image.part}`,
    renderId: image.renderId,
  });
}
