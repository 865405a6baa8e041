import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SessionBody } from '../../../src/contract/http/accounts.ts';
import type { PushStateBody } from '../../../src/contract/http/notices.ts';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import { forgetOldRows } from '../../../src/server/db/forget-old-rows.ts';
import { keepTelling, type Telling } from '../../../src/server/push/keep-telling.ts';
import { SUBSCRIPTIONS_MAX } from '../../../src/server/push/subscriptions.ts';
import { type FakePush, type PushDevice, startFakePush } from '../../support/fake-push/start-fake-push.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

/** A device is told how a render ended, through a push service that is as strict as theirs. */

let push: FakePush;
let server: RenderServer;
let telling: Telling;
beforeAll(async () => {
  push = await startFakePush();
  server = await startRenderServer({ config: { pushServices: [push.origin] } });
});
afterAll(async () => {
  await server?.stop();
  await push?.stop();
});
beforeEach(() => {
  telling = keepTelling(server.deps);
});
afterEach(() => telling.close());

const state = async (person: Person) => server.get<PushStateBody>(person, '/api/users/push/');
const put = (person: Person, subscription: object) =>
  server.app.inject({
    method: 'PUT',
    url: '/api/users/push/',
    headers: person.headers,
    payload: subscription,
  });

/** A person whose device wants to be told. */
async function subscribed(answers: readonly number[] = []): Promise<{ person: Person; device: PushDevice }> {
  const person = await server.signUp();
  const device = await push.subscribe((await state(person)).public_key, answers);
  expect((await put(person, device.subscription)).statusCode).toBe(204);
  return { person, device };
}
/** The same person on another device. */
async function again(person: Person): Promise<Person> {
  const payload = { email: person.email, password: person.password };
  const answer = await server.app.inject({ method: 'POST', url: '/api/users/login/', payload });
  const session = answer.json<SessionBody>();
  return { ...person, session, headers: { authorization: `Bearer ${session.access_token}` } };
}
/** Without a live channel: nobody looks. */
async function ended(renderId: number): Promise<void> {
  const isAlive = `select 1 from renders where id = ${renderId} and status in ('queued', 'processing')`;
  await expect.poll(() => rows(isAlive), { timeout: 300_000, interval: 50 }).toEqual([]);
}
async function finish(person: Person): Promise<number> {
  const { status, body } = await server.order(person);
  expect(status).toBe(202);
  await ended(body.id);
  return body.id;
}
const rows = async (text: string) => (await server.deps.database.pool.query(text)).rows;

test('a device whose page is closed is told that a picture is ready, in its person’s language, without the prompt', async () => {
  const { person, device } = await subscribed();
  expect((await state(person)).endpoint).toBe(device.subscription.endpoint);
  await server.app.inject({
    method: 'PATCH',
    url: '/api/users/me/',
    headers: person.headers,
    payload: { language: 'es' },
  });
  const id = await finish(person);
  const [message] = await device.messages();
  expect(message?.said).toEqual({
    kind: 'finished',
    render_id: id,
    title: 'Tu imagen está lista',
    body: (await server.get<ProjectBody>(person, '/api/project/active/')).name,
  });
  expect(message).toMatchObject({ status: 201, ttl: 43_200, topic: `render-${id}`, urgency: 'normal' });
  await expect.poll(() => rows('select 1 from push_due')).toEqual([]);
  expect(await device.messages(0)).toHaveLength(1);
  expect(await push.complaints()).toEqual([]);
});

test('a render that failed is told, one that was cancelled is not', async () => {
  const { person, device } = await subscribed();
  const gate = server.engine.hold();
  const { body: cancelled } = await server.order(person);
  await gate.reached;
  await server.post(person, `/api/render/${cancelled.id}/cancel/`);
  gate.release();
  await ended(cancelled.id);
  server.engine.failure = new Error('out of paint');
  const { body } = await server.order(person);
  await ended(body.id);
  server.engine.failure = null;
  const [message] = await device.messages();
  expect(message?.said).toMatchObject({ kind: 'failed', render_id: body.id });
  expect(await device.messages(0)).toHaveLength(1);
});

test('where a page of the person listens, it tells it itself: nobody is told twice', async () => {
  const { person, device } = await subscribed();
  const gate = server.engine.hold();
  const { body } = await server.order(person);
  await gate.reached;
  const followed = server.follow(person, body.id);
  await expect.poll(() => server.deps.services.channels.people()).toContain(person.session.user.id);
  gate.release();
  await followed;
  // The next one finds no page.
  await expect.poll(() => server.deps.services.channels.people()).not.toContain(person.session.user.id);
  const next = await finish(person);
  const messages = await device.messages();
  expect(messages.map(({ said }) => said)).toMatchObject([{ render_id: next }]);
});

