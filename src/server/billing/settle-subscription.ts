import { eq } from 'drizzle-orm';
import { isFailure } from '../../contract/failure.ts';
import { subscriptions } from '../db/schema/billing.ts';
import type { PlanPrice, Subscription } from './payments.ts';
import { findCurrent, isLive, markEnded, type Settlement, type SubscriptionRow } from './settlement.ts';

/**
 * Writes down what a subscription is now. A second one beside another that counts is ended at once, and staff are told;
 * whoever settles its invoice gives the money back (B23). One that nobody here can ask about counts as it was last heard of; it
 * ends no plan that counts already.
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
  const counts = known !== undefined && isLive(known);
  const isDuplicate =
    known?.isDuplicate === true || (isLive(told) && (await hasOther(settlement, id, !counts)));
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

/**
 * Whether another one counts; what we know of it may be old.
 *
 * @param elsewhere Whether one counts that is with a provider which is not the server's any more.
 */
async function hasOther(settlement: Settlement, id: string, elsewhere: boolean): Promise<boolean> {
  const other = await findCurrent(settlement.tx, settlement.userId, id);
  if (other === null) return false;
  const asked = settlement.payments.readSubscription(other.providerId);
  const told = await asked.catch((error: unknown) => {
    if (isFailure(error, 'subscription-elsewhere')) return 'elsewhere' as const;
    throw error;
  });
  if (told === 'elsewhere') return elsewhere;
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
