import { and, eq } from 'drizzle-orm';
import { clawBackCredits } from '../credits/claw-back-credits.ts';
import { invoices, purchases, subscriptions } from '../db/schema/billing.ts';
import type { Payment } from './payments.ts';
import type { Settlement } from './settlement.ts';

/**
 * Takes back the credits of money that went back, in its share, and gives them again where a dispute was won. What a
 * payment paid for is not known before it is settled; whoever settles it looks here too, so the order does not matter.
 */
export async function settlePayment(settlement: Settlement, paymentId: string): Promise<void> {
  const { tx, userId } = settlement;
  const payment = await settlement.payments.readPayment(paymentId);
  const [purchase] = await tx
    .select()
    .from(purchases)
    .where(and(eq(purchases.paymentId, paymentId), eq(purchases.userId, userId)));
  if (purchase !== undefined) {
    const { id, credits, creditsTaken, item } = purchase;
    const paid = { name: `purchase:${id}`, purchaseId: id, item, credits, creditsTaken };
    const change = await takeShare(settlement, payment, paid);
    await tx.update(purchases).set(change).where(eq(purchases.id, id));
    return;
  }
  const [found] = await tx
    .select({ invoice: invoices, plan: subscriptions.plan })
    .from(invoices)
    .leftJoin(subscriptions, eq(subscriptions.id, invoices.subscriptionId))
    .where(and(eq(invoices.paymentId, paymentId), eq(invoices.userId, userId)));
  if (found === undefined) return;
  const { id, credits, creditsTaken } = found.invoice;
  const paid = { name: `invoice:${id}`, purchaseId: null, item: found.plan, credits, creditsTaken };
  const change = await takeShare(settlement, payment, paid);
  await tx
    .update(invoices)
    .set({ ...change, updatedAt: settlement.now })
    .where(eq(invoices.id, id));
}

async function takeShare(
  settlement: Settlement,
  payment: Payment,
  paid: {
    readonly name: string;
    readonly purchaseId: string | null;
    readonly item: string | null;
    readonly credits: number;
    readonly creditsTaken: number;
  },
): Promise<{
  readonly status: 'paid' | 'refunded' | 'disputed';
  readonly refundedAmount: number;
  readonly creditsTaken: number;
}> {
  const { refundedAmount, amount, isDisputed } = payment;
  const isWhole = isDisputed || refundedAmount >= amount;
  const creditsTaken = isWhole ? paid.credits : Math.floor((paid.credits * refundedAmount) / amount);
  const more = creditsTaken - paid.creditsTaken;
  if (more !== 0) {
    const { purchaseId, item } = paid;
    const reference = `${paid.name}:${settlement.cause}`;
    await clawBackCredits(settlement.tx, {
      userId: settlement.userId,
      amount: more,
      reference,
      purchaseId,
      item,
    });
  }
  const status = isDisputed ? 'disputed' : isWhole ? 'refunded' : 'paid';
  return { status, refundedAmount, creditsTaken };
}
