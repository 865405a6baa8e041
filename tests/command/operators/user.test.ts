import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { staffActs } from '../../../src/server/db/schema/accounts.ts';
import { subscriptions } from '../../../src/server/db/schema/billing.ts';
import { bundleEntry, makeSmallRoot, startChild } from '../../support/child-process.ts';
import { instanceOf } from '../../support/instance-of.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import { linesOf, openVitrine, type Vitrine } from '../../support/vitrine.ts';

let vitrine: Vitrine;
let server: RenderServer;
let folder: string;
beforeAll(async () => {
  vitrine = await openVitrine();
  server = await startRenderServer({ isWorking: false });
  folder = await mkdtemp(join(tmpdir(), 'vitrine-user-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => vitrine.run(args, folder, instanceOf(server));
const send = async (path: string, body: object) => {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
};
const signIn = (email: string, password: string) => send('/api/users/login/', { email, password });
const tokenOf = (text: string) => /#reset=([\w-]{43})/.exec(text)?.[1] ?? '';
const PASSWORD = 'chosen by themselves';

test('adds somebody who chooses a password by a link, once', async () => {
  const added = await run('user', 'add', 'Mira@example.com', '--name', 'Mira', '--language', 'es');
  expect(added).toMatchObject({ code: 0, stderr: '' });
  expect(added.stdout).toContain(`${server.url}/#reset=`);
  const token = tokenOf(added.stdout);
  expect(await send('/api/users/password/reset/', { token, password: PASSWORD })).toMatchObject({
    status: 200,
    body: { user: { first_name: 'Mira', is_email_verified: true, credits: 2_000 } },
  });
  expect((await send('/api/users/password/reset/', { token, password: PASSWORD })).status).toBe(410);
  expect(await run('user', 'add', 'mira@EXAMPLE.com')).toMatchObject({ code: 1, stdout: '' });
});

test('resets a password by a new link; the old one counts until then', async () => {
  const { email, password } = await server.signUp();
  const { stdout } = await run('user', 'reset', email.toUpperCase(), '--json');
  expect(linesOf({ stdout })).toEqual([
    { kind: 'done', email: email.toUpperCase(), link: expect.any(String), expiresAt: expect.any(String) },
  ]);
  expect((await signIn(email, password)).status).toBe(200);
  await send('/api/users/password/reset/', { token: tokenOf(stdout), password: PASSWORD });
  expect((await signIn(email, password)).status).toBe(401);
  expect((await signIn(email, PASSWORD)).status).toBe(200);
});

test('suspends somebody, whose orders end with their credits back, and lets them in again', async () => {
  const person = await server.signUp();
  const order = await server.order(person);
  expect(await server.credits(person)).toBe(1_800);
  expect(await run('user', 'suspend', person.email)).toMatchObject({ code: 0 });
  expect((await signIn(person.email, person.password)).status).toBe(403);
  expect((await fetch(`${server.url}/api/users/me/`, { headers: person.headers })).status).toBe(401);
  expect(await run('user', 'reopen', person.email)).toMatchObject({ code: 0 });
  const { status, body } = await signIn(person.email, person.password);
  expect(status).toBe(200);
  expect(body.user.credits).toBe(2_000);
  const again = { ...person, headers: { authorization: `Bearer ${body.access_token}` } };
  expect(await server.get(again, `/api/render/${order.body.id}/`)).toMatchObject({ status: 'cancelled' });
});

test('makes staff and takes it away, but for the last one; the list says who is what', async () => {
  const [first, second] = [await server.signUp('First'), await server.signUp('Second')];
  await run('user', 'staff', first.email);
  expect(await server.get(first, '/api/staff/users/')).toBeTruthy();
  expect(await run('user', 'staff', first.email, '--off')).toMatchObject({
    code: 1,
    stderr: 'Nobody else is staff. Make somebody else staff first.\n',
  });
  await run('user', 'staff', second.email);
  expect(await run('user', 'staff', first.email, '--off')).toMatchObject({ code: 0 });
  await run('user', 'suspend', first.email);
  const { stdout } = await run('user', 'list');
  const lines = stdout.trimEnd().split('\n');
  expect(lines.find((line) => line.startsWith(first.email))).toMatch(/\tFirst\tsuspended, /);
  expect(lines.find((line) => line.startsWith(second.email))).toMatch(/\tSecond\tstaff, /);
  const found = linesOf(await run('user', 'list', 'second', '--json'));
  expect(found).toEqual([{ kind: 'done', user: expect.objectContaining({ email: second.email }) }]);
});

test('ends a plan that nobody charges any more, which is in the record', async () => {
  const person = await server.signUp();
  const userId = person.session.user.id;
  const { db } = server.deps.database;
  await db.insert(subscriptions).values({
    userId,
    providerId: 'sub_test_tried',
    plan: 'starter',
    recurrence: 'monthly',
    status: 'active',
    periodStart: new Date(),
    periodEnd: new Date(Date.now() + 86_400_000),
  });
  expect(await run('user', 'end-plan', person.email)).toEqual({
    code: 0,
    stdout: `${person.email} has no plan any more.\n`,
    stderr: '',
  });
  expect(await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))).toMatchObject([
    { status: 'canceled', endedAt: expect.any(Date) },
  ]);
  expect(await db.select().from(staffActs).where(eq(staffActs.userId, userId))).toMatchObject([
    { act: 'plan-ended', staffId: null },
  ]);
  expect(await run('user', 'end-plan', person.email)).toMatchObject({
    code: 1,
    stderr: `${person.email} has no plan.\n`,
  });
});

test.each([
  [['user'], 2, /^vitrine user does list, add/],
  [['user', 'ad', 'a@example.com'], 2, /Did you mean “add”/],
  [['user', 'add'], 2, /^vitrine user add needs an e-mail\.\n$/],
  [['user', 'add', 'nobody'], 1, /^nobody is no e-mail\.\n$/],
  [['user', 'add', 'a@example.com', '--language', 'fr'], 2, /^--language is one of en, es\.\n$/],
  [['user', 'add', 'a@example.com', '--password', 'x'], 2, /^There is no option --password/],
  [['user', 'reset', 'gone@example.com'], 1, /^Nobody here has the e-mail gone@example\.com\.\n$/],
])('%j ends with %i', async (args, code, sentence) => {
  const ended = await run(...args);
  expect(ended.stderr).toMatch(sentence);
  expect(ended).toMatchObject({ code, stdout: '' });
});

test('makes no link to a password where nobody signs in with one', async () => {
  const company = {
    LOCAL_SIGN_IN: 'off',
    OIDC_ISSUER: 'https://login.example.com',
    OIDC_CLIENT_ID: 'vitrine',
  };
  const { email } = await server.signUp();
  for (const verb of ['add', 'reset']) {
    const ended = await vitrine.run(['user', verb, email], folder, { ...instanceOf(server), ...company });
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/LOCAL_SIGN_IN=off/) });
  }
});

