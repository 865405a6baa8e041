import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stopPayments } from '../../../src/server/billing/stop-payments.ts';
import { staffActs, users } from '../../../src/server/db/schema/accounts.ts';
import { purchases, subscriptions } from '../../../src/server/db/schema/billing.ts';
import type { Deps } from '../../../src/server/deps.ts';
import { endPlan } from '../../../src/server/operators/end-plan.ts';
import { closeAccount, endPayments } from '../../../src/server/staff/close-account.ts';
import { callApi } from '../../support/call-api.ts';
import { type FakeStripe, startFakeStripe } from '../../support/fake-stripe/start-fake-stripe.ts';
import { readMoney, type Shop, startShop } from '../../support/money.ts';
import type { Person } from '../../support/server.ts';
import { makeStaff } from '../../support/staff.ts';

/** Of a person who bought while the server had another provider of payments, or Stripe's keys of the other mode. */
interface Left {
  readonly customer: string;
  readonly subscription: string;
  readonly session: string;
}
const TRIED: Left = { customer: 'cus_test_a1', subscription: 'sub_test_a1', session: 'cs_test_a1' };

let stripe: FakeStripe;
let shop: Shop;
beforeAll(async () => {
  stripe = await startFakeStripe();
  const onUserDeleting: Deps['onUserDeleting'] = (userId) => stopPayments(shop.deps, userId);
  shop = await startShop({ config: { payments: stripe.settings }, onUserDeleting });
});
afterAll(async () => {
  await shop.stop();
  await stripe.stop();
});

const post = (person: Person, path: string, body?: object) =>
  callApi(shop, person, 'POST', `/api/subscriptions/${path}/`, body);
const listPlans = async (person: Person, at = shop) =>
  (await callApi(at, person, 'GET', '/api/subscriptions/subscriptions/?status=active')).body;
const remove = (person: Person, at = shop) =>
  callApi(at, person, 'DELETE', '/api/users/me/', { password: person.password });
const newest = async (object: string) => (await stripe.things(object)).at(-1)!;
const priceId = async (plan: string): Promise<string> =>
  (await stripe.things('price')).find(({ lookup_key }) => lookup_key === `vitrine_${plan}_monthly`)?.id ?? '';

let count = 0;
/** Somebody with a live plan, an order that was never paid and a customer's number, all of another provider. */
async function leave(left: Left, at = shop): Promise<Person> {
  const person = await at.signUp();
  const userId = person.session.user.id;
  const { db } = at.deps.database;
  count += 1;
  const own = (id: string) => `${id}${count}`;
  const isTheirs = eq(users.id, userId);
  await db
    .update(users)
    .set({ paymentCustomerId: own(left.customer) })
    .where(isTheirs);
  await db.insert(subscriptions).values({
    userId,
    providerId: own(left.subscription),
    plan: 'starter',
    recurrence: 'monthly',
    status: 'active',
    periodStart: new Date(Date.now() - 86_400_000),
    periodEnd: new Date(Date.now() + 86_400_000),
  });
  await db.insert(purchases).values({
    id: crypto.randomUUID(),
    userId,
    kind: 'plan',
    item: 'pro',
    recurrence: 'monthly',
    credits: 1,
    amount: 6_000,
    currency: 'EUR',
    sessionId: own(left.session),
  });
  return person;
}

test('who tried it before Stripe was there, or with its test keys, buys packs and plans as anybody does', async () => {
  const person = await leave(TRIED);
  const pages = [
    await shop.order(person, { pack: 'small' }),
    await shop.order(person, { price: await priceId('pro') }),
  ];
  for (const page of pages) await stripe.does('complete', { id: page.split('/').at(-1) ?? '' });
  const news = (await stripe.events()).map(({ id }) => id);
  expect(new Set(await stripe.deliver(shop.url, news))).toEqual(new Set([200]));
  expect(await listPlans(person)).toMatchObject([{ plan: { name: 'pro' } }]);
  const [row] = await shop.deps.database.db.select().from(users).where(eq(users.id, person.session.user.id));
  expect(row?.paymentCustomerId).toBe((await newest('customer')).id);
});

test('an order whose page opens again after its customer was unknown stays one order', async () => {
  const person = await leave(TRIED);
  const before = (await stripe.things('checkout.session')).length;
  const first = await shop.order(person, { pack: 'small' }, 'the same');
  expect(await shop.order(person, { pack: 'small' }, 'the same')).toBe(first);
  expect((await stripe.things('checkout.session')).length - before).toBe(1);
});

