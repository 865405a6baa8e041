import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CompanyProcess,
  type ProviderVisit,
  startCompanyProvider,
  visitProvider,
} from '../../support/company-provider/start-company-provider.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

/** Who signs out here is signed out at the company's provider, which is a real one, where an operator wants that. */

const PATH = '/api/users/auth/company/';
const END_PATH = '/api/users/logout/company/';
const PUBLIC_URL = 'https://vitrine.example.com';
let providers: CompanyProcess[];
const servers: TestServer[] = [];
beforeAll(async () => {
  providers = await Promise.all(
    [true, false].map((ends) => startCompanyProvider(`${PUBLIC_URL}${PATH}back/`, ends)),
  );
});
afterAll(async () => {
  for (const one of [...servers, ...(providers ?? [])]) await one.stop();
});

async function open(
  provider: CompanyProcess | undefined,
  endsSessions = true,
  rateLimitFactor = 0,
): Promise<TestServer> {
  if (provider === undefined) throw new Error('no provider');
  const { issuer, clientId, clientSecret } = provider;
  const asked = { name: 'Example', scope: 'openid email', trustsEmail: true, staff: null };
  const company = { issuer, clientId, clientSecret, ...asked, endsSessions };
  const server = await startTestServer({ config: { company, publicUrl: PUBLIC_URL, rateLimitFactor } });
  servers.push(server);
  return server;
}

/** A browser with the cookies of both sides. */
function browse(server: TestServer, provider: CompanyProcess) {
  const there: ProviderVisit = visitProvider(provider.issuer);
  const cookies: Record<string, string> = {};
  const keep = (answer: {
    readonly cookies: readonly { name: string; value: string; maxAge?: number }[];
  }) => {
    for (const { name, value, maxAge } of answer.cookies) {
      if (value === '' || maxAge === 0) delete cookies[name];
      else cookies[name] = value;
    }
  };
  const post = async (url: string, payload: object = {}, given: Record<string, string> = {}) => {
    const headers = { origin: PUBLIC_URL, ...given };
    const answer = await server.app.inject({ method: 'POST', url, payload, cookies, headers });
    keep(answer);
    return answer;
  };
  const begin = async (asked: object = {}) => (await post(PATH, asked)).json<{ url: string }>().url;
  /** The browser itself goes to an address of ours. @returns Where it is sent. */
  const go = async (url: string) => {
    const answer = await server.app.inject({ url, cookies });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([302, 'no-store']);
    keep(answer);
    return String(answer.headers.location);
  };
  return {
    there,
    cookies,
    post,
    go,
    asksWho: async (asked?: object) => there.asksWho(await begin(asked)),
    async signIn(name: string) {
      const back = new URL(await there.answer(await begin(), { name }));
      const session = await post(`${PATH}answer/`, { answer: back.search.slice(1) });
      expect(session.statusCode).toBe(200);
      return session;
    },
  };
}

