import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PasskeyCreationBody, PasskeyRequestBody } from '../../../../src/contract/http/keys/passkeys.ts';
import { makeOwnerLink } from '../../../../src/server/accounts/make-owner-link.ts';
import { forgetOldRows } from '../../../../src/server/db/forget-old-rows.ts';
import { users } from '../../../../src/server/db/schema/accounts.ts';
import { passkeys, spentChallenges } from '../../../../src/server/db/schema/passkeys.ts';
import { type FakeSmtp, startFakeSmtp } from '../../../support/fake-smtp/start-fake-smtp.ts';
import { type Person, startTestServer, type TestServer } from '../../../support/server.ts';
import { type Lies, makeSoftPasskey, type SoftPasskey } from '../../../support/software-authenticator.ts';

const PATH = '/api/users/me/passkeys/';
const LOGIN = '/api/users/login/passkey/';
/** `inject` calls it so. */
const ORIGIN = 'http://localhost';
const refused = { code: 'passkey-refused' };
const expired = { code: 'passkey-expired' };
let smtp: FakeSmtp;
let server: TestServer;
let timeMs = Date.now();
beforeAll(async () => {
  smtp = await startFakeSmtp();
  const mail = { smtpUrl: smtp.url, from: 'Vitrine <noreply@example.com>' };
  server = await startTestServer({ now: () => new Date(timeMs), config: { mail, host: '0.0.0.0' } });
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

const post = (url: string, payload: object, person?: Pick<Person, 'headers'>) =>
  server.app.inject({ method: 'POST', url, payload, ...(person && { headers: person.headers }) });
const listOf = async ({ headers }: Pick<Person, 'headers'>) =>
  (await server.app.inject({ url: PATH, headers })).json().results;
const logIn = ({ email, password }: Pick<Person, 'email' | 'password'>) =>
  post('/api/users/login/', { email, password });

async function begin(person: Person, code?: string): Promise<PasskeyCreationBody> {
  const answer = await post(`${PATH}begin/`, { password: person.password, ...(code && { code }) }, person);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
async function addTo(person: Person, lies: Lies = {}): Promise<SoftPasskey> {
  const passkey = makeSoftPasskey(await begin(person), ORIGIN, lies);
  expect((await post(PATH, passkey.made, person)).statusCode).toBe(204);
  return passkey;
}
async function withPasskey(lies: Lies = {}): Promise<Person & { passkey: SoftPasskey }> {
  const person = await server.signUp();
  return { ...person, passkey: await addTo(person, lies) };
}
const asked = async (): Promise<PasskeyRequestBody> => (await post(`${LOGIN}begin/`, {})).json();
async function enter(passkey: SoftPasskey, lies: Lies = {}) {
  return post(LOGIN, passkey.sign(await asked(), lies));
}

test('one is added with the password, told by mail, and opens a session, and no answer has its key', async () => {
  const person = await server.signUp();
  const wrong = await post(`${PATH}begin/`, { password: 'not it' }, person);
  expect(wrong.json()).toMatchObject({ code: 'password-wrong' });
  const options = await begin(person);
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: person.email },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
    excludeCredentials: [],
  });
  const passkey = makeSoftPasskey(options, ORIGIN);
  expect((await post(PATH, passkey.made, person)).statusCode).toBe(204);
  const kept = { id: expect.any(Number), name: 'My phone', is_backed_up: true };
  const created_at = new Date(timeMs).toISOString();
  expect(await listOf(person)).toEqual([{ ...kept, created_at, last_used_at: null }]);
  expect((await begin(person)).excludeCredentials).toEqual([
    { type: 'public-key', id: passkey.id, transports: ['internal'] },
  ]);

  timeMs += 60_000;
  const question = await asked();
  expect(Object.keys(question).sort()).toEqual(['challenge', 'rpId', 'timeout', 'userVerification']);
  const opened = await post(LOGIN, passkey.sign(question));
  expect(opened.statusCode).toBe(200);
  expect(opened.json().user).toMatchObject({ email: person.email });
  expect(opened.cookies.map(({ name }) => name)).toEqual(['vitrine_refresh']);
  const headers = { authorization: `Bearer ${opened.json().access_token}` };
  const last_used_at = new Date(timeMs).toISOString();
  expect(await listOf({ headers })).toEqual([{ ...kept, created_at, last_used_at }]);
  const sessions = await server.app.inject({ url: '/api/users/sessions/', headers });
  expect(sessions.json().results).toHaveLength(2);
  const mails = await smtp.mailsTo(person.email, 2);
  expect(mails.map(({ subject }) => subject)).toContain('A passkey was added at Vitrine');
});

test('an answer is taken once, also of two at the same time, and only within five minutes', async () => {
  const { passkey } = await withPasskey();
  const answer = passkey.sign(await asked());
  const both = await Promise.all([post(LOGIN, answer), post(LOGIN, answer)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410]);
  expect((await post(LOGIN, answer)).json()).toMatchObject(expired);
  const late = passkey.sign(await asked());
  timeMs += 5 * 60_000;
  expect((await post(LOGIN, late)).json()).toMatchObject(expired);
  const { db } = server.deps.database;
  await forgetOldRows(db, new Date(timeMs));
  expect(await db.select().from(spentChallenges)).toEqual([]);
});

