import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { wallets } from '../db/schema/money.ts';
import { grantCredits } from './grant-credits.ts';

/**
 * Gives an account credits from staff, each time it is called; whoever calls checks that it is staff, and records it.
 *
 * @param grant.note Shown to the account beside the entry.
 * @returns The account's balance afterwards.
 * @throws AppError `not-found` without such an account.
 */
export async function grantByStaff(
  tx: Transaction,
  grant: { readonly userId: UserId; readonly amount: number; readonly note: string | null },
): Promise<number> {
  const [wallet] = await tx.select().from(wallets).where(eq(wallets.userId, grant.userId));
  if (wallet === undefined) throw new AppError({ code: 'not-found' });
  return grantCredits(tx, { ...grant, kind: 'grant', reference: `staff:${randomUUID()}` });
}
