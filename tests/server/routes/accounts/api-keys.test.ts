import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiKeyBody, KeyScope } from '../../../../src/contract/http/keys/api-keys.ts';
import { users } from '../../../../src/server/db/schema/accounts.ts';
import { type FakeSmtp, startFakeSmtp } from '../../../support/fake-smtp/start-fake-smtp.ts';
import { codeOf, STEP_MS, switchOnFactor } from '../../../support/second-factor.ts';
import { type Person, startTestServer, type TestServer } from '../../../support/server.ts';
import { makeStaff } from '../../../support/staff.ts';

const PATH = '/api/users/me/api-keys/';
const ALL: KeyScope[] = ['read', 'write', 'render'];
let smtp: FakeSmtp;
let server: TestServer;
let timeMs = Date.now();
beforeAll(async () => {
  smtp = await startFakeSmtp();
  const mail = { smtpUrl: smtp.url, from: 'Vitrine <noreply@example.com>' };
  server = await startTestServer({ now: () => new Date(timeMs), config: { mail } });
});
afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
});

type Headers = Person['headers'];
const inject = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  headers: Headers,
  payload?: object,
) => server.app.inject({ method, url, headers, ...(payload && { payload }) });
const listOf = async ({ headers }: Pick<Person, 'headers'>) =>
  (await inject('GET', PATH, headers)).json<{ results: ApiKeyBody[] }>().results;
const ask = (person: Person, change: object = {}) =>
  inject('POST', PATH, person.headers, {
    name: 'Shop sync',
    scopes: ALL,
    expires_in_days: null,
    password: person.password,
    ...change,
  });
async function keyOf(person: Person, scopes: KeyScope[] = ALL, change: object = {}) {
  const made = await ask(person, { scopes, ...change });
  expect(made.statusCode).toBe(201);
  const { id, key } = made.json<ApiKeyBody & { key: string }>();
  return { id, key, headers: { authorization: `Bearer ${key}` } };
}

test('a key is made with the password, shown once, told by mail, and calls in place of its person', async () => {
  const person = await server.signUp();
  expect((await ask(person, { password: 'not it' })).json()).toMatchObject({ code: 'password-wrong' });
  expect(await listOf(person)).toEqual([]);
  const made = await ask(person, { scopes: ['render', 'read'], expires_in_days: 30 });
  expect(made.headers['cache-control']).toBe('no-store');
  const { key, ...shown } = made.json();
  expect(key).toMatch(/^vitrine_[\w-]{43}$/);
  expect(shown).toEqual({
    id: expect.any(String),
    name: 'Shop sync',
    scopes: ['read', 'render'],
    ending: key.slice(-4),
    created_at: new Date(timeMs).toISOString(),
    last_used_at: null,
    expires_at: new Date(timeMs + 30 * 24 * 3_600_000).toISOString(),
  });
  expect(await listOf(person)).toEqual([shown]);
  const mails = await smtp.mailsTo(person.email, 2);
  expect(mails.map(({ subject }) => subject)).toContain('An API key was made at Vitrine');

  const headers = { authorization: `Bearer ${key}` };
  expect((await inject('GET', '/api/users/me/', headers)).json()).toMatchObject({ email: person.email });
  const usedAt = async () => Date.parse((await listOf(person))[0]?.last_used_at ?? '');
  await expect.poll(usedAt).toBeGreaterThan(Date.now() - 3_600_000);
  // Nothing that the server keeps is the key.
  const { rows } = await server.deps.database.db.execute('select * from api_keys');
  expect(JSON.stringify(rows)).not.toContain(key.slice('vitrine_'.length));
});

test('with a second factor it asks for a code, too', async () => {
  const person = await switchOnFactor(server, await server.signUp());
  timeMs += STEP_MS;
  expect((await ask(person)).json()).toMatchObject({ code: 'second-factor-wrong' });
  expect((await ask(person, { code: codeOf(person.secret, timeMs) })).statusCode).toBe(201);
});

test.each([
  ['an empty name', { name: ' ' }],
  ['no scope', { scopes: [] }],
  ['a scope that there is none', { scopes: ['admin'] }],
  ['no days', { expires_in_days: 0 }],
  ['more than ten years', { expires_in_days: 4_000 }],
])('%s is refused', async (_name, change) => {
  const person = await server.signUp();
  expect((await ask(person, change)).json()).toMatchObject({ code: 'invalid-request' });
  expect(await listOf(person)).toEqual([]);
});

