import { and, eq, gte, sql } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { ledger, wallets } from '../db/schema/money.ts';

/** One movement of credits. `kind` and `reference` are its cause; a cause moves credits once, however often it is told. */
export interface Movement {
  readonly userId: UserId;
  readonly kind: (typeof ledger.$inferSelect)['kind'];
  /** Change of the balance; negative takes. What comes pays the account's debt first. */
  readonly amount: number;
  /** Change of what is set aside for running orders. */
  readonly reservedChange?: number;
  /** Change of what the account owes. */
  readonly debtChange?: number;
  /** Such as `render:12`, `render:12:image:0`, `user:3`. */
  readonly reference: string;
  readonly renderId?: number;
  readonly purchaseId?: string | null;
  /** Id of a pack or name of a plan. */
  readonly item?: string | null;
  readonly note?: string | null;
}

/**
 * Books a movement in wallet and ledger. The wallet's row is locked until the transaction ends, so movements of one
 * account happen one after another.
 *
 * @returns The balance afterwards.
 * @throws AppError `credits-insufficient` when the balance does not cover it.
 */
export async function moveCredits(tx: Transaction, movement: Movement): Promise<number> {
  const wallet = await lockWallet(tx, movement.userId);
  // What costs nothing is no movement.
  const { amount, reservedChange = 0, debtChange = 0 } = movement;
  if (amount === 0 && reservedChange === 0 && debtChange === 0) return wallet.balance;
  const [booked] = await tx
    .select({ id: ledger.id })
    .from(ledger)
    .where(and(eq(ledger.kind, movement.kind), eq(ledger.reference, movement.reference)));
  if (booked) return wallet.balance;

  const balance = await book(tx, movement);
  const owed = Math.min(wallet.debt, movement.amount);
  if (owed <= 0) return balance;
  return book(tx, {
    userId: movement.userId,
    kind: 'clawback',
    amount: -owed,
    debtChange: -owed,
    reference: `debt:${movement.kind}:${movement.reference}`,
  });
}

/** The account's wallet, which nobody else changes until the transaction ends. */
export async function lockWallet(tx: Transaction, userId: UserId): Promise<typeof wallets.$inferSelect> {
  const [wallet] = await tx.select().from(wallets).where(eq(wallets.userId, userId)).for('update');
  if (!wallet) throw new Error(`Account ${userId} has no wallet`);
  return wallet;
}

async function book(tx: Transaction, movement: Movement): Promise<number> {
  const { userId, kind, amount, reference } = movement;
  const [changed] = await tx
    .update(wallets)
    .set({
      balance: sql`${wallets.balance} + ${amount}`,
      reserved: sql`${wallets.reserved} + ${movement.reservedChange ?? 0}`,
      debt: sql`${wallets.debt} + ${movement.debtChange ?? 0}`,
    })
    .where(and(eq(wallets.userId, userId), gte(wallets.balance, -amount)))
    .returning({ balance: wallets.balance });
  if (!changed) {
    const { balance } = await lockWallet(tx, userId);
    throw new AppError({ code: 'credits-insufficient', price: -amount, balance });
  }
  await tx.insert(ledger).values({
    userId,
    kind,
    amount,
    balanceAfter: changed.balance,
    reference,
    renderId: movement.renderId ?? null,
    purchaseId: movement.purchaseId ?? null,
    item: movement.item ?? null,
    note: movement.note ?? null,
  });
  return changed.balance;
}
