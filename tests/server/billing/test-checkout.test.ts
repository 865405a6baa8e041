import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChangePreview } from '../../../src/contract/http/billing.ts';
import { purchases, subscriptions } from '../../../src/server/db/schema/billing.ts';
import { callApi } from '../../support/call-api.ts';
import { readMoney, type Shop, startShop } from '../../support/money.ts';
import type { Person } from '../../support/server.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

const get = async (person: Person, path: string) => (await callApi(shop, person, 'GET', path)).body;
const post = (person: Person, path: string, body?: object) => callApi(shop, person, 'POST', path, body);
const current = async (person: Person) =>
  (await get(person, '/api/subscriptions/subscriptions/?status=active'))[0];
type Preview = Pick<ChangePreview, 'when' | 'amount_due' | 'effective_at'>;
/** A change as the page asks for it: with what its preview said. */
const agree = (wish: { price_id: string }, { when, amount_due, effective_at }: Preview) => ({
  ...wish,
  when,
  amount_due,
  previewed_at: effective_at,
});
/** A person with a plan of the test checkout. */
async function subscribe(price: string, card?: 'fails-later'): Promise<Person> {
  const person = await shop.signUp();
  await shop.choose(await shop.order(person, { price }), 'pay', card);
  return person;
}

test('a pack is bought on a page that says that no card is charged', async () => {
  const person = await shop.signUp();
  const page = await shop.order(person, { pack: 'medium' });
  const [placed] = await shop.deps.database.db
    .select()
    .from(purchases)
    .where(eq(purchases.userId, person.session.user.id));
  expect(await get(person, `/api/subscriptions/purchases/${placed?.id}/`)).toMatchObject({
    state: 'not-paid',
  });
  const answer = await fetch(page);
  const html = await answer.text();
  expect(answer.headers.get('content-security-policy')).toContain("style-src 'self'");
  expect(html).toContain('Test checkout: no card is charged');
  expect(html).toContain('<h1>Medium</h1>');
  expect(html).toContain('10,000 credits');
  expect(html).toContain('€25.00');
  expect(html).not.toMatch(/<script|style=|<style/);

  const back = await shop.choose(page, 'pay');
  expect(new URL(back).origin).toBe(shop.url);
  const { searchParams: said } = new URL(back);
  expect(said.get('success')).toBe('credits');
  const purchase = `/api/subscriptions/purchases/${said.get('order')}/`;
  expect(await get(person, purchase)).toEqual({ kind: 'pack', state: 'just-paid', brings: 'credits' });
  expect(await callApi(shop, await shop.signUp(), 'GET', purchase)).toMatchObject({ status: 404 });
  expect(await readMoney(shop, person)).toEqual({ balance: 12_000, reserved: 0, debt: 0 });
  const [entry] = await get(person, '/api/credits/ledger/');
  expect(entry).toMatchObject({ kind: 'purchase', amount: 10_000, item: 'Medium', balance_after: 12_000 });
  // The page of what is paid offers nothing more to press.
  expect(await (await fetch(page)).text()).not.toContain('<button');
  await shop.choose(page, 'pay');
  expect(await readMoney(shop, person)).toMatchObject({ balance: 12_000 });
});

test('the page speaks the language of who ordered', async () => {
  const person = await shop.signUp();
  const path = '/api/subscriptions/stripe/create-creditpack-checkout-session/';
  const headers = { 'accept-language': 'es', origin: shop.url };
  const { body } = await callApi(shop, person, 'POST', path, { pack_id: 'small' }, headers);
  const html = await (await fetch(body.checkout_url)).text();
  expect(html).toContain('<html lang="es">');
  expect(html).toContain('Pago de prueba: no se cobra ninguna tarjeta');
  expect(html).toContain('Pequeño');
  expect(html).toContain('6,00\u00a0€');
});

test('a declined card leaves the order open, a cancelled checkout is closed', async () => {
  const person = await shop.signUp();
  const page = await shop.order(person, { pack: 'small' });
  expect(await shop.choose(page, 'decline')).toBe('?declined=1');
  const html = await (await fetch(`${page}?declined=1`)).text();
  expect(html).toContain('The card was declined. Nothing was charged');
  expect(html).toContain('value="pay"');
  expect(new URL(await shop.choose(page, 'cancel')).search).toBe('?cancel=checkout');
  await shop.choose(page, 'pay');
  expect(await readMoney(shop, person)).toMatchObject({ balance: 2_000 });
  expect(await (await fetch(page)).text()).toContain('This checkout is closed. Nothing was charged.');
});

