import type { UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { moveCredits } from './move-credits.ts';

/**
 * Gives credits, once per cause. What the account owes is paid from them.
 *
 * @param grant.amount Not negative.
 * @param grant.reference What it is for, such as `user:3` or `purchase:<uuid>`.
 * @param grant.item Id of the pack or name of the plan that was bought.
 * @param grant.note What staff wrote.
 * @returns The balance afterwards.
 */
export async function grantCredits(
  tx: Transaction,
  grant: {
    readonly userId: UserId;
    readonly kind: 'signup' | 'grant' | 'purchase' | 'subscription';
    readonly amount: number;
    readonly reference: string;
    readonly purchaseId?: string | null;
    readonly item?: string | null;
    readonly note?: string | null;
  },
): Promise<number> {
  return moveCredits(tx, grant);
}
