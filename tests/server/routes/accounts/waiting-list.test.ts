import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountLanguage } from '../../../../src/contract/http/accounts.ts';
import { UserId } from '../../../../src/contract/ids.ts';
import { createInvitation, sendInvitation } from '../../../../src/server/accounts/invitations/invite.ts';
import { listInvitations } from '../../../../src/server/accounts/invitations/list-invitations.ts';
import { listWaiting } from '../../../../src/server/accounts/invitations/list-waiting.ts';
import { revokeInvitation } from '../../../../src/server/accounts/invitations/revoke-invitation.ts';
import { makeOwnerLink } from '../../../../src/server/accounts/make-owner-link.ts';
import { users } from '../../../../src/server/db/schema/accounts.ts';
import { type FakeSmtp, startFakeSmtp } from '../../../support/fake-smtp/start-fake-smtp.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';

let smtp: FakeSmtp;
let server: TestServer;
let open: TestServer;
let owner: UserId;
let timeMs = Date.now();
beforeAll(async () => {
  smtp = await startFakeSmtp();
  const now = () => new Date(timeMs);
  const mail = { smtpUrl: smtp.url, from: 'Vitrine <noreply@example.com>' };
  server = await startTestServer({ now, config: { hasWaitingList: true, mail } });
  open = await startTestServer({ now });
  const link = await makeOwnerLink(server.deps.database.db, 'http://here', now());
  const claim = {
    token: link.split('=')[1],
    email: 'owner@example.com',
    password: 'the owner knows it',
    language: 'es',
  };
  owner = UserId.parse((await post('/api/users/owner/claim/', claim)).json().user.id);
});
afterAll(async () => {
  await server.stop();
  await open.stop();
  await smtp.stop();
});

const post = (url: string, payload: object, at = server) => at.app.inject({ method: 'POST', url, payload });
const join = (email: string, at = server) => post('/api/waitinglist/register/', { email }, at);
const register = (email: string, invitation_token?: string, at = server) =>
  post('/api/users/register/', { name: 'Ada', email, password: 'a long password', invitation_token }, at);
const verify = (token: string) => server.app.inject(`/api/waitinglist/verify/${token}/`);
const db = () => server.deps.database.db;
const invite = async (email: string | null, language: AccountLanguage | null = null) => {
  const made = await db().transaction((tx) =>
    createInvitation(tx, server.deps, { email, language, invitedBy: owner }),
  );
  return { ...made, token: made.link.split('=')[1] ?? '' };
};
const states = async (email: string) =>
  (await listInvitations(db(), new Date(timeMs)))
    .filter((invitation) => invitation.email === email)
    .map(({ state }) => state);

test('join, be invited, register: each once', async () => {
  expect((await server.app.inject('/api/waitinglist/status/')).json()).toEqual({ enabled: true });
  expect((await join('Ada@example.com')).statusCode).toBe(201);
  const again = await join('ada@EXAMPLE.com');
  expect(again.statusCode).toBe(409);
  expect(again.json()).toMatchObject({ code: 'already-registered' });
  // S1 5: what the message of the field says becomes the client's 'already_registered'.
  expect(again.json().fields.email).toContain('already');

  const none = await register('ada@example.com');
  expect(none.statusCode).toBe(403);
  expect(none.json()).toMatchObject({ code: 'invitation-required', error_code: 'invitation_required' });
  expect(none.json().error).toContain('invitation');

  const invitation = await invite('ada@example.com');
  expect(invitation.link).toMatch(/^http:\/\/localhost:0\/\?invitation_token=[\w-]{43}$/);
  expect(await listWaiting(db())).toMatchObject([
    { email: 'Ada@example.com', language: 'en', invitedAt: new Date(timeMs) },
  ]);
  expect(sendInvitation(server.deps, invitation)).toBe(true);
  const [mail] = await smtp.mailsTo('ada@example.com');
  expect(mail).toMatchObject({ subject: 'Your invitation to Vitrine', link: invitation.link });

  expect((await verify(invitation.token)).json()).toEqual({
    email: 'ada@example.com',
    expires_at: invitation.expiresAt.toISOString(),
  });
  const other = await register('eve@example.com', invitation.token);
  expect(other.json()).toMatchObject({ code: 'invitation-invalid' });
  expect((await register('ADA@example.com', invitation.token)).statusCode).toBe(201);
  expect(await listWaiting(db())).toEqual([]);
  expect(await states('ada@example.com')).toEqual(['used']);
  expect((await verify(invitation.token)).statusCode).toBe(403);
  expect((await register('ada2@example.com', invitation.token)).statusCode).toBe(403);
});