test('the same key opens the same checkout, whoever has another page does not find one', async () => {
  const person = await shop.signUp();
  const first = await shop.order(person, { pack: 'small' }, 'key-1');
  expect(await shop.order(person, { pack: 'small' }, 'key-1')).toBe(first);
  expect(await shop.order(person, { pack: 'small' }, 'key-2')).not.toBe(first);
  const unknown = `${shop.url}/test-checkout/cs_test_${'0'.repeat(32)}/`;
  expect((await fetch(unknown)).status).toBe(404);
  expect(
    (await fetch(unknown, { method: 'POST', body: new URLSearchParams({ outcome: 'pay' }) })).status,
  ).toBe(404);
});

test('a plan brings its credits every month, and ends when it is cancelled', async () => {
  const person = await subscribe('price_test_starter_monthly');
  expect(await readMoney(shop, person)).toMatchObject({ balance: 14_000 });
  expect(await current(person)).toMatchObject({
    plan: { name: 'starter' },
    recurrence: 'monthly',
    status: 'active',
    cancels_at_end: false,
    next: null,
  });
  await shop.passDays(32);
  expect(await readMoney(shop, person)).toMatchObject({ balance: 26_000 });
  expect(await post(person, '/api/subscriptions/cancel/')).toMatchObject({
    status: 200,
    body: { cancels_at_end: true },
  });
  expect((await post(person, '/api/subscriptions/resume/')).body).toMatchObject({ cancels_at_end: false });
  await post(person, '/api/subscriptions/cancel/');
  await shop.passDays(32);
  expect(await readMoney(shop, person)).toMatchObject({ balance: 26_000 });
  expect(await current(person)).toBeUndefined();
  expect(await get(person, '/api/subscriptions/invoices/')).toMatchObject([
    { amount: 30, currency: 'EUR', status: 'paid', credits: 12_000 },
    { amount: 30, currency: 'EUR', status: 'paid', credits: 12_000 },
  ]);
  expect(await post(person, '/api/subscriptions/cancel/')).toMatchObject({
    status: 404,
    body: { code: 'subscription-missing' },
  });
});

test('several months that nobody looked at are made up for, one after the other', async () => {
  const person = await subscribe('price_test_pro_monthly');
  await shop.passDays(3 * 31);
  expect(await readMoney(shop, person)).toMatchObject({ balance: 2_000 + 4 * 30_000 });
});

test('an upgrade is charged and credited in its share, as its preview said', async () => {
  const person = await subscribe('price_test_starter_yearly');
  await shop.passDays(100);
  const preview = (
    await post(person, '/api/subscriptions/preview-change/', { price_id: 'price_test_pro_yearly' })
  ).body;
  const share = 265 / 365;
  expect(preview.when).toBe('now');
  expect(preview.amount_due).toBeCloseTo((576 - 288) * share, 0);
  expect(Math.abs(preview.credits - (360_000 - 144_000) * share)).toBeLessThan(2000);
  const changed = await post(person, '/api/subscriptions/change/', { price_id: 'price_test_pro_yearly' });
  expect(changed).toMatchObject({ status: 200, body: { plan: { name: 'pro' }, recurrence: 'yearly' } });
  const { balance } = await readMoney(shop, person);
  expect(Math.abs(balance - 146_000 - preview.credits)).toBeLessThan(10);
  const [entry] = await get(person, '/api/credits/ledger/');
  expect(entry).toMatchObject({ kind: 'subscription', item: 'Pro' });
  // The same again changes and charges nothing.
  expect(
    await post(person, '/api/subscriptions/change/', { price_id: 'price_test_pro_yearly' }),
  ).toMatchObject({
    status: 409,
    body: { code: 'subscription-exists' },
  });
  expect(await readMoney(shop, person)).toMatchObject({ balance });
});

test('a lower plan begins when the paid period ends, and can be withdrawn', async () => {
  const person = await subscribe('price_test_pro_monthly');
  const wish = { price_id: 'price_test_starter_monthly' };
  const { period_end } = await current(person);
  expect((await post(person, '/api/subscriptions/preview-change/', wish)).body).toEqual({
    when: 'period-end',
    amount_due: 0,
    currency: 'EUR',
    credits: 0,
    effective_at: period_end,
    price: 30,
    recurrence: 'monthly',
    credit_left: 0,
    next_payment: { amount: 30, at: period_end },
    next_credits: { amount: 12_000, at: period_end },
  });
  const next = { plan: { name: 'starter' }, recurrence: 'monthly' };
  expect((await post(person, '/api/subscriptions/change/', wish)).body).toMatchObject({
    plan: { name: 'pro' },
    next,
  });
  const own = { price_id: 'price_test_pro_monthly' };
  expect((await post(person, '/api/subscriptions/change/', own)).body).toMatchObject({ next: null });
  await post(person, '/api/subscriptions/change/', wish);
  expect(await readMoney(shop, person)).toMatchObject({ balance: 32_000 });
  await shop.passDays(32);
  expect(await current(person)).toMatchObject({ plan: { name: 'starter' }, next: null });
  expect(await readMoney(shop, person)).toMatchObject({ balance: 44_000 });
});

