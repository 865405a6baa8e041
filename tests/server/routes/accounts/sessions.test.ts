import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionsBody } from '../../../../src/contract/http/accounts.ts';
import { type Person, startTestServer, type TestServer } from '../../../support/server.ts';
import { makeStaff } from '../../../support/staff.ts';

const MINUTE_MS = 60_000;
let server: TestServer;
let timeMs = Date.now();
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(timeMs) });
});
afterAll(() => server.stop());

type Signed = Pick<Person, 'headers'>;
const post = (url: string, { headers }: Signed, payload?: object) =>
  server.app.inject({ method: 'POST', url, headers, ...(payload && { payload }) });
const status = async ({ headers }: Signed) =>
  (await server.app.inject({ url: '/api/users/me/', headers })).statusCode;
const list = async ({ headers }: Signed) =>
  (await server.app.inject({ url: '/api/users/sessions/', headers })).json<SessionsBody>().results;
const end = ({ headers }: Signed, id: string) =>
  server.app.inject({ method: 'DELETE', url: `/api/users/sessions/${id}/`, headers });
/** Signs in on another device. */
async function logIn({ email, password }: Person, remoteAddress: string, userAgent: string) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/users/login/',
    remoteAddress,
    headers: { 'user-agent': userAgent },
    payload: { email, password },
  });
  const { access_token, refresh_token } = answer.json();
  return { headers: { authorization: `Bearer ${access_token}` }, refresh_token };
}

test('a person sees where they are signed in, with address, browser and times, the last used first', async () => {
  const person = await server.signUp();
  timeMs += MINUTE_MS;
  const there = await logIn(person, '203.0.113.9', 'a phone');
  const signedInAt = new Date(timeMs).toISOString();
  timeMs += MINUTE_MS;
  await server.app.inject({
    method: 'POST',
    url: '/api/users/token/refresh/',
    remoteAddress: '198.51.100.7',
    headers: { 'user-agent': 'a phone, renewed' },
    payload: { refresh_token: there.refresh_token },
  });
  const [first, second, ...others] = await list(person);
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    address: '198.51.100.7',
    user_agent: 'a phone, renewed',
    signed_in_at: signedInAt,
    seen_at: new Date(timeMs).toISOString(),
    is_here: false,
  });
  expect(second).toMatchObject({ address: '127.0.0.1', is_here: true });
});

test('one device is signed out at once, and the others go on', async () => {
  const person = await server.signUp();
  const there = await logIn(person, '203.0.113.9', 'a phone');
  const other = (await list(person)).find((session) => !session.is_here);
  expect((await end(person, other?.id ?? '')).statusCode).toBe(204);
  expect([await status(there), await status(person)]).toEqual([401, 200]);
  const renewed = await post('/api/users/token/refresh/', there, { refresh_token: there.refresh_token });
  expect(renewed.statusCode).toBe(401);
  expect(await list(person)).toHaveLength(1);
});

test('nobody sees or ends a session of somebody else', async () => {
  const [person, stranger] = [await server.signUp(), await server.signUp()];
  const [own] = await list(person);
  const refused = await end(stranger, own?.id ?? '');
  expect([refused.statusCode, refused.json().code]).toEqual([404, 'not-found']);
  expect((await end(stranger, randomUUID())).statusCode).toBe(404);
  expect(await status(person)).toBe(200);
  expect((await list(stranger)).map(({ id }) => id)).not.toContain(own?.id);
});

test('a very long name of a browser is cut, and a session is opened all the same', async () => {
  const person = await server.signUp();
  await logIn(person, '203.0.113.9', 'x'.repeat(5000));
  expect((await list(person)).map(({ user_agent }) => user_agent?.length)).toContain(400);
});

/** Stays signed in while the tokens run out. */
async function renew(person: Person, refreshToken: string): Promise<string> {
  const answer = await post('/api/users/token/refresh/', person, { refresh_token: refreshToken });
  const { access_token, refresh_token } = answer.json();
  person.headers.authorization = `Bearer ${access_token}`;
  return refresh_token;
}

test.each([
  ['grant', { credits: 5, note: '' }],
  ['approve', undefined],
  ['staff', { is_staff: false }],
  ['reset-link', undefined],
])('%s asks staff for the password again after 15 minutes', async (act, payload) => {
  const [staff, person] = [await makeStaff(server), await server.signUp()];
  const run = () => post(`/api/staff/users/${person.session.user.id}/${act}/`, staff, payload);
  expect((await run()).statusCode).toBe(200);

  timeMs += 15 * MINUTE_MS + 1;
  const token = await renew(staff, staff.session.refresh_token);
  const refused = await run();
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'password-needed']);
  const wrong = await post('/api/users/password/confirm/', staff, { password: 'not it at all' });
  expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'password-wrong']);
  expect((await run()).statusCode).toBe(403);

  const confirmed = await post('/api/users/password/confirm/', staff, { password: staff.password });
  expect(confirmed.statusCode).toBe(204);
  expect((await run()).statusCode).toBe(200);

  // Renewing the tokens renews no confirmation.
  timeMs += 15 * MINUTE_MS + 1;
  await renew(staff, token);
  expect((await run()).statusCode).toBe(403);
});

test('the password that was given on one device does not stand for another', async () => {
  const staff = await makeStaff(server);
  timeMs += 15 * MINUTE_MS + 1;
  await renew(staff, staff.session.refresh_token);
  await logIn(staff, '203.0.113.9', 'a phone');
  const refused = await post(`/api/staff/users/${staff.session.user.id}/grant/`, staff, {
    credits: 5,
    note: '',
  });
  expect(refused.json()).toMatchObject({ code: 'password-needed' });
});