test('an invitation that is left open when its person deletes the account lets nobody in', async () => {
  const [left, used] = [await invite('zoe@example.com'), await invite(null)];
  const { access_token: token } = (await register('zoe@example.com', used.token)).json();
  const gone = await server.app.inject({
    method: 'DELETE',
    url: '/api/users/me/',
    headers: { authorization: `Bearer ${token}` },
    payload: { password: 'a long password' },
  });
  expect(gone.statusCode).toBe(204);
  expect((await register('eve@example.com', left.token)).json()).toMatchObject({
    code: 'invitation-invalid',
  });
  const kept = await listInvitations(db(), new Date(timeMs));
  expect(
    kept
      .filter(({ email }) => email === null)
      .map(({ state }) => state)
      .sort(),
  ).toEqual(['revoked', 'used']);
});

test('an invitation for anybody lets one in, also when two come at once, and the other leaves nothing', async () => {
  const { token } = await invite(null);
  expect((await verify(token)).json()).toMatchObject({ email: null });
  const answers = await Promise.all(
    ['one@example.com', 'two@example.com'].map((email) => register(email, token)),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 403]);
  const loser = answers[0]?.statusCode === 201 ? 'two@example.com' : 'one@example.com';
  expect(await db().select().from(users).where(eq(users.emailKey, loser))).toEqual([]);
});

test('an invitation proves the e-mail that it went to, and brings the first credits at once', async () => {
  const { token } = await invite('proven@example.com');
  const me = (await register('Proven@example.com', token)).json().user;
  expect(me).toMatchObject({ is_email_verified: true, credits: 2_000, pending_credits: 0 });
  // One for anybody says nothing about the address; who holds it was let in all the same.
  const anybody = await invite(null);
  const other = (await register('holder@example.com', anybody.token)).json().user;
  expect(other).toMatchObject({ is_email_verified: false, credits: 2_000, pending_credits: 0 });
  await smtp.mailsTo('holder@example.com');
  expect(await smtp.mailsTo('proven@example.com', 0)).toEqual([]);
});

test('a refused registration does not spend the invitation', async () => {
  const { token } = await invite('weak@example.com');
  const weak = { name: 'Ada', email: 'weak@example.com', password: 'short', invitation_token: token };
  expect((await post('/api/users/register/', weak)).json()).toMatchObject({ code: 'password-weak' });
  expect((await register('weak@example.com', token)).statusCode).toBe(201);
});

test('invitations end by a newer one, by being taken back, and after 14 days', async () => {
  const first = await invite('many@example.com');
  const second = await invite('Many@example.com');
  expect((await verify(first.token)).statusCode).toBe(403);
  expect((await verify(second.token)).statusCode).toBe(200);
  await db().transaction((tx) => revokeInvitation(tx, second.id, new Date(timeMs)));
  expect((await register('many@example.com', second.token)).statusCode).toBe(403);
  const third = await invite('many@example.com');
  timeMs += 14 * 24 * 3_600_000 + 1;
  expect((await register('many@example.com', third.token)).json()).toMatchObject({
    code: 'invitation-invalid',
  });
  expect(await states('many@example.com')).toEqual(['expired', 'revoked']);
  expect(await states('Many@example.com')).toEqual(['revoked']);
  expect((await verify('made-up')).json()).toMatchObject({ code: 'invitation-invalid' });
});

test('a used invitation cannot be taken back, nor one that never was; nobody with an account is invited', async () => {
  const { id, token } = await invite('used@example.com');
  await register('used@example.com', token);
  for (const wrong of [id, 9_999_999]) {
    const taken = db().transaction((tx) => revokeInvitation(tx, wrong, new Date(timeMs)));
    await expect(taken).rejects.toMatchObject({ failure: { code: 'not-found' } });
  }
  await expect(invite('Used@example.com')).rejects.toMatchObject({ failure: { code: 'email-taken' } });
});

test('an invitation is written in the language in which somebody joined, else in the inviter’s', async () => {
  const body = { email: 'frida@example.com', language: 'en' };
  await post('/api/waitinglist/register/', body);
  expect(await invite('frida@example.com')).toMatchObject({ language: 'en' });
  expect(await invite('diego@example.com')).toMatchObject({ language: 'es' });
  expect(await invite('diego@example.com', 'en')).toMatchObject({ language: 'en' });
});

test('the list tells nobody whether an e-mail has an account', async () => {
  const known = await join('owner@example.com');
  const unknown = await join('unknown@example.com');
  expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
});

test('without a waiting list nobody joins it, everybody registers, and a bad invitation keeps nobody out', async () => {
  expect((await open.app.inject('/api/waitinglist/status/')).json()).toEqual({ enabled: false });
  const refused = await join('ada@example.com', open);
  expect(refused.statusCode).toBe(404);
  expect(refused.json()).toMatchObject({ code: 'not-configured' });
  expect((await register('ada@example.com', 'made-up', open)).statusCode).toBe(201);
});
