import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listResetRequests } from '../../../../src/server/accounts/passwords/list-reset-requests.ts';
import { makeResetLink } from '../../../../src/server/accounts/passwords/make-reset-link.ts';
import { type FakeSmtp, startFakeSmtp } from '../../../support/fake-smtp/start-fake-smtp.ts';
import { type Person, startTestServer, type TestServer } from '../../../support/server.ts';

let smtp: FakeSmtp;
/** Sends mail, and others can reach it. */
let server: TestServer;
/** Sends none. */
let quiet: TestServer;
let timeMs = Date.now();
beforeAll(async () => {
  smtp = await startFakeSmtp();
  const now = () => new Date(timeMs);
  const mail = { smtpUrl: smtp.url, from: 'Vitrine <noreply@example.com>' };
  server = await startTestServer({ now, config: { mail, host: '0.0.0.0' } });
  quiet = await startTestServer({ now, config: { host: '0.0.0.0' } });
});
afterAll(async () => {
  await server.stop();
  await quiet.stop();
  await smtp.stop();
});

const call = (
  method: 'POST' | 'PATCH' | 'GET',
  url: string,
  payload?: object,
  person?: Person,
  at = server,
) => {
  const options: InjectOptions = { method, url, ...(payload && { payload }) };
  return at.app.inject(person ? { ...options, headers: person.headers } : options);
};
const post = (url: string, payload?: object, person?: Person, at = server) =>
  call('POST', url, payload, person, at);
const tokenOf = (link: string | undefined) => link?.split('=')[1] ?? '';
const me = async (person: Person, at = server) =>
  (await call('GET', '/api/users/me/', undefined, person, at)).json();
const refresh = (person: Person) =>
  post('/api/users/token/refresh/', { refresh_token: person.session.refresh_token });

test('the credits of a registration come when its e-mail is verified, once', async () => {
  const person = await server.signUp();
  expect(await me(person)).toMatchObject({
    credits: 0,
    pending_credits: 2000,
    is_email_verified: false,
  });
  const [mail] = await smtp.mailsTo(person.email);
  expect(mail?.link).toMatch(/\/#verify=[\w-]{43}$/);
  const verified = await post('/api/users/email/verify/', { token: tokenOf(mail?.link) });
  expect(verified.statusCode).toBe(200);
  expect(verified.json()).toEqual({ email: person.email });
  expect(await me(person)).toMatchObject({ credits: 2000, pending_credits: 0, is_email_verified: true });

  const again = await post('/api/users/email/verify/', { token: tokenOf(mail?.link) });
  expect(again.statusCode).toBe(410);
  expect(again.json()).toMatchObject({ code: 'account-link-invalid' });
  expect(await me(person)).toMatchObject({ credits: 2000 });
});

test('opened twice at once, a link gives the credits once', async () => {
  const person = await server.signUp();
  const [mail] = await smtp.mailsTo(person.email);
  const open = () => post('/api/users/email/verify/', { token: tokenOf(mail?.link) });
  const answers = await Promise.all([open(), open(), open()]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410]);
  expect(await me(person)).toMatchObject({ credits: 2000 });
});

test('a link can be sent again: the one before stops working, and no link lasts over three days', async () => {
  const person = await server.signUp();
  await smtp.mailsTo(person.email);
  expect((await post('/api/users/email/resend/', undefined, person)).statusCode).toBe(204);
  const [first, second] = await smtp.mailsTo(person.email, 2);
  expect(second?.link).not.toBe(first?.link);
  expect((await post('/api/users/email/verify/', { token: tokenOf(first?.link) })).statusCode).toBe(410);
  timeMs += 3 * 24 * 3_600_000 + 1;
  expect((await post('/api/users/email/verify/', { token: tokenOf(second?.link) })).statusCode).toBe(410);
  expect((await post('/api/users/email/verify/', { token: 'made up' })).statusCode).toBe(410);
  expect(await me(await signInAgain(person))).toMatchObject({ credits: 0, is_email_verified: false });
});

