import { SubscriptionBody } from '../../../contract/http/billing.ts';
import type { App } from '../../core/app.ts';
import { refreshMoney } from './refresh-money.ts';
import { takePlan } from './take-plan.ts';

/**
 * Lets the plan end with the period that is paid.
 *
 * @throws AppError `subscription-missing`, `payment-unavailable`, `server-unreachable`.
 */
export async function cancelPlan(app: App): Promise<void> {
  try {
    const path = '/api/subscriptions/cancel/';
    takePlan(app, await app.server.call(path, SubscriptionBody, { method: 'POST' }));
  } finally {
    // Also where nobody answered: it may have been done.
    await refreshMoney(app);
  }
}
