import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwnerLink } from '../../../src/server/accounts/make-owner-link.ts';
import type { CompanySettings } from '../../../src/server/accounts/providers/read-company.ts';
import { identities, refreshTokens, users } from '../../../src/server/db/schema/accounts.ts';
import {
  type CompanyProcess,
  startCompanyProvider,
  visitProvider,
} from '../../support/company-provider/start-company-provider.ts';
import { codeOf, STEP_MS, switchOnFactor } from '../../support/second-factor.ts';
import { type Person, startTestServer, type TestServer } from '../../support/server.ts';

/** People of a company sign in through its provider of identities, which is a real one. */

const PATH = '/api/users/auth/company/';
const PUBLIC_URL = 'https://vitrine.example.com';
let provider: CompanyProcess;
let settings: CompanySettings;
let server: TestServer;
beforeAll(async () => {
  provider = await startCompanyProvider(`${PUBLIC_URL}${PATH}back/`);
  const { issuer, clientId, clientSecret } = provider;
  settings = {
    issuer,
    clientId,
    clientSecret,
    name: 'Example',
    scope: 'openid email profile groups',
    trustsEmail: false,
    staff: null,
    endsSessions: false,
  };
  server = await startTestServer({
    config: { company: settings, publicUrl: PUBLIC_URL, rateLimitFactor: 0 },
  });
});
afterAll(async () => {
  await server?.stop();
  await provider?.stop();
});

/** One browser, from the sign-in page to what the provider sends back. */
async function visit(how: { readonly name: string } | 'go away', at = server) {
  const begun = await at.app.inject({ method: 'POST', url: PATH });
  expect(begun.statusCode).toBe(200);
  const [cookie] = begun.cookies;
  expect(cookie).toMatchObject({
    name: 'vitrine_company',
    httpOnly: true,
    sameSite: 'Strict',
    path: PATH,
    secure: true,
  });
  const back = await visitProvider(provider.issuer).answer(begun.json().url, how);
  const { pathname, search, origin } = new URL(back);
  expect([origin, pathname]).toEqual([PUBLIC_URL, `${PATH}back/`]);
  const page = await at.app.inject({ url: pathname + search });
  expect([page.statusCode, page.headers['referrer-policy']]).toEqual([302, 'no-referrer']);
  const [, said = ''] = /^\/#company=(.+)$/.exec(String(page.headers.location)) ?? [];
  return { cookie: cookie?.value, answer: decodeURIComponent(said) };
}
function hand(answer: string, cookie: string | undefined, at = server, change: object = {}) {
  return at.app.inject({
    method: 'POST',
    url: `${PATH}answer/`,
    payload: { answer, ...change },
    ...(cookie === undefined ? {} : { cookies: { vitrine_company: cookie } }),
  });
}
async function signIn(name: string, at = server, change: object = {}) {
  const { cookie, answer } = await visit({ name }, at);
  return hand(answer, cookie, at, change);
}
const refused = (reason: string) => ({ code: 'provider-refused', data: { reason } });
const rowOf = async (id: number, at = server) =>
  (await at.deps.database.db.select().from(users).where(eq(users.id, id)))[0];

test('the first time makes an account with a proven e-mail, later times find it, also under another e-mail', async () => {
  await provider.setPerson('ada', { email: 'Ada@Example.com', email_verified: true, name: 'Ada Lovelace' });
  const first = await signIn('ada', server, { language: 'es' });
  expect(first.statusCode).toBe(200);
  expect(first.json().user).toMatchObject({
    email: 'Ada@Example.com',
    username: 'Ada Lovelace',
    is_email_verified: true,
    has_password: false,
    credits: 2000,
  });
  expect(first.cookies.map(({ name }) => name).sort()).toEqual(['vitrine_company', 'vitrine_refresh']);
  const { id } = first.json().user;
  expect(await rowOf(id)).toMatchObject({ passwordHash: null, language: 'es', isStaff: false });
  await provider.setPerson('ada', { email: 'ada.king@example.com', email_verified: true });
  expect((await signIn('ada')).json().user).toMatchObject({ id, email: 'Ada@Example.com' });
  const kept = await server.deps.database.db.select().from(identities).where(eq(identities.userId, id));
  expect(kept).toMatchObject([{ issuer: provider.issuer, subject: 'ada' }]);
});