test.each([
  ['starter', null, 'pro', 'now', 'now', 29, 3],
  ['ultimate', 'starter', 'pro', 'period-end', 'now', 29, 3],
  ['starter', null, 'pro', 'now', 'period-end', 10, 'ultimate'],
  ['pro', null, 'starter', 'period-end', 'period-end', 29, 3],
] as const)(
  'from %s (to become %s) to %s, what was agreed to %s and is %s by now is refused and charges nothing',
  async (held, next, wanted, before, after, days, change) => {
    const person = await subscribe(`price_test_${held}_monthly`);
    const path = '/api/subscriptions/change/';
    const priceOf = (plan: string) => ({ price_id: `price_test_${plan}_monthly` });
    if (next !== null) await post(person, path, priceOf(next));
    await shop.passDays(days);
    const wish = priceOf(wanted);
    const read = async () => (await post(person, '/api/subscriptions/preview-change/', wish)).body;
    const preview = await read();
    expect(preview.when).toBe(before);
    if (typeof change === 'number') await shop.passDays(change);
    else await post(person, path, priceOf(change));
    const invoices = await get(person, '/api/subscriptions/invoices/');
    const plan = await current(person);
    const refused = { status: 409, body: { code: 'price-changed' } };
    expect(await post(person, path, agree(wish, preview))).toMatchObject(refused);
    // As a page from before asks for it.
    expect(await post(person, path, { ...wish, previewed_at: preview.effective_at })).toMatchObject(refused);
    expect(await get(person, '/api/subscriptions/invoices/')).toEqual(invoices);
    expect(await current(person)).toEqual(plan);

    const again = await read();
    expect(again.when).toBe(after);
    expect(await post(person, path, agree(wish, again))).toMatchObject({ status: 200 });
    const [newest] = await get(person, '/api/subscriptions/invoices/');
    if (after === 'now') expect(newest.amount).toBe(again.amount_due);
    else expect(newest).toEqual(invoices[0]);
  },
);

test('a card that fails stops the credits; another card brings them, and without one the plan ends', async () => {
  const [ada, grace] = [
    await subscribe('price_test_starter_monthly', 'fails-later'),
    await subscribe('price_test_starter_monthly', 'fails-later'),
  ];
  const change = await post(ada, '/api/subscriptions/change/', { price_id: 'price_test_pro_monthly' });
  expect(change).toMatchObject({ status: 402, body: { code: 'payment-declined' } });
  expect(await current(ada)).toMatchObject({ plan: { name: 'starter' }, status: 'active' });
  await shop.passDays(32);
  expect(await current(ada)).toMatchObject({ status: 'past_due' });
  expect(await readMoney(shop, ada)).toMatchObject({ balance: 14_000 });
  const [invoice] = await get(ada, '/api/subscriptions/invoices/');
  expect(invoice).toMatchObject({ status: 'failed', amount: 30, credits: 0 });
  // A second plan instead of paying is refused.
  const another = await post(ada, '/api/subscriptions/stripe/create-checkout-session/', {
    price_id: 'price_test_pro_monthly',
  });
  expect(another).toMatchObject({ status: 409, body: { code: 'subscription-exists' } });

  expect(await (await fetch(invoice.page_url)).text()).toContain(invoice.number);
  await shop.choose(invoice.page_url, 'pay');
  expect(await current(ada)).toMatchObject({ status: 'active' });
  expect(await readMoney(shop, ada)).toMatchObject({ balance: 26_000 });

  await shop.passDays(12);
  expect(await current(grace)).toBeUndefined();
  expect(await readMoney(shop, grace)).toMatchObject({ balance: 14_000 });
  expect((await get(grace, '/api/subscriptions/invoices/'))[0]).toMatchObject({ status: 'void' });
});

test('nobody buys a second plan, nor one that is not for sale', async () => {
  const person = await subscribe('price_test_starter_monthly');
  const path = '/api/subscriptions/stripe/create-checkout-session/';
  expect(await post(person, path, { price_id: 'price_test_pro_monthly' })).toMatchObject({
    status: 409,
    body: { code: 'subscription-exists' },
  });
  expect(await post(person, path, { price_id: 'price_other' })).toMatchObject({
    status: 404,
    body: { code: 'price-unknown' },
  });
});

