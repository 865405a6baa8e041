import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { UserId } from '../../../src/contract/ids.ts';
import { createInvitation } from '../../../src/server/accounts/invitations/invite.ts';
import { users } from '../../../src/server/db/schema/accounts.ts';
import { type FakeGoogle, startFakeGoogle } from '../../support/fake-google/start-fake-google.ts';
import { DEFAULTS } from '../../support/fake-google/switches.ts';
import { codeOf, STEP_MS, switchOnFactor } from '../../support/second-factor.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const CLIENT = 'vitrine.apps.example.com';
const URL = '/api/users/auth/google/';
let google: FakeGoogle;
let server: TestServer;
let invited: TestServer;
beforeAll(async () => {
  google = await startFakeGoogle();
  const config = { google: { clientId: CLIENT, issuer: google.issuer } };
  server = await startTestServer({ config });
  invited = await startTestServer({ config: { ...config, hasWaitingList: true, host: '0.0.0.0' } });
});
afterAll(async () => {
  await server.stop();
  await invited.stop();
  await google.stop();
});
beforeEach(() => google.set(DEFAULTS));

/** Opens the sign-in page, as one browser. */
async function openPage(at = server) {
  const answer = await at.app.inject(URL);
  const [cookie] = answer.cookies;
  return { nonce: answer.json().nonce as string, cookie };
}
async function press(at = server, change: object = {}) {
  const { nonce, cookie } = await openPage(at);
  return hand(at, await google.mint(CLIENT, nonce), cookie?.value, change);
}
function hand(at: TestServer, credential: string, cookie: string | undefined, change: object = {}) {
  return at.app.inject({
    method: 'POST',
    url: URL,
    payload: { credential, ...change },
    ...(cookie === undefined ? {} : { cookies: { vitrine_google: cookie } }),
  });
}
const person = (sub: string, email: string, name?: string) =>
  google.set({ user: { sub, email, ...(name === undefined ? {} : { name }) } });
const refused = (reason: string) => ({ code: 'google-refused', data: { reason } });

test('the first time makes an account whose e-mail is verified, later times find it, also under another e-mail', async () => {
  await person('1', 'Grace@Example.com', 'Grace Hopper');
  const first = await press(server, { language: 'es' });
  expect(first.statusCode).toBe(200);
  expect(first.json().user).toMatchObject({
    email: 'Grace@Example.com',
    username: 'Grace Hopper',
    is_email_verified: true,
    has_password: false,
    credits: 2000,
    pending_credits: 0,
  });
  expect(first.cookies.map(({ name }) => name).sort()).toEqual(['vitrine_google', 'vitrine_refresh']);
  await person('1', 'grace.murray@example.com');
  const second = await press();
  expect(second.json().user).toMatchObject({ id: first.json().user.id, email: 'Grace@Example.com' });
  const [row] = await server.deps.database.db.select().from(users).where(eq(users.id, first.json().user.id));
  expect(row).toMatchObject({ passwordHash: null, language: 'es' });
  // There is no password to guess.
  const login = { email: 'grace@example.com', password: '' };
  const guess = await server.app.inject({ method: 'POST', url: '/api/users/login/', payload: login });
  expect(guess.json()).toMatchObject({ code: 'credentials-wrong' });
});

test('without a name the e-mail gives one', async () => {
  await person('2', 'nameless@example.com');
  expect((await press()).json().user).toMatchObject({ username: 'nameless' });
});

test.each([
  'audience',
  'issuer',
  'expired',
  'nonce',
  'no-nonce',
  'unverified',
  'alg-none',
  'hs256-public-key',
  'foreign-key',
] as const)('a token is refused: %s', async (fault) => {
  await google.set({ fault, user: { sub: `bad ${fault}`, email: `${fault}@example.com` } });
  const answer = await press();
  expect(answer.statusCode).toBe(401);
  expect(answer.json()).toMatchObject({
    ...refused('token'),
    error: 'Error during Google authentication',
  });
  const made = await server.deps.database.db
    .select()
    .from(users)
    .where(eq(users.email, `${fault}@example.com`));
  expect(made).toEqual([]);
  // The same person with a good token comes in: it was the fault.
  await google.set({ fault: null });
  expect((await press()).statusCode).toBe(200);
});

