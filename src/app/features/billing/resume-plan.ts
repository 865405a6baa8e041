import { SubscriptionBody } from '../../../contract/http/billing.ts';
import type { App } from '../../core/app.ts';
import { refreshMoney } from './refresh-money.ts';
import { takePlan } from './take-plan.ts';

/**
 * Lets the plan go on as it is: neither ended nor changed when its period ends.
 *
 * @throws AppError `subscription-missing`, `payment-unavailable`, `server-unreachable`.
 */
export async function resumePlan(app: App): Promise<void> {
  try {
    const path = '/api/subscriptions/resume/';
    takePlan(app, await app.server.call(path, SubscriptionBody, { method: 'POST' }));
  } finally {
    // Also where nobody answered: it may have been done.
    await refreshMoney(app);
  }
}
