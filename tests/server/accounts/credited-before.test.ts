import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../../src/contract/failure.ts';
import type { SessionBody, UserBody } from '../../../src/contract/http/accounts.ts';
import { makeAccountLink } from '../../../src/server/accounts/make-account-link.ts';
import { signInVouched } from '../../../src/server/accounts/providers/sign-in-vouched.ts';
import { forgetOldRows } from '../../../src/server/db/forget-old-rows.ts';
import { callApi } from '../../support/call-api.ts';
import { type Person, startTestServer, type TestServer } from '../../support/server.ts';
import { makeStaff } from '../../support/staff.ts';

/** Others reach it, so that first credits come with a proof of who somebody is. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { host: '0.0.0.0' } });
});
afterAll(() => server.stop());

const PASSWORD = 'a password that is long';
const personOf = (session: SessionBody): Person => ({
  session,
  email: session.user.email,
  password: PASSWORD,
  headers: { authorization: `Bearer ${session.access_token}` },
});
async function register(email: string): Promise<Person> {
  const payload = { name: 'Ada Example', email, password: PASSWORD };
  return personOf(
    (await server.app.inject({ method: 'POST', url: '/api/users/register/', payload })).json<SessionBody>(),
  );
}
/** Opens the link of a mail that went to an address. */
async function verify(person: Person, email = person.email): Promise<void> {
  const { deps } = server;
  const userId = person.session.user.id;
  const wanted = { kind: 'verify-email', userId, email, lifetimeMs: 60_000 } as const;
  const { link } = await deps.database.db.transaction((tx) => makeAccountLink(tx, deps, wanted));
  const token = link.split('=')[1];
  const answer = await callApi(server, person, 'POST', '/api/users/email/verify/', { token });
  expect(answer.status).toBe(200);
}
const read = async (person: Person): Promise<UserBody> =>
  (await callApi(server, person, 'GET', '/api/users/me/')).body;
async function remove(person: Person, proof: object = { password: PASSWORD }): Promise<void> {
  expect((await callApi(server, person, 'DELETE', '/api/users/me/', proof)).status).toBe(204);
}
/** Comes in through a provider of identities. */
async function enter(subject: string, email: string): Promise<Person> {
  const vouched = { issuer: 'https://id.example', subject, email, name: 'Grace', isStaff: null };
  const place = { address: '127.0.0.1', userAgent: '' };
  const who = { language: 'en', isMember: true } as const;
  const refuse = () => new AppError({ code: 'email-taken' });
  return personOf(await signInVouched(server.deps, vouched, who, place, refuse));
}

const CREDITED = { credits: 2_000, pending_credits: 0 };
const WAITING = { credits: 0, pending_credits: 2_000 };

test('who deletes the account and comes back waits for staff with the first credits', async () => {
  const staff = await makeStaff(server);
  const first = await register('ada@example.com');
  await verify(first);
  expect(await read(first)).toMatchObject(CREDITED);
  await remove(first);
  for (const email of ['ada@example.com', 'Ada@Example.com']) {
    const again = await register(email);
    await verify(again);
    expect(await read(again)).toMatchObject({ ...WAITING, is_email_verified: true });
    await remove(again);
  }
  const last = await register('ada@example.com');
  const path = `/api/staff/users/${last.session.user.id}/approve/`;
  expect((await callApi(server, staff, 'POST', path)).status).toBe(200);
  expect(await read(last)).toMatchObject(CREDITED);
});

test('nor do they come by another address of the same person at a provider of identities', async () => {
  const first = await enter('7', 'grace@example.com');
  expect(await read(first)).toMatchObject(CREDITED);
  await remove(first, { email: 'grace@example.com' });
  expect(await read(await enter('7', 'grace.h@example.com'))).toMatchObject(WAITING);
  expect(await read(await enter('8', 'grace@example.com'))).toMatchObject(WAITING);
  expect(await read(await enter('9', 'other@example.com'))).toMatchObject(CREDITED);
});

test('nor with an address that an account had before it took another', async () => {
  const first = await register('mary@example.com');
  await verify(first);
  await verify(first, 'mary.b@example.com');
  expect(await read(first)).toMatchObject({ ...CREDITED, email: 'mary.b@example.com' });
  const second = await register('mary@example.com');
  await verify(second);
  expect(await read(second)).toMatchObject(WAITING);
});

test('who had none gets them, and what is kept names nobody and is forgotten after a year', async () => {
  const { db, pool } = server.deps.database;
  const unproven = await register('kay@example.com');
  await remove(unproven);
  const again = await register('kay@example.com');
  await verify(again);
  expect(await read(again)).toMatchObject(CREDITED);
  await remove(again);

  const { rows } = await pool.query<{ mark: string }>('select mark from credited_before');
  const plain = createHash('sha256').update('kay@example.com').digest('hex');
  expect(rows.length).toBeGreaterThan(0);
  for (const { mark } of rows) {
    expect(mark).toMatch(/^[0-9a-f]{64}$/);
    expect(mark).not.toBe(plain);
  }
  await forgetOldRows(db, new Date(Date.now() + 364 * 86_400_000));
  expect((await pool.query('select from credited_before')).rowCount).toBe(rows.length);
  await forgetOldRows(db, new Date(Date.now() + 366 * 86_400_000));
  expect((await pool.query('select from credited_before')).rowCount).toBe(0);
  const later = await register('kay@example.com');
  await verify(later);
  expect(await read(later)).toMatchObject(CREDITED);
});