test('who is verified is sent nothing more', async () => {
  const person = await server.signUp();
  const [mail] = await smtp.mailsTo(person.email);
  await post('/api/users/email/verify/', { token: tokenOf(mail?.link) });
  expect((await post('/api/users/email/resend/', undefined, person)).statusCode).toBe(204);
  // What is sent after it has come, and it has not.
  await call('PATCH', '/api/users/me/', { email: 'after@example.com', password: person.password }, person);
  await smtp.mailsTo('after@example.com');
  const verifications = (await smtp.mailsTo(person.email)).filter(({ link }) => link.includes('#verify='));
  expect(verifications).toHaveLength(1);
});

test('another e-mail needs the password and counts once its link was opened; the old address is told', async () => {
  const person = await server.signUp();
  const change = { email: 'Moved@example.com' };
  const wrong = await call('PATCH', '/api/users/me/', { ...change, password: 'not it' }, person);
  expect(wrong.statusCode).toBe(422);
  expect(wrong.json()).toMatchObject({ code: 'password-wrong' });
  expect((await call('PATCH', '/api/users/me/', change, person)).statusCode).toBe(422);

  const right = { ...change, password: person.password };
  const asked = await call('PATCH', '/api/users/me/', right, person);
  expect(asked.json()).toMatchObject({ email: person.email });
  const [, told] = await smtp.mailsTo(person.email, 2);
  expect(told?.text).toContain('Moved@example.com');
  const [mail] = await smtp.mailsTo('Moved@example.com');
  expect(mail?.subject).toBe('Confirm your new e-mail for Vitrine');
  expect((await post('/api/users/email/verify/', { token: tokenOf(mail?.link) })).json()).toEqual({
    email: 'Moved@example.com',
  });
  expect(await me(person)).toMatchObject({ email: 'Moved@example.com', is_email_verified: true });
  const login = (email: string) => post('/api/users/login/', { email, password: person.password });
  expect((await login('moved@example.com')).statusCode).toBe(200);
  expect((await login(person.email)).statusCode).toBe(401);
});

test('an address that somebody else registered in the meantime is refused, and the account stays as it was', async () => {
  const person = await server.signUp();
  const change = { email: 'wanted@example.com', password: person.password };
  await call('PATCH', '/api/users/me/', change, person);
  const [mail] = await smtp.mailsTo('wanted@example.com');
  const other = { name: 'Bob', email: 'Wanted@example.com', password: 'a long password' };
  expect((await post('/api/users/register/', other)).statusCode).toBe(201);
  const late = await post('/api/users/email/verify/', { token: tokenOf(mail?.link) });
  expect(late.json()).toMatchObject({ code: 'email-taken' });
  expect(await me(person)).toMatchObject({ email: person.email, credits: 0 });
  const taken = await call('PATCH', '/api/users/me/', change, person);
  expect(taken.json()).toMatchObject({ code: 'email-taken' });
});

test('a forgotten password: the mailed link sets another, ends all sessions and signs in, once', async () => {
  const person = await server.signUp();
  const forgot = await post('/api/users/password/forgot/', { email: person.email.toUpperCase() });
  expect(forgot.statusCode).toBe(204);
  const mails = await smtp.mailsTo(person.email, 2);
  const link = mails.find((mail) => mail.link.includes('#reset='))?.link;
  const reset = (password: string) => post('/api/users/password/reset/', { token: tokenOf(link), password });
  // A refusal does not spend it.
  expect((await reset('short')).json()).toMatchObject({ code: 'password-weak' });
  const session = await reset('another long password');
  expect(session.statusCode).toBe(200);
  expect(session.json().user).toMatchObject({ id: person.session.user.id });
  expect(session.cookies[0]).toMatchObject({ name: 'vitrine_refresh', httpOnly: true });
  expect((await refresh(person)).statusCode).toBe(401);
  const spent = await reset('yet another long password');
  expect(spent.statusCode).toBe(410);
  expect(spent.json()).toMatchObject({ code: 'account-link-invalid' });
  const login = { email: person.email, password: 'another long password' };
  expect((await post('/api/users/login/', login)).statusCode).toBe(200);
  const told = await smtp.mailsTo(person.email, 3);
  expect(told.map(({ subject }) => subject)).toContain('Your password at Vitrine was changed');
});

