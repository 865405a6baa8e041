import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stopPayments } from '../../../src/server/billing/stop-payments.ts';
import { users } from '../../../src/server/db/schema/accounts.ts';
import { closeAccount } from '../../../src/server/staff/close-account.ts';
import { callApi } from '../../support/call-api.ts';
import { type FakeStripe, startFakeStripe } from '../../support/fake-stripe/start-fake-stripe.ts';
import { readMoney, type Shop, startShop } from '../../support/money.ts';
import type { Person } from '../../support/server.ts';
import { makeStaff } from '../../support/staff.ts';

/** What happens in another window once payments were ended and before the account goes. */
let meanwhile: (() => Promise<void>) | null = null;
let stripe: FakeStripe;
let shop: Shop;
beforeAll(async () => {
  stripe = await startFakeStripe();
  shop = await startShop({
    config: { payments: stripe.settings },
    onUserDeleting: async (userId) => {
      await stopPayments(shop.deps, userId);
      const work = meanwhile;
      meanwhile = null;
      await work?.();
    },
  });
});
afterAll(async () => {
  await shop.stop();
  await stripe.stop();
});

const sessionOf = (url: string): string => url.split('/').at(-1) ?? '';
const starter = async (): Promise<string> =>
  (await stripe.things('price')).find(({ lookup_key }) => lookup_key === 'vitrine_starter_monthly')?.id ?? '';
const newest = async (object: string) => (await stripe.things(object)).at(-1)!;
const countRefunds = async () => (await stripe.things('refund')).length;
/** Pays at a checkout, whose message does not come for now. */
async function pay(person: Person, wish: { pack: string } | { price: string }): Promise<void> {
  await stripe.does('complete', { id: sessionOf(await shop.order(person, wish)) });
}
/** All messages that there are, also those that came already. */
async function deliverAll(): Promise<void> {
  const all = (await stripe.events()).map(({ id }) => id);
  expect(new Set(await stripe.deliver(shop.url, all))).toEqual(new Set([200]));
}
const remove = async (person: Person): Promise<void> => {
  const answer = await callApi(shop, person, 'DELETE', '/api/users/me/', { password: person.password });
  expect(answer.status).toBe(204);
};
const exists = async ({ session }: Person): Promise<boolean> => {
  const rows = await shop.deps.database.db.select().from(users).where(eq(users.id, session.user.id));
  return rows.length > 0;
};

test('a plan that was paid and not heard of ends with the account, and its money goes back', async () => {
  const person = await shop.signUp();
  await pay(person, { price: await starter() });
  const before = await countRefunds();
  await remove(person);
  expect(await newest('subscription')).toMatchObject({ status: 'canceled' });
  expect((await stripe.things('refund')).slice(before)).toMatchObject([{ amount: 3_000 }]);
  await deliverAll();
  expect(await exists(person)).toBe(false);
});

test('credits that were paid and did not come before the account went are paid back', async () => {
  const person = await shop.signUp();
  await pay(person, { pack: 'small' });
  const before = await countRefunds();
  await remove(person);
  expect((await stripe.things('refund')).slice(before)).toMatchObject([{ amount: 600 }]);
  await deliverAll();
});

test.each(['pack', 'plan'] as const)(
  'money for a %s that a bank brings once the account is gone goes back, once, and staff see it',
  async (kind) => {
    const [staff, person] = [await makeStaff(shop), await shop.signUp()];
    const wish = kind === 'pack' ? { pack: 'small' } : { price: await starter() };
    const session = sessionOf(await shop.order(person, wish));
    await stripe.does('complete', { id: session, isAsync: true });
    const before = await countRefunds();
    await remove(person);
    await deliverAll();
    expect(await countRefunds()).toBe(before);
    await stripe.does('arrive', { id: session, isPaid: true });
    await deliverAll();
    await deliverAll();
    const refunds = (await stripe.things('refund')).slice(before);
    expect(refunds).toMatchObject([{ amount: kind === 'pack' ? 600 : 3_000 }]);
    const account = { person: `#${person.session.user.id}`, staff: null };
    const { body } = await callApi(shop, staff, 'GET', '/api/staff/acts/');
    expect(body.results.slice(0, 3)).toMatchObject([
      { act: 'payment-returned', detail: { session }, ...account },
      { act: 'account-deleted', ...account },
      { act: 'payment-awaited', detail: { session }, ...account },
    ]);
  },
);

test('a plan that has brought its credits ends with nothing given back', async () => {
  const person = await shop.signUp();
  await pay(person, { price: await starter() });
  await deliverAll();
  const before = await countRefunds();
  await remove(person);
  expect(await newest('subscription')).toMatchObject({ status: 'canceled' });
  expect(await countRefunds()).toBe(before);
});

test.each(['unheard', 'heard'] as const)(
  'a plan that is paid in another window while the account goes is not left behind (%s)',
  async (isHeard) => {
    const person = await shop.signUp();
    meanwhile = async () => {
      await pay(person, { price: await starter() });
      if (isHeard === 'heard') await deliverAll();
    };
    await remove(person);
    expect(await newest('subscription')).toMatchObject({ status: 'canceled' });
    await deliverAll();
  },
);

test('a page that is opened in another window while the account goes is closed', async () => {
  const person = await shop.signUp();
  meanwhile = async () => void (await shop.order(person, { price: await starter() }));
  await remove(person);
  expect(await newest('checkout.session')).toMatchObject({ status: 'expired' });
});

test('whom staff close keeps what was paid and not heard of, and it is not renewed', async () => {
  const [staff, person] = [await makeStaff(shop), await shop.signUp()];
  await pay(person, { price: await starter() });
  const path = `/api/staff/users/${person.session.user.id}/closed/`;
  expect(await callApi(shop, staff, 'POST', path, { is_closed: true })).toMatchObject({ status: 200 });
  expect(await newest('subscription')).toMatchObject({ status: 'active', cancel_at_period_end: true });
  await deliverAll();
  expect(await readMoney(shop, person)).toMatchObject({ balance: 14_000 });
});

test('a plan that is heard of once its person is closed is not renewed', async () => {
  const person = await shop.signUp();
  await pay(person, { price: await starter() });
  const { deps } = shop;
  await deps.database.db.transaction((tx) => closeAccount(tx, deps, null, person.session.user.id));
  await deliverAll();
  expect(await newest('subscription')).toMatchObject({ status: 'active', cancel_at_period_end: true });
});
