import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stopPayments } from '../../../src/server/billing/stop-payments.ts';
import { refundCredits } from '../../../src/server/credits/refund-credits.ts';
import { reserveCredits } from '../../../src/server/credits/reserve-credits.ts';
import { purchases, subscriptions } from '../../../src/server/db/schema/billing.ts';
import { findPerson } from '../../../src/server/staff/list-people.ts';
import { callApi } from '../../support/call-api.ts';
import { type FakeStripe, startFakeStripe } from '../../support/fake-stripe/start-fake-stripe.ts';
import { readMoney, type Shop, startShop } from '../../support/money.ts';
import type { Person } from '../../support/server.ts';

let stripe: FakeStripe;
let shop: Shop;
beforeAll(async () => {
  stripe = await startFakeStripe();
  shop = await startShop({ config: { payments: stripe.settings } });
});
afterAll(async () => {
  await shop.stop();
  await stripe.stop();
});

const get = async (person: Person, path: string) => (await callApi(shop, person, 'GET', path)).body;
const post = (person: Person, path: string, body?: object) => callApi(shop, person, 'POST', path, body);
const current = async (person: Person) =>
  (await get(person, '/api/subscriptions/subscriptions/?status=active'))[0];
const sessionOf = (url: string): string => url.split('/').at(-1) ?? '';
const priceId = async (plan: string, recurrence = 'monthly'): Promise<string> =>
  (await stripe.things('price')).find(({ lookup_key }) => lookup_key === `vitrine_${plan}_${recurrence}`)
    ?.id ?? '';
const newest = async (object: string) => (await stripe.things(object)).at(-1)!;

let heard = 0;
/** Ids of the messages since the last call. */
async function listNews(): Promise<string[]> {
  const all = (await stripe.events()).map(({ id }) => id);
  const news = all.slice(heard);
  heard = all.length;
  return news;
}
/** Delivers what there is to tell, once and in order. */
async function deliverNews(): Promise<string[]> {
  const news = await listNews();
  expect(new Set(await stripe.deliver(shop.url, news))).toEqual(new Set(news.length > 0 ? [200] : []));
  return news;
}
/** A person who has paid at a checkout, told in order. */
async function buy(wish: { pack: string } | { price: string }): Promise<{ person: Person; session: string }> {
  const person = await shop.signUp();
  const session = sessionOf(await shop.order(person, wish));
  await stripe.does('complete', { id: session });
  await deliverNews();
  return { person, session };
}

test('plans have the prices that Stripe has, packs those of the catalogue', async () => {
  const person = await shop.signUp();
  const plans = await get(person, '/api/subscriptions/plans/');
  expect(
    plans.map(({ name, price_monthly, price_yearly }: never) => [name, price_monthly, price_yearly]),
  ).toEqual([
    ['starter', 30, 24],
    ['pro', 60, 48],
    ['ultimate', 220, 175],
  ]);
  expect(plans[1]).toMatchObject({
    currency: 'EUR',
    credits_per_month: 30_000,
    credits_per_year: 360_000,
    annual_saving_percent: 20,
    price_per_image_yearly: 0.32,
    stripe_price_id_monthly: await priceId('pro'),
    queue_turns: 3,
    library_bytes: 25e9,
    features: [],
  });
  const packs = await get(person, '/api/subscriptions/credit-packs/');
  expect(packs.map(({ price, credits, approx_images }: never) => [price, credits, approx_images])).toEqual([
    [6, 2_000, 10],
    [25, 10_000, 50],
    [54, 24_000, 120],
    [120, 60_000, 300],
    [360, 200_000, 1_000],
  ]);
  expect(packs[0].price_per_image).toBe(0.6);
});

test.each([{ lost: 1 }, { cut: 1 }])(
  'an answer that is lost makes no second checkout: the call is repeated with its own key (%o)',
  async (trouble) => {
    const person = await shop.signUp();
    await shop.order(person, { pack: 'small' });
    const before = (await stripe.things('checkout.session')).length;
    await stripe.does('trouble', { trouble });
    await shop.order(person, { pack: 'small' });
    expect((await stripe.things('checkout.session')).length - before).toBe(1);
    const calls = (await stripe.journal()).filter(({ path }) => path === '/v1/checkout/sessions').slice(-2);
    const [order] = await shop.deps.database.db
      .select()
      .from(purchases)
      .where(eq(purchases.id, calls[0]?.key?.split(':')[0] ?? ''));
    expect(calls[1]?.key).toBe(calls[0]?.key);
    expect(order).toMatchObject({ userId: person.session.user.id, amount: 600, status: 'open' });
  },
);

