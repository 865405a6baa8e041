import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { StaffPersonBody } from '../../../../src/contract/http/staff.ts';
import { invitations, staffActs, users } from '../../../../src/server/db/schema/accounts.ts';
import { subscriptions } from '../../../../src/server/db/schema/billing.ts';
import { idempotencyKeys } from '../../../../src/server/db/schema/calls.ts';
import { type Answer, callApi, type Method, makeForm } from '../../../support/call-api.ts';
import { type Person, startTestServer, type TestServer } from '../../../support/server.ts';
import { makeStaff } from '../../../support/staff.ts';

let server: TestServer;
let staff: Person;
beforeAll(async () => {
  // An address for others: credits of a new account wait for an approval.
  server = await startTestServer({ config: { host: '0.0.0.0' } });
  staff = await makeStaff(server, 'Sol Staff');
});
afterAll(() => server.stop());

const as = (person: Person, method: Method, path: string, body?: object, key?: string): Promise<Answer> =>
  callApi(
    server,
    person,
    method,
    `/api/staff/${path}`,
    body,
    key === undefined ? {} : { 'idempotency-key': key },
  );
const idOf = (person: Person): number => person.session.user.id;
const look = async (id: number): Promise<StaffPersonBody> => (await as(staff, 'GET', `users/${id}/`)).body;
const acts = async (id: number) => (await as(staff, 'GET', `acts/?user=${id}`)).body.results;

/** Every route of staff, with what would be a good call for somebody who is. */
async function listCalls(): Promise<[Method, string, object?][]> {
  const id = idOf(await server.signUp());
  const told = await callApi(
    server,
    staff,
    'POST',
    '/api/feedback/',
    makeForm({
      type: 'bug',
      category: 'ui',
      title: 'a',
      description: 'b',
      context: JSON.stringify({
        url: '',
        hash: '',
        timestamp: '',
        userAgent: '',
        viewport: { width: 1, height: 1 },
      }),
    }),
  );
  await as(staff, 'POST', 'invitations/', { email: null });
  const [invitation] = (await as(staff, 'GET', 'invitations/')).body.results;
  return [
    ['GET', 'users/'],
    ['GET', `users/${id}/`],
    ['GET', `users/${id}/ledger/`],
    ['POST', `users/${id}/grant/`, { credits: 5, note: '' }],
    ['POST', `users/${id}/approve/`],
    ['POST', `users/${id}/reset-link/`],
    ['POST', `users/${id}/staff/`, { is_staff: false }],
    ['POST', `users/${id}/closed/`, { is_closed: false }],
    ['GET', 'invitations/'],
    ['POST', 'invitations/', { email: null }],
    ['DELETE', `invitations/${invitation.id}/`],
    ['GET', 'waiting/'],
    ['GET', 'feedback/'],
    ['PATCH', `feedback/${told.body.id}/`, { is_closed: true }],
    ['GET', 'acts/'],
    ['GET', 'alarms/'],
    ['GET', 'engines/'],
    ['GET', 'backups/'],
  ];
}

test('for anybody but staff there is nothing, and nothing happens; another member of staff may do all of it', async () => {
  const [person, other] = [await server.signUp(), await makeStaff(server)];
  const { db } = server.deps.database;
  const nobody = { ...person, headers: {} as Person['headers'] };
  for (const [method, path, body] of await listCalls()) {
    const before = await db.$count(staffActs);
    expect(await as(nobody, method, path, body), path).toMatchObject({ status: 401 });
    const refused = await as(person, method, path, body);
    expect(refused, path).toMatchObject({ status: 404, body: { code: 'not-found' } });
    // The same as what has never been.
    const unknown = await as(person, method, `nothing/${randomUUID()}/`, body);
    expect(unknown.status).toBe(404);
    expect(await db.$count(staffActs), path).toBe(before);
    expect((await as(other, method, path, body)).status, path).toBeLessThan(300);
  }
});

test('what is badly asked is nothing to others either, and whoever is no longer staff has lost it at once', async () => {
  const [person, leaver] = [await server.signUp(), await makeStaff(server)];
  expect(await as(person, 'POST', 'users/x/grant/', { credits: -1 })).toMatchObject({ status: 404 });
  expect(await as(leaver, 'GET', 'users/')).toMatchObject({ status: 200 });
  await server.deps.database.db
    .update(users)
    .set({ isStaff: false })
    .where(eq(users.id, idOf(leaver)));
  expect(await as(leaver, 'GET', 'users/')).toMatchObject({ status: 404 });
});

test('no document names it', async () => {
  const answer = await fetch(`${server.url}/api/docs/json`);
  const text = await answer.text();
  expect(text).toContain('/api/feedback/');
  expect(text).not.toContain('/api/staff/');
});