test.each(['cancel', 'resume', 'change', 'preview-change'])(
  '%s of a plan that the provider does not know ends it: there is none',
  async (path) => {
    const person = await leave(TRIED);
    expect(await listPlans(person)).toHaveLength(1);
    const body = path.includes('change') ? { price_id: await priceId('pro') } : undefined;
    expect(await post(person, path, body)).toMatchObject({
      status: 404,
      body: { code: 'subscription-missing' },
    });
    expect(await listPlans(person)).toEqual([]);
  },
);

test('an order that another provider would have been paid for is not paid', async () => {
  const person = await leave(TRIED);
  const [order] = await shop.deps.database.db
    .select()
    .from(purchases)
    .where(eq(purchases.userId, person.session.user.id));
  const answer = await callApi(shop, person, 'GET', `/api/subscriptions/purchases/${order?.id}/`);
  expect(answer).toMatchObject({ status: 200, body: { state: 'not-paid' } });
});

test('their account is deleted when they want that', async () => {
  expect(await remove(await leave(TRIED))).toMatchObject({ status: 204 });
});

test('keys of the test mode end no plan that is live', async () => {
  const person = await leave({ customer: 'cus_live', subscription: 'sub_live', session: 'cs_live' });
  for (const path of ['cancel', 'resume']) {
    expect(await post(person, path)).toMatchObject({ status: 502, body: { code: 'payment-unavailable' } });
  }
  expect(await remove(person)).toMatchObject({ status: 502, body: { code: 'payment-unavailable' } });
  expect(await listPlans(person)).toHaveLength(1);
});

test('keys of another account end no plan of the one before, which goes on charging', async () => {
  const onUserDeleting: Deps['onUserDeleting'] = (userId) => stopPayments(other.deps, userId);
  const payments = { ...stripe.settings, secretKey: 'sk_live_other' };
  const other: Shop = await startShop({ config: { payments }, onUserDeleting });
  try {
    const person = await leave(
      { customer: 'cus_elsewhere', subscription: 'sub_elsewhere', session: 'cs_elsewhere' },
      other,
    );
    const refused = { status: 409, body: { code: 'subscription-elsewhere' } };
    for (const path of ['cancel', 'resume'])
      expect(await callApi(other, person, 'POST', `/api/subscriptions/${path}/`)).toMatchObject(refused);
    expect(await remove(person, other)).toMatchObject(refused);
    expect(await listPlans(person, other)).toHaveLength(1);
    // What was tried before charges nobody, with live keys as well.
    expect(await remove(await leave(TRIED, other), other)).toMatchObject({ status: 204 });
  } finally {
    await other.stop();
  }
});

test('money that goes back to a person who was closed takes its credits along, also beside a plan that nobody here can end', async () => {
  const payments = { ...stripe.settings, secretKey: 'sk_live_other' };
  const other: Shop = await startShop({ config: { payments } });
  try {
    const { deps } = other;
    const person = await leave(
      { customer: 'cus_elsewhere', subscription: 'sub_elsewhere', session: 'cs_elsewhere' },
      other,
    );
    const known = (await stripe.events()).length;
    const page = await other.order(person, { pack: 'small' });
    await stripe.does('complete', { id: page.split('/').at(-1) ?? '' });
    const deliver = async () => {
      const news = (await stripe.events()).slice(known).map(({ id }) => id);
      return new Set(await stripe.deliver(other.url, news));
    };
    expect(await deliver()).toEqual(new Set([200]));
    const { balance } = await readMoney(other, person);
    const userId = person.session.user.id;
    await endPayments({ ...deps, db: deps.database.db }, null, userId);
    await deps.database.db.transaction((tx) => closeAccount(tx, deps, null, userId));
    await stripe.does('giveBack', { id: (await newest('payment_intent')).id });
    expect(await deliver()).toEqual(new Set([200]));
    expect((await readMoney(other, person)).balance).toBeLessThan(balance);
  } finally {
    await other.stop();
  }
});

