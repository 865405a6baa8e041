import type { Stripe } from 'stripe';
import { Recurrence } from '../../../contract/http/billing.ts';
import { type Catalogue, nameItem, priceOf } from '../catalogue.ts';
import { STRIPE_API_VERSION } from './connect-stripe.ts';
import { toSmallest } from './currency-units.ts';
import { unlessMissing } from './is-missing.ts';
import { LOOKUP_KEYS, lookupKeyOf, PRICE_KEY } from './stripe-objects.ts';

/** What the server acts on. */
const EVENTS: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
  'charge.refunded',
  // Of one that fails later, or is withdrawn; the last by its older name.
  'refund.updated',
  'refund.failed',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
];

/**
 * Makes at Stripe what the catalogue needs and is missing: products, prices under their lookup keys, and the webhook of
 * a server that Stripe can reach, which then hears of all that the server acts on. A price that changed becomes a new one; who has a
 * plan keeps the old.
 *
 * @param say Tells the person who runs it what was made.
 */
export async function prepareStripe(
  stripe: Stripe,
  catalogue: Catalogue,
  publicUrl: string,
  say: (line: string) => void,
): Promise<void> {
  const { data: known } = await stripe.prices.list({ lookup_keys: LOOKUP_KEYS, active: true, limit: 100 });
  const currency = catalogue.currency.toLowerCase();
  for (const plan of catalogue.plans) {
    const product = await findProduct(stripe, `vitrine_${plan.name}`, nameItem(catalogue, plan.name, 'en'));
    for (const recurrence of Recurrence.options) {
      const key = lookupKeyOf(plan.name, recurrence);
      const amount = toSmallest(priceOf(plan, recurrence), catalogue.currency);
      const old = known.find(({ lookup_key }) => lookup_key === key);
      if (old?.unit_amount === amount && old.currency === currency) continue;
      await stripe.prices.create({
        product,
        currency,
        unit_amount: amount,
        recurring: { interval: recurrence === 'yearly' ? 'year' : 'month' },
        lookup_key: key,
        transfer_lookup_key: true,
        metadata: { [PRICE_KEY]: key },
      });
      say(`${key}: ${old === undefined ? 'made' : 'has its new price'}.`);
    }
  }
  await prepareWebhook(stripe, publicUrl, say);
}

async function findProduct(stripe: Stripe, id: string, name: string): Promise<string> {
  const found = await unlessMissing(stripe.products.retrieve(id));
  return (found ?? (await stripe.products.create({ id, name: `Vitrine ${name}` }))).id;
}

async function prepareWebhook(stripe: Stripe, publicUrl: string, say: (line: string) => void): Promise<void> {
  const url = `${publicUrl}/api/payments/webhook/`;
  if (!publicUrl.startsWith('https:')) {
    say(
      `Stripe cannot reach ${publicUrl}: set PUBLIC_URL to an https address for the webhook, or forward to ${url}`,
    );
    return;
  }
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const known = data.find((endpoint) => endpoint.url === url);
  if (known !== undefined) {
    const hears = known.enabled_events as typeof EVENTS;
    const missing = hears.includes('*') ? [] : EVENTS.filter((name) => !hears.includes(name));
    if (missing.length === 0) return;
    await stripe.webhookEndpoints.update(known.id, { enabled_events: [...hears, ...missing] });
    say(`The webhook hears of ${missing.join(', ')} as well.`);
    return;
  }
  const made = await stripe.webhookEndpoints.create({
    url,
    enabled_events: EVENTS,
    api_version: STRIPE_API_VERSION,
  });
  say(`The webhook is made. Set STRIPE_WEBHOOK_SECRET=${made.secret ?? ''}`);
}
