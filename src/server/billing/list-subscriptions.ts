import { and, desc, eq } from 'drizzle-orm';
import type { SubscriptionBody, SubscriptionStatus } from '../../contract/http/billing.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { subscriptions } from '../db/schema/billing.ts';
import { isLive, type SubscriptionRow } from './settlement.ts';

const MAX = 50;

/**
 * A person's plans, without duplicates that were given back. Those that count come first, the oldest of them before
 * others: the first is the current one (B23).
 *
 * @param status `active` means what counts, also while an invoice is still tried; any other one exactly.
 */
export async function listSubscriptions(
  db: Queryable,
  userId: UserId,
  status?: SubscriptionStatus,
): Promise<SubscriptionBody[]> {
  const rows = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.isDuplicate, false)))
    .orderBy(desc(subscriptions.id))
    .limit(MAX);
  const live = rows.filter(isLive).reverse();
  const all = [...live, ...rows.filter((row) => !isLive(row))];
  const wanted = status === 'active' ? live : all.filter((row) => !status || row.status === status);
  return wanted.map(describeSubscription);
}

/** A subscription in the shape of the HTTP answer. */
export function describeSubscription(row: SubscriptionRow): SubscriptionBody {
  const { nextPlan, nextRecurrence } = row;
  return {
    id: row.id,
    plan: { name: row.plan },
    recurrence: row.recurrence,
    status: row.status,
    period_end: row.periodEnd.toISOString(),
    cancels_at_end: row.cancelsAtEnd,
    next:
      nextPlan === null || nextRecurrence === null
        ? null
        : { plan: { name: nextPlan }, recurrence: nextRecurrence },
  };
}
