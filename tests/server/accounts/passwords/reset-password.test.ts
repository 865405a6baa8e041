import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeResetLink } from '../../../../src/server/accounts/passwords/make-reset-link.ts';
import { apiKeys, users } from '../../../../src/server/db/schema/accounts.ts';
import { passkeys } from '../../../../src/server/db/schema/passkeys.ts';
import { recoveryCodes, secondFactors } from '../../../../src/server/db/schema/second-factors.ts';
import { webhooks } from '../../../../src/server/db/schema/webhooks.ts';
import { type FakeSmtp, startFakeSmtp } from '../../../support/fake-smtp/start-fake-smtp.ts';
import { switchOnFactor } from '../../../support/second-factor.ts';
import { type Person, startTestServer, type TestServer } from '../../../support/server.ts';
import { makeSoftPasskey } from '../../../support/software-authenticator.ts';

let smtp: FakeSmtp;
let server: TestServer;
beforeAll(async () => {
  smtp = await startFakeSmtp();
  const mail = { smtpUrl: smtp.url, from: 'Vitrine <noreply@example.com>' };
  // Others can reach it, so that first credits wait for a proven address.
  server = await startTestServer({ config: { mail, host: '0.0.0.0' } });
});
afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
});

type Caller = Pick<Person, 'headers'>;
const post = (url: string, payload: object, by?: Caller) =>
  server.app.inject({ method: 'POST', url, payload, ...(by && { headers: by.headers }) });
const reads = async ({ headers }: Caller) =>
  (await server.app.inject({ url: '/api/render/', headers })).statusCode;
/** The token of the link of a kind that was mailed to somebody, once it has come. */
async function mailed(email: string, mark: '#verify=' | '#reset='): Promise<string> {
  const find = async () => (await smtp.mailsTo(email)).find(({ link }) => link.includes(mark))?.link;
  await expect.poll(find).toBeDefined();
  return (await find())?.split('=')[1] ?? '';
}
const mailOf = async (email: string, subject: string) =>
  (await smtp.mailsTo(email)).find((mail) => mail.subject.includes(subject))?.text.replaceAll(/\s+/g, ' ');
const password = 'another long password';

/** Somebody who registered an address: an API key, a passkey, a webhook and a second factor are theirs. */
async function settleIn() {
  const person = await server.signUp();
  const path = '/api/users/me/passkeys/';
  const made = await post(`${path}begin/`, { password: person.password }, person);
  const passkey = makeSoftPasskey(made.json(), 'http://localhost');
  expect((await post(path, passkey.made, person)).statusCode).toBe(204);
  const hook = { url: 'https://listener.example/told', events: ['render.finished'] };
  expect((await post('/api/users/me/webhooks/', hook, person)).statusCode).toBe(201);
  const key = { name: 'Way back', scopes: ['read'], expires_in_days: null, password: person.password };
  const { key: apiKey } = (await post('/api/users/me/api-keys/', key, person)).json();
  const withFactor = await switchOnFactor(server, person);
  const keyed = { ...person, headers: { authorization: `Bearer ${apiKey}` } };
  /** What is left of it: by the rows, which nobody may be let in to see. */
  const left = async () => {
    const { db } = server.deps.database;
    const tables = [passkeys, webhooks, apiKeys, secondFactors, recoveryCodes];
    return Promise.all(tables.map((table) => db.$count(table, eq(table.userId, person.session.user.id))));
  };
  return { person: withFactor, passkey, keyed, left };
}

test('an address that somebody else registered is its owner’s with the mailed link: no other way in is left', async () => {
  const { person, passkey, keyed, left } = await settleIn();
  expect(await left()).toEqual([1, 1, 1, 1, 10]);
  expect(await reads(keyed)).toBe(200);
  await post('/api/users/password/forgot/', { email: person.email });
  const token = await mailed(person.email, '#reset=');
  const session = await post('/api/users/password/reset/', { token, password });
  expect(session.statusCode, session.body).toBe(200);
  // The link proves what that of the registration would have.
  expect(session.json().user).toMatchObject({
    is_email_verified: true,
    credits: 2000,
    pending_credits: 0,
  });
  expect(session.json().removed).toEqual(['second-factor', 'passkeys', 'api-keys', 'webhooks']);
  const told = () => mailOf(person.email, 'password at Vitrine was changed');
  await expect.poll(told).toContain('the second factor, passkeys, API keys, and webhooks');
  expect(await left()).toEqual([0, 0, 0, 0, 0]);
  expect(await reads(keyed)).toBe(401);
  const question = (await post('/api/users/login/passkey/begin/', {})).json();
  const entered = await post('/api/users/login/passkey/', passkey.sign(question));
  expect(entered.json()).toMatchObject({ code: 'passkey-refused' });
});

test('what belongs to somebody who has proven the address stays theirs', async () => {
  const { person, keyed, left } = await settleIn();
  await post('/api/users/email/verify/', { token: await mailed(person.email, '#verify=') });
  await post('/api/users/password/forgot/', { email: person.email });
  const token = await mailed(person.email, '#reset=');
  const reset = await post('/api/users/password/reset/', { token, password });
  expect([reset.statusCode, reset.json().code]).toEqual([401, 'second-factor-wanted']);
  expect(await left()).toEqual([1, 1, 1, 1, 10]);
  expect(await reads(keyed)).toBe(200);
});

test('where there was nothing else, nothing is told of it', async () => {
  const person = await server.signUp();
  await post('/api/users/password/forgot/', { email: person.email });
  const token = await mailed(person.email, '#reset=');
  const reset = await post('/api/users/password/reset/', { token, password });
  expect(reset.json()).toMatchObject({ removed: [], user: { is_email_verified: true } });
  const told = () => mailOf(person.email, 'password at Vitrine was changed');
  await expect.poll(told).toBeDefined();
  expect(await told()).not.toContain('taken off');
});

test('a link that staff hand over proves no address, and leaves what the account has', async () => {
  const { person, left } = await settleIn();
  const { id } = person.session.user;
  const { db } = server.deps.database;
  const { link } = await db.transaction((tx) => makeResetLink(tx, server.deps, id));
  const reset = await post('/api/users/password/reset/', { token: link.split('=')[1], password });
  expect([reset.statusCode, reset.json().code]).toEqual([401, 'second-factor-wanted']);
  expect(await left()).toEqual([1, 1, 1, 1, 10]);
  const [row] = await db.select().from(users).where(eq(users.id, id));
  expect(row?.emailVerifiedAt).toBeNull();
});

test('one of staff, whose account others know to be theirs, keeps the second factor', async () => {
  const { person, left } = await settleIn();
  const isIt = eq(users.id, person.session.user.id);
  await server.deps.database.db.update(users).set({ isStaff: true }).where(isIt);
  await post('/api/users/password/forgot/', { email: person.email });
  const token = await mailed(person.email, '#reset=');
  const reset = await post('/api/users/password/reset/', { token, password });
  expect(reset.json().code).toBe('second-factor-wanted');
  expect(await left()).toEqual([1, 1, 1, 1, 10]);
});
