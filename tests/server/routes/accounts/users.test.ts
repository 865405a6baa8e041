import { randomUUID } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionBody } from '../../../../src/contract/http/accounts.ts';
import { deriveKey } from '../../../../src/server/process/secret.ts';
import { type Person, startTestServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
let timeMs = Date.now();
beforeAll(async () => {
  server = await startTestServer({
    now: () => new Date(timeMs),
    onUserCreated: async (tx, userId) => {
      const { rows } = await tx.execute<{ name: string }>(`select name from users where id = ${userId}`);
      if (rows[0]?.name === 'Unlucky') throw new Error('the sample project cannot be copied');
    },
  });
});
afterAll(() => server.stop());

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url, payload, headers });
const register = (change: object = {}) =>
  post('/api/users/register/', {
    name: 'Ada',
    email: `ada${Math.random()}@example.com`,
    password: 'a long password',
    ...change,
  });
const me = (token: string) =>
  server.app.inject({ url: '/api/users/me/', headers: { authorization: `Bearer ${token}` } });

test('a new account is signed in and has its credits', async () => {
  const person = await server.signUp('Ada Lovelace King');
  const answer = await me(person.session.access_token);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    id: person.session.user.id,
    username: 'Ada Lovelace King',
    email: person.email,
    first_name: 'Ada',
    last_name: 'Lovelace King',
    avatar_url: null,
    credits: 2000,
    is_staff: false,
    render_cost: 200,
    is_email_verified: false,
    pending_credits: 0,
    debt: 0,
    has_password: true,
  });
  const entries = await server.app.inject({ url: '/api/credits/ledger', headers: person.headers });
  expect(entries.json()).toMatchObject([{ kind: 'signup', amount: 2000, balance_after: 2000 }]);
});

test('an e-mail has one account, in whatever case it is written', async () => {
  await register({ email: 'Grace.Hopper@Example.com' });
  const again = await register({ email: 'grace.hopper@example.COM' });
  expect(again.statusCode).toBe(409);
  expect(again.json()).toMatchObject({ code: 'email-taken' });
  const login = await post('/api/users/login/', {
    email: ' GRACE.hopper@example.com',
    password: 'a long password',
  });
  expect(login.statusCode).toBe(200);
  expect(login.json().user.email).toBe('Grace.Hopper@Example.com');
});

test.each([
  ['short', 'eleven char'],
  ['long', 'x1y2'.repeat(33)],
  ['common', 'Password1234'],
  ['common', 'aaaaaaaaaaaa'],
  ['common', 'abcdefghijklm'],
  ['common', 'same@example.com'],
])('a %s password is refused: %s', async (reason, password) => {
  const answer = await register({ password, email: 'same@example.com' });
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ code: 'password-weak', data: { reason } });
});

test('a malformed registration names its fields', async () => {
  const answer = await register({ name: '  ', email: 'nobody' });
  expect(answer.statusCode).toBe(400);
  const body = answer.json();
  expect(body.code).toBe('invalid-request');
  expect(Object.keys(body.fields).sort()).toEqual(['email', 'name']);
  expect(body.error).toBe(body.detail);
});

test('a registration that fails half-way leaves nothing', async () => {
  const unlucky = { name: 'Unlucky', email: 'unlucky@example.com' };
  expect((await register(unlucky)).json()).toEqual({
    error: 'Something went wrong on the server.',
    detail: 'Something went wrong on the server.',
    code: 'server-failed',
    request_id: expect.any(String),
  });
  expect((await register({ ...unlucky, name: 'Lucky' })).statusCode).toBe(201);
});

test('a wrong password and an unknown e-mail get the same answer', async () => {
  await register({ email: 'real@example.com' });
  const wrong = await post('/api/users/login/', { email: 'real@example.com', password: 'not it at all' });
  const unknown = await post('/api/users/login/', { email: 'unreal@example.com', password: 'not it at all' });
  expect(wrong.statusCode).toBe(401);
  expect(wrong.json()).toEqual({
    error: 'Invalid credentials',
    detail: 'Invalid credentials',
    code: 'credentials-wrong',
  });
  expect([unknown.statusCode, unknown.json()]).toEqual([wrong.statusCode, wrong.json()]);
});