test('a push service that is busy is asked again when it says, one that knows the device no more never', async () => {
  const { person, device } = await subscribed([429]);
  await finish(person);
  const messages = await device.messages(1);
  expect(messages.map(({ status }) => status)).toEqual([429]);
  await expect
    .poll(async () => {
      await telling.tellNow();
      return (await device.messages(0)).map(({ status }) => status);
    })
    .toEqual([429, 201]);
  for (const answer of [404, 410]) {
    const lost = await subscribed([answer]);
    await finish(lost.person);
    await lost.device.messages(1);
    await expect.poll(async () => (await state(lost.person)).endpoint).toBeNull();
    await expect.poll(() => rows('select 1 from push_due')).toEqual([]);
  }
  const refused = await subscribed([413]);
  await finish(refused.person);
  await refused.device.messages(1);
  await expect.poll(() => rows('select 1 from push_due')).toEqual([]);
  expect((await state(refused.person)).endpoint).toBe(refused.device.subscription.endpoint);
});

test('a device is told no longer once it wants no more, signs out, or its account goes', async () => {
  const { person, device } = await subscribed();
  await server.app.inject({ method: 'DELETE', url: '/api/users/push/', headers: person.headers });
  expect((await state(person)).endpoint).toBeNull();
  // On another device meanwhile.
  const tablet = await again(person);
  const second = await push.subscribe((await state(tablet)).public_key);
  await put(tablet, second.subscription);
  const phone = await again(person);
  const third = await push.subscribe((await state(phone)).public_key);
  await put(phone, third.subscription);
  await server.app.inject({
    method: 'POST',
    url: '/api/users/logout/',
    headers: tablet.headers,
    payload: {},
  });
  await finish(person);
  await third.messages(1);
  expect(await second.messages(0)).toEqual([]);
  expect(await device.messages(0)).toEqual([]);
  const gone = await server.app.inject({
    method: 'DELETE',
    url: '/api/users/me/',
    headers: phone.headers,
    payload: { password: person.password },
  });
  expect(gone.statusCode).toBe(204);
  expect(await rows(`select 1 from push_subscriptions where user_id = ${person.session.user.id}`)).toEqual(
    [],
  );
});

test('what one person’s device is told is nobody else’s: addresses of other devices are refused, the same browser moves along', async () => {
  const { person, device } = await subscribed();
  const other = await server.signUp();
  const { endpoint } = device.subscription;
  const { p256dh } = device.subscription.keys;
  const stolen = { endpoint, keys: { p256dh, auth: Buffer.alloc(16, 1).toString('base64url') } };
  expect((await put(other, stolen)).statusCode).toBe(403);
  expect((await state(person)).endpoint).toBe(endpoint);
  // Somebody else signs in on the device itself.
  expect((await put(other, device.subscription)).statusCode).toBe(204);
  expect((await state(person)).endpoint).toBeNull();
  await finish(person);
  const id = await finish(other);
  expect((await device.messages()).map(({ said }) => said)).toMatchObject([{ render_id: id }]);
});

test('addresses that lead elsewhere and keys that are none are refused, and devices of a person are counted', async () => {
  const person = await server.signUp();
  const device = await push.subscribe((await state(person)).public_key);
  const { keys } = device.subscription;
  for (const endpoint of [
    'http://127.0.0.1:1/push',
    'https://169.254.169.254/latest',
    'https://localhost/x',
    'x',
  ])
    expect((await put(person, { endpoint, keys })).json().fields, endpoint).toHaveProperty('endpoint');
  const { endpoint } = device.subscription;
  for (const wrong of [{ ...keys, auth: 'short' }, { ...keys, p256dh: `${keys.p256dh}AAAA` }, {}])
    expect((await put(person, { endpoint, keys: wrong })).statusCode).toBe(400);
  expect(
    (await put(person, { endpoint: `https://push.example.com/${'x'.repeat(1000)}`, keys })).statusCode,
  ).toBe(400);
  const first = await again(person);
  for (let count = 0; count <= SUBSCRIPTIONS_MAX; count += 1) {
    const session = count === 0 ? first : await again(person);
    const own = await push.subscribe('key');
    expect((await put(session, own.subscription)).statusCode).toBe(204);
  }
  const kept = await rows(`select 1 from push_subscriptions where user_id = ${person.session.user.id}`);
  expect(kept).toHaveLength(SUBSCRIPTIONS_MAX);
  expect((await state(first)).endpoint).toBeNull();
});

test('a device of a session that ran out is told nothing and forgotten', async () => {
  const { person, device } = await subscribed();
  const gate = server.engine.hold();
  const { body } = await server.order(person);
  await gate.reached;
  await rows(
    `update refresh_tokens set expires_at = now() - interval '1 s' where user_id = ${person.session.user.id}`,
  );
  gate.release();
  await ended(body.id);
  await expect.poll(() => rows('select 1 from push_due'), { timeout: 20_000 }).toEqual([]);
  expect(await device.messages(0)).toEqual([]);
  await forgetOldRows(server.deps.database.db, new Date());
  expect(await rows(`select 1 from push_subscriptions where user_id = ${person.session.user.id}`)).toEqual(
    [],
  );
});
