import type { UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { moveCredits } from './move-credits.ts';

/**
 * Gives back what is still set aside for a render that failed or was cancelled, once per render.
 *
 * @param refund.amount The reserved price minus what was captured.
 * @returns The balance afterwards.
 */
export async function refundCredits(
  tx: Transaction,
  refund: { readonly userId: UserId; readonly renderId: number; readonly amount: number },
): Promise<number> {
  return moveCredits(tx, {
    userId: refund.userId,
    kind: 'refund',
    amount: refund.amount,
    reservedChange: -refund.amount,
    reference: `render:${refund.renderId}`,
    renderId: refund.renderId,
  });
}
