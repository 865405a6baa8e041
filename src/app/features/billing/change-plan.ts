import { isFailure } from '../../../contract/failure.ts';
import { type ChangePreview, SubscriptionBody } from '../../../contract/http/billing.ts';
import type { App } from '../../core/app.ts';
import { changePreviewQuery } from './queries.ts';
import { refreshMoney } from './refresh-money.ts';
import { takePlan } from './take-plan.ts';

/**
 * Changes the plan that the person has to another one, as its preview said.
 *
 * @param agreed That preview: nothing else is charged, and at no other time.
 * @returns The plan as it is then.
 * @throws AppError `price-changed` where the preview holds no longer: the plan is as it was, and what is shown of the preview is
 *   asked for anew; `payment-declined` with the plan as it was, `price-unknown`, `subscription-missing`,
 *   `payment-unavailable`, `server-unreachable`.
 */
export async function changePlan(
  app: App,
  priceId: string,
  agreed: Pick<ChangePreview, 'when' | 'amount_due' | 'effective_at'>,
): Promise<SubscriptionBody> {
  try {
    const { when, amount_due, effective_at: previewed_at } = agreed;
    const body = { price_id: priceId, previewed_at, when, amount_due };
    const options = { method: 'POST', body } as const;
    const plan = await app.server.call('/api/subscriptions/change/', SubscriptionBody, options);
    takePlan(app, plan);
    app.state.billing.arrival = null;
    return plan;
  } catch (error) {
    if (isFailure(error, 'price-changed')) {
      const { queryKey } = changePreviewQuery(app, priceId);
      await app.queries.invalidateQueries({ queryKey });
    }
    throw error;
  } finally {
    // Also where nobody answered: it may have been done.
    await refreshMoney(app);
  }
}
