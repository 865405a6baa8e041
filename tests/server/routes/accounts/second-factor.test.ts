import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwnerLink } from '../../../../src/server/accounts/make-owner-link.ts';
import { makeResetLink } from '../../../../src/server/accounts/passwords/make-reset-link.ts';
import { recoveryCodes, secondFactors } from '../../../../src/server/db/schema/second-factors.ts';
import { type FakeSmtp, startFakeSmtp } from '../../../support/fake-smtp/start-fake-smtp.ts';
import { besideTransaction } from '../../../support/locked-rows.ts';
import { type Person, startTestServer, type TestServer } from '../../../support/server.ts';

const PATH = '/api/users/me/second-factor/';
const STEP_MS = 30_000;
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

const post = (url: string, payload: object, person?: Person) =>
  server.app.inject({ method: 'POST', url, payload, ...(person && { headers: person.headers }) });
const stateOf = async ({ headers }: Person) => (await server.app.inject({ url: PATH, headers })).json();
const codeOf = (secret: string, atMs = timeMs) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs });
const logIn = ({ email, password }: Pick<Person, 'email' | 'password'>) =>
  post('/api/users/login/', { email, password });
const finish = (challenge: string, code: string) =>
  post('/api/users/login/second-factor/', { challenge, code });
const wrong = { code: 'second-factor-wrong' };

/** Somebody whose app has the secret; their first code is used up, and its step is over. */
async function withFactor(): Promise<Person & { secret: string; codes: string[] }> {
  const person = await server.signUp();
  const begun = await post(`${PATH}begin/`, { password: person.password }, person);
  const { secret } = begun.json();
  const confirmed = await post(`${PATH}confirm/`, { code: codeOf(secret) }, person);
  expect(confirmed.statusCode).toBe(200);
  timeMs += STEP_MS;
  return { ...person, secret, codes: confirmed.json().codes };
}
async function challengeOf(person: Person): Promise<string> {
  const answer = await logIn(person);
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'second-factor-wanted']);
  expect(answer.cookies).toEqual([]);
  return answer.json().data.challenge;
}

test('it is begun with the password and in force after a first code; the person is told by mail', async () => {
  const person = await server.signUp();
  expect((await post(`${PATH}begin/`, { password: 'not it' }, person)).json()).toMatchObject({
    code: 'password-wrong',
  });
  const { address, secret } = (await post(`${PATH}begin/`, { password: person.password }, person)).json();
  expect(address).toContain(`secret=${secret}`);
  expect(address).toMatch(/^otpauth:\/\/totp\/Vitrine:person\d+%40example.com\?/);
  expect(await stateOf(person)).toMatchObject({ is_on: false, codes_left: 0 });
  expect((await logIn(person)).statusCode).toBe(200);
  const guess = codeOf(secret, timeMs + 10 * STEP_MS);
  expect((await post(`${PATH}confirm/`, { code: guess }, person)).json()).toMatchObject(wrong);

  const { codes } = (await post(`${PATH}confirm/`, { code: codeOf(secret) }, person)).json();
  expect(new Set(codes).size).toBe(10);
  expect(await stateOf(person)).toMatchObject({ is_on: true, codes_left: 10 });
  const again = await post(`${PATH}begin/`, { password: person.password }, person);
  expect([again.statusCode, again.json().code]).toEqual([409, 'second-factor-on']);
  const mails = await smtp.mailsTo(person.email, 2);
  expect(mails.map(({ subject }) => subject)).toContain('A second factor is on at Vitrine');
});

test('neither the secret nor a recovery code can be read in the database', async () => {
  const { session, secret, codes } = await withFactor();
  const { db } = server.deps.database;
  const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, session.user.id));
  const bytes = Buffer.from(Secret.fromBase32(secret).bytes);
  expect(row?.secret.length).toBeGreaterThan(bytes.length);
  expect(row?.secret.includes(bytes)).toBe(false);
  const kept = await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, session.user.id));
  expect(kept).toHaveLength(10);
  expect(codes.filter((code) => JSON.stringify(kept).includes(code))).toEqual([]);
});

