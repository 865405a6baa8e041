import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NoticesBody } from '../../../src/contract/http/notices.ts';
import { UserId } from '../../../src/contract/ids.ts';
import { grantCredits } from '../../../src/server/credits/grant-credits.ts';
import { invoices } from '../../../src/server/db/schema/billing.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer();
});
afterAll(() => server.stop());

const read = (person: Person, query = '') => server.get<NoticesBody>(person, `/api/notices/${query}`);
const see = (person: Person, until: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/notices/seen/',
    headers: person.headers,
    payload: { until },
  });
const idOf = (person: Person) => UserId.parse(person.session.user.id);

test('a new account has its first credits there, and nothing unread', async () => {
  const person = await server.signUp();
  expect(await read(person)).toMatchObject({
    results: [{ kind: 'signup', amount: 2000, is_unread: false }],
    next: null,
    unread: 0,
  });
});

test('the bell tells the same under the address of the specification', async () => {
  const person = await server.signUp();
  expect(await server.get<NoticesBody>(person, '/api/notifications/')).toEqual(await read(person));
  expect((await server.app.inject({ url: '/api/notifications/' })).statusCode).toBe(401);
});

test('finished, failed and cancelled renders, with what came back, are told to their owner until they are seen', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const finished = (await server.order(person, { quality: 'draft' })).body.id;
  await server.finish(person, finished);
  server.engine.failure = new Error('out of paint');
  const failed = (await server.order(person, { positive_prompt: 'a circle' })).body.id;
  await server.finish(person, failed);
  server.engine.failure = null;
  const gate = server.engine.hold();
  const cancelled = (await server.order(person)).body.id;
  await gate.reached;
  await server.post(person, `/api/render/${cancelled}/cancel/`);
  gate.release();
  await server.finish(person, cancelled);

  const bell = await read(person);
  expect(bell.results.map(({ kind }) => kind)).toEqual([
    'render-cancelled',
    'render-failed',
    'render-finished',
    'signup',
  ]);
  expect(bell.unread).toBe(3);
  expect(bell.results[0]).toMatchObject({ render_id: cancelled, refunded: 200, is_unread: true });
  expect(bell.results[1]).toMatchObject({ render_id: failed, prompt: 'a circle', refunded: 200 });
  expect(bell.results[2]).toMatchObject({ render_id: finished, prompt: 'a square', images: 1, refunded: 0 });
  const picture = bell.results[2]?.kind === 'render-finished' ? bell.results[2].thumbnail : null;
  expect((await fetch(server.url + picture)).headers.get('content-type')).toBe('image/webp');
  expect((await read(other)).results).toHaveLength(1);

  expect((await see(person, bell.results[1]!.created_at)).statusCode).toBe(204);
  expect((await read(person)).unread).toBe(1);
  await see(person, bell.results[2]!.created_at);
  expect((await read(person)).unread, 'never back to less').toBe(1);
  await see(person, '2099-01-01T00:00:00Z');
  expect((await read(person)).unread).toBe(0);
});

test.each([
  ['JPY', 4_500, 4_500],
  ['KWD', 9_250, 9.25],
  ['HUF', 1_200_000, 12_000],
])('a payment of %s that failed is told as what was to pay', async (currency, stored, amount) => {
  const person = await server.signUp();
  const row = {
    id: `in_${currency}`,
    userId: idOf(person),
    amount: stored,
    currency,
    status: 'failed',
  } as const;
  await server.deps.database.db.insert(invoices).values(row);
  expect((await read(person)).results[0]).toMatchObject({ kind: 'payment-failed', amount, currency });
});

test('credits that came and payments that failed are told, page by page', async () => {
  const person = await server.signUp();
  const userId = idOf(person);
  const { db } = server.deps.database;
  await db.transaction(async (tx) => {
    for (let index = 0; index < 64; index += 1) {
      await grantCredits(tx, { userId, kind: 'grant', amount: 1 + index, reference: `notices:${index}` });
    }
  });
  await db.insert(invoices).values({
    id: 'in_1',
    userId,
    amount: 3000,
    currency: 'eur',
    status: 'failed',
  });
  const first = await read(person);
  expect(first.results[0]).toMatchObject({ kind: 'payment-failed', amount: 30, currency: 'EUR' });
  expect(first.unread).toBe(65);
  const keys = first.results.map(({ key }) => key);
  let { next } = first;
  while (next !== null) {
    const page = await read(person, `?cursor=${encodeURIComponent(next)}`);
    keys.push(...page.results.map(({ key }) => key));
    next = page.next;
  }
  expect(keys).toHaveLength(66);
  expect(new Set(keys).size).toBe(66);
});

test('the bell of nobody is refused, and so is a cursor that is not ours', async () => {
  const person = await server.signUp();
  expect((await server.app.inject({ url: '/api/notices/' })).statusCode).toBe(401);
  expect((await server.app.inject({ method: 'POST', url: '/api/notices/seen/' })).statusCode).toBe(401);
  const wrong = await server.app.inject({ url: '/api/notices/?cursor=x', headers: person.headers });
  expect(wrong.json()).toMatchObject({ code: 'invalid-request', fields: { cursor: 'is not one of ours' } });
  expect((await see(person, 'yesterday')).statusCode).toBe(400);
});