test('where Stripe does not answer nothing is charged, and the same key goes on later', async () => {
  const person = await shop.signUp();
  await stripe.does('trouble', { trouble: { isDown: true } });
  const path = '/api/subscriptions/stripe/create-creditpack-checkout-session/';
  const key = { 'idempotency-key': 'again' };
  const failed = await callApi(shop, person, 'POST', path, { pack_id: 'small' }, key);
  expect(failed).toMatchObject({ status: 502, body: { code: 'payment-unavailable' } });
  await stripe.does('trouble', { trouble: { isDown: false } });
  expect((await callApi(shop, person, 'POST', path, { pack_id: 'small' }, key)).status).toBe(200);
  const { db } = shop.deps.database;
  expect(await db.select().from(purchases).where(eq(purchases.userId, person.session.user.id))).toHaveLength(
    1,
  );
});

test('only what Stripe signed, lately and to the byte, is believed', async () => {
  const person = await shop.signUp();
  const id = sessionOf(await shop.order(person, { pack: 'small' }));
  const body = JSON.stringify({
    id: 'evt_forged',
    type: 'checkout.session.completed',
    data: {
      object: {
        id,
        object: 'checkout.session',
        customer: (await newest('customer')).id,
        payment_status: 'paid',
      },
    },
  });
  const send = async (text: string, secret: string, ageSeconds = 0) => {
    const time = Math.floor(Date.now() / 1000) - ageSeconds;
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` };
    return (await fetch(`${shop.url}/api/payments/webhook/`, { method: 'POST', headers, body: text })).status;
  };
  expect(await send(body, 'whsec_other')).toBe(400);
  expect(await send(body, 'whsec_fake', 301)).toBe(400);
  expect(await send(body.replace('evt_forged', 'evt_forger'), 'whsec_fake')).toBe(400);
  expect(await send(' '.repeat(1024 ** 2 + 1), 'whsec_fake')).toBe(413);
  const bare = await fetch(`${shop.url}/api/payments/webhook/`, { method: 'POST' });
  expect(bare.status).toBe(400);
  // Signed, but it says what is not true: the checkout itself is asked, and is not paid.
  expect(await send(body, 'whsec_fake', 290)).toBe(200);
  expect(await readMoney(shop, person)).toMatchObject({ balance: 2_000 });
});

test('the success page alone brings nothing; money that comes later does, and money that does not come does not', async () => {
  const [ada, grace] = [await shop.signUp(), await shop.signUp()];
  const [paid, unpaid] = [
    sessionOf(await shop.order(ada, { pack: 'medium' })),
    sessionOf(await shop.order(grace, { pack: 'medium' })),
  ];
  for (const id of [paid, unpaid]) await stripe.does('complete', { id, isAsync: true });
  await deliverNews();
  expect(await readMoney(shop, ada)).toMatchObject({ balance: 2_000 });
  await stripe.does('arrive', { id: paid, isPaid: true });
  await stripe.does('arrive', { id: unpaid, isPaid: false });
  await deliverNews();
  expect(await readMoney(shop, ada)).toMatchObject({ balance: 12_000 });
  expect(await readMoney(shop, grace)).toMatchObject({ balance: 2_000 });
});

test('what was paid must be what the order costs', async () => {
  const person = await shop.signUp();
  const session = sessionOf(await shop.order(person, { pack: 'agency' }));
  await stripe.does('change', { id: session, fields: { amount_total: 100 } });
  await stripe.does('complete', { id: session });
  await deliverNews();
  expect(await readMoney(shop, person)).toMatchObject({ balance: 2_000 });
});

test('a checkout that expired is over', async () => {
  const person = await shop.signUp();
  await shop.order(person, { price: await priceId('starter') });
  await shop.order(person, { price: await priceId('pro') });
  await deliverNews();
  const rows = await shop.deps.database.db
    .select({ item: purchases.item, status: purchases.status })
    .from(purchases)
    .where(eq(purchases.userId, person.session.user.id));
  expect(rows.sort((a, b) => a.item.localeCompare(b.item))).toEqual([
    { item: 'pro', status: 'open' },
    { item: 'starter', status: 'expired' },
  ]);
});

test('a refund takes its share of the credits back; what was spent is owed, and the next credits pay it', async () => {
  const { person } = await buy({ pack: 'medium' });
  const payment = (await newest('payment_intent')).id;
  await stripe.does('giveBack', { id: payment, amount: 1000 });
  await deliverNews();
  expect(await readMoney(shop, person)).toEqual({ balance: 8_000, reserved: 0, debt: 0 });
  const userId = person.session.user.id;
  const order = { userId, renderId: 900_001 };
  await shop.deps.database.db.transaction((tx) => reserveCredits(tx, { ...order, price: 7_000 }));
  await stripe.does('giveBack', { id: payment });
  await deliverNews();
  expect(await readMoney(shop, person)).toEqual({ balance: 0, reserved: 7_000, debt: 5_000 });

  // Who owes sees it before they buy, in what happened, and staff see it.
  expect(await get(person, '/api/users/me/')).toMatchObject({ credits: 0, debt: 5_000 });
  const [told] = (await get(person, '/api/notices/')).results;
  expect(told).toMatchObject({ kind: 'clawback', amount: -1_000, pays_debt: false, owed: 5_000 });
  const seen = await findPerson(shop.deps.database.db, shop.deps.config, userId);
  expect(seen).toMatchObject({ credits: 0, debt: 5_000 });

  // Credits that come back pay what is owed, as credits do that are bought.
  await shop.deps.database.db.transaction((tx) => refundCredits(tx, { ...order, amount: 1_000 }));
  expect(await readMoney(shop, person)).toEqual({ balance: 0, reserved: 6_000, debt: 4_000 });
  await stripe.does('complete', { id: sessionOf(await shop.order(person, { pack: 'medium' })) });
  await deliverNews();
  expect(await readMoney(shop, person)).toEqual({ balance: 6_000, reserved: 6_000, debt: 0 });
  const entries = (await get(person, '/api/credits/ledger/')).slice(0, 5);
  expect(entries.map(({ kind, amount, pays_debt }: never) => [kind, amount, pays_debt])).toEqual([
    ['clawback', -4_000, true],
    ['purchase', 10_000, false],
    ['clawback', -1_000, true],
    ['refund', 1_000, false],
    ['clawback', -1_000, false],
  ]);
  expect((await get(person, '/api/notices/')).results[0]).toMatchObject({ pays_debt: true, owed: 0 });
  expect(await get(person, '/api/users/me/')).toMatchObject({ credits: 6_000, debt: 0 });
});

test('a refund that fails later gives the credits again, and those alone that it took', async () => {
  const { person } = await buy({ pack: 'medium' });
  const payment = (await newest('payment_intent')).id;
  await stripe.does('giveBack', { id: payment, amount: 1000 });
  const first = (await newest('refund')).id;
  await stripe.does('giveBack', { id: payment });
  await deliverNews();
  expect(await readMoney(shop, person)).toMatchObject({ balance: 2_000 });
  await stripe.does('failRefund', { id: first });
  await deliverNews();
  expect(await readMoney(shop, person)).toEqual({ balance: 6_000, reserved: 0, debt: 0 });
});

test('a plan that is paid is told as paid while Stripe cannot be asked what it brings', async () => {
  const { person } = await buy({ price: await priceId('starter') });
  const { db } = shop.deps.database;
  const [order] = await db.select().from(purchases).where(eq(purchases.userId, person.session.user.id));
  await stripe.does('trouble', { trouble: { isDown: true } });
  const told = await get(person, `/api/subscriptions/purchases/${order?.id}/`);
  await stripe.does('trouble', { trouble: { isDown: false } });
  expect(told).toEqual({ kind: 'plan', state: 'just-paid', brings: 'credits' });
});

test('a dispute takes the credits, one that is won gives them again, also of a plan', async () => {
  const { person } = await buy({ price: await priceId('starter') });
  expect(await readMoney(shop, person)).toMatchObject({ balance: 14_000 });
  const { id } = await newest('payment_intent');
  await stripe.does('dispute', { id, status: 'warning_needs_response' });
  await deliverNews();
  expect(await readMoney(shop, person)).toMatchObject({ balance: 14_000 });
  await stripe.does('dispute', { id, status: 'needs_response' });
  await deliverNews();
  expect(await readMoney(shop, person)).toMatchObject({ balance: 2_000 });
  expect(await get(person, '/api/subscriptions/invoices/')).toMatchObject([
    { status: 'disputed', credits: 12_000 },
  ]);
  await stripe.does('dispute', { id, status: 'won' });
  await deliverNews();
  expect(await readMoney(shop, person)).toEqual({ balance: 14_000, reserved: 0, debt: 0 });
  expect(await get(person, '/api/subscriptions/invoices/')).toMatchObject([{ status: 'paid' }]);
});

test('of two plans that were paid the first counts, the second is ended and given back, and staff see it', async () => {
  const person = await shop.signUp();
  const first = sessionOf(await shop.order(person, { price: await priceId('starter') }));
  const second = sessionOf(await shop.order(person, { price: await priceId('pro') }));
  // Both were open in two windows.
  await stripe.does('change', { id: first, fields: { status: 'open' } });
  for (const id of [first, second]) await stripe.does('complete', { id });
  const refunds = (await stripe.things('refund')).length;
  await deliverNews();
  await deliverNews();
  expect(await readMoney(shop, person)).toMatchObject({ balance: 14_000 });
  expect(await current(person)).toMatchObject({ plan: { name: 'starter' }, status: 'active' });
  const [kept, ended] = (await stripe.things('subscription')).slice(-2);
  expect([kept?.status, ended?.status]).toEqual(['active', 'canceled']);
  expect((await stripe.things('refund')).slice(refunds)).toMatchObject([{ amount: 6_000 }]);
  expect(await get(person, '/api/subscriptions/invoices/')).toMatchObject([
    { amount: 60, status: 'refunded', credits: 0 },
    { amount: 30, status: 'paid', credits: 12_000 },
  ]);
  const rows = await shop.deps.database.db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, person.session.user.id));
  expect(rows.map(({ isDuplicate }) => isDuplicate).sort()).toEqual([false, true]);
  // Back from each checkout the page hears what comes of it.
  const orders = await shop.deps.database.db
    .select()
    .from(purchases)
    .where(eq(purchases.userId, person.session.user.id))
    .orderBy(purchases.amount);
  const told = await Promise.all(orders.map(({ id }) => get(person, `/api/subscriptions/purchases/${id}/`)));
  expect(told).toEqual([
    { kind: 'plan', state: 'just-paid', brings: 'credits' },
    { kind: 'plan', state: 'just-paid', brings: 'money-back' },
  ]);
});

test('changes go to Stripe as they are meant: now, at the end, withdrawn, declined', async () => {
  const { person } = await buy({ price: await priceId('pro') });
  const subscription = (await newest('subscription')).id;
  const change = async (plan: string, recurrence?: string) =>
    post(person, '/api/subscriptions/change/', { price_id: await priceId(plan, recurrence) });
  const starter = { plan: { name: 'starter' }, recurrence: 'monthly' };
  expect((await change('starter')).body).toMatchObject({ plan: { name: 'pro' }, next: starter });

  await stripe.does('change', { id: subscription, fields: { refuses: true } });
  expect(await change('ultimate')).toMatchObject({ status: 402, body: { code: 'payment-declined' } });
  await deliverNews();
  expect(await current(person)).toMatchObject({ plan: { name: 'pro' }, next: starter });
  await stripe.does('change', { id: subscription, fields: { refuses: false } });

  await stripe.does('pass', { days: 15 });
  const wish = { price_id: await priceId('ultimate') };
  const preview = (await post(person, '/api/subscriptions/preview-change/', wish)).body;
  expect(preview).toMatchObject({ when: 'now', amount_due: 80, credits: 50_000 });
  expect((await change('ultimate')).body).toMatchObject({ plan: { name: 'ultimate' }, next: null });
  await deliverNews();
  expect(await readMoney(shop, person)).toMatchObject({ balance: 2_000 + 30_000 + 50_000 });

  await change('starter');
  expect((await post(person, '/api/subscriptions/cancel/')).body).toMatchObject({
    cancels_at_end: true,
    next: null,
  });
  expect((await change('starter')).body).toMatchObject({ cancels_at_end: false, next: starter });
  await stripe.does('renew', { id: subscription, isPaid: true });
  await deliverNews();
  expect(await current(person)).toMatchObject({ ...starter, next: null });
  expect(await readMoney(shop, person)).toMatchObject({ balance: 82_000 + 12_000 });

  await stripe.does('renew', { id: subscription, isPaid: false });
  await deliverNews();
  expect(await current(person)).toMatchObject({ status: 'past_due' });
  const [invoice] = await get(person, '/api/subscriptions/invoices/');
  expect(invoice).toMatchObject({ status: 'failed', credits: 0, page_url: 'https://invoice.example/' });
  expect(await readMoney(shop, person)).toMatchObject({ balance: 94_000 });
  await stripe.does('payInvoice', { id: invoice.id });
  await deliverNews();
  expect(await current(person)).toMatchObject({ status: 'active' });
  expect(await readMoney(shop, person)).toMatchObject({ balance: 106_000 });
});

test('a change that Stripe made and then fell silent about is told as made, and its message settles the rest', async () => {
  const { person } = await buy({ price: await priceId('starter') });
  const change = async (plan: string) => {
    await stripe.does('trouble', { trouble: { stopsAfterChange: true } });
    const answer = await post(person, '/api/subscriptions/change/', { price_id: await priceId(plan) });
    await stripe.does('trouble', { trouble: { isDown: false, stopsAfterChange: false } });
    return answer;
  };
  const told = await change('pro');
  expect(told).toMatchObject({ status: 200, body: { plan: { name: 'pro' }, next: null } });
  expect(await current(person)).toMatchObject({ plan: { name: 'pro' } });
  await deliverNews();
  expect(await current(person)).toMatchObject({ plan: { name: 'pro' }, status: 'active' });
  expect(await get(person, '/api/subscriptions/invoices/')).toMatchObject([{ status: 'paid' }, {}]);

  await stripe.does('trouble', { trouble: { stopsAfterChange: true } });
  const cancelled = await post(person, '/api/subscriptions/cancel/');
  await stripe.does('trouble', { trouble: { isDown: false } });
  expect(cancelled).toMatchObject({ status: 200, body: { cancels_at_end: true } });
  expect(await current(person)).toMatchObject({ cancels_at_end: true });
});

test('a change that was charged and not written down is written down as it is pressed again, and charged once', async () => {
  const { person } = await buy({ price: await priceId('starter') });
  const wish = { price_id: await priceId('pro') };
  const preview = (await post(person, '/api/subscriptions/preview-change/', wish)).body;
  const { when, amount_due, effective_at: previewed_at } = preview;
  const agreed = { ...wish, when, amount_due, previewed_at };
  expect((await post(person, '/api/subscriptions/change/', agreed)).status).toBe(200);
  const invoices = (await stripe.things('invoice')).length;
  // As where the server is killed before it has written anything.
  await shop.deps.database.pool.query("update subscriptions set plan = 'starter' where user_id = $1", [
    person.session.user.id,
  ]);
  expect(await current(person)).toMatchObject({ plan: { name: 'starter' } });
  const again = await post(person, '/api/subscriptions/change/', agreed);
  expect(again).toMatchObject({ status: 200, body: { plan: { name: 'pro' } } });
  expect((await stripe.things('invoice')).length).toBe(invoices);
});

test('a change whose own answer is lost is seen to be made: what was to come instead is not planned again', async () => {
  const { person } = await buy({ price: await priceId('pro') });
  await post(person, '/api/subscriptions/change/', { price_id: await priceId('starter') });
  await stripe.does('trouble', { trouble: { lostChanges: 3 } });
  const changed = await post(person, '/api/subscriptions/change/', { price_id: await priceId('ultimate') });
  await stripe.does('trouble', { trouble: { lostChanges: 0 } });
  expect(changed).toMatchObject({ status: 200, body: { plan: { name: 'ultimate' }, next: null } });
});

test('a higher plan by the month begins now, and Stripe keeps what is left of the year', async () => {
  const { person } = await buy({ price: await priceId('pro', 'yearly') });
  const subscription = (await newest('subscription')).id;
  const wish = { price_id: await priceId('ultimate') };
  const preview = (await post(person, '/api/subscriptions/preview-change/', wish)).body;
  expect(preview).toMatchObject({
    when: 'now',
    amount_due: 0,
    credits: 0,
    credit_left: 356,
    next_payment: { amount: 84 },
    next_credits: { amount: 30_000 },
  });
  const { when, amount_due, effective_at: previewed_at } = preview;
  const agreed = { ...wish, when, amount_due, previewed_at };
  expect((await post(person, '/api/subscriptions/change/', agreed)).body).toMatchObject({
    plan: { name: 'ultimate' },
    recurrence: 'monthly',
  });
  await deliverNews();
  expect(await readMoney(shop, person)).toMatchObject({ balance: 362_000 });
  const lower = (
    await post(person, '/api/subscriptions/preview-change/', { price_id: await priceId('starter') })
  ).body;
  expect(lower).toMatchObject({ when: 'period-end', amount_due: 0, credit_left: 356 });
  for (const balance of [362_000, 392_000, 522_000]) {
    await stripe.does('renew', { id: subscription, isPaid: true });
    await deliverNews();
    expect(await readMoney(shop, person)).toMatchObject({ balance });
  }
});

test('an account that goes pays nothing more', async () => {
  const { person } = await buy({ price: await priceId('pro') });
  const open = sessionOf(await shop.order(person, { pack: 'small' }));
  await stopPayments(shop.deps, person.session.user.id);
  expect(await newest('subscription')).toMatchObject({ status: 'canceled' });
  expect((await stripe.things('checkout.session')).find(({ id }) => id === open)).toMatchObject({
    status: 'expired',
  });
  await deliverNews();
  expect(await current(person)).toBeUndefined();
});
