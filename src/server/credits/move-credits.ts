import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { type Given, prepareSelect, prepareSql } from '../db/prepare-read.ts';
import { ledger, wallets } from '../db/schema/money.ts';

/** One movement of credits. `kind` and `reference` are its idempotency key: the same pair moves credits only once. */
export interface Movement {
  readonly userId: UserId;
  readonly kind: (typeof ledger.$inferSelect)['kind'];
  /** Change of the balance, negative to take credits. Added credits pay the account's debt first. */
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

/** How the reference begins of a movement that pays what an account owed. */
const DEBT_REFERENCE = 'debt:';

/** Whether what came by the movement before paid what the account owed. */
export function paysDebt({ reference }: Pick<Movement, 'reference'>): boolean {
  return reference.startsWith(DEBT_REFERENCE);
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
  // A statement of its own after the lock, so that it sees what other transactions committed while it waited.
  const [booked] = await selectBooked(tx, movement);
  if (booked) return wallet.balance;

  const balance = await book(tx, movement);
  const owed = Math.min(wallet.debt, movement.amount);
  if (owed <= 0) return balance;
  return book(tx, {
    userId: movement.userId,
    kind: 'clawback',
    amount: -owed,
    debtChange: -owed,
    reference: `${DEBT_REFERENCE}${movement.kind}:${movement.reference}`,
  });
}

const selectBooked = prepareSelect(
  { id: ledger.id },
  (select, given: Given<Pick<Movement, 'kind' | 'reference'>>) =>
    select.from(ledger).where(and(eq(ledger.kind, given('kind')), eq(ledger.reference, given('reference')))),
);
const lockRow = prepareSelect(getTableColumns(wallets), (select, given: Given<{ userId: number }>) =>
  select
    .from(wallets)
    .where(eq(wallets.userId, given('userId')))
    .for('update'),
);

/** Reads the account's wallet and locks its row until the transaction ends. */
export async function lockWallet(tx: Transaction, userId: UserId): Promise<typeof wallets.$inferSelect> {
  const [wallet] = await lockRow(tx, { userId });
  if (!wallet) throw new Error(`Account ${userId} has no wallet`);
  return wallet;
}

const bookRow = prepareSql<
  { [Key in keyof Movement]-?: Exclude<Movement[Key], undefined> | null },
  { balance: number }
>(
  (given) => sql`with changed as (
      update ${wallets} set balance = balance + ${given('amount')}::integer,
        reserved = reserved + ${given('reservedChange')}::integer, debt = debt + ${given('debtChange')}::integer
      where user_id = ${given('userId')} and balance >= -${given('amount')}::integer
      returning user_id, balance
    )
    insert into ${ledger} (user_id, kind, amount, balance_after, reference, render_id, purchase_id, item, note)
    select user_id, ${given('kind')}::text, ${given('amount')}::integer, balance, ${given('reference')}::text,
      ${given('renderId')}::integer, ${given('purchaseId')}::uuid, ${given('item')}::text, ${given('note')}::text
    from changed returning balance_after as balance`,
);

async function book(tx: Transaction, movement: Movement): Promise<number> {
  const [booked] = await bookRow(tx, {
    reservedChange: 0,
    debtChange: 0,
    renderId: null,
    purchaseId: null,
    item: null,
    note: null,
    ...movement,
  });
  if (booked !== undefined) return booked.balance;
  const { balance } = await lockWallet(tx, movement.userId);
  throw new AppError({ code: 'credits-insufficient', price: -movement.amount, balance });
}
