import { eq } from 'drizzle-orm';
import { subscriptions } from '../db/schema/billing.ts';
import { type Desk, findCurrent, isLive, type SubscriptionRow } from './desk.ts';
import type { PlanPrice, Subscription } from './payments.ts';

/**
 * Writes down what a subscription is now. A second one beside another that counts is ended at once, and staff are told;
 * whoever settles its invoice gives the money back (B23).
 *
 * @returns Null for one that is about something else than our plans.
 */
export async function settleSubscription(desk: Desk, id: string): Promise<SubscriptionRow | null> {
  const { tx, payments, logger } = desk;
  const told = await payments.readSubscription(id);
  if (told.current === null) {
    logger.error({ subscription: id }, 'a subscription has a price that is none of our plans');
    return null;
  }
  const [known] = await tx.select().from(subscriptions).where(eq(subscriptions.providerId, id));
  const isDuplicate = known?.isDuplicate === true || (isLive(told) && (await hasOther(desk, id)));
  if (isDuplicate && isLive(told)) {
    logger.error({ subscription: id, userId: desk.userId }, 'a second plan is ended and given back');
    await payments.endNow(id);
    return store(desk, { ...told, status: 'canceled', endedAt: desk.now }, told.current, isDuplicate);
  }
  return store(desk, told, told.current, isDuplicate);
}

/** Whether another one counts; what we know of it may be old. */
async function hasOther(desk: Desk, id: string): Promise<boolean> {
  const other = await findCurrent(desk.tx, desk.userId, id);
  if (other === null) return false;
  const told = await desk.payments.readSubscription(other.providerId);
  if (told.current !== null) await store(desk, told, told.current, other.isDuplicate);
  return isLive(told);
}

async function store(
  desk: Desk,
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
  const [row] = await desk.tx
    .insert(subscriptions)
    .values({ ...values, userId: desk.userId, providerId: told.id, createdAt: told.createdAt })
    .onConflictDoUpdate({ target: subscriptions.providerId, set: values })
    .returning();
  if (row === undefined) throw new Error('the insert returned nothing');
  return row;
}