test('what is no token is refused, and so is one that is too long to be one', async () => {
  const { cookie } = await openPage();
  expect((await hand(server, 'no token', cookie?.value)).json()).toMatchObject(refused('token'));
  expect((await hand(server, 'x'.repeat(8_001), cookie?.value)).statusCode).toBe(400);
});

test('a token is good only in the browser that asked for it', async () => {
  await person('3', 'stolen@example.com');
  const mine = await openPage();
  const theirs = await openPage();
  expect(mine.nonce).not.toBe(theirs.nonce);
  expect(mine.cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: URL });
  const token = await google.mint(CLIENT, mine.nonce);
  expect((await hand(server, token, undefined)).json()).toMatchObject(refused('token'));
  expect((await hand(server, token, theirs.cookie?.value)).json()).toMatchObject(refused('token'));
  // A second tab asks again and spoils nothing.
  const again = await server.app.inject({
    url: URL,
    cookies: { vitrine_google: mine.cookie?.value ?? '' },
  });
  expect(again.json()).toEqual({ nonce: mine.nonce });
  expect((await hand(server, token, mine.cookie?.value)).statusCode).toBe(200);
});

test('keys that Google has changed are fetched', async () => {
  await person('4', 'rotated@example.com');
  expect((await press()).statusCode).toBe(200);
  await google.rotateKeys();
  expect((await press()).statusCode).toBe(200);
});

test.each(['error', 'silent'] as const)(
  'Google’s keys cannot be had (%s), and then they can',
  async (keys) => {
    const fresh = await startTestServer({ config: { google: { clientId: CLIENT, issuer: google.issuer } } });
    try {
      await google.set({ keys, user: { sub: `late ${keys}`, email: `${keys}@example.com` } });
      expect((await press(fresh)).json()).toMatchObject(refused('token'));
      await google.set({ keys: 'fine' });
      expect((await press(fresh)).statusCode).toBe(200);
    } finally {
      await fresh.stop();
    }
  },
);

test('an account with a password and an unproven e-mail is not given away; a proven one is joined', async () => {
  const { session, email, password } = await server.signUp();
  await person('5', email.toUpperCase());
  const refusal = await press();
  expect(refusal.statusCode).toBe(401);
  expect(refusal.json()).toMatchObject(refused('email'));

  const { db } = server.deps.database;
  await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, session.user.id));
  expect((await press()).json().user).toMatchObject({ id: session.user.id, has_password: true });
  const login = { email, password };
  const typed = await server.app.inject({ method: 'POST', url: '/api/users/login/', payload: login });
  expect(typed.statusCode).toBe(200);

  // Another Google account that got hold of the address is another person.
  await person('6', email);
  expect((await press()).json()).toMatchObject(refused('email'));
});

test('Google’s word does not go around a second factor: its code is asked for', async () => {
  const email = 'careful@example.com';
  await person('10', email);
  const first = await press();
  const post = (url: string, payload: object, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return server.app.inject({ method: 'POST', url, payload, headers });
  };
  // A factor stands beside a password, so that comes first.
  const password = 'my very first password';
  const set = await post('/api/users/password/change/', { password }, first.json().access_token);
  const headers = { authorization: `Bearer ${set.json().access_token}` };
  const owner = await switchOnFactor(server, { session: set.json(), email, password, headers });

  const pressed = await press();
  expect([pressed.statusCode, pressed.json().code]).toEqual([401, 'second-factor-wanted']);
  expect(pressed.json()).not.toHaveProperty('access_token');
  expect(pressed.cookies.map(({ name }) => name)).not.toContain('vitrine_refresh');
  const { challenge } = pressed.json().data;
  const finish = (code: string) => post('/api/users/login/second-factor/', { challenge, code });
  expect((await finish('000000')).json()).toMatchObject({ code: 'second-factor-wrong' });
  const opened = await finish(codeOf(owner.secret, Date.now() + STEP_MS));
  expect(opened.json().user).toMatchObject({ id: first.json().user.id, email });
  expect(opened.cookies.map(({ name }) => name)).toContain('vitrine_refresh');

  // Nor does linking Google to an account that has one.
  const typed = await switchOnFactor(server, await server.signUp());
  const { db } = server.deps.database;
  await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, typed.session.user.id));
  await person('11', typed.email);
  expect((await press()).json()).toMatchObject({ code: 'second-factor-wanted' });
});