test('a plan whose credits were given ahead, for the one before, says that it brings none now', async () => {
  const person = await subscribe('price_test_starter_monthly');
  const { db } = shop.deps.database;
  const isTheirs = eq(subscriptions.userId, person.session.user.id);
  await db.update(subscriptions).set({ status: 'canceled', creditsAhead: 500_000 }).where(isTheirs);
  const { balance } = await readMoney(shop, person);
  const back = await shop.choose(await shop.order(person, { price: 'price_test_pro_monthly' }), 'pay');
  const purchase = `/api/subscriptions/purchases/${new URL(back).searchParams.get('order')}/`;
  expect(await get(person, purchase)).toEqual({ kind: 'plan', state: 'just-paid', brings: 'nothing-now' });
  expect(await readMoney(shop, person)).toMatchObject({ balance });
});

test('of two checkouts for plans in two tabs the older one is closed', async () => {
  const person = await shop.signUp();
  const first = await shop.order(person, { price: 'price_test_starter_monthly' });
  const second = await shop.order(person, { price: 'price_test_pro_monthly' });
  await shop.choose(first, 'pay');
  expect(await current(person)).toBeUndefined();
  await shop.choose(second, 'pay');
  expect(await current(person)).toMatchObject({ plan: { name: 'pro' } });
});

test('a higher plan begins now also by the month, and what is left of the year pays its first months', async () => {
  const person = await subscribe('price_test_pro_yearly');
  const wish = { price_id: 'price_test_ultimate_monthly' };
  const preview = (await post(person, '/api/subscriptions/preview-change/', wish)).body;
  // 576 for the year, of which nothing is used, and 360,000 credits that came with it.
  expect(preview).toMatchObject({
    when: 'now',
    amount_due: 0,
    credits: 0,
    price: 220,
    recurrence: 'monthly',
    credit_left: 356,
    next_payment: { amount: 84 },
    next_credits: { amount: 30_000 },
  });
  expect(preview.next_payment.at).toBe(preview.next_credits.at);
  const changed = await post(person, '/api/subscriptions/change/', agree(wish, preview));
  expect(changed.body).toMatchObject({ plan: { name: 'ultimate' }, recurrence: 'monthly', next: null });
  expect(await readMoney(shop, person)).toMatchObject({ balance: 362_000 });

  // In sum the person has the credits and has paid the price of three months.
  await shop.passDays(32);
  expect(await readMoney(shop, person)).toMatchObject({ balance: 362_000 });
  await shop.passDays(31);
  expect(await readMoney(shop, person)).toMatchObject({ balance: 2_000 + 3 * 130_000 });
  const invoices = await get(person, '/api/subscriptions/invoices/');
  expect(invoices.map(({ amount }: { amount: number }) => amount)).toEqual([84, 0, 0, 576]);
  await shop.passDays(31);
  expect(await readMoney(shop, person)).toMatchObject({ balance: 2_000 + 4 * 130_000 });
});

test('a plan that is bought again with what an ended one left brings no credits a second time', async () => {
  const person = await subscribe('price_test_pro_yearly');
  const price = 'price_test_ultimate_monthly';
  await post(person, '/api/subscriptions/change/', { price_id: price });
  await post(person, '/api/subscriptions/cancel/');
  await shop.passDays(32);
  expect(await current(person)).toBeUndefined();
  // 356 of the year are left, and 230,000 credits that came with them.
  await shop.choose(await shop.order(person, { price }), 'pay');
  expect(await readMoney(shop, person)).toMatchObject({ balance: 362_000 });
  await shop.passDays(32);
  expect(await readMoney(shop, person)).toMatchObject({ balance: 2_000 + 3 * 130_000 });
});

const PRICES = ['starter', 'pro', 'ultimate'].flatMap((plan) => [`${plan}_monthly`, `${plan}_yearly`]);

test.each(PRICES)('from %s to every other plan, what was previewed is charged and credited', async (held) => {
  for (const wanted of PRICES) {
    if (wanted === held) continue;
    const person = await subscribe(`price_test_${held}`);
    const before = await readMoney(shop, person);
    const wish = { price_id: `price_test_${wanted}` };
    const preview = (await post(person, '/api/subscriptions/preview-change/', wish)).body;
    expect(await post(person, '/api/subscriptions/change/', agree(wish, preview))).toMatchObject({
      status: 200,
    });
    const { balance } = await readMoney(shop, person);
    expect(balance - before.balance).toBe(preview.credits);
    const [newest, ...earlier] = await get(person, '/api/subscriptions/invoices/');
    const isNow = preview.when === 'now';
    expect(earlier).toHaveLength(isNow ? 1 : 0);
    if (isNow) expect(newest.amount).toBe(preview.amount_due);
    const now = await current(person);
    expect(`${(isNow ? now : now.next).plan.name}_${(isNow ? now : now.next).recurrence}`).toBe(wanted);
  }
});