test('an answer is good for the browser that asked, and once', async () => {
  const { cookie, answer } = await visit({ name: 'grace' });
  const other = await visit({ name: 'mallory' });
  expect((await hand(answer, undefined)).json()).toMatchObject(refused('answer'));
  expect((await hand(answer, 'nothing')).json()).toMatchObject(refused('answer'));
  // Somebody hands a stranger their own way in.
  expect((await hand(other.answer, cookie)).json()).toMatchObject(refused('answer'));
  const again = await visit({ name: 'grace' });
  expect((await hand(again.answer, again.cookie)).statusCode).toBe(200);
  const spent = await hand(again.answer, again.cookie);
  expect([spent.statusCode, spent.json()]).toMatchObject([401, refused('answer')]);
  for (const bad of ['', 'code=x', 'error=server_error', `state=&code=${'x'.repeat(7_000)}`, '%zz=&&'])
    expect((await hand(bad, again.cookie)).json(), bad).toMatchObject(refused('answer'));
});

test('whoever says no there, and whoever the company lets go, is told so', async () => {
  const { cookie, answer } = await visit('go away');
  expect((await hand(answer, cookie)).json()).toMatchObject(refused('denied'));
  const signedIn = await signIn('leaver');
  await server.deps.database.db
    .update(users)
    .set({ closedAt: new Date() })
    .where(eq(users.id, signedIn.json().user.id));
  expect((await signIn('leaver')).json()).toMatchObject({ code: 'account-closed' });
});

test('an e-mail that the provider does not vouch for is no proof, unless the operator trusts it', async () => {
  await provider.setPerson('unproven', { email: 'unproven@example.com', email_verified: false });
  expect((await signIn('unproven')).json()).toMatchObject(refused('unproven'));
  await provider.setPerson('silent', { email: 'silent@example.com' });
  expect((await signIn('silent')).json()).toMatchObject(refused('unproven'));
  const trusting = await startTestServer({
    config: { company: { ...settings, trustsEmail: true }, publicUrl: PUBLIC_URL, rateLimitFactor: 0 },
  });
  try {
    expect((await signIn('silent', trusting)).statusCode).toBe(200);
    // What it says counts all the same.
    expect((await signIn('unproven', trusting)).json()).toMatchObject(refused('unproven'));
  } finally {
    await trusting.stop();
  }
});

test('an account with the e-mail is theirs where it is proven; nobody else’s is taken over', async () => {
  const person: Person = await server.signUp();
  const claims = { email: person.email.toUpperCase(), email_verified: true };
  await provider.setPerson('known', claims);
  expect((await signIn('known')).json()).toMatchObject(refused('email'));
  await server.deps.database.db
    .update(users)
    .set({ emailVerifiedAt: new Date() })
    .where(eq(users.id, person.session.user.id));
  expect((await signIn('known')).json().user).toMatchObject({
    id: person.session.user.id,
    has_password: true,
  });
  // Somebody who has the address now, and another number there.
  await provider.setPerson('follower', claims);
  expect((await signIn('follower')).json()).toMatchObject(refused('email'));
  expect((await signIn('known')).statusCode).toBe(200);
});

test('a second factor is asked for here as well', async () => {
  const person = await server.signUp();
  const { id } = person.session.user;
  await server.deps.database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, id));
  await provider.setPerson('careful', { email: person.email, email_verified: true });
  const { secret } = await switchOnFactor(server, person);
  const wanted = await signIn('careful');
  expect(wanted.json()).toMatchObject({ code: 'second-factor-wanted' });
  const payload = { challenge: wanted.json().data.challenge, code: codeOf(secret, Date.now() + STEP_MS) };
  const done = await server.app.inject({ method: 'POST', url: '/api/users/login/second-factor/', payload });
  expect(done.json().user).toMatchObject({ id });
});