test('pressed twice at once there is one account', async () => {
  await person('7', 'twice@example.com');
  const { nonce, cookie } = await openPage();
  const token = await google.mint(CLIENT, nonce);
  const answers = await Promise.all([1, 2, 3].map(() => hand(server, token, cookie?.value)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(new Set(answers.map((answer) => answer.json().user.id)).size).toBe(1);
});

test('with a waiting list a new account needs an invitation, and a refusal leaves none behind', async () => {
  await person('8', 'guest@example.com');
  const without = await press(invited);
  expect(without.statusCode).toBe(403);
  expect(without.json()).toMatchObject({
    code: 'invitation-required',
    error_code: 'invitation_required',
  });
  const owner = await makeInviter();
  const invite = async (email: string | null) => {
    const wanted = { email, language: null, invitedBy: owner };
    const { link } = await invited.deps.database.db.transaction((tx) =>
      createInvitation(tx, invited.deps, wanted),
    );
    return { invitation_token: link.split('=')[1] };
  };
  const forAnother = await press(invited, await invite('another@example.com'));
  expect(forAnother.json()).toMatchObject({ code: 'invitation-invalid' });
  const token = await invite('Guest@example.com');
  const inside = await press(invited, token);
  // Verified by Google: the credits are there although others can reach this server.
  expect(inside.json().user).toMatchObject({ credits: 2000, pending_credits: 0 });
  // Whoever has an account needs none.
  expect((await press(invited)).json().user.id).toBe(inside.json().user.id);
  await person('9', 'guest2@example.com');
  expect((await press(invited, token)).json()).toMatchObject({ code: 'invitation-invalid' });
});

test('where Google is not configured nothing of it is there', async () => {
  const plain = await startTestServer();
  try {
    for (const method of ['GET', 'POST'] as const) {
      const payload = { credential: 'any' };
      const answer = await plain.app.inject({ method, url: URL, ...(method === 'POST' && { payload }) });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'not-configured' });
    }
    const policy = (at: TestServer) =>
      at.app.inject('/api/health').then(({ headers }) => String(headers['content-security-policy']));
    expect(await policy(plain)).not.toContain('/gsi/');
    const referrer = (at: TestServer) =>
      at.app.inject('/api/health').then(({ headers }) => headers['referrer-policy']);
    expect(await referrer(plain)).toBe('same-origin');
    // The button is refused where it cannot see the page's origin; more than that it need not see.
    expect(await referrer(server)).toBe('strict-origin-when-cross-origin');
    const open = await policy(server);
    for (const [directive, path] of [
      ['script-src', 'client'],
      ['frame-src', ''],
      ['connect-src', ''],
      ['style-src', 'style'],
    ]) {
      const rule = open.split(';').find((part) => part.startsWith(`${directive} `));
      expect(rule?.split(' ')).toContain(`${google.issuer}/gsi/${path}`);
    }
  } finally {
    await plain.stop();
  }
});

async function makeInviter() {
  const { db } = invited.deps.database;
  const values = { email: 'owner@example.com', emailKey: 'owner@example.com', name: 'Owner', isStaff: true };
  const [owner] = await db.insert(users).values(values).returning();
  return UserId.parse(owner!.id);
}
