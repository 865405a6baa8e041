import { and, eq, sql } from 'drizzle-orm';
import { UserId } from '../../contract/ids.ts';
import { grantCredits } from '../credits/grant-credits.ts';
import type { Db, Queryable } from '../db/database.ts';
import { staffActs } from '../db/schema/accounts.ts';
import { invoices, purchases } from '../db/schema/billing.ts';
import type { Payments, Session } from './payments.ts';
import { settlePayment } from './settle-payment.ts';
import { settleSubscription } from './settle-subscription.ts';
import { lockPayer, type Settlement } from './settlement.ts';

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

/** Gives back what was paid at a checkout and has brought nothing. */
export async function refundSession(db: Queryable, payments: Payments, session: Session): Promise<void> {
  const { paymentId, invoiceId } = session;
  if (paymentId !== null) await payments.refund(paymentId);
  if (invoiceId === null || (await hasArrived(db, invoiceId))) return;
  const invoice = await payments.readInvoice(invoiceId);
  if (invoice.paymentId !== null) await payments.refund(invoice.paymentId);
}

/** Whether an invoice was settled: then it brought its credits. */
async function hasArrived(db: Queryable, invoiceId: string): Promise<boolean> {
  const [known] = await db.select().from(invoices).where(eq(invoices.id, invoiceId));
  return known !== undefined && ['paid', 'refunded', 'disputed'].includes(known.status);
}

/**
 * Writes down, for staff too, that the money of a checkout is still on its way, by a bank, while its account is about to go: when it
 * comes, nothing else says that it was an order here. Once for each.
 */
export async function awaitLatePayment(db: Db, userId: UserId, sessionId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPayer(tx, userId);
    if ((await findAct(tx, 'payment-awaited', sessionId)) !== null) return;
    await tx.insert(staffActs).values({ act: 'payment-awaited', userId, detail: { session: sessionId } });
  });
}

/** Gives back, once, the money that came when its account was gone, see {@link awaitLatePayment}. Nothing of any other checkout. */
export async function returnLatePayment(
  { tx, payments, logger }: Pick<Settlement, 'tx' | 'payments' | 'logger'>,
  sessionId: string,
): Promise<void> {
  const userId = await findAct(tx, 'payment-awaited', sessionId);
  if (userId === null) return;
  await lockPayer(tx, userId);
  const session = await payments.readSession(sessionId);
  if (session?.status !== 'complete' || !session.isPaid) return;
  if ((await findAct(tx, 'payment-returned', sessionId)) !== null) return;
  await refundSession(tx, payments, session);
  logger.warn({ session: sessionId, userId }, 'a payment for an account that is gone was given back');
  await tx.insert(staffActs).values({ act: 'payment-returned', userId, detail: { session: sessionId } });
}

/** Whose checkout it was that this was written down of; null: it was not. */
async function findAct(
  db: Queryable,
  act: 'payment-awaited' | 'payment-returned',
  sessionId: string,
): Promise<UserId | null> {
  const isOfSession = sql`${staffActs.detail} ->> 'session' = ${sessionId}`;
  const [found] = await db
    .select({ userId: staffActs.userId })
    .from(staffActs)
    .where(and(eq(staffActs.act, act), isOfSession));
  return found === undefined ? null : UserId.parse(found.userId);
}

function fits(purchase: Purchase, told: Session): boolean {
  return told.amount === purchase.amount && told.currency === purchase.currency;
}
