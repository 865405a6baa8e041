import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Catalogue, readCatalogue } from '../../../../src/server/billing/catalogue.ts';
import { connectStripe } from '../../../../src/server/billing/stripe/connect-stripe.ts';
import { prepareStripe } from '../../../../src/server/billing/stripe/prepare-stripe.ts';
import { purchases } from '../../../../src/server/db/schema/billing.ts';
import { callApi } from '../../../support/call-api.ts';
import { type FakeStripe, startFakeStripe } from '../../../support/fake-stripe/start-fake-stripe.ts';
import { startShop } from '../../../support/money.ts';

let stripe: FakeStripe;
beforeAll(async () => {
  stripe = await startFakeStripe();
});
afterAll(() => stripe.stop());

const [starter] = readCatalogue(undefined).plans;
const selling = (currency: string, price: number): Catalogue => ({
  currency,
  plans: starter === undefined ? [] : [{ ...starter, price_monthly: price, price_yearly: price }],
  packs: [{ id: 'small', name: { en: 'Small', es: 'Pequeño' }, price, credits: 2_000, is_active: true }],
});

/** What Stripe's tables say; CLDR, which `Intl` asks, says otherwise of most. */
test.each([
  ['HUF', 12_000, 1_200_000],
  ['COP', 120_000, 12_000_000],
  ['IDR', 450_000, 45_000_000],
  ['ISK', 4_000, 400_000],
  ['PKR', 9_000, 900_000],
  ['LBP', 900_000, 90_000_000],
  ['UGX', 110_000, 11_000_000],
  ['TWD', 950, 95_000],
  ['USD', 0.55, 55],
  ['JPY', 4_500, 4_500],
  ['MGA', 130_000, 130_000],
  ['XPF', 3_300, 3_300],
  ['KWD', 9.25, 9_250],
  ['TND', 93.5, 93_500],
])('a plan of %s %d is charged as Stripe counts that currency', async (currency, price, units) => {
  await prepareStripe(connectStripe(stripe.settings), selling(currency, price), 'http://localhost', () => {});
  const isIts = (thing: { currency?: unknown }) => thing.currency === currency.toLowerCase();
  const amounts = (await stripe.things('price')).filter(isIts).map(({ unit_amount }) => unit_amount);
  expect(amounts).toEqual([units, units * 12]);
});

test('a plan that Stripe has no price of yet is told in the currency of what is for sale', async () => {
  const shop = await startShop({ config: { payments: stripe.settings, catalogue: selling('CHF', 30) } });
  try {
    for (const { id } of await stripe.things('price')) {
      await stripe.does('change', { id, fields: { lookup_key: null } });
    }
    const person = await shop.signUp();
    expect((await callApi(shop, person, 'GET', '/api/subscriptions/plans/')).body).toMatchObject([
      { currency: 'CHF', price_monthly: 30, stripe_price_id_monthly: null },
    ]);
  } finally {
    await shop.stop();
  }
});

test('a pack is charged what it is offered at, and so is a plan', async () => {
  const catalogue = selling('HUF', 12_000);
  await prepareStripe(connectStripe(stripe.settings), catalogue, 'http://localhost', () => {});
  const shop = await startShop({ config: { payments: stripe.settings, catalogue } });
  try {
    const person = await shop.signUp();
    const get = async (path: string) => (await callApi(shop, person, 'GET', path)).body;
    await shop.order(person, { pack: 'small' });
    const [plan] = await get('/api/subscriptions/plans/');
    expect(plan).toMatchObject({ currency: 'HUF', price_monthly: 12_000, price_yearly: 12_000 });
    await shop.order(person, { price: plan.stripe_price_id_monthly });
    const sessions = await stripe.things('checkout.session');
    expect(sessions.map(({ amount_total, currency }) => [amount_total, currency])).toEqual([
      [1_200_000, 'huf'],
      [1_200_000, 'huf'],
    ]);
    const rows = await shop.deps.database.db.select({ amount: purchases.amount }).from(purchases);
    expect(rows).toEqual([{ amount: 1_200_000 }, { amount: 1_200_000 }]);
  } finally {
    await shop.stop();
  }
});
