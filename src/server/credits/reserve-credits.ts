import type { UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { moveCredits } from './move-credits.ts';

/**
 * Takes the price of an order from the balance and sets it aside, once per render. Every part of it is captured or
 * refunded later.
 *
 * @returns The balance afterwards.
 * @throws AppError `credits-insufficient`, with nothing taken.
 */
export async function reserveCredits(
  tx: Transaction,
  order: { readonly userId: UserId; readonly renderId: number; readonly price: number },
): Promise<number> {
  return moveCredits(tx, {
    userId: order.userId,
    kind: 'reserve',
    amount: -order.price,
    reservedChange: order.price,
    reference: `render:${order.renderId}`,
    renderId: order.renderId,
  });
}
