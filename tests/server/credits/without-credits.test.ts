import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwnerLink } from '../../../src/server/accounts/make-owner-link.ts';
import { readConfig } from '../../../src/server/config.ts';
import { ledger } from '../../../src/server/db/schema/money.ts';
import { renders } from '../../../src/server/db/schema/renders.ts';
import { callApi } from '../../support/call-api.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import { makeStaff } from '../../support/staff.ts';

const places = {
  rootDir: new URL('../../..', import.meta.url).pathname,
  migrationsDir: '/migrations',
  workersDir: '/workers',
};
const { hasCredits, renderCost, signupCredits, catalogue } = readConfig({ CREDITS: 'off' }, places);
let server: RenderServer;
beforeAll(async () => {
  const config = { hasCredits, renderCost, signupCredits, catalogue, rendersPerDay: 3 };
  server = await startRenderServer({ config });
});
afterAll(() => server.stop());

test('nothing can be sold where there are no credits, and that is said at the start', () => {
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  for (const sold of [{ PAYMENTS: 'test' }, stripe]) {
    expect(() => readConfig({ CREDITS: 'off', ...sold }, places)).toThrow('With CREDITS=off nothing is sold');
  }
});

test('renders cost nothing and move nothing, for the owner as for everybody', async () => {
  const { db } = server.deps.database;
  const link = await makeOwnerLink(db, 'http://here', server.deps.now());
  const claim = { token: link.split('=')[1], email: 'owner@example.com', password: 'the owner knows it' };
  await server.app.inject({ method: 'POST', url: '/api/users/owner/claim/', payload: claim });
  const person = await server.signUp();
  expect((await server.app.inject('/api/config/')).json()).toMatchObject({
    credits: false,
    payments: 'off',
    signup_credits: 0,
    renders_per_day: 3,
  });
  expect(await server.get(person, '/api/users/me/')).toMatchObject({
    credits: 0,
    pending_credits: 0,
    render_cost: 0,
  });
  const { status, body } = await server.order(person);
  expect(status).toBe(202);
  expect(body).toMatchObject({ price: 0 });
  expect(await server.finish(person, body.id)).toMatchObject({ status: 'completed', price: 0, refunded: 0 });
  expect(await db.$count(ledger)).toBe(0);
});

test('prices, movements and gifts are not there, not even for staff', async () => {
  const staff = await makeStaff(server);
  for (const path of ['plans', 'credit-packs']) {
    expect(await server.get(staff, `/api/subscriptions/${path}/`)).toEqual([]);
  }
  const user = `/api/staff/users/${staff.session.user.id}`;
  for (const [method, path, body] of [
    ['GET', '/api/credits/ledger/'],
    ['GET', `${user}/ledger/`],
    ['POST', `${user}/grant/`, { credits: 5, note: '' }],
    ['POST', `${user}/approve/`],
  ] as const) {
    expect(await callApi(server, staff, method, path, body), path).toMatchObject({
      status: 404,
      body: { code: 'not-configured' },
    });
  }
});

test('a quota bounds the pictures of a day: a refusal says when this order fits', async () => {
  const person = await server.signUp();
  const { db } = server.deps.database;
  const first = await server.order(person, { batch_size: 2 });
  expect(first.status).toBe(202);
  await server.finish(person, first.body.id);
  const before = await db.$count(renders);
  const refused = await server.order(person, { batch_size: 2 });
  expect(refused).toMatchObject({ status: 403, body: { code: 'day-quota-reached', data: { limit: 3 } } });
  const [row] = await db.select().from(renders).where(eq(renders.id, first.body.id));
  const dayLater = (row?.createdAt.getTime() ?? 0) + 24 * 3_600_000;
  expect(Date.parse(refused.body.data.freeAt)).toBe(dayLater);
  expect(await db.$count(renders)).toBe(before);
  // What never fits says so, a set is asked about as a whole, and another person has a day of their own.
  expect((await server.order(person, { batch_size: 4 })).body.data).toEqual({ limit: 3, freeAt: null });
  const group = JSON.stringify({ id: randomUUID(), index: 0, size: 2, look: '', view: '' });
  expect((await server.order(person, { group })).body).toMatchObject({ code: 'day-quota-reached' });
  expect((await server.order(await server.signUp())).status).toBe(202);
  // What came in a project file was made elsewhere.
  if (row === undefined) throw new Error('the order is not there');
  const { id: _id, ...imported } = row;
  await db.insert(renders).values({ ...imported, startedAt: null });
  // One still fits, and when the day is over all do.
  expect((await server.order(person)).status).toBe(202);
  await db
    .update(renders)
    .set({ createdAt: new Date(Date.now() - 25 * 3_600_000) })
    .where(eq(renders.userId, person.session.user.id));
  expect((await server.order(person, { batch_size: 2 })).status).toBe(202);
});

test('of many orders at once only as many are taken as fit', async () => {
  const person = await server.signUp();
  const answers = await Promise.all(Array.from({ length: 6 }, () => server.order(person)));
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
});