test.each<[string, Lies]>([
  ['of another origin', { origin: 'http://localhost:8080' }],
  ['of the origin over https', { origin: 'https://localhost' }],
  ['for another relying party', { rpId: 'example.com' }],
  ['that did not make sure of the person', { isVerified: false }],
  ['of the other kind', { type: 'webauthn.create' }],
])('an answer %s is refused, and uses its challenge up', async (_what, lies) => {
  const { passkey } = await withPasskey();
  const question = await asked();
  expect((await post(LOGIN, passkey.sign(question, lies))).json()).toMatchObject(refused);
  expect((await post(LOGIN, passkey.sign(question))).json()).toMatchObject(expired);
  expect((await enter(passkey)).statusCode).toBe(200);
});

test.each<[string, Lies]>([
  ['of another origin', { origin: 'http://localhost.example.com' }],
  ['for another relying party', { rpId: 'example.com' }],
  ['that did not make sure of the person', { isVerified: false }],
  ['of the other kind', { type: 'webauthn.get' }],
])('a new one %s is refused', async (_what, lies) => {
  const person = await server.signUp();
  const { made } = makeSoftPasskey(await begin(person), ORIGIN, lies);
  expect((await post(PATH, made, person)).json()).toMatchObject(refused);
  expect(await listOf(person)).toEqual([]);
});

test('challenges are good for what they were made for, for the account and while its password stays', async () => {
  const [person, other] = [await server.signUp(), await withPasskey()];
  const { challenge } = await asked();
  const options = await begin(person);
  const add = (made: PasskeyCreationBody, by: Person) => post(PATH, makeSoftPasskey(made, ORIGIN).made, by);
  expect((await add({ ...options, challenge }, person)).json()).toMatchObject(expired);
  expect((await add(options, other)).json()).toMatchObject(expired);
  const { challenge: toAdd } = options;
  expect(
    (await post(LOGIN, other.passkey.sign({ ...(await asked()), challenge: toAdd }))).json(),
  ).toMatchObject(expired);
  const forged = Buffer.from(challenge, 'base64url');
  forged.writeUInt8(0xff, 20);
  const longer = { ...(await asked()), challenge: forged.toString('base64url') };
  expect((await post(LOGIN, other.passkey.sign(longer))).json()).toMatchObject(expired);

  const change = { current: person.password, password: 'quite another password' };
  const changed = await post('/api/users/password/change/', change, person);
  expect(changed.statusCode).toBe(200);
  const again = { ...person, headers: { authorization: `Bearer ${changed.json().access_token}` } };
  expect((await add(options, again)).json()).toMatchObject(expired);
});

test('what nobody has, what another signed and what names another account is refused', async () => {
  const [ada, bob] = [await withPasskey(), await withPasskey()];
  const stranger = makeSoftPasskey(await begin(ada), ORIGIN);
  expect((await enter(stranger)).json()).toMatchObject(refused);
  const question = await asked();
  const answer = { ...ada.passkey.sign(question), id: bob.passkey.id };
  expect((await post(LOGIN, answer)).json()).toMatchObject(refused);
  const second = ada.passkey.sign(await asked());
  const named = { ...second, user_handle: bob.passkey.sign(question).user_handle };
  expect((await post(LOGIN, named)).json()).toMatchObject(refused);
  // Somebody's passkey is not taken for another account, either.
  const own = makeSoftPasskey(await begin(bob), ORIGIN);
  expect((await post(PATH, own.made, bob)).statusCode).toBe(204);
  const { db } = server.deps.database;
  const stolen = makeSoftPasskey(await begin(ada), ORIGIN);
  await db.update(passkeys).set({ credentialId: stolen.id }).where(eq(passkeys.credentialId, own.id));
  expect((await post(PATH, stolen.made, ada)).json()).toMatchObject(refused);
});