test('a claim makes staff and unmakes it, but for the owner; nobody needs an invitation, and nobody signs in otherwise', async () => {
  const closed = await startTestServer({
    config: {
      company: { ...settings, staff: { claim: 'groups', value: 'vitrine-staff' } },
      localSignIn: false,
      hasWaitingList: true,
      publicUrl: PUBLIC_URL,
      rateLimitFactor: 0,
    },
  });
  try {
    const says = (groups: unknown) =>
      provider.setPerson('boss', { email: 'boss@example.com', email_verified: true, groups });
    for (const [groups, isStaff] of [
      [['design', 'vitrine-staff'], true],
      [['design'], false],
      ['vitrine-staff', true],
      [undefined, false],
      [['vitrine-staff-of-old'], false],
    ] as const) {
      await says(groups);
      const answer = await signIn('boss', closed);
      expect(answer.json().user, String(groups)).toMatchObject({ is_staff: isStaff });
    }
    expect((await closed.app.inject('/api/config/')).json()).toMatchObject({
      company: { name: 'Example' },
      local_sign_in: false,
    });
    const ways: [string, object][] = [
      ['register/', { name: 'Eve', email: 'eve@example.com', password: 'a long enough password' }],
      ['login/', { email: 'boss@example.com', password: 'x' }],
      ['login/passkey/begin/', {}],
      ['password/forgot/', { email: 'boss@example.com' }],
      ['password/reset/', { token: 'x', password: 'a long enough password' }],
    ];
    for (const [path, payload] of ways) {
      const answer = await closed.app.inject({ method: 'POST', url: `/api/users/${path}`, payload });
      expect([answer.statusCode, answer.json().code], path).toEqual([404, 'not-configured']);
    }
  } finally {
    await closed.stop();
  }
});

test('where nobody can set a password, a sign-in of the last 15 minutes stands for one', async () => {
  const closed = await startTestServer({
    config: { company: settings, localSignIn: false, publicUrl: PUBLIC_URL, rateLimitFactor: 0 },
  });
  try {
    await provider.setPerson('grace', { email: 'grace@example.com', email_verified: true });
    const { access_token: token } = (await signIn('grace', closed)).json();
    const ask = async (path: string, payload: object) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await closed.app.inject({
        method: 'POST',
        url: `/api/users/me/${path}`,
        headers,
        payload,
      });
      return [answer.statusCode, answer.json().code];
    };
    const key = { name: 'Shop', scopes: ['read'], expires_in_days: 30 };
    expect(await ask('api-keys/', key)).toEqual([201, undefined]);
    expect(await ask('second-factor/begin/', {})).toEqual([200, undefined]);

    const longAgo = new Date(Date.now() - 16 * 60_000);
    await closed.deps.database.db.update(refreshTokens).set({ confirmedAt: longAgo });
    expect(await ask('api-keys/', key)).toEqual([403, 'password-needed']);
    expect(await ask('second-factor/begin/', {})).toEqual([403, 'password-needed']);
  } finally {
    await closed.stop();
  }
});

test('a sign-in stands for a password from when the person was asked at the provider, where that says so', async () => {
  // For this server the provider, which has just asked, did so 16 minutes ago.
  const late = await startTestServer({
    now: () => new Date(Date.now() + 16 * 60_000),
    config: { company: settings, localSignIn: false, publicUrl: PUBLIC_URL, rateLimitFactor: 0 },
  });
  try {
    await provider.setPerson('alan', { email: 'alan@example.com', email_verified: true });
    const makeKey = async (signedIn: { json(): { access_token: string } }) => {
      const answer = await late.app.inject({
        method: 'POST',
        url: '/api/users/me/api-keys/',
        headers: { authorization: `Bearer ${signedIn.json().access_token}` },
        payload: { name: 'Shop', scopes: ['read'], expires_in_days: 30 },
      });
      return [answer.statusCode, answer.json().code];
    };
    expect(await makeKey(await signIn('alan', late))).toEqual([403, 'password-needed']);
    const begun = await late.app.inject({ method: 'POST', url: PATH });
    const url = new URL(begun.json().url);
    expect(url.searchParams.get('max_age')).toBe('900');
    // This one does not say when it asked: nobody is kept out by that.
    url.searchParams.delete('max_age');
    const back = await visitProvider(provider.issuer).answer(url.href, { name: 'alan' });
    const silent = await hand(new URL(back).search.slice(1), begun.cookies[0]?.value, late);
    expect(await makeKey(silent)).toEqual([201, undefined]);
  } finally {
    await late.stop();
  }
});