test('who signs out here is led to the provider, which knows whom it is about, and asks the next one who they are', async () => {
  const [provider] = providers;
  const server = await open(provider);
  const browser = browse(server, provider as CompanyProcess);
  const { cookies: set } = await browser.signIn('ada');
  expect(set.find(({ name }) => name === 'vitrine_vouched')).toMatchObject({
    httpOnly: true,
    sameSite: 'Strict',
    secure: true,
    path: '/api/users/logout/',
  });
  // Without it one press lets anybody at this desk in.
  expect(await browser.asksWho()).toBe(false);
  const answer = await browser.post('/api/users/logout/');
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  // The page is told an address of ours, in which nobody's token is, again and again until the browser goes there.
  expect(answer.json()).toEqual({ url: END_PATH });
  expect((await browser.post('/api/users/logout/')).json()).toEqual({ url: END_PATH });
  expect(browser.cookies).not.toHaveProperty('vitrine_refresh');
  expect((await browser.post('/api/users/token/refresh/')).statusCode).toBe(401);
  const url = await browser.go(END_PATH);
  const { origin, searchParams } = new URL(url);
  expect(origin).toBe(provider?.issuer);
  expect(searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC_URL}/`);
  expect(browser.cookies).not.toHaveProperty('vitrine_vouched');
  expect(await browser.there.signOut(url)).toBe(`${PUBLIC_URL}/`);
  expect(await browser.asksWho()).toBe(true);
  // What was said once is said.
  expect((await browser.post('/api/users/logout/')).statusCode).toBe(204);
  expect(await browser.go(END_PATH)).toBe('/');
});

test('whoever signs in before the browser has gone there is asked who they are, where an operator wants that', async () => {
  const [provider] = providers;
  for (const endsSessions of [true, false]) {
    const browser = browse(await open(provider, endsSessions), provider as CompanyProcess);
    await browser.signIn('ada');
    await browser.post('/api/users/logout/');
    expect(await browser.asksWho({ asks_who: true })).toBe(endsSessions);
    expect(await browser.asksWho()).toBe(false);
  }
});

test('so is who signs out everywhere', async () => {
  const [provider] = providers;
  const browser = browse(await open(provider), provider as CompanyProcess);
  const session = (await browser.signIn('grace')).json();
  const headers = { authorization: `Bearer ${session.access_token}` };
  const answer = await browser.post('/api/users/logout/all/', {}, headers);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ url: END_PATH });
  expect(await browser.there.signOut(await browser.go(END_PATH))).toBe(`${PUBLIC_URL}/`);
});

test('so is whoever deletes their account, and nothing of it stays on the server or in the browser', async () => {
  const [provider] = providers;
  const server = await open(provider);
  const browser = browse(server, provider as CompanyProcess);
  const session = (await browser.signIn('alan')).json();
  const answer = await server.app.inject({
    method: 'DELETE',
    url: '/api/users/me/',
    headers: { authorization: `Bearer ${session.access_token}` },
    payload: { email: 'alan@example.com' },
  });
  expect(answer.statusCode).toBe(204);
  const { rows } = await server.deps.database.pool.query('select 1 from identities where user_id = $1', [
    session.user.id,
  ]);
  expect(rows).toEqual([]);
  expect((await browser.post('/api/users/logout/')).json()).toEqual({ url: END_PATH });
  const url = await browser.go(END_PATH);
  expect(new URL(url).searchParams.get('id_token_hint')).not.toBeNull();
  expect(browser.cookies).toEqual({});
  expect(await browser.there.signOut(url)).toBe(`${PUBLIC_URL}/`);
});

test('a token that no cookie holds is left out, and the provider knows which client asks', async () => {
  const [provider] = providers;
  const groups = Array.from({ length: 300 }, (_, index) => `group-${index}-of-a-large-company`);
  await provider?.setPerson('member', { email: 'member@example.com', email_verified: true, groups });
  const browser = browse(await open(provider), provider as CompanyProcess);
  await browser.signIn('member');
  browser.cookies.vitrine_vouched = '-';
  await browser.post('/api/users/logout/');
  const { searchParams } = new URL(await browser.go(END_PATH));
  expect(searchParams.get('id_token_hint')).toBeNull();
  expect(searchParams.get('client_id')).toBe(provider?.clientId);
});

test('nobody is led anywhere without OIDC_SIGN_OUT, by a provider that does not offer it, and after another sign-in', async () => {
  const [provider, without] = providers;
  const off = browse(await open(provider, false), provider as CompanyProcess);
  await off.signIn('ada');
  expect(off.cookies).not.toHaveProperty('vitrine_vouched');
  expect((await off.post('/api/users/logout/')).statusCode).toBe(204);
  const plain = browse(await open(without), without as CompanyProcess);
  await plain.signIn('ada');
  expect(plain.cookies).not.toHaveProperty('vitrine_vouched');
  expect((await plain.post('/api/users/logout/')).statusCode).toBe(204);
  const local = await open(provider);
  const person = await local.signUp();
  const answer = await local.app.inject({
    method: 'POST',
    url: '/api/users/logout/',
    headers: person.headers,
  });
  expect(answer.statusCode).toBe(204);
});

test('a provider that is away holds up no sign-out, and is told when somebody goes there later', async () => {
  const provider = await startCompanyProvider(`${PUBLIC_URL}${PATH}back/`);
  const first = browse(await open(provider), provider);
  await first.signIn('ada');
  await provider.setSilent(true);
  // Another process, which has not asked it yet.
  const other = browse(await open(provider), provider);
  Object.assign(other.cookies, first.cookies);
  expect((await other.post('/api/users/logout/')).json()).toEqual({ url: END_PATH });
  expect(await other.go(END_PATH)).toBe('/');
  await provider.setSilent(false);
  expect((await other.post('/api/users/logout/')).json()).toEqual({ url: END_PATH });
  expect(await first.there.signOut(await other.go(END_PATH))).toBe(`${PUBLIC_URL}/`);
  await provider.stop();
});

test('an operator who wants it no longer has nobody led there, and nothing kept', async () => {
  const [provider] = providers;
  const on = browse(await open(provider), provider as CompanyProcess);
  await on.signIn('ada');
  const off = browse(await open(provider, false), provider as CompanyProcess);
  Object.assign(off.cookies, on.cookies);
  expect((await off.post('/api/users/logout/')).statusCode).toBe(204);
  expect(off.cookies).not.toHaveProperty('vitrine_vouched');
});

test('a whole office that signs out within a minute reads no failure in place of a page', async () => {
  const [provider] = providers;
  const server = await open(provider, true, 1);
  const browser = browse(server, provider as CompanyProcess);
  await browser.signIn('ada');
  for (let other = 0; other < 30; other += 1) {
    expect((await server.app.inject(END_PATH)).headers.location).toBe('/');
  }
  // The first page; that the provider has not been told is said there, for its word is still in the browser.
  expect(await browser.go(END_PATH)).toBe('/');
  expect((await browser.post('/api/users/logout/')).json()).toEqual({ url: END_PATH });
});