test('an access token lasts ten minutes and cannot be made by others', async () => {
  const { session } = await server.signUp();
  const sub = String(session.user.id);
  const { sid } = decodeJwt(session.access_token);
  const forge = (key: Uint8Array, change: object = {}, header: object = {}) =>
    new SignJWT({
      sub,
      sid,
      iss: 'vitrine',
      aud: 'vitrine-api',
      iat: timeMs / 1000,
      exp: timeMs / 1000 + 60,
      ...change,
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
      .sign(key);
  const key = deriveKey(server.deps.secret, 'access-token');
  timeMs = Math.floor(timeMs / 1000) * 1000;
  const status = async (token: string) => (await me(token)).statusCode;
  expect(await status(await forge(key))).toBe(200);
  expect(await status(await forge(Buffer.alloc(32)))).toBe(401);
  expect(await status(await forge(key, { aud: 'another' }))).toBe(401);
  expect(await status(await forge(key, {}, { typ: 'JWT' }))).toBe(401);
  expect(await status(await forge(key, { sub: '0' }))).toBe(401);
  expect(await status(await forge(key, { sid: undefined }))).toBe(401);
  expect(await status(await forge(key, { sid: randomUUID() }))).toBe(401);
  const unsigned = (await forge(key)).split('.')[1];
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
  expect(await status(`${none}.${unsigned}.`)).toBe(401);
  expect((await server.app.inject('/api/users/me/')).json()).toMatchObject({ code: 'not-authenticated' });

  expect(await status(session.access_token)).toBe(200);
  timeMs += 601_000;
  expect(await status(session.access_token)).toBe(401);
});

test('the refresh cookie is for the browser only, and only for our own page', async () => {
  const answer = await register({ email: 'cookie@example.com' });
  const [cookie] = answer.cookies;
  expect(cookie).toMatchObject({
    name: 'vitrine_refresh',
    path: '/api/users/',
    httpOnly: true,
    sameSite: 'Strict',
  });
  expect(cookie?.secure).toBeUndefined();
  const refresh = (headers: Record<string, string>) =>
    server.app.inject({
      method: 'POST',
      url: '/api/users/token/refresh/',
      cookies: { vitrine_refresh: cookie?.value ?? '' },
      headers,
    });
  expect((await refresh({})).json()).toMatchObject({ code: 'forbidden' });
  expect((await refresh({ origin: 'https://evil.example' })).statusCode).toBe(403);
  expect((await refresh({ origin: 'http://192.168.1.5:8000', host: '192.168.1.5:8000' })).statusCode).toBe(
    200,
  );
  expect((await post('/api/users/token/refresh/', {})).statusCode).toBe(401);
});

/** A second sign-in of somebody, as on another device. */
const logIn = async ({ email, password }: Pick<Person, 'email' | 'password'>): Promise<SessionBody> =>
  (await post('/api/users/login/', { email, password })).json();
const isIn = async ({ access_token: token }: SessionBody) => (await me(token)).statusCode === 200;

test('who signs out is out at once, with every token of that sign-in, and stays in on other devices', async () => {
  const person = await server.signUp();
  const there = await logIn(person);
  const refreshed = await post('/api/users/token/refresh/', { refresh_token: person.session.refresh_token });
  const next = refreshed.json<SessionBody>();
  expect([await isIn(person.session), await isIn(next)]).toEqual([true, true]);
  await post('/api/users/logout/', { refresh_token: next.refresh_token });
  expect([await isIn(person.session), await isIn(next), await isIn(there)]).toEqual([false, false, true]);
});

test('an access token alone signs out its session, too', async () => {
  const person = await server.signUp();
  const there = await logIn(person);
  await post('/api/users/logout/', {}, person.headers);
  expect([await isIn(person.session), await isIn(there)]).toEqual([false, true]);
  const { refresh_token } = person.session;
  expect((await post('/api/users/token/refresh/', { refresh_token })).statusCode).toBe(401);
});

test('a new password, and signing out everywhere, end every session at once', async () => {
  const person = await server.signUp();
  const there = await logIn(person);
  const change = { current: person.password, password: 'another long password' };
  const changed = await post('/api/users/password/change/', change, person.headers);
  const here = changed.json<SessionBody>();
  expect([await isIn(person.session), await isIn(there), await isIn(here)]).toEqual([false, false, true]);
  const headers = { authorization: `Bearer ${here.access_token}` };
  expect((await post('/api/users/logout/all/', {}, headers)).statusCode).toBe(204);
  expect(await isIn(here)).toBe(false);
});

test('a refresh token that is used twice ends the access tokens of its session, too', async () => {
  const { session } = await server.signUp();
  const { refresh_token } = session;
  const next = (await post('/api/users/token/refresh/', { refresh_token })).json<SessionBody>();
  timeMs += 61_000;
  expect((await post('/api/users/token/refresh/', { refresh_token })).statusCode).toBe(401);
  expect(await isIn(next)).toBe(false);
});

test('a refresh that is under way does not outlive the sign-out', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { session } = await server.signUp();
    const { refresh_token } = session;
    const [refreshed] = await Promise.all([
      post('/api/users/token/refresh/', { refresh_token }),
      post('/api/users/logout/', { refresh_token }),
    ]);
    if (refreshed.statusCode !== 200) continue;
    const next = refreshed.json<SessionBody>();
    const again = await post('/api/users/token/refresh/', { refresh_token: next.refresh_token });
    expect([await isIn(next), again.statusCode]).toEqual([false, 401]);
  }
});

test('signing out ends the session and its successors', async () => {
  const { session } = await server.signUp();
  const next = await post('/api/users/token/refresh/', { refresh_token: session.refresh_token });
  const out = await post('/api/users/logout/', { refresh_token: session.refresh_token });
  expect(out.statusCode).toBe(204);
  expect(out.cookies[0]).toMatchObject({ name: 'vitrine_refresh', value: '' });
  const after = await post('/api/users/token/refresh/', { refresh_token: next.json().refresh_token });
  expect(after.json()).toMatchObject({ code: 'not-authenticated' });
  expect((await post('/api/users/logout/', { refresh_token: 'unknown' })).statusCode).toBe(204);
  expect((await server.app.inject({ method: 'POST', url: '/api/users/logout/' })).statusCode).toBe(204);
});
