import type { Queryable } from '../../db/database.ts';
import type { PlanPrice } from '../payments.ts';
import { findTestObject, makeTestId, putTestObject, type TestObjects, tellOf } from './test-store.ts';

/**
 * What a change to another plan costs now: the rest of the period of the plan before is given back, and the rest of
 * it, or a whole new period where its length changes, is charged.
 */
export function prorate(
  subscription: Pick<TestObjects['sub'], 'periodStart' | 'periodEnd'>,
  before: PlanPrice,
  after: PlanPrice,
  now: Date,
): { readonly priceId: string; readonly amount: number }[] {
  const start = Date.parse(subscription.periodStart);
  const end = Date.parse(subscription.periodEnd);
  const rest = Math.min(Math.max((end - now.getTime()) / (end - start), 0), 1);
  const share = before.recurrence === after.recurrence ? rest : 1;
  return [
    { priceId: before.id, amount: -Math.round(before.amount * rest) },
    { priceId: after.id, amount: Math.round(after.amount * share) },
  ];
}

/** Money of a customer's that pays their invoices before the card does, as a provider keeps it. */
export async function readTestCredit(db: Queryable, customerId: string): Promise<number> {
  return (await findTestObject(db, 'cus', customerId))?.credit ?? 0;
}

/** What lines come to for a customer with that credit: what the card pays, and what of the credit is left. */
export function settleLines(
  lines: readonly { readonly amount: number }[],
  credit: number,
): { readonly amount: number; readonly creditLeft: number } {
  const total = lines.reduce((sum, line) => sum + line.amount, 0) - credit;
  return { amount: Math.max(total, 0), creditLeft: Math.max(-total, 0) };
}

/**
 * Writes an invoice, and the payment of one that is paid. What the customer has left pays first.
 *
 * @param invoice.isCardGood False: it stays unpaid if there is something to pay.
 */
export async function writeInvoice(
  db: Queryable,
  invoice: {
    readonly subscriptionId: string;
    readonly subscription: TestObjects['sub'];
    readonly lines: TestObjects['in']['lines'];
    readonly currency: string;
    readonly isCardGood: boolean;
    readonly now: Date;
  },
): Promise<{ readonly id: string; readonly isPaid: boolean }> {
  const { subscriptionId, subscription, lines, currency, isCardGood, now } = invoice;
  const { customerId } = subscription;
  const id = makeTestId('in');
  const credit = await readTestCredit(db, customerId);
  const { amount, creditLeft } = settleLines(lines, credit);
  if (creditLeft !== credit) await putTestObject<'cus'>(db, customerId, { credit: creditLeft });
  const isPaid = isCardGood || amount === 0;
  const paymentId = isPaid && amount > 0 ? await writePayment(db, customerId, amount) : null;
  await putTestObject<'in'>(db, id, {
    customerId,
    subscriptionId,
    number: `TEST-${id.slice(8, 16).toUpperCase()}`,
    amount,
    currency,
    status: isPaid ? 'paid' : 'failed',
    lines,
    paymentId,
    pageUrl: new URL(`/test-checkout/${id}/`, subscription.homeUrl).href,
    createdAt: now.toISOString(),
  });
  const type = isPaid ? 'invoice.paid' : 'invoice.payment_failed';
  await tellOf(db, now, type, { id, object: 'invoice', customer: customerId });
  return { id, isPaid };
}

/** A payment that went through. */
export async function writePayment(db: Queryable, customerId: string, amount: number): Promise<string> {
  const id = makeTestId('pi');
  await putTestObject<'pi'>(db, id, { customerId, amount, refundedAmount: 0, isDisputed: false });
  return id;
}

/** Stores a subscription, due when its period ends, and queues its webhook event. */
export async function writeSubscription(
  db: Queryable,
  id: string,
  subscription: TestObjects['sub'],
  told: { readonly now: Date; readonly type: string; readonly dueAt?: Date | null },
): Promise<void> {
  const dueAt = told.dueAt === undefined ? new Date(subscription.periodEnd) : told.dueAt;
  await putTestObject<'sub'>(db, id, subscription, dueAt);
  const object = { id, object: 'subscription', customer: subscription.customerId };
  await tellOf(db, told.now, `customer.subscription.${told.type}`, object);
}
