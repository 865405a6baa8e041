import { eq } from 'drizzle-orm';
import { UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { paymentEvents } from '../db/schema/billing.ts';
import type { Deps } from '../deps.ts';
import { invalidRequest } from '../http/check-shape.ts';
import type { PaymentEvent, Payments } from './payments.ts';
import { paymentsOf } from './payments-of.ts';
import { settleInvoice } from './settle-invoice.ts';
import { settlePayment } from './settle-payment.ts';
import { returnLatePayment, settleSession } from './settle-session.ts';
import { settleSubscription } from './settle-subscription.ts';
import { findCurrent, isLive, lockPayer, type Settlement, whereReachable } from './settlement.ts';

export type BillingDeps = Pick<Deps, 'config' | 'database' | 'logger' | 'now' | 'services'>;

/**
 * Works on a message of the payment provider: once, whole or not at all. It says only what to look at; what is true is
 * read from the provider again, so messages may come late, twice and in any order.
 *
 * @param body As it came: the signature is over these bytes.
 * @throws AppError `not-configured`, `invalid-request` for a signature that does not fit, `payment-unavailable` when
 *   the provider cannot be asked: it sends the message again.
 */
export async function receiveEvent(deps: BillingDeps, body: Buffer, signature: string): Promise<void> {
  const { database, services, config, logger } = deps;
  const payments = paymentsOf(deps);
  const event = payments.readEvent(body, signature);
  if (event === null) throw invalidRequest('signature', 'does not fit');
  await services.paymentMutex(() =>
    database.db.transaction(async (tx) => {
      const now = deps.now();
      const row = { id: event.id, type: event.type, createdAt: now };
      const isNew = await tx.insert(paymentEvents).values(row).onConflictDoNothing().returning();
      if (isNew.length === 0) return;
      const payer = await findPayer(tx, payments, event.subject);
      const { kind, id } = event.subject;
      if (payer === null) {
        if (kind === 'session') await returnLatePayment({ tx, payments, logger }, id);
        return;
      }
      const { userId, isClosed } = payer;
      await lockPayer(tx, userId);
      // The lock was an account's that was being deleted.
      if (kind === 'session' && (await findPayer(tx, payments, event.subject)) === null)
        return returnLatePayment({ tx, payments, logger }, id);
      const { catalogue } = config;
      const settlement = { tx, payments, catalogue, logger, now, userId, cause: event.id };
      if (kind === 'session') await settleSession(settlement, id);
      if (kind === 'subscription') await settleSubscription(settlement, id);
      if (kind === 'invoice') await settleInvoice(settlement, id);
      if (kind === 'payment') await settlePayment(settlement, id);
      if (isClosed) await keepFromRenewing(settlement);
    }),
  );
}

/** The account that an event concerns; null when it is none of this instance. */
async function findPayer(
  tx: Transaction,
  payments: Payments,
  subject: PaymentEvent['subject'],
): Promise<{ readonly userId: UserId; readonly isClosed: boolean } | null> {
  if (subject.kind === 'other') return null;
  // A dispute names its payment only.
  const customerId =
    subject.customerId ??
    (subject.kind === 'payment' ? (await payments.readPayment(subject.id)).customerId : null);
  if (customerId === null) return null;
  const { id, closedAt } = users;
  const [user] = await tx.select({ id, closedAt }).from(users).where(eq(users.paymentCustomerId, customerId));
  return user === undefined ? null : { userId: UserId.parse(user.id), isClosed: user.closedAt !== null };
}

/** A plan of a person whom staff have closed: it was paid before that, and is heard of now. */
async function keepFromRenewing(settlement: Settlement): Promise<void> {
  const plan = await findCurrent(settlement.tx, settlement.userId);
  if (plan === null || plan.cancelsAtEnd) return;
  const { providerId } = plan;
  await whereReachable(async () => {
    // It may have ended, or be one that the provider does not know.
    const now = await settleSubscription(settlement, providerId);
    if (now === null || !isLive(now) || now.cancelsAtEnd) return;
    await settlement.payments.cancelAtEnd(providerId);
    await settleSubscription(settlement, providerId);
  });
}
