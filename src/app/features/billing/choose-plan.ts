import { AppError } from '../../../contract/failure.ts';
import { CheckoutBody } from '../../../contract/http/billing.ts';
import type { App } from '../../core/app.ts';
import { leaveForCheckout } from './leave-for-checkout.ts';

/**
 * Orders the first plan and goes to its checkout.
 *
 * @param priceId Null where the payment provider has no such price.
 * @throws AppError `not-authenticated`, `price-unknown`, `subscription-exists`, `payment-unavailable`, `not-configured`,
 *   `rate-limited`, `response-unexpected`, `server-unreachable`.
 */
export async function choosePlan(app: App, priceId: string | null): Promise<void> {
  if (app.session.token() === null) throw new AppError({ code: 'not-authenticated' });
  if (priceId === null) throw new AppError({ code: 'price-unknown' });
  const { checkout_url: url } = await app.server.call(
    '/api/subscriptions/stripe/create-checkout-session/',
    CheckoutBody,
    { method: 'POST', body: { price_id: priceId }, language: app.state.shell.language },
  );
  await leaveForCheckout(app, url, 'pricing');
}
