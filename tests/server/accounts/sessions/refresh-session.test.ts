import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_SUCCESSORS, refreshSession } from '../../../../src/server/accounts/sessions/refresh-session.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
let timeMs = Date.now();
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(timeMs) });
});
afterAll(() => server.stop());

const signIn = async () => (await server.signUp()).session.refresh_token;
const place = { address: '203.0.113.9', userAgent: 'a browser' };
const refresh = async (token: string) =>
  (await refreshSession(server.deps.database.db, server.deps, token, place)).refresh_token;
const refused = { failure: { code: 'not-authenticated' } };

test('each use gives a new token', async () => {
  const first = await signIn();
  const second = await refresh(first);
  const third = await refresh(second);
  expect(new Set([first, second, third]).size).toBe(3);
});

test('a lost answer: the previous token still works until its successor is used', async () => {
  const first = await signIn();
  await refresh(first);
  timeMs += 59_000;
  const again = await refresh(first);
  expect(await refresh(again)).toBeTruthy();
});

test('two tabs may refresh at the same moment, and either result goes on', async () => {
  const first = await signIn();
  const [one, other] = await Promise.all([refresh(first), refresh(first)]);
  expect(one).not.toBe(other);
  expect(await refresh(other ?? '')).toBeTruthy();
});

test('after 60 s the previous token is reuse, and ends the session for everybody', async () => {
  const first = await signIn();
  const second = await refresh(first);
  timeMs += 61_000;
  await expect(refresh(first)).rejects.toMatchObject(refused);
  await expect(refresh(second)).rejects.toMatchObject(refused);
});

test('once the successor was used, the previous token is reuse at once', async () => {
  const first = await signIn();
  const second = await refresh(first);
  const third = await refresh(second);
  await expect(refresh(first)).rejects.toMatchObject(refused);
  await expect(refresh(third)).rejects.toMatchObject(refused);
});

test('of two successors only one goes on: the thief or the owner is noticed', async () => {
  const first = await signIn();
  const owner = await refresh(first);
  const thief = await refresh(first);
  const next = await refresh(owner);
  await expect(refresh(thief)).rejects.toMatchObject(refused);
  await expect(refresh(next)).rejects.toMatchObject(refused);
});

test('a token has at most twenty unused successors, and asking for more ends no session', async () => {
  const first = await signIn();
  const asked = await Promise.allSettled(Array.from({ length: MAX_SUCCESSORS + 3 }, () => refresh(first)));
  const given = asked.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
  expect(given).toHaveLength(MAX_SUCCESSORS);
  await expect(refresh(first)).rejects.toMatchObject({ failure: { code: 'rate-limited' } });
  expect(await refresh(given[0] ?? '')).toBeTruthy();
});

test('one session ending leaves the others', async () => {
  const person = await server.signUp();
  const body = { email: person.email, password: person.password };
  const login = await server.app.inject({ method: 'POST', url: '/api/users/login/', payload: body });
  await server.app.inject({
    method: 'POST',
    url: '/api/users/logout/',
    payload: { refresh_token: person.session.refresh_token },
  });
  expect(await refresh(login.json().refresh_token)).toBeTruthy();
});

test('an unused token ends after 30 days; a made-up one is refused', async () => {
  const token = await signIn();
  timeMs += 30 * 24 * 3_600_000 + 1;
  await expect(refresh(token)).rejects.toMatchObject(refused);
  await expect(refresh('made up')).rejects.toMatchObject(refused);
});
