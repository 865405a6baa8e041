import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../../src/contract/failure.ts';
import { makeOwnerLink } from '../../../src/server/accounts/make-owner-link.ts';
import { signInVouched } from '../../../src/server/accounts/providers/sign-in-vouched.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let timeMs = Date.now();
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(timeMs) });
});
afterAll(() => server.stop());

const post = (url: string, payload: object) => server.app.inject({ method: 'POST', url, payload });
const claim = (token: string, email = 'owner@example.com', password = 'the owner knows it') =>
  post('/api/users/owner/claim/', { token, email, password });
async function makeToken(): Promise<string> {
  const link = await makeOwnerLink(server.deps.database.db, 'http://here', new Date(timeMs));
  expect(link).toMatch(/^http:\/\/here\/#owner=[\w-]{43}$/);
  return link.split('=')[1] ?? '';
}

test('the link makes the owner once; later links change e-mail and password and end other sessions', async () => {
  expect((await server.app.inject('/api/config/')).json()).toMatchObject({ needs_owner: true });
  const token = await makeToken();

  // A refusal does not spend it.
  expect((await claim(token, 'owner@example.com', 'short')).json()).toMatchObject({ code: 'password-weak' });
  const stranger = await server.signUp();
  expect((await claim(token, stranger.email)).json()).toMatchObject({ code: 'email-taken' });

  const first = await claim(token);
  expect(first.statusCode).toBe(200);
  expect(first.json().user).toMatchObject({ is_staff: true, credits: 1_000_000, username: 'owner' });
  expect((await claim(token)).json()).toMatchObject({ code: 'owner-link-invalid' });
  expect((await server.app.inject('/api/config/')).json()).toMatchObject({ needs_owner: false });

  const second = await claim(await makeToken(), 'Boss@example.com', 'another good password');
  expect(second.json().user).toMatchObject({ id: first.json().user.id, email: 'Boss@example.com' });
  expect(second.json().user.credits).toBe(1_000_000);
  const login = { email: 'boss@example.com', password: 'another good password' };
  expect((await post('/api/users/login/', login)).statusCode).toBe(200);
  const old = { refresh_token: first.json().refresh_token };
  expect((await post('/api/users/token/refresh/', old)).statusCode).toBe(401);
});

test('a later link leaves nobody else a way in: no key of a program, no sign-in through others', async () => {
  const owner = (await claim(await makeToken())).json();
  const headers = { authorization: `Bearer ${owner.access_token}` };
  const payload = { name: 'Shop', scopes: ['read'], expires_in_days: null, password: 'the owner knows it' };
  const made = await server.app.inject({ method: 'POST', url: '/api/users/me/api-keys/', headers, payload });
  const key = { authorization: `Bearer ${made.json().key}` };
  const vouched = { issuer: 'https://id.example', subject: 'them', isStaff: null };
  const enter = async (email: string) => {
    const place = { address: '127.0.0.1', userAgent: '' };
    const who = { language: 'en', isMember: true } as const;
    const refuse = () => new AppError({ code: 'email-taken' });
    return (await signInVouched(server.deps, { ...vouched, email, name: 'Mallory' }, who, place, refuse)).user
      .id;
  };
  expect(await enter('owner@example.com')).toBe(owner.user.id);
  expect((await server.app.inject({ url: '/api/users/me/', headers: key })).statusCode).toBe(200);

  await claim(await makeToken(), 'owner@example.com', 'another good password');
  expect((await server.app.inject({ url: '/api/users/me/', headers: key })).statusCode).toBe(401);
  expect(await enter('mallory@example.com')).not.toBe(owner.user.id);
});

test('the owner is called as they say', async () => {
  const fresh = await startTestServer();
  const link = await makeOwnerLink(fresh.deps.database.db, 'http://here', new Date());
  const payload = {
    token: link.split('=')[1],
    name: 'Olga Owner',
    email: 'olga@example.com',
    password: 'a good long password',
  };
  const answer = await fresh.app.inject({ method: 'POST', url: '/api/users/owner/claim/', payload });
  expect(answer.json().user).toMatchObject({ username: 'Olga Owner', first_name: 'Olga' });
  await fresh.stop();
});

test('a new link replaces the one before, and none lasts over 24 hours', async () => {
  const before = await makeToken();
  const token = await makeToken();
  expect((await claim(before)).statusCode).toBe(410);
  timeMs += 24 * 3_600_000 + 1;
  expect((await claim(token)).statusCode).toBe(410);
  expect((await claim('made up')).statusCode).toBe(410);
});

test('of two who claim at once one gets it', async () => {
  const token = await makeToken();
  const answers = await Promise.all([claim(token), claim(token)]);
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 410]);
});
