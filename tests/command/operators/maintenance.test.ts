import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { GOES_ON } from '../../../src/server/maintenance/refuse-writes.ts';
import { instanceOf } from '../../support/instance-of.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';
import { linesOf, openVitrine, type Vitrine } from '../../support/vitrine.ts';

let vitrine: Vitrine;
let server: RenderServer;
let folder: string;
let person: Person;
beforeAll(async () => {
  vitrine = await openVitrine();
  server = await startRenderServer();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-maintenance-'));
  person = await server.signUp();
});
afterEach(() => run('maintenance', 'off'));
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => vitrine.run(args, folder, instanceOf(server));
const ready = async () => {
  const answer = await fetch(`${server.url}/api/ready`);
  return { status: answer.status, body: await answer.json() };
};
const system = async () =>
  (await server.get<{ data: { system: { maintenance: object | null } } }>(person, '/api/render/state/')).data
    .system;

test('people look and change nothing, in the words they are told; the state says so until it is off', async () => {
  expect((await run('maintenance', 'status')).stdout).toBe('Maintenance is off.\n');
  expect(await run('maintenance', 'on', '--message', 'Back at noon.')).toMatchObject({ code: 0, stderr: '' });
  const refused = await server.order(person);
  expect(refused).toMatchObject({
    status: 503,
    body: { code: 'maintenance', error: 'Back at noon.', data: { message: 'Back at noon.' } },
  });
  // The log has nothing of it to look for.
  expect(refused.body).not.toHaveProperty('request_id');
  expect(await server.post(person, '/api/project/', { name: 'New' })).toMatchObject({ status: 503 });
  expect(await server.get(person, '/api/project/active/')).toMatchObject({ id: expect.any(Number) });
  expect(await ready()).toMatchObject({ status: 200, body: { maintenance: { message: 'Back at noon.' } } });
  expect(await system()).toMatchObject({ maintenance: { message: 'Back at noon.' } });
  expect(linesOf(await run('maintenance', 'status', '--json'))).toEqual([
    { kind: 'done', maintenance: { message: 'Back at noon.', since: expect.any(String) } },
  ]);
  await run('maintenance', 'on');
  expect(await server.order(person)).toMatchObject({
    body: { error: 'The server is being worked on: nothing can be changed at the moment.' },
  });
  expect((await run('maintenance', 'off')).stdout).toBe('Maintenance is off.\n');
  expect(await ready()).toMatchObject({ status: 200, body: { maintenance: null } });
  expect(await system()).toMatchObject({ maintenance: null });
  expect((await server.order(person)).status).toBe(202);
});

test('nobody registers, whoever has an account signs in, and staff go on', async () => {
  const [staff, other] = [await server.signUp(), await server.signUp()];
  await run('user', 'staff', staff.email);
  await run('maintenance', 'on');
  const body = { name: 'Late', email: 'late@example.com', password: 'a long enough password' };
  expect(await server.post(other, '/api/users/register/', body)).toMatchObject({ status: 503 });
  const login = { email: other.email, password: other.password };
  expect(await server.post(other, '/api/users/login/', login)).toMatchObject({ status: 200 });
  expect((await server.order(staff)).status).toBe(202);
});

test('what is drawn comes to its end, and what waits begins when it is off', async () => {
  const staff = await server.signUp();
  await run('user', 'staff', staff.email);
  const gate = server.engine.hold();
  const drawn = await server.order(person);
  await gate.reached;
  await run('maintenance', 'on');
  const waiting = await server.order(staff);
  gate.release();
  expect(await server.finish(person, drawn.body.id)).toMatchObject({ status: 'completed' });
  await twoHeartbeats();
  expect(await server.get(staff, `/api/render/${waiting.body.id}/`)).toMatchObject({ status: 'queued' });
  await run('maintenance', 'off');
  expect(await server.finish(staff, waiting.body.id)).toMatchObject({ status: 'completed' });
});

/** A worker that would take an order has taken it by then. */
async function twoHeartbeats(): Promise<void> {
  const { pool } = server.deps.database;
  const seen = async () =>
    String((await pool.query('select max(seen_at)::text as at from workers')).rows[0].at);
  for (let beat = 0; beat < 2; beat++) {
    const last = await seen();
    await expect.poll(seen, { timeout: 20_000 }).not.toBe(last);
  }
}

test('every call that goes on is one that the server has', () => {
  const writes = new Set(
    server.routes.filter(({ method }) => String(method) !== 'GET').map(({ url }) => url),
  );
  // Those of providers are there where they are configured.
  const configured = [...GOES_ON].filter((url) => !/^\/api\/(users\/auth|payments)\//.test(url));
  expect(configured.filter((url) => !writes.has(url))).toEqual([]);
});

test('a DATA_DIR in which no server was is named, and stays empty', async () => {
  for (const args of [
    ['maintenance', 'on'],
    ['user', 'list'],
    ['user', 'add', 'ada@example.com'],
  ]) {
    const dataDir = join(folder, 'mistyped');
    const ended = await vitrine.run(args, folder, { DATA_DIR: dataDir });
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toBe(
      `There is no database in ${dataDir}: set DATA_DIR as the server has it, or start the server once.\n`,
    );
    expect(existsSync(dataDir)).toBe(false);
  }
});

test.each([
  [['maintenance'], /^vitrine maintenance takes one of on, off, status\.\n$/],
  [['maintenance', 'off', 'now'], /^vitrine maintenance takes one of on, off, status\.\n$/],
  [['maintenance', 'onn'], /Did you mean “on”/],
  [['maintenance', 'off', '--message', 'x'], /^--message goes with "on"\.\n$/],
  [['maintenance', 'on', '--message', 'x'.repeat(201)], /^--message has at most 200 characters\.\n$/],
])('%j must be called differently', async (args, sentence) => {
  const ended = await run(...args);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toMatch(sentence);
});
