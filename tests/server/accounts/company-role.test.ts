import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashPassword } from '../../../src/server/accounts/passwords/password-hash.ts';
import { identities, staffActs, users } from '../../../src/server/db/schema/accounts.ts';
import {
  type CompanyProcess,
  startCompanyProvider,
  visitProvider,
} from '../../support/company-provider/start-company-provider.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

/** A company's provider that says some of what it knows in its ID token, and the rest when it is asked. */

const PATH = '/api/users/auth/company/';
const PUBLIC_URL = 'https://vitrine.example.com';
const lines: string[] = [];
let provider: CompanyProcess;
let server: TestServer;
beforeAll(async () => {
  provider = await startCompanyProvider(`${PUBLIC_URL}${PATH}back/`, true, true);
  const { issuer, clientId, clientSecret } = provider;
  const company = {
    issuer,
    clientId,
    clientSecret,
    name: 'Example',
    scope: 'openid email profile groups',
    trustsEmail: false,
    staff: { claim: 'groups', value: 'vitrine-staff' },
    endsSessions: false,
  };
  server = await startTestServer({
    config: { company, localSignIn: false, publicUrl: PUBLIC_URL, rateLimitFactor: 0 },
    logger: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
  });
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(async () => {
  await server?.stop();
  await provider?.stop();
});

/** One browser, from the sign-in page to the answer that its page gets. */
async function signIn(name: string) {
  const begun = await server.app.inject({ method: 'POST', url: PATH });
  const back = new URL(await visitProvider(provider.issuer).answer(begun.json().url, { name }));
  const page = await server.app.inject({ url: back.pathname + back.search });
  const [, said = ''] = /^\/#company=(.+)$/.exec(String(page.headers.location)) ?? [];
  return server.app.inject({
    method: 'POST',
    url: `${PATH}answer/`,
    payload: { answer: decodeURIComponent(said) },
    cookies: { vitrine_company: begun.cookies[0]?.value ?? '' },
  });
}
const known = (name: string) => ({ email: `${name}@example.com`, email_verified: true, name: 'Grace' });
const roleOf = async (subject: string) => {
  const { db } = server.deps.database;
  const found = db.select({ isStaff: users.isStaff }).from(users);
  const [row] = await found
    .innerJoin(identities, eq(identities.userId, users.id))
    .where(eq(identities.subject, subject));
  return row?.isStaff;
};

test('groups and a name that only its userinfo has count, and a change of role stands in the record', async () => {
  const { name: _, ...first } = known('grace');
  await provider.setPerson('grace', { ...first, asked: { name: 'Grace Hopper', groups: ['vitrine-staff'] } });
  const { user } = (await signIn('grace')).json();
  expect(user).toMatchObject({ is_staff: true, username: 'Grace Hopper' });
  await provider.setPerson('grace', { ...known('grace'), asked: { groups: ['design'] } });
  expect((await signIn('grace')).json().user).toMatchObject({ is_staff: false });
  expect((await signIn('grace')).json().user).toMatchObject({ is_staff: false });
  const acts = await server.deps.database.db
    .select()
    .from(staffActs)
    .where(eq(staffActs.userId, user.id))
    .orderBy(staffActs.id);
  expect(acts.map(({ act, staffId }) => [act, staffId])).toEqual([
    ['staff-made', null],
    ['staff-unmade', null],
  ]);
  expect(acts[0]?.detail).toEqual({ provider: provider.issuer });
  expect(lines).toEqual([]);
});

test('a claim that is nowhere is told of in the log; one that could not be asked for unmakes nobody', async () => {
  await provider.setPerson('ada', { ...known('ada'), groups: ['vitrine-staff'] });
  expect((await signIn('ada')).json().user).toMatchObject({ is_staff: true });
  await provider.setPerson('ada', { ...known('ada'), asked: null });
  expect((await signIn('ada')).json()).toMatchObject({ code: 'provider-refused' });
  expect(await roleOf('ada')).toBe(true);
  lines.length = 0;
  await provider.setPerson('ada', known('ada'));
  expect((await signIn('ada')).json().user).toMatchObject({ is_staff: false });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ claim: 'groups' }]);
});

test('what its userinfo says of another address proves nothing of the one in the ID token', async () => {
  const { email_verified: _, ...unproven } = known('mallory');
  const asked = { email: 'mallory@elsewhere.example', email_verified: true };
  await provider.setPerson('mallory', { ...unproven, groups: [], asked });
  expect((await signIn('mallory')).json()).toMatchObject({ data: { reason: 'unproven' } });
  await provider.setPerson('mallory', { ...unproven, groups: [], asked: { email_verified: true } });
  expect((await signIn('mallory')).json().user).toMatchObject({ email: unproven.email });
});

test('a name that could not be asked for keeps nobody out', async () => {
  const { name: _, ...rest } = known('joan');
  await provider.setPerson('joan', { ...rest, groups: [], asked: null });
  expect((await signIn('joan')).json().user).toMatchObject({ username: 'joan', is_staff: false });
});

test('where nobody can sign in with a password, one of before is asked for nowhere', async () => {
  await provider.setPerson('early', { ...known('early'), groups: [] });
  const first = (await signIn('early')).json();
  const password = 'a long enough password';
  const passwordHash = await hashPassword(password);
  await server.deps.database.db.update(users).set({ passwordHash }).where(eq(users.id, first.user.id));
  const session = (await signIn('early')).json();
  expect(session.user).toMatchObject({ id: first.user.id, has_password: false });
  const ask = async (method: 'POST' | 'DELETE' | 'PATCH', path: string, payload: object) => {
    const headers = { authorization: `Bearer ${session.access_token}` };
    const answer = await server.app.inject({ method, url: `/api/users/${path}`, headers, payload });
    return [answer.statusCode, answer.body === '' ? undefined : answer.json().code];
  };
  const key = { name: 'Shop', scopes: ['read'], expires_in_days: 30 };
  expect(await ask('POST', 'me/api-keys/', key)).toEqual([201, undefined]);
  expect(await ask('POST', 'me/second-factor/begin/', {})).toEqual([200, undefined]);
  // Both are the company's, as in every other account there.
  const change = { email: 'other@example.com', password };
  expect(await ask('PATCH', 'me/', change)).toEqual([422, 'password-wrong']);
  const next = { current: password, password: 'another long password' };
  expect(await ask('POST', 'password/change/', next)).toEqual([404, 'not-configured']);
  expect(await ask('DELETE', 'me/', { email: 'early@example.com' })).toEqual([204, undefined]);
});