test('after the right password a code opens the session, once, also of two at the same time', async () => {
  const person = await withFactor();
  const challenge = await challengeOf(person);
  expect((await finish(challenge, '000 000')).json()).toMatchObject(wrong);
  const code = codeOf(person.secret);
  const answers = await Promise.all([finish(challenge, code), finish(challenge, code)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
  const opened = answers.find(({ statusCode }) => statusCode === 200);
  expect(opened?.json().user).toMatchObject({ email: person.email });
  expect(opened?.cookies.map(({ name }) => name)).toEqual(['vitrine_refresh']);
});

test.each([
  [-2, 422],
  [-1, 200],
  [1, 200],
  [2, 422],
])('a code %i steps away answers %i', async (steps, status) => {
  const person = await withFactor();
  timeMs += 2 * STEP_MS;
  const answer = await finish(await challengeOf(person), codeOf(person.secret, timeMs + steps * STEP_MS));
  expect(answer.statusCode).toBe(status);
});

test('a recovery code opens the session once, however it is written, and nobody else’s does', async () => {
  const [person, other] = [await withFactor(), await withFactor()];
  const [code = ''] = person.codes;
  const challenge = await challengeOf(person);
  expect((await finish(challenge, other.codes[0] ?? '')).json()).toMatchObject(wrong);
  const written = code.toLowerCase().replaceAll('-', ' ');
  const answers = await Promise.all([finish(challenge, written), finish(challenge, written)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
  expect(await stateOf(person)).toMatchObject({ is_on: true, codes_left: 9 });
});

test('the second step ends after five minutes, with another password, and cannot be forged', async () => {
  const expired = { code: 'second-factor-expired' };
  const [person, other] = [await withFactor(), await withFactor()];
  const late = await challengeOf(person);
  const forged = late.replace(/^\d+/, String(other.session.user.id));
  expect((await finish(forged, codeOf(other.secret))).json()).toMatchObject(expired);
  timeMs += 5 * 60_000;
  expect((await finish(late, codeOf(person.secret))).json()).toMatchObject(expired);
  const early = await challengeOf(person);
  const code = codeOf(person.secret);
  const change = { current: person.password, password: 'quite another password', code };
  expect((await post('/api/users/password/change/', change, person)).statusCode).toBe(200);
  timeMs += STEP_MS;
  expect((await finish(early, codeOf(person.secret))).json()).toMatchObject(expired);
});

test('a password that is changed while the code is looked at lets nobody in', async () => {
  const person = await withFactor();
  const challenge = await challengeOf(person);
  await besideTransaction(server, async (other) => {
    const { id } = person.session.user;
    await other.query('update users set password_hash = $1 where id = $2', ['another one', id]);
    const finishing = finish(challenge, codeOf(person.secret));
    finishing.catch(() => {});
    await other.awaitWaiting();
    await other.commit();
    expect((await finishing).json()).toMatchObject({ code: 'second-factor-expired' });
  });
});

test('a link for a new password does not go around it', async () => {
  const person = await withFactor();
  const { db } = server.deps.database;
  const { link } = await db.transaction((tx) => makeResetLink(tx, server.deps, person.session.user.id));
  const password = 'a new long password';
  const reset = await post('/api/users/password/reset/', { token: link.split('=')[1], password });
  expect([reset.statusCode, reset.json().code]).toEqual([401, 'second-factor-wanted']);
  expect(reset.cookies).toEqual([]);
  const opened = await finish(reset.json().data.challenge, codeOf(person.secret));
  expect(opened.statusCode).toBe(200);
  expect(
    await db.select().from(secondFactors).where(eq(secondFactors.userId, person.session.user.id)),
  ).toHaveLength(1);
});

test('staff who have one give a code with the password', async () => {
  const person = await withFactor();
  const confirm = (proof: object) =>
    post('/api/users/password/confirm/', { password: person.password, ...proof }, person);
  expect((await confirm({})).json()).toMatchObject(wrong);
  expect((await confirm({ code: '000000' })).json()).toMatchObject(wrong);
  expect((await confirm({ code: codeOf(person.secret) })).statusCode).toBe(204);
});

test('new recovery codes and off need the password and a code; then the password is enough', async () => {
  const person = await withFactor();
  const proof = (code: string, password = person.password) => ({ password, code });
  const renew = (body: object) => post(`${PATH}recovery-codes/`, body, person);
  expect((await renew(proof(codeOf(person.secret), 'not it'))).json()).toMatchObject({
    code: 'password-wrong',
  });
  expect((await renew(proof('123'))).json()).toMatchObject(wrong);
  const { codes } = (await renew(proof(codeOf(person.secret)))).json();
  const challenge = await challengeOf(person);
  expect((await finish(challenge, person.codes[0] ?? '')).json()).toMatchObject(wrong);
  expect((await post(`${PATH}off/`, proof('123'), person)).json()).toMatchObject(wrong);
  expect((await post(`${PATH}off/`, proof(codes[0]), person)).statusCode).toBe(204);
  expect(await stateOf(person)).toMatchObject({ is_on: false, codes_left: 0 });
  expect((await logIn(person)).statusCode).toBe(200);
  const mails = await smtp.mailsTo(person.email, 3);
  expect(mails.map(({ subject }) => subject)).toContain('The second factor is off at Vitrine');
});

test('the owner’s link is the way back for an owner who lost the phone', async () => {
  const { db } = server.deps.database;
  const claim = async (email: string) => {
    const link = await makeOwnerLink(db, 'http://here', new Date(timeMs));
    const payload = { token: link.split('=')[1], email, password: 'the owner knows it' };
    return post('/api/users/owner/claim/', payload);
  };
  const email = 'owner@example.com';
  const first = await claim(email);
  const headers = { authorization: `Bearer ${first.json().access_token}` };
  const owner: Person = { session: first.json(), email, password: 'the owner knows it', headers };
  const { secret } = (await post(`${PATH}begin/`, { password: owner.password }, owner)).json();
  expect((await post(`${PATH}confirm/`, { code: codeOf(secret) }, owner)).statusCode).toBe(200);
  await challengeOf(owner);
  expect((await claim(email)).statusCode).toBe(200);
  expect((await logIn(owner)).statusCode).toBe(200);
});
