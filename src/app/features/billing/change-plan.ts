import { SubscriptionBody } from '../../../contract/http/billing.ts';
import type { App } from '../../core/app.ts';
import { refreshMoney } from './refresh-money.ts';
import { takePlan } from './take-plan.ts';

/**
 * Changes the plan that the person has to another one, as its preview said.
 *
 * @param previewedAt `effective_at` of that preview: what it said is charged.
 * @throws AppError `payment-declined` with the plan as it was, `price-unknown`, `subscription-missing`,
 *   `payment-unavailable`, `server-unreachable`.
 */
export async function changePlan(app: App, priceId: string, previewedAt: string): Promise<void> {
  try {
    const body = { price_id: priceId, previewed_at: previewedAt };
    const options = { method: 'POST', body } as const;
    takePlan(app, await app.server.call('/api/subscriptions/change/', SubscriptionBody, options));
    app.state.billing.arrival = null;
  } finally {
    // Also where nobody answered: it may have been done.
    await refreshMoney(app);
  }
}
