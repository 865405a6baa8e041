import { and, eq, inArray } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Db } from '../db/database.ts';
import { purchases, subscriptions } from '../db/schema/billing.ts';
import type { PlanDeps } from './change-plan.ts';
import { listOpenPages } from './open-checkout.ts';
import type { Payments } from './payments.ts';
import type { BillingDeps } from './receive-event.ts';
import { awaitLatePayment, refundSession, settleSession } from './settle-session.ts';
import { lockPayer, markEnded, mayCharge, whereReachable } from './settlement.ts';
import { isTestId } from './test-checkout/test-store.ts';

/**
 * Ends what a person pays or could still pay, before the account goes: open checkouts are closed, plans end at once. What
 * was paid at a checkout and has brought nothing yet, because its message has not come, is given back; what a bank has still to
 * bring is given back when it comes.
 *
 * @throws AppError `payment-unavailable`; it may be called again. `subscription-elsewhere` for a plan that nobody here can end.
 */
export async function stopPayments(deps: BillingDeps, userId: UserId): Promise<void> {
  const { payments } = deps.services;
  const { db } = deps.database;
  // Checkouts first: a plan whose message comes meanwhile is among the plans then.
  const pages = await listOpenPages(db, userId);
  if (payments !== null) for (const { sessionId } of pages) await closePage(db, payments, userId, sessionId);
  const isTheirs = eq(subscriptions.userId, userId);
  const charging = (await db.select().from(subscriptions).where(isTheirs)).filter(mayCharge);
  // Without a provider the account's row is all that says which plan it is.
  if (payments === null && !charging.every(({ providerId }) => isTestId('sub', providerId))) {
    throw new AppError({ code: 'subscription-elsewhere' });
  }
  for (const plan of charging) {
    await payments?.endNow(plan.providerId);
    await markEnded(db, plan, deps.now());
  }
  const isClosed = inArray(
    purchases.id,
    pages.map(({ id }) => id),
  );
  await db
    .update(purchases)
    .set({ status: 'expired' })
    .where(and(isClosed, eq(purchases.status, 'open')));
}

async function closePage(db: Db, payments: Payments, userId: UserId, sessionId: string): Promise<void> {
  await payments.closeCheckout(sessionId);
  const session = await payments.readSession(sessionId);
  if (session?.status !== 'complete') return;
  if (session.subscriptionId !== null) await payments.endNow(session.subscriptionId);
  if (session.isPaid) await refundSession(db, payments, session);
  else await awaitLatePayment(db, userId, sessionId);
}

/** Closes a person's open checkouts, and settles those that were paid and whose message has not come. @throws AppError `payment-unavailable`. */
export async function settleOpenPages(
  db: Db,
  { services, config, logger, now }: PlanDeps,
  userId: UserId,
): Promise<void> {
  const { payments } = services;
  if (payments === null) return;
  for (const { sessionId } of await listOpenPages(db, userId)) {
    await payments.closeCheckout(sessionId);
    const settle = () =>
      db.transaction(async (tx) => {
        await lockPayer(tx, userId);
        const cause = `closed ${sessionId}`;
        const settlement = { tx, payments, catalogue: config.catalogue, logger, now: now(), userId, cause };
        await settleSession(settlement, sessionId);
      });
    // Beside a plan that nobody here can end, the next page is closed all the same.
    await whereReachable(settle);
  }
}
