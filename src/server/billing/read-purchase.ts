import { and, eq } from 'drizzle-orm';
import { AppError, isFailure } from '../../contract/failure.ts';
import type { PurchaseBody } from '../../contract/http/billing.ts';
import type { UserId } from '../../contract/ids.ts';
import { invoices, purchases, subscriptions } from '../db/schema/billing.ts';
import type { Payments } from './payments.ts';
import { paymentsOf } from './payments-of.ts';
import type { BillingDeps } from './receive-event.ts';

/** Longer ago, a purchase is no news any more. */
const JUST_NOW_MS = 15 * 60_000;

/**
 * What became of an order of this person's. One whose payment's message has not come yet is asked for at the provider.
 *
 * @throws AppError `not-found` for somebody else's, `not-configured`, `payment-unavailable`.
 */
export async function readPurchase(
  deps: BillingDeps,
  userId: UserId,
  orderId: string,
): Promise<PurchaseBody> {
  const payments = paymentsOf(deps);
  const [purchase] = await deps.database.db
    .select()
    .from(purchases)
    .where(and(eq(purchases.id, orderId), eq(purchases.userId, userId)));
  if (purchase === undefined) throw new AppError({ code: 'not-found' });
  const { kind, status, sessionId, paidAt } = purchase;
  if (status !== 'open') {
    const isPaid = status === 'paid' && paidAt !== null;
    const ageMs = isPaid ? deps.now().getTime() - paidAt.getTime() : 0;
    const state = !isPaid ? 'not-paid' : ageMs <= JUST_NOW_MS ? 'just-paid' : 'paid';
    const isPlanNews = kind === 'plan' && state === 'just-paid' && sessionId !== null;
    const brings = isPlanNews ? await whatPlanBrings(deps, payments, sessionId) : 'credits';
    return { kind, state, brings };
  }
  const session = sessionId === null ? null : await payments.readSession(sessionId);
  return { kind, state: session?.status === 'complete' ? 'processing' : 'not-paid', brings: 'credits' };
}

/**
 * Its credits where nothing else is known: the message about its invoice may be on its way, or the provider cannot be asked. That it
 * is paid is known here.
 */
async function whatPlanBrings(
  { database: { db } }: BillingDeps,
  payments: Payments,
  sessionId: string,
): Promise<PurchaseBody['brings']> {
  const session = await payments.readSession(sessionId).catch((error: unknown) => {
    if (!isFailure(error, 'payment-unavailable')) throw error;
    return null;
  });
  if (session === null || session.subscriptionId === null) return 'credits';
  const isIts = eq(subscriptions.providerId, session.subscriptionId);
  const [plan] = await db.select().from(subscriptions).where(isIts);
  if (plan?.isDuplicate === true) return 'money-back';
  if (session.invoiceId === null) return 'credits';
  const [invoice] = await db.select().from(invoices).where(eq(invoices.id, session.invoiceId));
  return invoice?.status === 'paid' && invoice.credits === 0 ? 'nothing-now' : 'credits';
}
