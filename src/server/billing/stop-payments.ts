import { eq } from 'drizzle-orm';
import type { UserId } from '../../contract/ids.ts';
import { subscriptions } from '../db/schema/billing.ts';
import { closeEarlier } from './open-checkout.ts';
import type { BillingDeps } from './receive-event.ts';
import { isLive } from './settlement.ts';

/**
 * Ends what a person pays or could still pay, before the account goes: plans end at once, open checkouts are closed.
 *
 * @throws AppError `payment-unavailable`; it may be called again.
 */
export async function stopPayments(deps: BillingDeps, userId: UserId): Promise<void> {
  const { payments } = deps.services;
  if (payments === null) return;
  const { db } = deps.database;
  await closeEarlier(db, payments, userId, null);
  const rows = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  for (const row of rows)
    if (isLive(row) || row.status === 'incomplete') await payments.endNow(row.providerId);
}
