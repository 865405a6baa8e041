import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import type {
  DeliveriesBody,
  DeliveryBody,
  MadeWebhookBody,
  WebhookBody,
  WebhooksBody,
} from '../../../src/contract/http/keys/webhooks.ts';
import { forgetOldRows } from '../../../src/server/db/forget-old-rows.ts';
import { RETRY_SECONDS } from '../../../src/server/webhooks/due-deliveries.ts';
import { type Delivering, keepDelivering } from '../../../src/server/webhooks/keep-delivering.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';
import { isSigned, startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

/** A program is told how renders ended, through real sockets, by processes that may go away. */

const PATH = '/api/users/me/webhooks/';
const BOTH = ['render.finished', 'render.failed'] as const;
const TIMEOUT_MS = 1_000;

let receiver: WebhookReceiver;
let other: WebhookReceiver;
let server: RenderServer;
let delivering: Delivering;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  other = await startWebhookReceiver();
  const webhookOrigins = [receiver.origin, other.origin];
  server = await startRenderServer({ config: { webhookOrigins, rateLimitFactor: 0 } });
});
afterAll(async () => {
  await server?.stop();
  await receiver?.stop();
  await other?.stop();
});
const deliver = (timeoutMs = TIMEOUT_MS) => keepDelivering(server.deps, { timeoutMs });
beforeEach(() => {
  delivering = deliver();
});
afterEach(() => delivering.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const call = (person: Person, method: Method, path = '', payload?: object) =>
  server.app.inject({ method, url: PATH + path, headers: person.headers, ...(payload && { payload }) });
const rows = async (text: string) => (await server.deps.database.pool.query(text)).rows;
async function made(person: Person, change: object = {}): Promise<z.infer<typeof MadeWebhookBody>> {
  const answer = await call(person, 'POST', '', { url: receiver.url, events: BOTH, ...change });
  expect(answer.statusCode).toBe(201);
  expect(answer.headers['cache-control']).toBe('no-store');
  return answer.json();
}
const listed = async (person: Person) =>
  (await call(person, 'GET')).json<z.infer<typeof WebhooksBody>>().results;
const logged = async (person: Person, id: string) =>
  (await call(person, 'GET', `${id}/deliveries/`)).json<z.infer<typeof DeliveriesBody>>();
/** The only message to a webhook, once it is as asked, and no try of it runs. */
async function settled(person: Person, id: string, state: DeliveryBody['state'], tries: number) {
  const read = async () =>
    (await logged(person, id)).results.map((one) => ({
      ...one,
      isTried: one.status !== null || one.error !== null,
    }));
  await expect
    .poll(read, { timeout: 60_000, interval: 50 })
    .toMatchObject([{ state, tries, isTried: tries > 0 }]);
  return (await logged(person, id)).results[0] as DeliveryBody;
}
async function finish(person: Person): Promise<number> {
  const { status, body } = await server.order(person);
  expect(status).toBe(202);
  const isAlive = `select 1 from renders where id = ${body.id} and status in ('queued', 'processing')`;
  await expect.poll(() => rows(isAlive), { timeout: 300_000, interval: 50 }).toEqual([]);
  return body.id;
}
/** Calls to a receiver about one render. */
const about = (renderId: number, at = receiver) =>
  at.calls.filter(({ message }) => message.data.render_id === renderId);
/** As if the pause before the next try were over. */
async function hurry(id: string): Promise<void> {
  await rows(
    `update webhook_deliveries set due_at = now() where webhook_id = '${id}' and due_at is not null`,
  );
  delivering.wake();
}

test('a program is told that a render is finished, once, in a message that is signed as Stripe’s are', async () => {
  const person = await server.signUp();
  const hook = await made(person);
  expect(hook.secret).toMatch(/^whsec_[\w-]{43}$/);
  const id = await finish(person);
  const delivery = await settled(person, hook.id, 'delivered', 1);
  const [told, ...more] = about(id);
  expect(more).toEqual([]);
  expect(told).toMatchObject({
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': expect.stringMatching(/^Vitrine\/\d/),
    },
    message: {
      id: delivery.event,
      type: 'render.finished',
      created: expect.any(Number),
      data: { render_id: id, status: 'completed', error: null, images: 1, credits: expect.any(Number) },
    },
  });
  expect(told && isSigned(told, hook.secret)).toBe(true);
  expect(told && isSigned({ ...told, body: `${told.body} ` }, hook.secret)).toBe(false);
  expect(told && isSigned(told, (await made(person)).secret)).toBe(false);
  expect(delivery).toMatchObject({ type: 'render.finished', render_id: id, status: 204, error: null });
  expect(delivery.next_try_at).toBeNull();
  expect((await listed(person))[0]).toMatchObject({ waiting: 0, last_try: { status: 204, error: null } });
  expect(await rows(`select * from webhooks where url like '%whsec%'`)).toEqual([]);
});