test('whom staff close is closed also where a plan that nobody here can end is in the way of a page that was paid', async () => {
  const payments = { ...stripe.settings, secretKey: 'sk_live_other' };
  const other: Shop = await startShop({ config: { payments } });
  try {
    const { deps } = other;
    const person = await leave(
      { customer: 'cus_elsewhere', subscription: 'sub_elsewhere', session: 'cs_elsewhere' },
      other,
    );
    const userId = person.session.user.id;
    const theirs = eq(subscriptions.userId, userId);
    const { db } = deps.database;
    // The page is opened before the plan of the other account is known here.
    const [plan] = await db.delete(subscriptions).where(theirs).returning();
    const page = await other.order(person, { price: await priceId('pro') });
    await db.insert(subscriptions).values(plan!);
    await stripe.does('complete', { id: page.split('/').at(-1) ?? '' });
    await endPayments({ ...deps, db }, null, userId);
    await db.transaction((tx) => closeAccount(tx, deps, null, userId));
    const [row] = await db.select().from(users).where(eq(users.id, userId));
    expect(row?.closedAt).not.toBeNull();
  } finally {
    await other.stop();
  }
});

/** A shop with the keys of another account of Stripe's than before. */
async function openOther() {
  const payments = { ...stripe.settings, secretKey: 'sk_live_other' };
  const other: Shop = await startShop({ config: { payments } });
  const { db } = other.deps.database;
  const known = (await stripe.events()).length;
  return {
    other,
    db,
    /** All that has happened at Stripe since, told to the shop; what it answered. */
    async deliver() {
      const news = (await stripe.events()).slice(known).map(({ id }) => id);
      return new Set(await stripe.deliver(other.url, news));
    },
  };
}
const ELSEWHERE: Left = {
  customer: 'cus_elsewhere',
  subscription: 'sub_elsewhere',
  session: 'cs_elsewhere',
};

test('a plan that is paid beside one that nobody here can end is given back, and staff see it', async () => {
  const { other, db, deliver } = await openOther();
  try {
    const [staff, person] = [await makeStaff(other), await leave(ELSEWHERE, other)];
    // The page is opened before the plan of the other account is known here.
    const theirs = eq(subscriptions.userId, person.session.user.id);
    const [plan] = await db.delete(subscriptions).where(theirs).returning();
    const page = await other.order(person, { price: await priceId('pro') });
    await db.insert(subscriptions).values(plan!);
    const before = (await stripe.things('refund')).length;
    await stripe.does('complete', { id: page.split('/').at(-1) ?? '' });
    expect(await deliver()).toEqual(new Set([200]));
    expect(await deliver()).toEqual(new Set([200]));
    expect((await stripe.things('refund')).slice(before)).toMatchObject([{ amount: 6_000 }]);
    expect(await newest('subscription')).toMatchObject({ status: 'canceled' });
    expect(await readMoney(other, person)).toMatchObject({ balance: 2_000 });
    expect(await listPlans(person, other)).toMatchObject([{ plan: { name: 'starter' } }]);
    const { body } = await callApi(other, staff, 'GET', '/api/staff/alarms/');
    const alarm = expect.objectContaining({ kind: 'duplicate-subscription', plan: 'pro' });
    expect(body.results).toContainEqual(alarm);
  } finally {
    await other.stop();
  }
});

test('a plan that counts here goes on beside one that nobody here can end', async () => {
  const { other, db, deliver } = await openOther();
  try {
    const person = await other.signUp();
    const page = await other.order(person, { price: await priceId('pro') });
    await stripe.does('complete', { id: page.split('/').at(-1) ?? '' });
    expect(await deliver()).toEqual(new Set([200]));
    expect(await readMoney(other, person)).toMatchObject({ balance: 32_000 });
    await db.insert(subscriptions).values({
      userId: person.session.user.id,
      providerId: 'sub_elsewhere',
      plan: 'starter',
      recurrence: 'monthly',
      status: 'active',
      periodStart: new Date(Date.now() - 86_400_000),
      periodEnd: new Date(Date.now() + 86_400_000),
    });
    await stripe.does('renew', { id: (await newest('subscription')).id, isPaid: true });
    expect(await deliver()).toEqual(new Set([200]));
    expect(await newest('subscription')).toMatchObject({ status: 'active' });
    expect(await readMoney(other, person)).toMatchObject({ balance: 62_000 });
  } finally {
    await other.stop();
  }
});