test('where the company lets people in, the owner, who comes by the link, confirms with the password of it', async () => {
  const closed = await startTestServer({
    config: { company: settings, localSignIn: false, publicUrl: PUBLIC_URL, rateLimitFactor: 0 },
  });
  try {
    const { db } = closed.deps.database;
    const link = new URL(await makeOwnerLink(db, PUBLIC_URL, new Date()));
    const password = 'the night train to Trieste';
    const claim = {
      token: new URLSearchParams(link.hash.slice(1)).get('owner'),
      email: 'owner@home.example',
      password,
      language: 'en',
    };
    const claimed = await closed.app.inject({
      method: 'POST',
      url: '/api/users/owner/claim/',
      payload: claim,
    });
    expect(claimed.json().user).toMatchObject({ has_password: true });
    const headers = { authorization: `Bearer ${claimed.json().access_token}` };
    const longAgo = new Date(Date.now() - 16 * 60_000);
    await db.update(refreshTokens).set({ confirmedAt: longAgo });
    const ask = async (path: string, payload: object) => {
      const answer = await closed.app.inject({ method: 'POST', url: `/api/users/${path}`, headers, payload });
      return [answer.statusCode, answer.json()?.code];
    };
    const key = { name: 'Shop', scopes: ['read'], expires_in_days: 30 };
    expect(await ask('me/api-keys/', { ...key, password: 'another password' })).toEqual([
      422,
      'password-wrong',
    ]);
    expect(await ask('me/api-keys/', { ...key, password })).toEqual([201, undefined]);
    const confirmed = await closed.app.inject({
      method: 'POST',
      url: '/api/users/password/confirm/',
      headers,
      payload: { password },
    });
    expect(confirmed.statusCode).toBe(204);
  } finally {
    await closed.stop();
  }
});

test('where people can set a password, nothing stands for it', async () => {
  await provider.setPerson('grace', { email: 'grace@example.com', email_verified: true });
  const { access_token: token } = (await signIn('grace')).json();
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/users/me/api-keys/',
    headers: { authorization: `Bearer ${token}` },
    payload: { name: 'Shop', scopes: ['read'], expires_in_days: 30 },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'password-wrong']);
});

test('a provider that does not answer is told of, and asked again', async () => {
  const own = await startCompanyProvider(`${PUBLIC_URL}${PATH}back/`);
  const away = await startTestServer({
    config: { company: { ...settings, issuer: own.issuer }, publicUrl: PUBLIC_URL, rateLimitFactor: 0 },
  });
  try {
    await own.stop();
    const answer = await away.app.inject({ method: 'POST', url: PATH });
    expect([answer.statusCode, answer.json()]).toMatchObject([503, refused('away')]);
  } finally {
    await away.stop();
    await own.stop();
  }
});

test('without a provider there is no such way in', async () => {
  const plain = await startTestServer();
  try {
    expect((await plain.app.inject({ method: 'POST', url: PATH })).json()).toMatchObject({
      code: 'not-configured',
    });
    expect((await hand('code=x', undefined, plain)).json()).toMatchObject({ code: 'not-configured' });
    expect((await plain.app.inject('/api/config/')).json()).toMatchObject({
      company: null,
      local_sign_in: true,
    });
  } finally {
    await plain.stop();
  }
});