test('no key, whatever its scopes, touches accounts, money, staff or keys', async () => {
  const person = await server.signUp();
  await makeStaff(server, person.email);
  const { headers } = await keyOf(person);
  const closed = server.routes.filter(
    ({ url, method, config }) =>
      /^\/api\/(users|staff|payments|subscriptions|notifications)\//.test(url) &&
      config?.isPublic !== true &&
      !(url === '/api/users/me/' && ['GET', 'HEAD'].includes(String(method))),
  );
  expect(closed.length).toBeGreaterThan(60);
  for (const { url, method } of closed) {
    if (method === 'HEAD' || method === 'OPTIONS') continue;
    const answer = await server.app.inject({
      method: method as 'GET',
      url: url.replace(/:\w+/g, '1'),
      headers,
    });
    expect([method, url, answer.statusCode, answer.json().code]).toEqual([method, url, 403, 'api-key-scope']);
  }
});

test.each([
  ['read', [200, 403, 403]],
  ['write', [403, 201, 403]],
  ['render', [403, 403, 400]],
] as const)('a key with the scope %s does that and nothing else', async (scope, expected) => {
  const { headers } = await keyOf(await server.signUp(), [scope]);
  const answers = [
    await inject('GET', '/api/project/', headers),
    await inject('POST', '/api/project/', headers, { name: 'From a program' }),
    await inject('POST', '/api/render/', headers, {}),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(expected);
  for (const answer of answers)
    if (answer.statusCode === 403) expect(answer.json()).toMatchObject({ code: 'api-key-scope' });
});

test('reading calls read and changing calls change, of every route that keys may call', async () => {
  const { headers } = await keyOf(await server.signUp(), ['read']);
  let asked = 0;
  for (const { url, method, config } of server.routes) {
    const isOurs = url.startsWith('/api/') && !url.startsWith('/api/docs') && config?.isPublic !== true;
    if (!isOurs || ['GET', 'HEAD', 'OPTIONS'].includes(String(method))) continue;
    const answer = await server.app.inject({
      method: method as 'POST',
      url: url.replace(/:\w+/g, '1'),
      headers,
    });
    expect([method, url, answer.statusCode]).toEqual([method, url, 403]);
    asked += 1;
  }
  expect(asked).toBeGreaterThan(50);
});

test('a key that is revoked, expired or of a closed account is none from the next call on', async () => {
  const person = await server.signUp();
  const revoked = await keyOf(person);
  const expired = await keyOf(person, ALL, { expires_in_days: 1 });
  const closed = await keyOf(person);
  const status = async (headers: Headers) => (await inject('GET', '/api/project/', headers)).statusCode;
  for (const { headers } of [revoked, expired, closed]) expect(await status(headers)).toBe(200);

  expect((await inject('DELETE', `${PATH}${revoked.id}/`, person.headers)).statusCode).toBe(204);
  expect((await inject('DELETE', `${PATH}${revoked.id}/`, person.headers)).statusCode).toBe(404);
  expect((await listOf(person)).map(({ id }) => id)).not.toContain(revoked.id);
  await server.deps.database.db.execute(`update api_keys set expires_at = now() where id = '${expired.id}'`);
  expect([
    await status(revoked.headers),
    await status(expired.headers),
    await status(closed.headers),
  ]).toEqual([401, 401, 200]);
  const { db } = server.deps.database;
  await db.update(users).set({ closedAt: new Date() }).where(eq(users.email, person.email));
  expect(await status(closed.headers)).toBe(401);
});

test('a key reads where the database takes no writes, and is noted as used once it does', async () => {
  const person = await server.signUp();
  const { headers } = await keyOf(person);
  const { db } = server.deps.database;
  await db.execute(`create function refuse_writes() returns trigger language plpgsql as
    $$ begin raise 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
  await db.execute(
    'create trigger refuse_writes before update on api_keys for each statement execute function refuse_writes()',
  );
  try {
    expect((await inject('GET', '/api/project/', headers)).statusCode).toBe(200);
  } finally {
    await db.execute('drop trigger refuse_writes on api_keys');
    await db.execute('drop function refuse_writes');
  }
  expect((await inject('GET', '/api/project/', headers)).statusCode).toBe(200);
  await expect.poll(async () => (await listOf(person))[0]?.last_used_at).toEqual(expect.any(String));
});

test('a key is its own person’s alone, and there are twenty of one', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const { id } = await keyOf(person);
  expect(await listOf(other)).toEqual([]);
  expect((await inject('DELETE', `${PATH}${id}/`, other.headers)).statusCode).toBe(404);
  const rest = await Promise.all(Array.from({ length: 21 }, () => ask(person)));
  expect(rest.filter(({ statusCode }) => statusCode === 201)).toHaveLength(19);
  expect(rest.find(({ statusCode }) => statusCode !== 201)?.json()).toMatchObject({ code: 'api-key-limit' });
  expect(await listOf(person)).toHaveLength(20);
});

test('what looks like a key and is none is nobody', async () => {
  for (const key of ['vitrine_', `vitrine_${'a'.repeat(43)}`, `vitrine_${'a'.repeat(5_000)}`]) {
    const answer = await inject('GET', '/api/project/', { authorization: `Bearer ${key}` });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'not-authenticated']);
  }
});