test('people are found by name and e-mail, the newest first and page by page', async () => {
  const odd = await server.signUp('Percy 100%_Odd');
  await server.signUp('Percy 100 and more');
  const found = async (query: string) =>
    (await as(staff, 'GET', `users/?query=${encodeURIComponent(query)}`)).body.results.map(
      ({ name }: StaffPersonBody) => name,
    );
  expect(await found('percy')).toEqual(['Percy 100 and more', 'Percy 100%_Odd']);
  expect(await found('100%_')).toEqual(['Percy 100%_Odd']);
  expect(await found(odd.email.toUpperCase())).toEqual(['Percy 100%_Odd']);
  expect(await found('nobody at all')).toEqual([]);

  const { db } = server.deps.database;
  const many = Array.from({ length: 55 }, (_, index) => `page${index}@example.com`);
  await db.transaction(async (tx) => {
    const { wallets } = await import('../../../../src/server/db/schema/money.ts');
    const rows = many.map((email) => ({ name: 'Paul Page', email, emailKey: email }));
    const made = await tx.insert(users).values(rows).returning({ id: users.id });
    await tx.insert(wallets).values(made.map(({ id }) => ({ userId: id })));
  });
  const first = (await as(staff, 'GET', 'users/?query=Paul%20Page')).body;
  expect(first.results).toHaveLength(50);
  const second = (await as(staff, 'GET', `users/?query=Paul%20Page&cursor=${first.next}`)).body;
  expect(second).toMatchObject({ next: null, results: { length: 5 } });
});

