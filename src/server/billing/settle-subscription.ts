import { eq } from 'drizzle-orm';
import { subscriptions } from '../db/schema/billing.ts';
import type { PlanPrice, Subscription } from './payments.ts';
import { findCurrent, isLive, markEnded, type Settlement, type SubscriptionRow } from './settlement.ts';

/**
 * Writes down what a subscription is now. A second one beside another that counts is ended at once, and staff are told;
 * whoever settles its invoice gives the money back (B23).
 *
 * @returns Null for one that is about something else than our plans.
 */
export async function settleSubscription(
  settlement: Settlement,
  id: string,
): Promise<SubscriptionRow | null> {
  const { tx, payments, logger } = settlement;
  const told = await payments.readSubscription(id);
  const [known] = await tx.select().from(subscriptions).where(eq(subscriptions.providerId, id));
  if (told === null) return known === undefined ? null : markEnded(tx, known, settlement.now);
  if (told.current === null) {
    logger.error({ subscription: id }, 'a subscription has a price that is none of our plans');
    return null;
  }
  const isDuplicate = known?.isDuplicate === true || (isLive(told) && (await hasOther(settlement, id)));
  if (isDuplicate && isLive(told)) {
    logger.error({ subscription: id, userId: settlement.userId }, 'a second plan is ended and given back');
    await payments.endNow(id);
    return store(
      settlement,
      { ...told, status: 'canceled', endedAt: settlement.now },
      told.current,
      isDuplicate,
    );
  }
  return store(settlement, told, told.current, isDuplicate);
}

/** Whether another one counts; what we know of it may be old. */
async function hasOther(settlement: Settlement, id: string): Promise<boolean> {
  const other = await findCurrent(settlement.tx, settlement.userId, id);
  if (other === null) return false;
  const told = await settlement.payments.readSubscription(other.providerId);
  if (told === null) {
    await markEnded(settlement.tx, other, settlement.now);
    return false;
  }
  if (told.current !== null) await store(settlement, told, told.current, other.isDuplicate);
  return isLive(told);
}

async function store(
  settlement: Settlement,
  told: Subscription,
  current: PlanPrice,
  isDuplicate: boolean,
): Promise<SubscriptionRow> {
  const values = {
    plan: current.plan,
    recurrence: current.recurrence,
    status: told.status,
    periodStart: told.periodStart,
    periodEnd: told.periodEnd,
    cancelsAtEnd: told.cancelsAtEnd,
    nextPlan: told.next?.plan ?? null,
    nextRecurrence: told.next?.recurrence ?? null,
    isDuplicate,
    endedAt: told.endedAt,
  };
  const [row] = await settlement.tx
    .insert(subscriptions)
    .values({ ...values, userId: settlement.userId, providerId: told.id, createdAt: told.createdAt })
    .onConflictDoUpdate({ target: subscriptions.providerId, set: values })
    .returning();
  if (row === undefined) throw new Error('the insert returned nothing');
  return row;
}