test('a reset link lasts an hour, and cannot do what another kind of link does', async () => {
  const person = await server.signUp();
  await post('/api/users/password/forgot/', { email: person.email });
  const mails = await smtp.mailsTo(person.email, 2);
  const find = (mark: string) => tokenOf(mails.find(({ link }) => link.includes(mark))?.link);
  const password = 'another long password';
  expect((await post('/api/users/password/reset/', { token: find('#verify='), password })).statusCode).toBe(
    410,
  );
  expect((await post('/api/users/email/verify/', { token: find('#reset=') })).statusCode).toBe(410);
  timeMs += 3_600_001;
  expect((await post('/api/users/password/reset/', { token: find('#reset='), password })).statusCode).toBe(
    410,
  );
});

test('a link that would move the account to another e-mail ends with the password it was asked with', async () => {
  const person = await server.signUp();
  const change = { email: 'thief@example.com', password: person.password };
  await call('PATCH', '/api/users/me/', change, person);
  const [moving] = await smtp.mailsTo('thief@example.com');
  await post('/api/users/password/forgot/', { email: person.email });
  const mails = await smtp.mailsTo(person.email, 3);
  const reset = tokenOf(mails.find(({ link }) => link.includes('#reset='))?.link);
  await post('/api/users/password/reset/', { token: reset, password: 'another long password' });
  expect((await post('/api/users/email/verify/', { token: tokenOf(moving?.link) })).statusCode).toBe(410);
});

test('an e-mail that nobody has gets the same answer and no mail', async () => {
  const unknown = await post('/api/users/password/forgot/', { email: 'nobody@example.com' });
  const person = await server.signUp();
  const known = await post('/api/users/password/forgot/', { email: person.email });
  expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
  await smtp.mailsTo(person.email, 2);
  expect(await smtp.mailsTo('nobody@example.com', 0)).toEqual([]);
});

test('where no mail is sent, the owner sees who waits for a link, and makes it', async () => {
  const { db } = quiet.deps.database;
  const person = await quiet.signUp();
  const requests = () => listResetRequests(db, new Date(timeMs));
  const ask = async (email: string) => {
    expect((await post('/api/users/password/forgot/', { email }, undefined, quiet)).statusCode).toBe(204);
  };
  await ask('nobody@example.com');
  for (const _time of [1, 2]) {
    timeMs += 1_000;
    await ask(person.email);
    // Asked again, the later one stands.
    await expect
      .poll(requests)
      .toMatchObject([
        { userId: person.session.user.id, email: person.email, requestedAt: new Date(timeMs) },
      ]);
  }
  const { link } = await db.transaction((tx) => makeResetLink(tx, quiet.deps, person.session.user.id));
  expect(await requests()).toEqual([]);
  const reset = { token: tokenOf(link), password: 'another long password' };
  timeMs += 23 * 3_600_000;
  expect((await post('/api/users/password/reset/', reset, undefined, quiet)).statusCode).toBe(200);
  const made = db.transaction((tx) => makeResetLink(tx, quiet.deps, 9_999_999));
  await expect(made).rejects.toMatchObject({ failure: { code: 'not-found' } });
});

test('where no mail is sent another e-mail counts at once, unproven, and there is nothing to send again', async () => {
  const person = await quiet.signUp();
  const change = { email: 'direct@example.com', password: person.password };
  const changed = await call('PATCH', '/api/users/me/', change, person, quiet);
  expect(changed.json()).toMatchObject({ email: 'direct@example.com', is_email_verified: false });
  const again = await post('/api/users/email/resend/', undefined, person, quiet);
  expect(again.statusCode).toBe(404);
  expect(again.json()).toMatchObject({ code: 'not-configured' });
});

async function signInAgain(person: Person): Promise<Person> {
  const { email, password } = person;
  const session = (await post('/api/users/login/', { email, password })).json();
  return { ...person, session, headers: { authorization: `Bearer ${session.access_token}` } };
}