test('an account shows its credits, its plan and when it was seen', async () => {
  const person = await server.signUp();
  const id = idOf(person);
  expect(await look(id)).toMatchObject({
    id,
    email: person.email,
    plan: null,
    is_staff: false,
    seen_at: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  await server.deps.database.db.insert(subscriptions).values(
    (['active', 'active'] as const).map((status, index) => ({
      userId: id,
      providerId: `sub_${randomUUID()}`,
      plan: index === 0 ? ('pro' as const) : ('starter' as const),
      recurrence: 'yearly' as const,
      status,
      periodStart: new Date(),
      periodEnd: new Date(),
      isDuplicate: index === 1,
    })),
  );
  expect((await look(id)).plan).toEqual({ name: 'pro', recurrence: 'yearly', status: 'active' });
  // The second one is looked after.
  expect((await as(staff, 'GET', 'alarms/')).body.results).toMatchObject([
    { kind: 'duplicate-subscription', plan: 'starter', user: { id, email: person.email } },
  ]);
  expect(await as(staff, 'GET', 'users/999999/')).toMatchObject({ status: 404 });
  expect(await as(staff, 'GET', 'users/999999/ledger/')).toMatchObject({ status: 404 });
});

test('credits are given once per key, within bounds, with a note that the person reads', async () => {
  const person = await server.signUp();
  const id = idOf(person);
  const before = (await look(id)).credits;
  const key = randomUUID();
  const grant = { credits: 300, note: ' For the fair ' };
  const answers = [
    await as(staff, 'POST', `users/${id}/grant/`, grant, key),
    await as(staff, 'POST', `users/${id}/grant/`, grant, key),
  ];
  expect(answers.map(({ body }) => body.credits)).toEqual([before + 300, before + 300]);
  expect((await as(staff, 'POST', `users/${id}/grant/`, grant)).body.credits).toBe(before + 600);
  for (const credits of [0, -5, 1.5, 1_000_001, '5', null]) {
    const refused = await as(staff, 'POST', `users/${id}/grant/`, { credits, note: '' });
    expect(refused, String(credits)).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
  }
  expect((await look(id)).credits).toBe(before + 600);
  expect(await as(staff, 'POST', 'users/999999/grant/', grant)).toMatchObject({ status: 404 });

  const own = await callApi(server, person, 'GET', '/api/credits/ledger/?cursor=');
  expect(own.body.results[0]).toMatchObject({ kind: 'grant', amount: 300, note: 'For the fair' });
  expect((await as(staff, 'GET', `users/${id}/ledger/`)).body).toEqual(own.body);
  expect(await acts(id)).toMatchObject([
    { act: 'credits-granted', staff: 'Sol Staff', detail: { credits: 300, note: 'For the fair' } },
    { act: 'credits-granted' },
  ]);
});

test('an approval gives the first credits, once', async () => {
  const id = idOf(await server.signUp());
  expect(await look(id)).toMatchObject({ credits: 0, pending_credits: 2_000 });
  const [one, two] = await Promise.all([
    as(staff, 'POST', `users/${id}/approve/`),
    as(staff, 'POST', `users/${id}/approve/`),
  ]);
  expect([one?.status, two?.status]).toEqual([200, 200]);
  expect(await look(id)).toMatchObject({ credits: 2_000, pending_credits: 0 });
  expect(await acts(id)).toMatchObject([{ act: 'signup-approved', detail: { credits: 2_000 } }]);
  expect(await as(staff, 'POST', 'users/999999/approve/')).toMatchObject({ status: 404 });
});

test('a password link works once and is kept nowhere', async () => {
  const person = await server.signUp();
  const id = idOf(person);
  const forgot = { email: person.email };
  await server.app.inject({ method: 'POST', url: '/api/users/password/forgot/', payload: forgot });
  const alarms = async () =>
    (await as(staff, 'GET', 'alarms/')).body.results.filter(
      ({ kind }: { kind: string }) => kind === 'reset-request',
    );
  // The answer comes before the request is written down: it takes as long for anybody.
  await vi.waitFor(async () => expect(await alarms()).toMatchObject([{ user: { id, email: person.email } }]));

  const made = await as(staff, 'POST', `users/${id}/reset-link/`, undefined, randomUUID());
  expect(made.body.link).toMatch(/\/#reset=[\w-]{20,}$/);
  expect(await alarms()).toEqual([]);
  const token = made.body.link.split('=')[1];
  const { db } = server.deps.database;
  expect(JSON.stringify(await db.select().from(idempotencyKeys))).not.toContain(token);
  expect(JSON.stringify(await db.select().from(staffActs))).not.toContain(token);
  expect(await acts(id)).toMatchObject([{ act: 'reset-link-made', detail: {} }]);

  const reset = () =>
    server.app.inject({
      method: 'POST',
      url: '/api/users/password/reset/',
      payload: { token, password: 'another long password' },
    });
  expect((await reset()).statusCode).toBe(200);
  expect((await reset()).statusCode).toBe(410);
  expect(await as(staff, 'POST', 'users/999999/reset-link/')).toMatchObject({ status: 404 });
});

test('invitations are made, told once, listed and revoked', async () => {
  const email = `${randomUUID()}@example.com`;
  const made = await as(staff, 'POST', 'invitations/', { email }, randomUUID());
  expect(made).toMatchObject({ status: 201, body: { is_sent: false } });
  const token = made.body.link.split('invitation_token=')[1];
  const { db } = server.deps.database;
  expect(JSON.stringify(await db.select().from(idempotencyKeys))).not.toContain(token);
  expect(JSON.stringify(await db.select().from(invitations))).not.toContain(token);

  const list = async () => (await as(staff, 'GET', 'invitations/')).body.results;
  const [first] = await list();
  expect(first).toMatchObject({ email, state: 'open', invited_by: 'Sol Staff' });
  const verify = () => server.app.inject(`/api/waitinglist/verify/${token}/`);
  expect((await verify()).json()).toMatchObject({ email });
  expect(await as(staff, 'DELETE', `invitations/${first.id}/`)).toMatchObject({ status: 204 });
  expect((await list())[0]).toMatchObject({ state: 'revoked' });
  expect((await verify()).statusCode).toBe(403);
  expect(await as(staff, 'DELETE', 'invitations/999999/')).toMatchObject({ status: 404 });

  // Whoever has an account needs none.
  const taken = await as(staff, 'POST', 'invitations/', { email: staff.email });
  expect(taken).toMatchObject({ status: 409, body: { code: 'email-taken' } });
  expect(await as(staff, 'POST', 'invitations/', { email: 'no address' })).toMatchObject({ status: 400 });
});

test('who waits is listed, and invited from there', async () => {
  const waiting = await startTestServer({ config: { hasWaitingList: true } });
  try {
    const email = 'waits@example.com';
    const join = { email, language: 'es' };
    await waiting.app.inject({ method: 'POST', url: '/api/waitinglist/register/', payload: join });
    // Nobody registers without an invitation: this one came before the list was on.
    const [made] = await waiting.deps.database.db
      .insert(users)
      .values({ name: 'Sol', email: 'sol@example.com', emailKey: 'sol@example.com', isStaff: true })
      .returning();
    const { openSession } = await import('../../../../src/server/accounts/sessions/open-session.ts');
    const { UserId } = await import('../../../../src/contract/ids.ts');
    const { wallets } = await import('../../../../src/server/db/schema/money.ts');
    const userId = UserId.parse(made?.id);
    const session = await waiting.deps.database.db.transaction(async (tx) => {
      await tx.insert(wallets).values({ userId });
      return openSession(tx, waiting.deps, userId, { address: '127.0.0.1', userAgent: '' });
    });
    const owner = { ...staff, headers: { authorization: `Bearer ${session.access_token}` } };
    const list = async () => (await callApi(waiting, owner, 'GET', '/api/staff/waiting/')).body.results;
    expect(await list()).toMatchObject([{ email, language: 'es', invited_at: null }]);
    await callApi(waiting, owner, 'POST', '/api/staff/invitations/', { email });
    expect(await list()).toMatchObject([{ email, invited_at: expect.any(String) }]);
  } finally {
    await waiting.stop();
  }
});
