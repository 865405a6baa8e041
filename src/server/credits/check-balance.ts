import { eq } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { wallets } from '../db/schema/money.ts';

/**
 * Takes nothing, and locks the account's wallet until the transaction ends.
 *
 * @throws AppError `credits-insufficient` when the balance does not cover the price.
 */
export async function checkBalance(tx: Transaction, userId: UserId, price: number): Promise<void> {
  const [wallet] = await tx.select().from(wallets).where(eq(wallets.userId, userId)).for('update');
  if (!wallet) throw new Error(`Account ${userId} has no wallet`);
  const { balance } = wallet;
  if (balance < price) throw new AppError({ code: 'credits-insufficient', price, balance });
}