test('whoever runs the server ends a plan that nobody here can end, and none that goes on', async () => {
  const { other, db, deliver } = await openOther();
  try {
    const instance = { ...other.deps, db };
    const person = await leave(ELSEWHERE, other);
    expect(await endPlan(instance, person.email.toUpperCase())).toEqual({ ended: 1, left: [] });
    expect(await listPlans(person, other)).toEqual([]);
    const acts = await db.select().from(staffActs).where(eq(staffActs.userId, person.session.user.id));
    const detail = { plan: 'starter', subscription: expect.stringMatching(/^sub_elsewhere/) };
    expect(acts).toMatchObject([{ act: 'plan-ended', staffId: null, detail }]);
    await expect(endPlan(instance, person.email)).rejects.toThrow(/ has no plan\.$/);

    // They buy another one, which Stripe charges.
    const page = await other.order(person, { price: await priceId('pro') });
    await stripe.does('complete', { id: page.split('/').at(-1) ?? '' });
    expect(await deliver()).toEqual(new Set([200]));
    await expect(endPlan(instance, person.email)).rejects.toThrow(/ goes on: .* is active\. End it there/);
    expect(await listPlans(person, other)).toMatchObject([{ plan: { name: 'pro' } }]);
  } finally {
    await other.stop();
  }
});

test('a plan that nobody here can end is ended beside one that goes on, which is said', async () => {
  const { other, db } = await openOther();
  try {
    const instance = { ...other.deps, db };
    // The page is opened before the plan of the other account is known here.
    const person = await leave(ELSEWHERE, other);
    const theirs = eq(subscriptions.userId, person.session.user.id);
    const [plan] = await db.delete(subscriptions).where(theirs).returning();
    const page = await other.order(person, { price: await priceId('pro') });
    await stripe.does('complete', { id: page.split('/').at(-1) ?? '' });
    const { id } = await newest('subscription');
    await db.insert(subscriptions).values([plan!, { ...plan!, id: undefined, providerId: id }]);
    expect(await endPlan(instance, person.email)).toEqual({
      ended: 1,
      left: [expect.stringContaining(`(${id}) goes on`)],
    });
    const rows = await db.select().from(subscriptions).where(theirs);
    expect(rows.map(({ providerId, status }) => [providerId, status])).toEqual(
      expect.arrayContaining([
        [plan!.providerId, 'canceled'],
        [id, 'active'],
      ]),
    );
    await expect(endPlan(instance, person.email)).rejects.toThrow(/ goes on: .* is active\. End it there/);
  } finally {
    await other.stop();
  }
});

test.each(['test', 'off'] as const)(
  'with PAYMENTS=%s nobody can ask Stripe: end-plan ends plans of the test checkout, and no other',
  async (kind) => {
    const other: Shop = await startShop({ config: { payments: { kind } } });
    try {
      const { db } = other.deps.database;
      const instance = { ...other.deps, db };
      const real = await leave({ customer: 'cus_N1', subscription: 'sub_N1', session: 'cs_live_N1' }, other);
      await expect(endPlan(instance, real.email)).rejects.toThrow(/set STRIPE_SECRET_KEY/);
      expect(await listPlans(real, other)).toHaveLength(1);
      const tried = await leave(TRIED, other);
      expect(await endPlan(instance, tried.email)).toEqual({ ended: 1, left: [] });
      expect(await listPlans(tried, other)).toEqual([]);
    } finally {
      await other.stop();
    }
  },
);

test.each(['test', 'off'] as const)(
  'with PAYMENTS=%s a plan of Stripe’s is not left behind to be charged: the account stays, and it says why',
  async (kind) => {
    const onUserDeleting: Deps['onUserDeleting'] = (userId) => stopPayments(other.deps, userId);
    const other: Shop = await startShop({ config: { payments: { kind } }, onUserDeleting });
    try {
      const real = { customer: 'cus_N1', subscription: 'sub_N1', session: 'cs_live_N1' };
      const person = await leave(real, other);
      const refused = { status: 409, body: { code: 'subscription-elsewhere' } };
      expect(await remove(person, other)).toMatchObject(refused);
      expect(await listPlans(person, other)).toHaveLength(1);
      if (kind === 'test') {
        expect(await callApi(other, person, 'POST', '/api/subscriptions/cancel/')).toMatchObject(refused);
      }
      // What the test checkout sold charges nobody.
      expect(await remove(await leave(TRIED, other), other)).toMatchObject({ status: 204 });
    } finally {
      await other.stop();
    }
  },
);
