import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { bundleEntry, makeSmallRoot, startChild } from '../support/child-process.ts';

let main: string;
let ownerLink: string;
let root: string;
let dataDir: string;
let environment: Record<string, string>;
beforeAll(async () => {
  main = await bundleEntry('src/server/main.ts');
  ownerLink = await bundleEntry('src/server/owner-link.ts');
  root = await mkdtemp(join(tmpdir(), 'vitrine-root-'));
  await makeSmallRoot(root);
});
afterAll(() => rm(root, { recursive: true, force: true }));
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-main-'));
  environment = { DATA_DIR: dataDir, STATE_DIR: join(inject('postgresDir'), 'state'), PORT: '0' };
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const READY = /^Vitrine is ready: (http:\/\/localhost:\d+)\/$/m;
const LINK = /(http:\/\/localhost:\d+)\/#owner=([\w-]{43})\n/;
const claim = (origin: string, token: string, password: string) =>
  fetch(`${origin}/api/users/owner/claim/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, email: 'owner@example.com', password }),
  });

test('the first start prints a link for the owner, later ones the plain address; kill -9 loses nothing', async () => {
  const first = startChild(main, environment, { cwd: root });
  const [, origin = ''] = await first.line(READY);
  const [, , token = ''] = await first.line(LINK);
  const session = await claim(origin, token, 'the owner chooses this');
  expect(session.status).toBe(200);
  expect(await session.json()).toMatchObject({ user: { is_staff: true, credits: 1_000_000 } });
  expect((await stat(join(dataDir, 'jwt-secret'))).mode & 0o777).toBe(0o600);
  first.process.kill('SIGKILL');
  await first.ended;

  const second = startChild(main, environment, { cwd: root });
  const [, again = ''] = await second.line(READY);
  const config = await (await fetch(`${again}/api/config/`)).json();
  expect(config).toMatchObject({ needs_owner: false });

  // While it runs, a new link can be made, and works.
  const link = startChild(ownerLink, environment);
  const [, , newToken = ''] = await link.line(LINK);
  expect((await link.ended).code).toBe(0);
  expect((await claim(again, newToken, 'a second good password')).status).toBe(200);

  // Ctrl-C comes more than once.
  second.process.kill('SIGINT');
  second.process.kill('SIGINT');
  const { code, output } = await second.ended;
  expect(code).toBe(0);
  expect(output).not.toContain('#owner=');

  // And when it is stopped.
  const third = startChild(ownerLink, environment);
  await third.line(LINK);
  expect((await third.ended).code).toBe(0);
  expect(runningPostgres()).toEqual([]);
});

test('a stop in the middle of the first start is clean, and the next start goes on', async () => {
  const first = startChild(main, environment, { cwd: root });
  await first.line(/^First start/m);
  first.process.kill('SIGTERM');
  const { code, output } = await first.ended;
  expect(output).toBe('First start: preparing the starter libraries ...\n');
  expect(code).toBe(0);
  expect(runningPostgres()).toEqual([]);

  const link = startChild(ownerLink, environment);
  await link.line(LINK);
  expect((await link.ended).code).toBe(0);
});

test.each([
  ['PORT', 'ninety', /^PORT must be a whole number\.\n$/],
  ['ROLE', 'king', /^ROLE must be all, api or worker\.\n$/],
  ['DATABASE_URL', 'mysql://x/y', /^DATABASE_URL must be a postgresql:\/\/ address\.\n$/],
  [
    'DATABASE_URL',
    'postgresql://127.0.0.1:1/none',
    /^The database at DATABASE_URL cannot be reached: .*\.\n$/,
  ],
  [
    'DATA_DIR',
    '/dev/null/data',
    /^DATA_DIR \(\/dev\/null\/data\) cannot be written \(\w+\): choose another folder\.\n$/,
  ],
  ['HOST', '203.0.113.7', /^HOST 203\.0\.113\.7 is not an address of this machine\.\n$/],
])('%s=%s is refused in one sentence', async (name, value, sentence) => {
  const child = startChild(main, { ...environment, [name]: value });
  const { code, output } = await child.ended;
  expect(output).toMatch(sentence);
  expect(code).toBe(1);
  expect(runningPostgres()).toEqual([]);
});

test('a taken port is refused in one sentence, before anything is started', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, output } = await startChild(main, { ...environment, PORT: String(port) }).ended;
  other.close();
  expect(output).toBe(`Port ${port} is taken: stop the other program, or set PORT to another one.\n`);
  expect(code).toBe(1);
  expect(runningPostgres()).toEqual([]);
});

test('a database of a newer PostgreSQL is refused in one sentence', async () => {
  const first = startChild(main, environment, { cwd: root });
  await first.line(LINK);
  first.process.kill('SIGTERM');
  expect((await first.ended).code).toBe(0);
  const folder =
    process.getuid?.() === 0
      ? (JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')) as { folder: string }).folder
      : join(dataDir, 'postgres');
  await writeFile(join(folder, 'data/PG_VERSION'), '19\n');
  const { code, output } = await startChild(main, environment, { cwd: root }).ended;
  expect(output).toMatch(
    /^The database in .* was made by PostgreSQL 19, and this Vitrine brings PostgreSQL 18: .*\.\n$/,
  );
  expect(code).toBe(1);
});

/** Command lines of the PostgreSQL servers of this DATA_DIR. */
function runningPostgres(): string[] {
  const all = execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' }).split('\n');
  const folder = (() => {
    try {
      return execFileSync('cat', [join(dataDir, 'postgres.json')], { encoding: 'utf8', stdio: 'pipe' }).match(
        /"folder":"([^"]+)"/,
      )?.[1];
    } catch {
      return dataDir;
    }
  })();
  return all.filter((line) => line.includes('bin/postgres') && line.includes(folder ?? dataDir));
}
