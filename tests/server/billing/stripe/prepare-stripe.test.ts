import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalogue } from '../../../../src/server/billing/catalogue.ts';
import { connectStripe } from '../../../../src/server/billing/stripe/connect-stripe.ts';
import { prepareStripe } from '../../../../src/server/billing/stripe/prepare-stripe.ts';
import { createStripePayments } from '../../../../src/server/billing/stripe/stripe-payments.ts';
import { type FakeStripe, startFakeStripe } from '../../../support/fake-stripe/start-fake-stripe.ts';

let stripe: FakeStripe;
beforeAll(async () => {
  stripe = await startFakeStripe();
});
afterAll(() => stripe.stop());

test('what is missing at Stripe is made, once; a price that changed leaves the old one to who has it', async () => {
  const [first] = await stripe.things('price');
  const catalogue = readCatalogue(undefined);
  const dearer = {
    ...catalogue,
    plans: catalogue.plans.map((plan) => (plan.name === 'starter' ? { ...plan, price_monthly: 35 } : plan)),
  };
  const lines: string[] = [];
  const prepare = () =>
    prepareStripe(connectStripe(stripe.settings), dearer, 'https://vitrine.example', (line) =>
      lines.push(line),
    );
  await prepare();
  await prepare();
  expect(lines).toEqual([
    'vitrine_starter_monthly: has its new price.',
    'The webhook is made. Set STRIPE_WEBHOOK_SECRET=whsec_made',
  ]);
  expect(await stripe.things('webhook_endpoint')).toMatchObject([
    { url: 'https://vitrine.example/api/payments/webhook/', api_version: '2026-10-28.endive' },
  ]);
  const payments = createStripePayments(stripe.settings, () => new Date());
  const prices = await payments.listPrices();
  expect(prices).toHaveLength(6);
  const starter = prices.find(({ plan, recurrence }) => plan === 'starter' && recurrence === 'monthly');
  expect(starter).toMatchObject({ amount: 3_500, currency: 'EUR' });
  expect(starter?.id).not.toBe(first?.id);
});

test('a webhook of an older version hears what the server acts on by now, and what its owner added', async () => {
  const [hook] = await stripe.things('webhook_endpoint');
  const refunds = ['refund.updated', 'refund.failed', 'charge.refund.updated'];
  expect(hook?.enabled_events).toEqual(expect.arrayContaining(refunds));
  const old = hook?.enabled_events.filter((name: string) => !refunds.includes(name));
  const enabled_events = [...old, 'payout.paid'];
  await stripe.does('change', { id: hook?.id ?? '', fields: { enabled_events } });
  const lines: string[] = [];
  const prepare = () =>
    prepareStripe(
      connectStripe(stripe.settings),
      readCatalogue(undefined),
      'https://vitrine.example',
      (line) => lines.push(line),
    );
  await prepare();
  await prepare();
  expect(lines.filter((line) => line.includes('webhook'))).toEqual([
    'The webhook hears of refund.updated, refund.failed, charge.refund.updated as well.',
  ]);
  const hooks = await stripe.things('webhook_endpoint');
  expect(hooks).toHaveLength(1);
  expect(hooks[0]?.enabled_events).toEqual(expect.arrayContaining([...enabled_events, ...refunds]));
  // One that hears of everything stays so.
  await stripe.does('change', { id: hook?.id ?? '', fields: { enabled_events: ['*'] } });
  await prepare();
  expect((await stripe.things('webhook_endpoint'))[0]?.enabled_events).toEqual(['*']);
});

test('where Stripe cannot reach the server it says so', async () => {
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  await prepareStripe(connectStripe(stripe.settings), readCatalogue(undefined), 'http://localhost:8000', say);
  expect(lines.at(-1)).toContain('http://localhost:8000/api/payments/webhook/');
});
