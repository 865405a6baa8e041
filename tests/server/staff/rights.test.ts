import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwnerLink } from '../../../src/server/accounts/make-owner-link.ts';
import { openSession } from '../../../src/server/accounts/sessions/open-session.ts';
import { users } from '../../../src/server/db/schema/accounts.ts';
import { subscriptions } from '../../../src/server/db/schema/billing.ts';
import { callApi } from '../../support/call-api.ts';
import { type Shop, startShop } from '../../support/money.ts';
import type { Person } from '../../support/server.ts';
import { makeStaff } from '../../support/staff.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

const idOf = (person: Person): number => person.session.user.id;
const setStaff = (by: Person, person: Person, is_staff: boolean) =>
  callApi(shop, by, 'POST', `/api/staff/users/${idOf(person)}/staff/`, { is_staff });
const setClosed = (by: Person, person: Person, is_closed: boolean) =>
  callApi(shop, by, 'POST', `/api/staff/users/${idOf(person)}/closed/`, { is_closed });
const acts = async (by: Person, person: Person): Promise<string[]> =>
  (await callApi(shop, by, 'GET', `/api/staff/acts/?user=${idOf(person)}`)).body.results.map(
    ({ act }: { act: string }) => act,
  );
const logIn = ({ email, password }: Person) =>
  shop.app.inject({ method: 'POST', url: '/api/users/login/', payload: { email, password } });

test('a person becomes staff and stops being it, at once, and it is written down', async () => {
  const staff = await makeStaff(shop, 'Sol');
  const person = await shop.signUp('Ada');
  expect((await callApi(shop, person, 'GET', '/api/staff/users/')).status).toBe(404);
  expect(await setStaff(staff, person, true)).toMatchObject({ status: 200, body: { is_staff: true } });
  expect((await callApi(shop, person, 'GET', '/api/staff/users/')).status).toBe(200);
  // Told twice it is done once.
  await setStaff(staff, person, true);
  expect(await setStaff(staff, person, false)).toMatchObject({ body: { is_staff: false } });
  expect((await callApi(shop, person, 'GET', '/api/staff/users/')).status).toBe(404);
  expect(await acts(staff, person)).toEqual(['staff-unmade', 'staff-made']);
});

