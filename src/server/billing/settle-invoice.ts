import { eq } from 'drizzle-orm';
import { grantCredits } from '../credits/grant-credits.ts';
import { invoices, subscriptions } from '../db/schema/billing.ts';
import { bringCredits, countCredits } from './count-credits.ts';
import type { Invoice } from './payments.ts';
import { settlePayment } from './settle-payment.ts';
import { settleSubscription } from './settle-subscription.ts';
import { readAhead, type Settlement, type SubscriptionRow } from './settlement.ts';

/** Writes down what an invoice is now; a paid one brings the credits of its period, once. */
export async function settleInvoice(settlement: Settlement, id: string): Promise<void> {
  const { tx, payments } = settlement;
  const told = await payments.readInvoice(id);
  if (told.subscriptionId === null) return;
  const subscription = await settleSubscription(settlement, told.subscriptionId);
  if (subscription === null) return;
  const [known] = await tx.select().from(invoices).where(eq(invoices.id, id));
  // A paid invoice stays paid; refunds and disputes are settled with its payment.
  const wasPaid = known !== undefined && ['paid', 'refunded', 'disputed'].includes(known.status);
  if (told.status !== 'paid') {
    if (!wasPaid) await store(settlement, told, subscription, { status: told.status, credits: 0 });
    return;
  }
  if (subscription.isDuplicate) {
    if (told.paymentId !== null) await payments.refund(told.paymentId);
    const refundedAmount = told.amount;
    await store(settlement, told, subscription, { status: 'refunded', credits: 0, refundedAmount });
    return;
  }
  const { plan, userId } = subscription;
  let credits = known?.credits ?? 0;
  if (!wasPaid) {
    const counted = bringCredits(countCredits(settlement.catalogue, told.lines), await takeAhead(settlement));
    credits = counted.brings;
    await store(settlement, told, subscription, { status: 'paid', credits });
    const isIts = eq(subscriptions.id, subscription.id);
    await tx.update(subscriptions).set({ creditsAhead: counted.ahead }).where(isIts);
  }
  if (credits > 0) {
    const cause = { kind: 'subscription', reference: `invoice:${id}`, item: plan } as const;
    await grantCredits(tx, { ...cause, userId: settlement.userId, amount: credits });
  } else if (!wasPaid) {
    settlement.logger.warn({ invoice: id, userId }, 'a paid invoice brings no credits');
  }
  if (told.paymentId !== null) await settlePayment(settlement, told.paymentId);
}

/**
 * Takes what was given ahead off all plans of the person, ended ones too: the money that it was given for is the
 * person's, and pays for whichever comes next.
 */
async function takeAhead({ tx, userId }: Settlement): Promise<number> {
  const ahead = await readAhead(tx, userId);
  if (ahead > 0) {
    await tx.update(subscriptions).set({ creditsAhead: 0 }).where(eq(subscriptions.userId, userId));
  }
  return ahead;
}

async function store(
  settlement: Settlement,
  told: Invoice,
  subscription: SubscriptionRow,
  own: Pick<typeof invoices.$inferInsert, 'status' | 'credits' | 'refundedAmount'>,
): Promise<void> {
  const values = {
    ...own,
    subscriptionId: subscription.id,
    number: told.number,
    amount: told.amount,
    currency: told.currency,
    paymentId: told.paymentId,
    pageUrl: told.pageUrl,
    pdfUrl: told.pdfUrl,
    updatedAt: settlement.now,
  };
  await settlement.tx
    .insert(invoices)
    .values({ ...values, id: told.id, userId: settlement.userId, createdAt: told.createdAt })
    .onConflictDoUpdate({ target: invoices.id, set: values });
}
