import { and, eq, getTableColumns, ne, sql, sum } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { isFailure } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Db, Queryable, Transaction } from '../db/database.ts';
import { type Given, prepareSelect } from '../db/prepare-read.ts';
import { subscriptions } from '../db/schema/billing.ts';
import type { Catalogue } from './catalogue.ts';
import type { Payments } from './payments.ts';

/** What settling one person's payments with the provider needs; all of it happens in one transaction. */
export interface Settlement {
  readonly tx: Transaction;
  readonly payments: Payments;
  readonly catalogue: Catalogue;
  readonly logger: FastifyBaseLogger;
  readonly now: Date;
  readonly userId: UserId;
  /** What makes the ledger's entries of this visit different from those of another: an event's id. */
  readonly cause: string;
}

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** Two visits for one person come one after another, so that neither writes down what is no longer true. */
export async function lockPayer(tx: Transaction, userId: UserId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`payments of ${userId}`}, 0))`);
}

/** A plan that counts: paid, or with an invoice that is still tried. */
export function isLive({ status }: Pick<SubscriptionRow, 'status'>): boolean {
  return status === 'active' || status === 'past_due';
}

/** A plan that may take money now or later: {@link isLive}, or with a first payment that is still on its way. */
export function mayCharge(plan: Pick<SubscriptionRow, 'status'>): boolean {
  return isLive(plan) || plan.status === 'incomplete';
}

const selectPlans = prepareSelect(
  getTableColumns(subscriptions),
  (select, given: Given<{ userId: number; except: string }>) =>
    select
      .from(subscriptions)
      .where(
        and(
          eq(subscriptions.userId, given('userId')),
          eq(subscriptions.isDuplicate, false),
          ne(subscriptions.providerId, given('except')),
        ),
      )
      .orderBy(subscriptions.id),
);

/** The person's plan: the first that is live and no duplicate (B23). */
export async function findCurrent(
  db: Queryable,
  userId: UserId,
  except = '',
): Promise<SubscriptionRow | null> {
  const rows = await selectPlans(db, { userId, except });
  return rows.find(isLive) ?? null;
}

/** Credits that a person was given ahead, for plans that ended too. */
export async function readAhead(db: Queryable, userId: UserId): Promise<number> {
  const [ahead] = await db
    .select({ credits: sum(subscriptions.creditsAhead).mapWith(Number) })
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId));
  return ahead?.credits ?? 0;
}

/**
 * Ends a person's plan that the payment provider does not know: one of the time when it was tried, with the test checkout or
 * the provider's test keys. Nobody renews it, and it would be in the way of every other one.
 *
 * @throws AppError `payment-unavailable`, `subscription-elsewhere`.
 */
export async function endLostPlan(db: Db, payments: Payments, userId: UserId, now: Date): Promise<void> {
  for (let plan = await findCurrent(db, userId); plan !== null; plan = await findCurrent(db, userId)) {
    if ((await payments.readSubscription(plan.providerId)) !== null) return;
    await markEnded(db, plan, now);
  }
}

/**
 * Does what may be left undone for a plan that ended meanwhile, or that nobody here can end: neither keeps a person from being
 * closed, nor what else is to be settled from being so.
 */
export async function whereReachable(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isFailure(error, 'subscription-missing') && !isFailure(error, 'subscription-elsewhere')) throw error;
  }
}

/** Writes down that a plan is over. */
export async function markEnded(db: Queryable, { id }: SubscriptionRow, now: Date): Promise<SubscriptionRow> {
  const [row] = await db
    .update(subscriptions)
    .set({ status: 'canceled', nextPlan: null, nextRecurrence: null, endedAt: now })
    .where(eq(subscriptions.id, id))
    .returning();
  if (row === undefined) throw new Error(`no plan ${id}`);
  return row;
}
