import type { UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { moveCredits } from './move-credits.ts';

/**
 * Gives credits, once per cause.
 *
 * @param grant.amount Positive.
 * @param grant.reference What it is for, such as `user:3` or a payment's id.
 * @returns The balance afterwards.
 */
export async function grantCredits(
  tx: Transaction,
  grant: {
    readonly userId: UserId;
    readonly kind: 'signup' | 'grant' | 'purchase';
    readonly amount: number;
    readonly reference: string;
  },
): Promise<number> {
  return moveCredits(tx, { ...grant, reservedChange: 0 });
}
