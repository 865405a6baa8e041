import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../../../src/contract/failure.ts';
import { makeOwnerLink } from '../../../../src/server/accounts/make-owner-link.ts';
import { refreshTokens, staffActs, users } from '../../../../src/server/db/schema/accounts.ts';
import { callApi, makeForm } from '../../../support/call-api.ts';
import { besideTransaction } from '../../../support/locked-rows.ts';
import { flatPicture, writeFlatPng } from '../../../support/pictures.ts';
import { type Person, startTestServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
let deleting: (() => void) | null = null;
beforeAll(async () => {
  server = await startTestServer({ onUserDeleting: async () => deleting?.() });
});
afterAll(() => server.stop());

const ME = '/api/users/me/';
const call = (
  person: Person,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path = ME,
  body?: object,
) => callApi(server, person, method, path, body);
const refresh = async (token: string) => {
  const payload = { refresh_token: token };
  return (await server.app.inject({ method: 'POST', url: '/api/users/token/refresh/', payload })).statusCode;
};

test('name and language change, alone and together, and nothing else does', async () => {
  const person = await server.signUp('Ada Lovelace');
  const { body } = await call(person, 'PATCH', ME, { name: '  Ada King ' });
  expect(body).toMatchObject({ username: 'Ada King', first_name: 'Ada', last_name: 'King' });
  await call(person, 'PATCH', ME, { language: 'es', is_staff: true, credits: 9 });
  const { db } = server.deps.database;
  const row = (await db.select().from(users)).find(({ id }) => id === person.session.user.id);
  expect(row).toMatchObject({ name: 'Ada King', language: 'es', isStaff: false, email: person.email });
  expect((await call(person, 'GET')).body).toMatchObject({ credits: 2000, is_staff: false });
  expect((await call(person, 'PATCH', ME, { name: '   ' })).body).toMatchObject({
    fields: { name: expect.anything() },
  });
});

test('an avatar becomes a small square, upright, without what the camera wrote', async () => {
  const person = await server.signUp();
  // Stored lying down, with a note how to turn it: its upper half is red.
  const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#2040c0' } })
    .composite([{ input: await flatPicture('#c02020', 'png', 300, 400), left: 0, top: 0 }])
    .jpeg()
    .withExif({ IFD0: { Artist: 'Ada' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const { status, body } = await call(person, 'PUT', `${ME}avatar/`, makeForm({ avatar: photo }));
  expect(status).toBe(200);
  const answer = await fetch(server.url + body.avatar_url);
  expect(answer.headers.get('content-type')).toBe('image/webp');
  const bytes = Buffer.from(await answer.arrayBuffer());
  const picture = sharp(bytes);
  expect(await picture.metadata()).toMatchObject({ width: 256, height: 256, format: 'webp' });
  expect(bytes.includes('Ada')).toBe(false);
  const { data } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => [...data.subarray((y * 256 + x) * 3, (y * 256 + x) * 3 + 3)];
  expect(pixel(128, 30)[0]).toBeGreaterThan(150);
  expect(pixel(128, 220)[2]).toBeGreaterThan(150);
  expect((await call(person, 'GET')).body.avatar_url).toBe(body.avatar_url);
  expect((await call(person, 'DELETE', `${ME}avatar/`)).body).toMatchObject({ avatar_url: null });
});

test('what is no picture, or too much of one, is no avatar', async () => {
  const person = await server.signUp();
  const put = async (bytes: Uint8Array, field = 'avatar') =>
    (await call(person, 'PUT', `${ME}avatar/`, makeForm({ [field]: bytes }))).body.code;
  const text = (content: string) => new TextEncoder().encode(content);
  expect(await put(text('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('file-format-unsupported');
  expect(await put(text('hello'))).toBe('image-unreadable');
  expect(await put(new Uint8Array())).toBe('file-empty');
  expect(await put((await flatPicture('#405060', 'png', 64)).subarray(0, 60))).toBe('image-unreadable');
  expect(await put(writeFlatPng(16_384, 16_384))).toBe('image-too-large');
  expect(await put(await flatPicture('#405060'), 'picture')).toBe('invalid-request');
  expect((await call(person, 'GET')).body.avatar_url).toBeNull();
});

test('another password needs the present one, ends every other session and goes on here', async () => {
  const person = await server.signUp();
  const change = (body: object) => call(person, 'POST', '/api/users/password/change/', body);
  const password = 'another long password';
  expect((await change({ current: 'not it', password })).body).toMatchObject({ code: 'password-wrong' });
  expect((await change({ password })).status).toBe(422);
  const weak = await change({ current: person.password, password: 'short' });
  expect(weak.body).toMatchObject({ code: 'password-weak', data: { reason: 'short' } });
  expect(await refresh(person.session.refresh_token)).toBe(200);

  const changed = await change({ current: person.password, password });
  expect(changed.status).toBe(200);
  expect(await refresh(person.session.refresh_token)).toBe(401);
  expect(await refresh(changed.body.refresh_token)).toBe(200);
  const logIn = async (typed: string) => {
    const payload = { email: person.email, password: typed };
    return (await server.app.inject({ method: 'POST', url: '/api/users/login/', payload })).statusCode;
  };
  expect([await logIn(person.password), await logIn(password)]).toEqual([401, 200]);
});

test('an account that signs in through Google gets its first password without one, and is deleted by its e-mail', async () => {
  const person = await server.signUp();
  await server.deps.database.db.update(users).set({ passwordHash: null });
  expect((await call(person, 'GET')).body).toMatchObject({ has_password: false });
  const mine = { email: 'other@example.com', password: '' };
  expect((await call(person, 'PATCH', ME, mine)).body).toMatchObject({ code: 'password-wrong' });
  expect((await call(person, 'DELETE', ME, { password: '' })).body).toMatchObject({ code: 'password-wrong' });
  const first = { password: 'my very first password' };
  const changed = await call(person, 'POST', '/api/users/password/change/', first);
  expect(changed.status).toBe(200);
  person.headers.authorization = `Bearer ${changed.body.access_token}`;
  expect((await call(person, 'POST', '/api/users/password/change/', first)).body).toMatchObject({
    code: 'password-wrong',
  });
  await server.deps.database.db.update(users).set({ passwordHash: null });
  expect((await call(person, 'DELETE', ME, { email: person.email.toUpperCase() })).status).toBe(204);
});

test('whoever finds a session open sets no first password with it: for that one signs in again', async () => {
  const person = await server.signUp();
  const { db } = server.deps.database;
  const { id } = person.session.user;
  await db.update(users).set({ passwordHash: null }).where(eq(users.id, id));
  const longAgo = new Date(Date.now() - 16 * 60_000);
  await db.update(refreshTokens).set({ confirmedAt: longAgo }).where(eq(refreshTokens.userId, id));
  const first = { password: 'my very first password' };
  expect(await call(person, 'POST', '/api/users/password/change/', first)).toMatchObject({
    status: 403,
    body: { code: 'password-needed' },
  });
  expect((await call(person, 'GET')).body).toMatchObject({ has_password: false });
});

test('everywhere signed out: no session goes on', async () => {
  const person = await server.signUp();
  const payload = { email: person.email, password: person.password };
  const other = await server.app.inject({ method: 'POST', url: '/api/users/login/', payload });
  expect((await call(person, 'POST', '/api/users/logout/all/')).status).toBe(204);
  expect(await refresh(person.session.refresh_token)).toBe(401);
  expect(await refresh(other.json().refresh_token)).toBe(401);
});

test('a deleted account is gone, its e-mail is free, and staff see that there was one', async () => {
  const person = await server.signUp();
  for (const proof of [{}, { password: 'not it' }, { email: person.email }]) {
    expect((await call(person, 'DELETE', ME, proof)).body).toMatchObject({ code: 'password-wrong' });
  }
  const ended: string[] = [];
  deleting = () => ended.push('plan');
  expect((await call(person, 'DELETE', ME, { password: person.password })).status).toBe(204);
  deleting = null;
  expect(ended).toEqual(['plan']);
  expect((await call(person, 'GET')).status).toBe(401);
  expect(await refresh(person.session.refresh_token)).toBe(401);
  const acts = await server.deps.database.db.select().from(staffActs);
  expect(acts.filter(({ userId }) => userId === person.session.user.id)).toMatchObject([
    { act: 'account-deleted', staffId: null, detail: {} },
  ]);
  const payload = { name: 'Ada', email: person.email, password: person.password };
  const again = await server.app.inject({ method: 'POST', url: '/api/users/register/', payload });
  expect(again.statusCode).toBe(201);
});

test('what another tab sends for an account that is gone is refused as from nobody', async () => {
  const person = await server.signUp();
  await call(person, 'DELETE', ME, { password: person.password });
  const picture = makeForm({ picture: await flatPicture('#405060') });
  for (const late of [
    await call(person, 'POST', '/api/picture/', picture),
    await call(person, 'PUT', `${ME}avatar/`, makeForm({ avatar: await flatPicture('#405060') })),
    await call(person, 'PATCH', ME, { name: 'Late' }),
  ]) {
    expect(late).toMatchObject({ status: 401, body: { code: 'not-authenticated' } });
  }
});

test('if the plan cannot be ended the account stays as it is', async () => {
  const person = await server.signUp();
  deleting = () => {
    throw new AppError({ code: 'payment-unavailable' });
  };
  const refused = await call(person, 'DELETE', ME, { password: person.password });
  deleting = null;
  expect(refused).toMatchObject({ status: 502, body: { code: 'payment-unavailable' } });
  expect((await call(person, 'GET')).body).toMatchObject({ email: person.email, credits: 2000 });
});

test('the owner’s account cannot be deleted', async () => {
  const link = await makeOwnerLink(server.deps.database.db, 'http://here', new Date());
  const payload = { token: link.split('=')[1], email: 'owner@example.com', password: 'the owner knows it' };
  const claimed = await server.app.inject({ method: 'POST', url: '/api/users/owner/claim/', payload });
  const session = claimed.json();
  const owner = { session, ...payload, headers: { authorization: `Bearer ${session.access_token}` } };
  expect(session.user).toMatchObject({ pending_credits: 0, credits: 1_000_000 });
  const refused = await call(owner, 'DELETE', ME, { password: owner.password });
  expect(refused).toMatchObject({ status: 409, body: { code: 'owner-stays' } });
  expect((await call(owner, 'GET')).status).toBe(200);
});

test('a password that is changed while it signs somebody in lets nobody in', async () => {
  const person = await server.signUp();
  const { id } = person.session.user;
  await besideTransaction(server, async (other) => {
    await other.query('update users set password_hash = $1 where id = $2', ['another one', id]);
    const payload = { email: person.email, password: person.password };
    const signingIn = server.app.inject({ method: 'POST', url: '/api/users/login/', payload });
    signingIn.catch(() => {});
    await other.awaitWaiting();
    await other.commit();
    expect((await signingIn).json()).toMatchObject({ code: 'credentials-wrong' });
  });
});

test('of two who take one e-mail at once the second is told that it is taken', async () => {
  const [first, second] = [await server.signUp(), await server.signUp()];
  await besideTransaction(server, async (other) => {
    const email = 'wanted@example.com';
    const text = 'update users set email = $1, email_key = $1 where id = $2';
    await other.query(text, [email, first.session.user.id]);
    const taking = call(second, 'PATCH', ME, { email, password: second.password });
    taking.catch(() => {});
    await other.awaitWaiting();
    await other.commit();
    expect(await taking).toMatchObject({ status: 409, body: { code: 'email-taken' } });
  });
});
