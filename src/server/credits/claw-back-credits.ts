import type { UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { lockWallet, moveCredits } from './move-credits.ts';

/**
 * Takes credits back whose payment went back. The balance never goes below zero: what was spent already is owed, and
 * the next credits that come pay it. A negative amount gives them again.
 *
 * @param back.reference What it is for, once: an event of the payment provider.
 */
export async function clawBackCredits(
  tx: Transaction,
  back: {
    readonly userId: UserId;
    readonly amount: number;
    readonly reference: string;
    readonly purchaseId: string | null;
    readonly item: string | null;
  },
): Promise<void> {
  const { balance } = await lockWallet(tx, back.userId);
  const taken = Math.min(balance, back.amount);
  await moveCredits(tx, {
    ...back,
    kind: 'clawback',
    amount: -taken,
    debtChange: back.amount - taken,
  });
}
