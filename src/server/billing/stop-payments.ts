import { eq } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import { subscriptions } from '../db/schema/billing.ts';
import { closeEarlier } from './open-checkout.ts';
import type { BillingDeps } from './receive-event.ts';
import { isLive } from './settlement.ts';
import { isTestId } from './test-checkout/test-store.ts';

/**
 * Ends what a person pays or could still pay, before the account goes: plans end at once, open checkouts are closed.
 *
 * @throws AppError `payment-unavailable`; it may be called again. `subscription-elsewhere` for a plan that nobody here can end.
 */
export async function stopPayments(deps: BillingDeps, userId: UserId): Promise<void> {
  const { payments } = deps.services;
  const { db } = deps.database;
  const rows = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  const charging = rows.filter((row) => isLive(row) || row.status === 'incomplete');
  if (payments === null) {
    // The account's row is all that says which plan it is.
    if (charging.every(({ providerId }) => isTestId('sub', providerId))) return;
    throw new AppError({ code: 'subscription-elsewhere' });
  }
  await closeEarlier(db, payments, userId, null);
  for (const { providerId } of charging) await payments.endNow(providerId);
}
