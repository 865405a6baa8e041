import type { SubscriptionBody } from '../../../contract/http/billing.ts';
import type { App } from '../../core/app.ts';
import { subscriptionQuery } from './queries.ts';

/** Shows the plan as the server has just said that it is: asking for it again may fail. */
export function takePlan(app: Pick<App, 'queries' | 'server'>, plan: SubscriptionBody): void {
  const isLive = plan.status === 'active' || plan.status === 'past_due';
  app.queries.setQueryData(subscriptionQuery(app).queryKey, isLive ? plan : null);
}
