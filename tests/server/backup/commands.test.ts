import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { listHashes, openFolder } from '../../support/backups.ts';
import { bundleEntry, makeSmallRoot, startChild } from '../../support/child-process.ts';

let programs: Record<'main' | 'backup' | 'restore', string>;
let root: string;
let folder: Awaited<ReturnType<typeof openFolder>>;
beforeAll(async () => {
  programs = {
    main: await bundleEntry('src/server/main.ts'),
    backup: await bundleEntry('src/server/backup.ts'),
    restore: await bundleEntry('src/server/restore.ts'),
  };
  root = await mkdtemp(join(tmpdir(), 'vitrine-root-'));
  await makeSmallRoot(root);
  folder = await openFolder();
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
  await folder?.close();
});

const READY = /^Vitrine is ready: (http:\/\/localhost:\d+)\/$/m;
const environmentOf = (dataDir: string) => ({
  DATA_DIR: dataDir,
  STATE_DIR: join(inject('postgresDir'), 'state'),
  PORT: '0',
});
const start = (program: keyof typeof programs, dataDir: string, ...given: string[]) =>
  startChild(programs[program], environmentOf(dataDir), { cwd: root, arguments: given });
const register = (origin: string) =>
  fetch(`${origin}/api/users/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email: 'ada@example.com', password: 'a long password of hers' }),
  });

test('beside a server that works and with one that is stopped; a killed restore is begun anew', async () => {
  const old = join(folder.path, 'old');
  const server = start('main', old);
  const [, origin = ''] = await server.line(READY);
  const session = await (await register(origin)).json();
  const headers = { authorization: `Bearer ${session.access_token}` };

  // 1. While it works, into DATA_DIR, and stopped, to where it is told.
  const beside = await start('backup', old).ended;
  expect(beside.output).toMatch(
    /^Made, and what is new in it read back and found whole: .*\/backups\/vitrine-\d{8}-\d{6}$/m,
  );
  expect(beside.code).toBe(0);
  server.process.kill('SIGTERM');
  await server.ended;
  const workflows = join(old, 'workflows/mine');
  await mkdir(workflows, { recursive: true });
  await writeFile(join(workflows, 'graph.json'), '{}');
  const to = join(folder.path, 'backups');
  const stopped = await start('backup', old, '--to', to).ended;
  expect(stopped.output).toMatch(/^Database: \d+ rows of \d+ tables in [\d.]+ MB\.$/m);
  expect(stopped.code).toBe(0);
  const secret = await readFile(join(old, 'jwt-secret'), 'utf8');
  const hashes = await listHashes(join(old, 'files'));
  await rm(old, { recursive: true });

  // 2. Killed at several points, no server starts on what it left; called again it comes to its end.
  const fresh = join(folder.path, 'fresh');
  for (const point of [/^Writing the database/m, /^Writing the files/m]) {
    const killed = start('restore', fresh, to);
    await killed.line(point);
    killed.process.kill('SIGKILL');
    await killed.ended;
    const refused = await start('main', fresh).ended;
    expect(refused.output).toMatch(/^A backup is being restored into this database, or .*\.\n$/);
    expect(refused.code).toBe(1);
  }
  const restored = await start('restore', fresh, to).ended;
  expect(restored.output).toMatch(/^Restored as of 2\S+Z\. 0 orders wait in the queue again\.$/m);
  expect(restored.code).toBe(0);
  expect(await readFile(join(fresh, 'jwt-secret'), 'utf8')).toBe(secret);
  expect(await readFile(join(fresh, 'workflows/mine/graph.json'), 'utf8')).toBe('{}');
  expect(await listHashes(join(fresh, 'files'))).toEqual(hashes);

  // 3. The person is signed in as before, and nothing is restored over their data.
  const own = join(folder.path, 'own');
  const environment = { ...environmentOf(fresh), BACKUP_EVERY: '1', BACKUP_DIR: own };
  const again = startChild(programs.main, environment, { cwd: root });
  const [, address = ''] = await again.line(READY);
  const me = await (await fetch(`${address}/api/users/me/`, { headers })).json();
  expect(me).toMatchObject({ email: 'ada@example.com', credits: session.user.credits });
  await expect
    .poll(() => readdir(own), { timeout: 30_000 })
    .toContainEqual(expect.stringMatching(/^vitrine-/));
  const over = await start('restore', fresh, to).ended;
  expect(over.output).toMatch(/^DATA_DIR \(.*\) is not empty: .*\.$/m);
  expect(over.code).toBe(1);
  again.process.kill('SIGTERM');
  await again.ended;
});

test('a folder without a database, or wrong words, are refused in one sentence and nothing is made', async () => {
  const nothing = join(folder.path, 'nothing');
  const refused = await start('backup', nothing).ended;
  expect(refused).toEqual({ code: 1, output: `There is no database in ${nothing} to back up.\n` });
  expect(await readdir(folder.path)).not.toContain('nothing');
  expect((await start('backup', nothing, 'x').ended).output).toBe('Call it as: backup [--to PLACE]\n');
  expect((await start('restore', nothing).ended).output).toBe(
    'Call it as: restore FROM [--check] [--without-damaged-files]\n',
  );
  const none = await start('restore', nothing, folder.path).ended;
  expect(none).toEqual({ code: 1, output: `There is no backup in ${folder.path}.\n` });
});
