import { and, eq, gte, sql } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { ledger, wallets } from '../db/schema/money.ts';

/** One movement of credits. `kind` and `reference` are its cause; a cause moves credits once, however often it is told. */
export interface Movement {
  readonly userId: UserId;
  readonly kind: (typeof ledger.$inferSelect)['kind'];
  /** Change of the balance; negative takes. */
  readonly amount: number;
  /** Change of what is set aside for running orders. */
  readonly reservedChange: number;
  /** Such as `render:12`, `render:12:image:0`, `user:3`. */
  readonly reference: string;
  readonly renderId?: number;
}

/**
 * Books a movement in wallet and ledger. The wallet's row is locked until the transaction ends, so movements of one
 * account happen one after another.
 *
 * @returns The balance afterwards.
 * @throws AppError `credits-insufficient` when the balance does not cover it.
 */
export async function moveCredits(tx: Transaction, movement: Movement): Promise<number> {
  const { userId, kind, amount, reservedChange, reference } = movement;
  const [wallet] = await tx.select().from(wallets).where(eq(wallets.userId, userId)).for('update');
  if (!wallet) throw new Error(`Account ${userId} has no wallet`);
  const [booked] = await tx
    .select({ id: ledger.id })
    .from(ledger)
    .where(and(eq(ledger.kind, kind), eq(ledger.reference, reference)));
  if (booked) return wallet.balance;

  const [changed] = await tx
    .update(wallets)
    .set({
      balance: sql`${wallets.balance} + ${amount}`,
      reserved: sql`${wallets.reserved} + ${reservedChange}`,
    })
    .where(and(eq(wallets.userId, userId), gte(wallets.balance, -amount)))
    .returning({ balance: wallets.balance });
  if (!changed) throw new AppError({ code: 'credits-insufficient', price: -amount, balance: wallet.balance });
  await tx.insert(ledger).values({
    userId,
    kind,
    amount,
    balanceAfter: changed.balance,
    reference,
    renderId: movement.renderId ?? null,
  });
  return changed.balance;
}
