import { CheckoutBody, type PackBody } from '../../../contract/http/billing.ts';
import type { App } from '../../core/app.ts';
import { leaveForCheckout } from './leave-for-checkout.ts';

/**
 * Orders a pack of credits and goes to its checkout.
 *
 * @throws AppError `not-authenticated`, `price-unknown`, `payment-unavailable`, `not-configured`, `rate-limited`,
 *   `response-unexpected` without an address to go to, `server-unreachable`.
 */
export async function buyPack(app: App, pack: PackBody): Promise<void> {
  const { checkout_url: url } = await app.server.call(
    '/api/subscriptions/stripe/create-creditpack-checkout-session/',
    CheckoutBody,
    { method: 'POST', body: { pack_id: pack.id }, language: app.state.shell.language },
  );
  await leaveForCheckout(app, url, 'credits');
}