test('one that failed is told with its code and without cost, one that was cancelled is not, and each webhook hears what it asked for', async () => {
  const person = await server.signUp();
  const finishedOnly = await made(person, { events: ['render.finished'] });
  const failedOnly = await made(person, { url: other.url, events: ['render.failed'] });
  const gate = server.engine.hold();
  const { body: cancelled } = await server.order(person);
  await gate.reached;
  await server.post(person, `/api/render/${cancelled.id}/cancel/`);
  gate.release();
  server.engine.failure = new Error('out of paint');
  const failed = await finish(person);
  server.engine.failure = null;
  await settled(person, failedOnly.id, 'delivered', 1);
  const [told] = about(failed, other);
  expect(told?.message).toMatchObject({
    type: 'render.failed',
    data: { render_id: failed, status: 'error', error: expect.any(String), images: 0, credits: 0 },
  });
  expect((await logged(person, finishedOnly.id)).results).toEqual([]);
  expect([...about(cancelled.id), ...about(cancelled.id, other)]).toEqual([]);
  // Both hear of one event by one id.
  await call(person, 'PATCH', `${failedOnly.id}/`, { events: BOTH });
  const id = await finish(person);
  await expect.poll(() => [...about(id), ...about(id, other)], { timeout: 60_000 }).toHaveLength(2);
  expect(about(id)[0]?.message).toEqual(about(id, other)[0]?.message);
});

test('a receiver that fails, hangs up, sleeps and sends elsewhere is told again, with the same bytes, until it says yes', async () => {
  const person = await server.signUp();
  const hook = await made(person);
  receiver.behaviours.push(500, 'reset', 'silent', 302);
  const id = await finish(person);
  const endings = [
    { status: 500, error: null },
    { status: null, error: 'unreachable' },
    { status: null, error: 'late' },
    { status: 302, error: null },
  ];
  for (const [index, ending] of endings.entries()) {
    await expect
      .poll(async () => (await logged(person, hook.id)).results, { timeout: 60_000, interval: 50 })
      .toMatchObject([{ ...ending, state: 'waiting', tries: index + 1 }]);
    const [{ next_try_at = '' } = {}] = (await logged(person, hook.id)).results;
    const waitMs = Date.parse(next_try_at ?? '') - Date.now();
    expect(waitMs).toBeLessThanOrEqual((RETRY_SECONDS[index] ?? 0) * 1000);
    expect((await listed(person))[0]).toMatchObject({ waiting: 1, last_try: ending });
    await hurry(hook.id);
  }
  await settled(person, hook.id, 'delivered', 5);
  expect(about(id)).toHaveLength(5);
  expect(new Set(about(id).map(({ body }) => body)).size).toBe(1);
  for (const told of about(id)) expect(isSigned(told, hook.secret)).toBe(true);
});

