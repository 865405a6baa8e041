import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { bundleEntry, type Child, makeSmallRoot, startChild } from '../support/child-process.ts';
import { buildKernel } from '../support/trace-host.ts';

let main: string;
let root: string;
let dataDir: string;
let child: Child;
let origin: string;
const POLL = { timeout: 50_000, interval: 50 };
beforeAll(async () => {
  buildKernel();
  main = await bundleEntry('src/server/main.ts');
  root = await mkdtemp(join(tmpdir(), 'vitrine-root-'));
  await makeSmallRoot(root);
});
afterAll(() => rm(root, { recursive: true, force: true }));
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-lost-'));
  const environment = {
    DATA_DIR: dataDir,
    STATE_DIR: join(inject('postgresDir'), 'state'),
    PORT: '0',
    RATE_LIMIT_FACTOR: '0',
  };
  child = startChild(main, environment, { cwd: root });
  [, origin = ''] = await child.line(/^Vitrine is ready: (http:\/\/localhost:\d+)\/$/m);
});
afterEach(async () => {
  child.process.kill('SIGKILL');
  await child.ended;
  const pid = await postmaster().catch(() => null);
  if (pid !== null) signalPostgres(pid, 'SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Process number of the PostgreSQL of this DATA_DIR. */
async function postmaster(): Promise<number> {
  const folder =
    process.getuid?.() === 0
      ? (JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')) as { folder: string }).folder
      : join(dataDir, 'postgres');
  return Number((await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** To PostgreSQL and all its processes; how many they are. */
function signalPostgres(pid: number, signal: NodeJS.Signals | 0): number {
  const children = execFileSync('sh', ['-c', `ps -o pid= --ppid ${pid} || true`], { encoding: 'utf8' });
  const all = [pid, ...children.trim().split(/\s+/).filter(Boolean).map(Number)];
  for (const each of all) {
    try {
      process.kill(each, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
  return all.length;
}

/** What a call answers that reads the database. */
async function ask(): Promise<number> {
  return (await fetch(`${origin}/api/config/`)).status;
}

/** What an attempt to go on with a session answers, and whether it takes the session out of the browser. */
async function refresh(): Promise<[status: number, isDropped: boolean]> {
  const answer = await fetch(`${origin}/api/users/token/refresh/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: 'of somebody' }),
  });
  return [answer.status, answer.headers.has('set-cookie')];
}

test('a PostgreSQL that is killed is started again, left in peace, and signs nobody out', async () => {
  expect(await ask()).toBe(200);
  const before = await postmaster();
  const processes = signalPostgres(before, 0);
  process.kill(before, 'SIGKILL');
  await expect.poll(refresh, POLL).toEqual([503, false]);
  await expect.poll(ask, POLL).toBe(200);
  expect(await refresh()).toEqual([401, true]);
  const after = await postmaster();
  expect(after).not.toBe(before);
  // A storm of connections would show as one process of PostgreSQL for each.
  expect(signalPostgres(after, 0)).toBeLessThanOrEqual(processes + 5);
  child.process.kill('SIGTERM');
  // Ended by itself: on a busy disk PostgreSQL takes longer to stop than anybody waits.
  expect((await child.ended).code).not.toBeNull();
});

test('while PostgreSQL answers nothing the server is alive and not ready, and a stop ends it', async () => {
  const pid = await postmaster();
  expect((await fetch(`${origin}/api/ready`)).status).toBe(200);
  signalPostgres(pid, 'SIGSTOP');
  const ready = await fetch(`${origin}/api/ready`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({
    checks: { database: { reason: 'The database does not answer.' }, disk: { ok: true } },
  });
  expect((await fetch(`${origin}/api/health`)).status).toBe(200);
  // Nobody waits for as long as it hangs.
  const refused = await fetch(`${origin}/api/users/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'a password' }),
  });
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ code: 'server-unready' });
  const call = ask().catch(() => null);
  child.process.kill('SIGTERM');
  await child.ended;
  await call;
});