test('works on the embedded database while the server runs, and when it is stopped', async () => {
  const root = await mkdtemp(join(tmpdir(), 'vitrine-root-'));
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-main-'));
  await makeSmallRoot(root);
  const environment = { DATA_DIR: dataDir, STATE_DIR: join(inject('postgresDir'), 'state'), PORT: '0' };
  const call = (...args: string[]) => vitrine.run(args, folder, environment);
  expect(await call('user', 'add', 'early@example.com')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is no database in .*start the server once\.\n$/),
  });
  const main = startChild(await bundleEntry('src/server/main.ts'), environment, { cwd: root });
  const [, origin = ''] = await main.line(/^Vitrine is ready: (http:\/\/localhost:\d+)\/$/m);
  const added = await call('user', 'add', 'up@example.com');
  const answer = await fetch(`${origin}/api/users/password/reset/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: tokenOf(added.stdout), password: PASSWORD }),
  });
  expect(answer.status).toBe(200);
  main.process.kill('SIGTERM');
  expect((await main.ended).code).toBe(0);
  expect(await call('user', 'add', 'down@example.com')).toMatchObject({ code: 0 });
  expect((await call('user', 'list')).stdout).toMatch(/^down@example\.com\t.*\nup@example\.com\t.*\n$/);
  expect(await call('owner-link')).toMatchObject({ code: 0, stderr: '' });
  expect(await call('check-files')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/ files are whole, 0 are/),
  });
  expect(await call('move-files')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^S3_BUCKET must be set/),
  });
  const made = await call('backup', '--to', 'kept');
  expect(made).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Made, and what is new in it read back and found whole'),
  });
  expect(await call('restore', 'kept', '--check')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Whole: \d+ tables/m),
  });
  expect(await call('restore', 'kept')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not empty'),
  });
  expect(await call('restore')).toMatchObject({ code: 2, stderr: 'vitrine restore takes one backup.\n' });
  await rm(root, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});
