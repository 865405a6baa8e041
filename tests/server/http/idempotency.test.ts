import fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { App } from '../../../src/server/http/app.ts';
import { authenticate } from '../../../src/server/http/authenticate.ts';
import { handleErrors } from '../../../src/server/http/handle-errors.ts';
import { prepareAndRunOnce, runOnce } from '../../../src/server/http/idempotency.ts';
import { type Person, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let app: App;
let ada: Person;
let grace: Person;
let timeMs = Date.now();
/** Keeps an effect from ending until it is released. */
let gate: Promise<void>;
let hasBegun: () => void;
let preparations = 0;
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(timeMs) });
  [ada, grace] = [await server.signUp(), await server.signUp()];
  await server.deps.database.pool.query('create table effects (id serial, note text)');

  app = fastify() as unknown as App;
  handleErrors(app);
  authenticate(app, server.deps);
  app.post('/notes/:folder/', async (request, reply) => {
    const { note } = request.body as { note: string };
    const made = await runOnce(server.deps, request, async (tx) => {
      hasBegun();
      await gate;
      const { rows } = await tx.execute<{ id: number }>(
        `insert into effects (note) values ('${note}') returning id`,
      );
      if (note === 'fails') throw new Error('half-way');
      return { id: rows[0]?.id };
    });
    return reply.code(201).send(made);
  });
  app.post('/prepared/', async (request, reply) => {
    const { note } = request.body as { note: string };
    const prepare = async () => {
      preparations += 1;
      hasBegun();
      await gate;
      if (note === 'unprepared') throw new Error('half-way');
      return note;
    };
    const made = await prepareAndRunOnce(server.deps, request, prepare, async (tx, prepared) => {
      const { rows } = await tx.execute<{ id: number }>(
        `insert into effects (note) values ('${prepared}') returning id`,
      );
      return { id: rows[0]?.id };
    });
    return reply.code(201).send(made);
  });
});
beforeEach(() => {
  gate = Promise.resolve();
  hasBegun = () => {};
  preparations = 0;
});
afterAll(async () => {
  await app.close();
  await server.stop();
});

const post = (key: string | null, note: string, person = ada, url = '/notes/a/') =>
  app.inject({
    method: 'POST',
    url,
    payload: { note },
    headers: { ...person.headers, ...(key === null ? {} : { 'idempotency-key': key }) },
  });
async function countEffects(note: string): Promise<number> {
  const { rows } = await server.deps.database.pool.query('select id from effects where note = $1', [note]);
  return rows.length;
}

test('the same key and body: the same answer and one effect', async () => {
  const first = await post('k1', 'once');
  const second = await post('k1', 'once');
  expect(first.statusCode).toBe(201);
  expect([second.statusCode, second.json()]).toEqual([201, first.json()]);
  expect(await countEffects('once')).toBe(1);
});

test('without a key every call counts', async () => {
  await post(null, 'each');
  await post(null, 'each');
  expect(await countEffects('each')).toBe(2);
});

test('another body under the same key is refused', async () => {
  await post('k2', 'this');
  const answer = await post('k2', 'that');
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ code: 'idempotency-mismatch' });
  expect(await countEffects('that')).toBe(0);
});

test('a key belongs to one person and one address', async () => {
  const answers = [
    await post('k3', 'mine', ada),
    await post('k3', 'mine', grace),
    await post('k3', 'mine', ada, '/notes/b/'),
  ];
  expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(3);
});

test('while the first call runs, the second is told to wait', async () => {
  let release = () => {};
  gate = new Promise((resolve) => (release = resolve));
  const begun = new Promise<void>((resolve) => (hasBegun = resolve));
  const first = post('k4', 'slow');
  // inject is lazy: it starts when somebody waits for it.
  const started = first.then((answer) => answer.statusCode);
  await begun;
  const second = await post('k4', 'slow');
  expect(second.statusCode).toBe(409);
  expect(second.headers['retry-after']).toBe('1');
  expect(second.json()).toMatchObject({ code: 'idempotency-in-flight' });
  release();
  expect(await started).toBe(201);
  expect(await countEffects('slow')).toBe(1);
});

test('a call that failed leaves nothing and may be repeated with its key', async () => {
  expect((await post('k5', 'fails')).statusCode).toBe(500);
  expect(await countEffects('fails')).toBe(0);
  expect((await post('k5', 'works')).statusCode).toBe(201);
});

test('while the first call prepares its effect, no transaction is open, and the second is told to wait', async () => {
  let release = () => {};
  gate = new Promise((resolve) => (release = resolve));
  const begun = new Promise<void>((resolve) => (hasBegun = resolve));
  const started = post('k7', 'prepared', grace, '/prepared/').then((answer) => answer.statusCode);
  await begun;
  const { pool } = server.deps.database;
  const { rows } = await pool.query(
    "select query from pg_stat_activity where datname = current_database() and state like 'idle in%'",
  );
  expect(rows).toEqual([]);
  const second = await post('k7', 'prepared', grace, '/prepared/');
  expect(second.json()).toMatchObject({ code: 'idempotency-in-flight' });
  release();
  expect(await started).toBe(201);
  expect(await countEffects('prepared')).toBe(1);
});

test('of two processes that prepare the same call, one has its effect', async () => {
  let release = () => {};
  gate = new Promise((resolve) => (release = resolve));
  const calls: Promise<number>[] = [];
  for (const _process of [1, 2]) {
    const begun = new Promise<void>((resolve) => (hasBegun = resolve));
    calls.push(post('k8', 'twice', grace, '/prepared/').then((answer) => answer.statusCode));
    await begun;
    // What one process prepares, another does not know.
    server.deps.services.preparing.clear();
  }
  release();
  const statuses = await Promise.all(calls);
  expect(statuses).toContain(201);
  expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
  expect(await countEffects('twice')).toBe(1);
});

test('a call that was answered is not prepared again, and one that failed may be repeated', async () => {
  const first = await post('k9', 'answered', grace, '/prepared/');
  const again = await post('k9', 'answered', grace, '/prepared/');
  expect([again.statusCode, again.json(), preparations]).toEqual([201, first.json(), 1]);
  expect((await post('k9', 'another', grace, '/prepared/')).statusCode).toBe(422);
  expect((await post('k10', 'unprepared', grace, '/prepared/')).statusCode).toBe(500);
  expect((await post('k10', 'repeated', grace, '/prepared/')).statusCode).toBe(201);
  expect(await countEffects('repeated')).toBe(1);
});

test('after seven days the key is free again', async () => {
  await post('k6', 'weekly');
  timeMs += 7 * 24 * 3_600_000 + 1;
  // The access token has ended long since.
  const payload = { email: ada.email, password: ada.password };
  const login = await server.app.inject({ method: 'POST', url: '/api/users/login/', payload });
  const authorization = `Bearer ${login.json().access_token}`;
  await app.inject({
    method: 'POST',
    url: '/notes/a/',
    payload: { note: 'weekly' },
    headers: { authorization, 'idempotency-key': 'k6' },
  });
  expect(await countEffects('weekly')).toBe(2);
});