test('a counter that stays or goes back is refused', async () => {
  const { passkey } = await withPasskey({ counter: 4 });
  expect((await enter(passkey, { counter: 5 })).statusCode).toBe(200);
  expect((await enter(passkey, { counter: 5 })).json()).toMatchObject(refused);
  expect((await enter(passkey, { counter: 4 })).json()).toMatchObject(refused);
  expect((await enter(passkey, { counter: 0 })).json()).toMatchObject(refused);
  const [one, other] = [
    passkey.sign(await asked(), { counter: 6 }),
    passkey.sign(await asked(), { counter: 6 }),
  ];
  const both = await Promise.all([post(LOGIN, one), post(LOGIN, other)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
});

test('what an authenticator says of its maker is not read', async () => {
  const person = await server.signUp();
  const said = new Map<string, unknown>([
    ['fmt', 'packed'],
    [
      'attStmt',
      new Map<string, unknown>([
        ['alg', -7],
        ['sig', new Uint8Array(8)],
        ['x5c', [new Uint8Array(8)]],
      ]),
    ],
  ]);
  const passkey = makeSoftPasskey(await begin(person), ORIGIN, { attestation: said });
  expect((await post(PATH, passkey.made, person)).statusCode).toBe(204);
  expect((await enter(passkey)).statusCode).toBe(200);
});

test('with a second factor its code is needed to add and remove one, and not to sign in by it', async () => {
  const person = await server.signUp();
  const { secret } = (
    await post('/api/users/me/second-factor/begin/', { password: person.password }, person)
  ).json();
  const codeOf = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: timeMs });
  await post('/api/users/me/second-factor/confirm/', { code: codeOf() }, person);
  timeMs += 30_000;
  const wanted = { code: 'second-factor-wrong' };
  expect((await post(`${PATH}begin/`, { password: person.password }, person)).json()).toMatchObject(wanted);
  const passkey = makeSoftPasskey(await begin(person, codeOf()), ORIGIN);
  expect((await post(PATH, passkey.made, person)).statusCode).toBe(204);
  expect((await logIn(person)).json()).toMatchObject({ code: 'second-factor-wanted' });
  expect((await enter(passkey)).statusCode).toBe(200);

  timeMs += 30_000;
  const [{ id }] = await listOf(person);
  const remove = (proof: object) => post(`${PATH}${id}/remove/`, proof, person);
  expect((await remove({ password: person.password })).json()).toMatchObject(wanted);
  expect((await remove({ password: person.password, code: codeOf() })).statusCode).toBe(204);
});

test('one is renamed and removed by its owner alone; then it opens nothing', async () => {
  const [person, other] = [await withPasskey(), await withPasskey()];
  const [{ id }] = await listOf(person);
  const rename = (name: string, { headers }: Person) =>
    server.app.inject({ method: 'PATCH', url: `${PATH}${id}/`, payload: { name }, headers });
  expect((await rename('Mine', other)).statusCode).toBe(404);
  expect((await rename('  ', person)).statusCode).toBe(400);
  expect((await rename('Blue phone', person)).statusCode).toBe(204);
  const remove = (by: Person, password = by.password) => post(`${PATH}${id}/remove/`, { password }, by);
  expect((await remove(other)).statusCode).toBe(404);
  expect((await remove(person, 'not it')).json()).toMatchObject({ code: 'password-wrong' });
  expect(await listOf(person)).toMatchObject([{ name: 'Blue phone' }]);
  expect((await remove(person)).statusCode).toBe(204);
  expect(await listOf(person)).toEqual([]);
  expect((await enter(person.passkey)).json()).toMatchObject(refused);
  const mails = await smtp.mailsTo(person.email, 3);
  expect(mails.map(({ subject }) => subject)).toContain('A passkey was removed at Vitrine');
});

test('a closed account stays closed, a deleted one takes its passkeys along', async () => {
  const { db } = server.deps.database;
  const person = await withPasskey();
  const isPerson = eq(users.id, person.session.user.id);
  await db
    .update(users)
    .set({ closedAt: new Date(timeMs) })
    .where(isPerson);
  const closed = await enter(person.passkey);
  expect([closed.statusCode, closed.json().code, closed.cookies]).toEqual([403, 'account-closed', []]);
  await db.update(users).set({ closedAt: null }).where(isPerson);
  const gone = await server.app.inject({
    method: 'DELETE',
    url: '/api/users/me/',
    payload: { password: person.password },
    headers: person.headers,
  });
  expect(gone.statusCode).toBe(204);
  expect(await db.select().from(passkeys).where(eq(passkeys.credentialId, person.passkey.id))).toEqual([]);
  expect((await enter(person.passkey)).json()).toMatchObject(refused);
});

test('an account has ten at most, also when two are added at the same time', async () => {
  const person = await server.signUp();
  const options = [];
  for (let count = 0; count < 12; count += 1) options.push(await begin(person));
  const add = (one: PasskeyCreationBody) => post(PATH, makeSoftPasskey(one, ORIGIN).made, person);
  for (const one of options.slice(0, 9)) expect((await add(one)).statusCode).toBe(204);
  const last = await Promise.all(options.slice(9).map(add));
  expect(last.map(({ statusCode }) => statusCode).sort()).toEqual([204, 422, 422]);
  expect(await listOf(person)).toHaveLength(10);
  const eleventh = await post(`${PATH}begin/`, { password: person.password }, person);
  expect(eleventh.json()).toMatchObject({ code: 'passkey-limit', data: { limit: 10 } });
});

test('the owner’s link takes passkeys off', async () => {
  const { db } = server.deps.database;
  const email = 'owner@example.com';
  const password = 'the owner knows it';
  const claim = async () => {
    const link = await makeOwnerLink(db, 'http://here', new Date(timeMs));
    const session = (
      await post('/api/users/owner/claim/', { token: link.split('=')[1], email, password })
    ).json();
    return { session, email, password, headers: { authorization: `Bearer ${session.access_token}` } };
  };
  const passkey = await addTo(await claim());
  expect((await enter(passkey)).statusCode).toBe(200);
  expect(await listOf(await claim())).toEqual([]);
  expect((await enter(passkey)).json()).toMatchObject(refused);
});
