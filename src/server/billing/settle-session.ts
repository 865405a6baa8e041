import { and, eq } from 'drizzle-orm';
import { grantCredits } from '../credits/grant-credits.ts';
import { purchases } from '../db/schema/billing.ts';
import type { Session } from './payments.ts';
import { settlePayment } from './settle-payment.ts';
import { settleSubscription } from './settle-subscription.ts';
import type { Settlement } from './settlement.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
type Purchase = typeof purchases.$inferSelect;

/** Writes down what became of an order's checkout. Credits come once its money is there, and is what was asked for. */
export async function settleSession(settlement: Settlement, id: string): Promise<void> {
  const { tx } = settlement;
  const told = await settlement.payments.readSession(id);
  if (told === null || told.orderId === null || !UUID.test(told.orderId)) return;
  const isOwn = and(eq(purchases.id, told.orderId), eq(purchases.userId, settlement.userId));
  const [purchase] = await tx.select().from(purchases).where(isOwn).for('update');
  if (purchase === undefined) return;
  const set = (change: Partial<Purchase>) =>
    tx
      .update(purchases)
      .set({ sessionId: id, ...change })
      .where(isOwn);
  if (told.status === 'expired' && purchase.status === 'open') {
    await set({ status: 'expired' });
    return;
  }
  if (told.status !== 'complete') return;
  const wasPaid = purchase.status !== 'open' && purchase.status !== 'expired';
  if (purchase.kind === 'plan') {
    if (told.subscriptionId !== null) await settleSubscription(settlement, told.subscriptionId);
    if (told.isPaid && !wasPaid) await set({ status: 'paid', paidAt: settlement.now });
    return;
  }
  if (!told.isPaid) return;
  if (!wasPaid) {
    if (!fits(purchase, told)) {
      settlement.logger.error(
        { session: id, order: purchase.id },
        'what was paid is not what the order costs',
      );
      return;
    }
    await set({ status: 'paid', paymentId: told.paymentId, paidAt: settlement.now });
    await grantCredits(tx, {
      userId: settlement.userId,
      kind: 'purchase',
      amount: purchase.credits,
      reference: `purchase:${purchase.id}`,
      purchaseId: purchase.id,
      item: purchase.item,
    });
  }
  if (told.paymentId !== null) await settlePayment(settlement, told.paymentId);
}

function fits(purchase: Purchase, told: Session): boolean {
  return told.amount === purchase.amount && told.currency === purchase.currency;
}