test('the last one stays staff, also when two take it from each other, and so does the owner', async () => {
  const { db } = shop.deps.database;
  await db.update(users).set({ isStaff: false });
  const [one, other] = [await makeStaff(shop), await makeStaff(shop)];
  const answers = await Promise.all([setStaff(one, other, false), setStaff(other, one, false)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  const left = answers[0].status === 200 ? one : other;
  expect(await setStaff(left, left, false)).toMatchObject({ status: 409, body: { code: 'last-staff' } });

  const link = await makeOwnerLink(db, 'http://here', shop.deps.now());
  const claim = { token: link.split('=')[1], email: 'owner@example.com', password: 'the owner knows it' };
  const session = (
    await shop.app.inject({ method: 'POST', url: '/api/users/owner/claim/', payload: claim })
  ).json();
  const headers = { authorization: `Bearer ${session.access_token}` };
  const owner: Person = { ...claim, session, headers };
  const before = (await acts(left, owner)).length;
  for (const [path, body] of [
    ['staff', { is_staff: false }],
    ['closed', { is_closed: true }],
    ['reset-link', undefined],
  ] as const) {
    const url = `/api/staff/users/${idOf(owner)}/${path}/`;
    expect(await callApi(shop, left, 'POST', url, body)).toMatchObject({
      status: 409,
      body: { code: 'owner-stays' },
    });
  }
  expect(await acts(left, owner)).toHaveLength(before);
  // Their own password is the owner's to change, by this way, too.
  const own = await callApi(shop, owner, 'POST', `/api/staff/users/${idOf(owner)}/reset-link/`);
  expect(own).toMatchObject({ status: 200, body: { link: expect.stringContaining('/#reset=') } });
  expect(await setClosed(left, left, true)).toMatchObject({ status: 409, body: { code: 'own-account' } });
});

test('a closed account is out at once and finds everything when it is opened again', async () => {
  const staff = await makeStaff(shop);
  const person = await shop.signUp('Grace');
  await shop.choose(await shop.order(person, { price: 'price_test_starter_monthly' }), 'pay');
  const before = (await callApi(shop, person, 'GET', '/api/users/me/')).body;
  expect(await setClosed(staff, person, true)).toMatchObject({ status: 200, body: { is_closed: true } });

  expect((await callApi(shop, person, 'GET', '/api/users/me/')).status).toBe(401);
  const { refresh_token } = person.session;
  const refreshed = await shop.app.inject({
    method: 'POST',
    url: '/api/users/token/refresh/',
    payload: { refresh_token },
  });
  expect(refreshed.statusCode).toBe(401);
  expect((await logIn(person)).json()).toMatchObject({ code: 'account-closed' });
  // Whoever does not know the password learns nothing.
  expect((await logIn({ ...person, password: 'something else' })).json()).toMatchObject({
    code: 'credentials-wrong',
  });

  expect(await setClosed(staff, person, false)).toMatchObject({ body: { is_closed: false } });
  const again = (await logIn(person)).json();
  expect(again.user).toMatchObject({ id: before.id, credits: before.credits });
  const headers = { authorization: `Bearer ${again.access_token}` };
  const back = { ...person, headers } as Person;
  const [plan] = (await callApi(shop, back, 'GET', '/api/subscriptions/subscriptions/?status=active')).body;
  expect(plan).toMatchObject({ plan: { name: 'starter' }, cancels_at_end: true });
  expect(await acts(staff, person)).toEqual(['account-opened', 'account-closed']);
  const [row] = await shop.deps.database.db
    .select()
    .from(users)
    .where(eq(users.id, idOf(person)));
  expect(row?.closedAt).toBeNull();
});

test('a closed account pays no page that was open, and a session that slipped in is over', async () => {
  const staff = await makeStaff(shop);
  const person = await shop.signUp();
  const page = await shop.order(person, { price: 'price_test_starter_monthly' });
  const { db } = shop.deps.database;
  await db
    .update(users)
    .set({ closedAt: shop.deps.now() })
    .where(eq(users.id, idOf(person)));
  // Its tokens still stand; the account does not.
  expect((await callApi(shop, person, 'GET', '/api/users/me/')).status).toBe(401);
  // Closed already, and closed once more: what could be paid is ended all the same.
  expect(await setClosed(staff, person, true)).toMatchObject({ status: 200 });
  await shop.choose(page, 'pay');
  await setClosed(staff, person, false);
  const again = (await logIn(person)).json();
  const back = { ...person, headers: { authorization: `Bearer ${again.access_token}` } } as Person;
  expect((await callApi(shop, back, 'GET', '/api/subscriptions/subscriptions/?status=active')).body).toEqual(
    [],
  );
});

test('a plan that a closed account still pays is not renewed once it is closed again', async () => {
  const staff = await makeStaff(shop);
  const person = await shop.signUp();
  await shop.choose(await shop.order(person, { price: 'price_test_starter_monthly' }), 'pay');
  const { db } = shop.deps.database;
  const own = eq(users.id, idOf(person));
  await db.update(users).set({ closedAt: shop.deps.now() }).where(own);
  expect(await setClosed(staff, person, true)).toMatchObject({ status: 200, body: { is_closed: true } });
  await db.update(users).set({ closedAt: null }).where(own);
  const plans = await callApi(shop, person, 'GET', '/api/subscriptions/subscriptions/?status=active');
  expect(plans.body).toMatchObject([{ plan: { name: 'starter' }, cancels_at_end: true }]);
});

test('a plan of a time when the provider was tried keeps nobody from being closed', async () => {
  const staff = await makeStaff(shop);
  const person = await shop.signUp();
  await shop.choose(await shop.order(person, { price: 'price_test_starter_monthly' }), 'pay');
  const { db } = shop.deps.database;
  for (const providerId of ['sub_test_gone', 'sub_1N']) {
    await db
      .update(subscriptions)
      .set({ providerId })
      .where(eq(subscriptions.userId, idOf(person)));
    expect(await setClosed(staff, person, true)).toMatchObject({ status: 200, body: { is_closed: true } });
    await setClosed(staff, person, false);
    await db
      .update(subscriptions)
      .set({ status: 'active' })
      .where(eq(subscriptions.userId, idOf(person)));
  }
});

test('while the payment provider is waited for, what other staff do does not wait', async () => {
  const staff = await makeStaff(shop);
  const person = await shop.signUp();
  await shop.choose(await shop.order(person, { price: 'price_test_starter_monthly' }), 'pay');
  await shop.order(person, { pack: 'small' });
  const { services, database } = shop.deps;
  const { payments } = services;
  const other = new pg.Client(database.connection);
  await other.connect();
  const asked: string[] = [];
  const slow = new Proxy(payments!, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        asked.push(String(name));
        await other.query('select from users where is_staff for no key update nowait');
        return value.apply(target, args) as unknown;
      };
    },
  });
  Object.assign(services, { payments: slow });
  try {
    expect(await setClosed(staff, person, true)).toMatchObject({ status: 200, body: { is_closed: true } });
    expect(asked).toEqual(expect.arrayContaining(['closeCheckout', 'cancelAtEnd']));
  } finally {
    Object.assign(services, { payments });
    await other.end();
  }
});

