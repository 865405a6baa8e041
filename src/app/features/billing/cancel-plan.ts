import { SubscriptionBody } from '../../../contract/http/billing.ts';
import type { App } from '../../core/app.ts';
import { refreshMoney } from './refresh-money.ts';
import { takePlan } from './take-plan.ts';

/**
 * Lets the plan end with the period that is paid.
 *
 * @returns The plan as it is then: its period may have turned since it was looked at.
 * @throws AppError `subscription-missing`, `payment-unavailable`, `server-unreachable`.
 */
export async function cancelPlan(app: App): Promise<SubscriptionBody> {
  try {
    const path = '/api/subscriptions/cancel/';
    const plan = await app.server.call(path, SubscriptionBody, { method: 'POST' });
    takePlan(app, plan);
    return plan;
  } finally {
    // Also where nobody answered: it may have been done.
    await refreshMoney(app);
  }
}