test('after a day of tries it is given up, can be seen, and sent again', async () => {
  expect(RETRY_SECONDS.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(23 * 3_600);
  const person = await server.signUp();
  const hook = await made(person);
  const tries = RETRY_SECONDS.length + 1;
  receiver.behaviours.push(...Array<number>(tries).fill(503));
  const id = await finish(person);
  for (let count = 1; count < tries; count += 1) {
    await settled(person, hook.id, 'waiting', count);
    await hurry(hook.id);
  }
  const lost = await settled(person, hook.id, 'given-up', tries);
  expect(lost).toMatchObject({ status: 503, next_try_at: null });
  const again = await call(person, 'POST', `${hook.id}/deliveries/${lost.id}/again/`);
  expect(again.statusCode).toBe(202);
  expect(again.json()).toMatchObject({ event: lost.event, state: 'waiting', tries: 0 });
  await settled(person, hook.id, 'delivered', 1);
  expect(about(id)).toHaveLength(tries + 1);
});

test('messages that wait when the server ends are sent by the next one, and one that hung is not lost', async () => {
  const person = await server.signUp();
  const hook = await made(person);
  receiver.behaviours.push('silent');
  const id = await finish(person);
  await expect.poll(() => about(id), { timeout: 60_000 }).toHaveLength(1);
  await delivering.close();
  expect((await logged(person, hook.id)).results).toMatchObject([{ state: 'waiting', tries: 0 }]);
  delivering = deliver();
  await settled(person, hook.id, 'delivered', 1);
  // A process that was killed in the middle of a try: its lease runs out.
  const taken = `update webhook_deliveries set due_at = now(), delivered_at = null where webhook_id = '${hook.id}'`;
  await rows(taken);
  await expect
    .poll(
      () => {
        delivering.wake();
        return about(id).length;
      },
      { timeout: 60_000, interval: 100 },
    )
    .toBe(3);
});

test('two processes that look at once tell each event once, and a slow receiver holds nobody up', async () => {
  const [slow, quick] = [await server.signUp(), await server.signUp()];
  const slowHook = await made(slow);
  const quickHook = await made(quick, { url: other.url });
  await delivering.close();
  const fill = (id: string) =>
    rows(`insert into webhook_deliveries (webhook_id, event_id, type, body, due_at)
      select '${id}', gen_random_uuid(), 'test', '{"data":{},"number":' || n || '}', now() - interval '1 hour'
      from generate_series(1, 40) as n`);
  await fill(slowHook.id);
  await fill(quickHook.id);
  receiver.behaviours.push(...Array<'silent'>(8).fill('silent'));
  const before = other.calls.length;
  const both = [deliver(600_000), deliver(600_000)];
  await expect.poll(() => other.calls.length - before, { timeout: 60_000, interval: 20 }).toBe(40);
  // The slow one is still at its first messages, four for each process.
  const waiting = `select count(*)::int as waiting from webhook_deliveries where webhook_id = '${slowHook.id}' and attempts = 0`;
  // One that looked while the other had all of them in its hands looks again.
  await expect
    .poll(() => {
      for (const one of both) one.wake();
      return rows(waiting);
    })
    .toEqual([{ waiting: 32 }]);
  const delivered = `select count(*)::int as done from webhook_deliveries where webhook_id = '${quickHook.id}' and delivered_at is not null and attempts = 1`;
  await expect.poll(() => rows(delivered)).toEqual([{ done: 40 }]);
  expect(new Set(other.calls.slice(before).map(({ body }) => body)).size).toBe(40);
  for (const one of both) await one.close();
  receiver.behaviours.length = 0;
  await call(slow, 'DELETE', `${slowHook.id}/`);
});

test('switched off nothing is sent and what waits is given up; switched on, new events are', async () => {
  const person = await server.signUp();
  const hook = await made(person);
  receiver.behaviours.push(500);
  const first = await finish(person);
  const { id: delivery } = await settled(person, hook.id, 'waiting', 1);
  expect((await call(person, 'PATCH', `${hook.id}/`, { is_on: false })).json()).toMatchObject({
    is_on: false,
    waiting: 0,
  });
  await settled(person, hook.id, 'given-up', 1);
  await finish(person);
  for (const path of ['test/', `deliveries/${delivery}/again/`])
    expect((await call(person, 'POST', `${hook.id}/${path}`)).json(), path).toMatchObject({
      code: 'webhook-off',
    });
  await settled(person, hook.id, 'given-up', 1);
  await call(person, 'PATCH', `${hook.id}/`, { is_on: true, url: other.url });
  const id = await finish(person);
  await expect.poll(() => about(id, other), { timeout: 60_000 }).toHaveLength(1);
  expect(about(first)).toHaveLength(1);
});

test('of an account that staff have closed nothing is sent; once it is open again, what waits is', async () => {
  const [person, stranger] = [await server.signUp(), await server.signUp()];
  const hook = await made(person);
  const openHook = await made(stranger, { url: other.url });
  await call(person, 'POST', `${hook.id}/test/`);
  await settled(person, hook.id, 'delivered', 1);
  const close = (at: string) =>
    rows(`update users set closed_at = ${at} where id = ${person.session.user.id}`);
  await close('now()');
  const before = receiver.calls.length;
  await rows(
    `update webhook_deliveries set due_at = now() - interval '1 s', attempts = 0 where webhook_id = '${hook.id}'`,
  );
  // What is due of others is sent in the same look.
  await call(stranger, 'POST', `${openHook.id}/test/`);
  await settled(stranger, openHook.id, 'delivered', 1);
  expect(receiver.calls).toHaveLength(before);
  await close('null');
  delivering.wake();
  await expect.poll(() => receiver.calls.length, { timeout: 60_000 }).toBe(before + 1);
});

test('a test is sent when its person asks, and a secret made anew signs beside the old one for a day', async () => {
  const person = await server.signUp();
  const hook = await made(person);
  const { event } = (await call(person, 'POST', `${hook.id}/test/`)).json<DeliveryBody>();
  await settled(person, hook.id, 'delivered', 1);
  const find = (id: string) => receiver.calls.find(({ message }) => message.id === id);
  expect(find(event)?.message).toMatchObject({ type: 'test', data: {} });
  const { secret } = (await call(person, 'POST', `${hook.id}/secret/`)).json<{ secret: string }>();
  expect(secret).not.toBe(hook.secret);
  const tested = async () => {
    const { event: next } = (await call(person, 'POST', `${hook.id}/test/`)).json<DeliveryBody>();
    await expect.poll(() => find(next), { timeout: 60_000 }).toBeDefined();
    const told = find(next);
    return [hook.secret, secret].map((one) => told !== undefined && isSigned(told, one));
  };
  expect(await tested()).toEqual([true, true]);
  await rows(`update webhooks set rolled_at = rolled_at - interval '1 day' where id = '${hook.id}'`);
  expect(await tested()).toEqual([false, true]);
});

test('addresses that lead inside are refused, when they are given and when they are called', async () => {
  const person = await server.signUp();
  for (const url of [
    'http://shop.example.com/hook',
    'https://127.0.0.1/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/hook',
    'https://nas.local/hook',
    'https://[::1]/hook',
    'https://name:word@shop.example.com/hook',
    'http://127.0.0.1:1/hook',
    'file:///etc/passwd',
    'shop.example.com',
  ]) {
    const answer = await call(person, 'POST', '', { url, events: BOTH });
    expect([answer.statusCode, answer.json().code], url).toEqual([422, 'webhook-address']);
  }
  expect(await listed(person)).toEqual([]);
  const hook = await made(person);
  const refused = await call(person, 'PATCH', `${hook.id}/`, { url: 'https://127.0.0.1/' });
  expect(refused.json()).toMatchObject({ code: 'webhook-address' });
  // WEBHOOK_ORIGINS no longer names it.
  await rows(`update webhooks set url = 'http://127.0.0.1:1/' where id = '${hook.id}'`);
  await call(person, 'POST', `${hook.id}/test/`);
  expect(await settled(person, hook.id, 'waiting', 1)).toMatchObject({ error: 'unreachable', status: null });
  await call(person, 'DELETE', `${hook.id}/`);
});

test('somebody else’s webhook is not found by any call, and no API key reaches one', async () => {
  const [person, stranger] = [await server.signUp(), await server.signUp()];
  const hook = await made(person);
  const { id: delivery } = (await call(person, 'POST', `${hook.id}/test/`)).json<DeliveryBody>();
  await settled(person, hook.id, 'delivered', 1);
  const calls: [Method, string, object?][] = [
    ['PATCH', `${hook.id}/`, { is_on: false }],
    ['DELETE', `${hook.id}/`],
    ['POST', `${hook.id}/secret/`],
    ['POST', `${hook.id}/test/`],
    ['GET', `${hook.id}/deliveries/`],
    ['POST', `${hook.id}/deliveries/${delivery}/again/`],
  ];
  for (const [method, path, body] of calls)
    expect((await call(stranger, method, path, body)).statusCode, path).toBe(404);
  // Nor by way of an own one.
  const own = await made(stranger);
  expect((await call(stranger, 'POST', `${own.id}/deliveries/${delivery}/again/`)).statusCode).toBe(404);
  expect(await listed(stranger)).toHaveLength(1);
  await settled(person, hook.id, 'delivered', 1);
  const key = await server.app.inject({
    method: 'POST',
    url: '/api/users/me/api-keys/',
    headers: person.headers,
    payload: {
      name: 'Shop',
      scopes: ['read', 'write', 'render'],
      expires_in_days: null,
      password: person.password,
    },
  });
  const headers = { authorization: `Bearer ${key.json().key}` };
  expect((await server.app.inject({ url: PATH, headers })).statusCode).toBe(403);
});

test('an account has ten at most, also when two are made at once; what they were told goes after 30 days and with them', async () => {
  const person = await server.signUp();
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => call(person, 'POST', '', { url: receiver.url, events: BOTH })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10);
  expect(answers.find(({ statusCode }) => statusCode !== 201)?.json()).toMatchObject({
    code: 'webhook-limit',
  });
  const [first, second] = (await listed(person)) as [WebhookBody, WebhookBody];
  for (const { id } of [first, second]) {
    await call(person, 'POST', `${id}/test/`);
    await settled(person, id, 'delivered', 1);
  }
  const insert = `insert into webhook_deliveries (webhook_id, event_id, type, body)
    select '${first.id}', gen_random_uuid(), 'test', '{}' from generate_series(1, 60)`;
  await rows(insert);
  const page = await logged(person, first.id);
  expect(page.results).toHaveLength(50);
  const rest = await call(person, 'GET', `${first.id}/deliveries/?before=${page.next}`);
  expect(rest.json()).toMatchObject({ next: null });
  expect(rest.json().results).toHaveLength(11);
  await rows(
    `update webhook_deliveries set created_at = now() - interval '31 days' where webhook_id = '${first.id}'`,
  );
  await forgetOldRows(server.deps.database.db, new Date());
  expect((await logged(person, first.id)).results).toEqual([]);
  expect((await logged(person, second.id)).results).toHaveLength(1);
  expect((await call(person, 'DELETE', `${second.id}/`)).statusCode).toBe(204);
  expect(await rows(`select 1 from webhook_deliveries where webhook_id = '${second.id}'`)).toEqual([]);
});