test('who signs in while the account is being closed waits, and is refused', async () => {
  const person = await shop.signUp();
  const { db, pool } = shop.deps.database;
  const [closing, looking] = [await pool.connect(), await pool.connect()];
  try {
    await closing.query('begin');
    await closing.query('update users set closed_at = now() where id = $1', [idOf(person)]);
    const answer = db.transaction((tx) =>
      openSession(tx, shop.deps, person.session.user.id, {
        address: '127.0.0.1',
        userAgent: '',
      }),
    );
    answer.catch(() => {});
    const countWaiting = async () =>
      (await looking.query('select 1 from pg_locks where not granted')).rows.length;
    await expect.poll(countWaiting).toBeGreaterThan(0);
    await closing.query('commit');
    await expect(answer).rejects.toMatchObject({ failure: { code: 'account-closed' } });
  } finally {
    closing.release();
    looking.release();
  }
});

test('closing an account and what is done to an order that came just before wait for each other in one order', async () => {
  const staff = await makeStaff(shop);
  const person = await shop.signUp();
  const id = idOf(person);
  const { pool } = shop.deps.database;
  const [ordering, changing, looking] = [await pool.connect(), await pool.connect(), await pool.connect()];
  const waitsFor = (table: string) =>
    expect
      .poll(
        async () => {
          const waiting = `select query from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`;
          return (await looking.query<{ query: string }>(waiting)).rows.map(({ query }) => query).join();
        },
        { timeout: 30_000 },
      )
      .toContain(`from "${table}"`);
  try {
    // 1. The account is being closed and has seen that there is no order.
    await ordering.query('begin');
    await ordering.query('select from wallets where user_id = $1 for update', [id]);
    const closing = setClosed(staff, person, true);
    await waitsFor('wallets');
    // 2. Now there is one, and somebody changes it.
    const order = `insert into renders (user_id, status, engine, recipe, price)
      values ($1, 'queued', 'studio', '{"batchSize": 1}', 0)`;
    await changing.query(order, [id]);
    await changing.query('begin');
    await changing.query('select from renders where user_id = $1 for update', [id]);
    await ordering.query('commit');
    await waitsFor('renders');
    // 3. A change of an order moves credits.
    await changing.query('select from wallets where user_id = $1 for update', [id]);
    await changing.query('commit');
    expect(await closing).toMatchObject({ status: 200, body: { is_closed: true } });
    const { rows } = await looking.query('select status from renders where user_id = $1', [id]);
    expect(rows).toEqual([{ status: 'cancelled' }]);
  } finally {
    for (const client of [ordering, changing, looking]) client.release();
  }
});

test('two who close each other are never both closed', async () => {
  const [one, other] = [await makeStaff(shop), await makeStaff(shop)];
  const answers = await Promise.all([setClosed(one, other, true), setClosed(other, one, true)]);
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses[0]).toBe(200);
  expect([401, 404]).toContain(statuses[1]);
});
