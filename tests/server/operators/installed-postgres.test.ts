import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connectDatabase } from '../../../src/server/db/database.ts';
import { reachDatabase } from '../../../src/server/db/open-database.ts';
import { openFolder, readAllRows, withoutRestores } from '../../support/backups.ts';
import { bundleEntry, makeSmallRoot, startChild } from '../../support/child-process.ts';
import { freePort } from '../../support/free-port.ts';
import {
  findInstalledPostgres,
  type InstalledPostgres,
  startInstalledPostgres,
} from '../../support/installed-postgres.ts';

/** What the embedded PostgreSQL makes, in one of another version, of an operator's own machine, and back. */

const installed = findInstalledPostgres();

let programs: Record<'main' | 'move' | 'backup' | 'restore', string>;
let root: string;
let folder: Awaited<ReturnType<typeof openFolder>>;
let postgres: InstalledPostgres;
beforeAll(async () => {
  if (installed === null) return;
  programs = {
    main: await bundleEntry('src/server/main.ts'),
    move: await bundleEntry('src/server/move-database.ts'),
    backup: await bundleEntry('src/server/backup.ts'),
    restore: await bundleEntry('src/server/restore.ts'),
  };
  root = await mkdtemp(join(tmpdir(), 'vitrine-root-'));
  await makeSmallRoot(root);
  folder = await openFolder();
  postgres = await startInstalledPostgres(installed, await freePort());
});
afterAll(async () => {
  if (installed === null) return;
  await postgres?.stop();
  await rm(root, { recursive: true, force: true });
  await folder?.close();
});

const SECRET = 'the same secret for all servers of this test';
const stateDir = () => join(inject('postgresDir'), 'state');
const dataDirOf = (name: string) => join(folder.path, name);

/** @param url DATABASE_URL; null for the embedded one of the DATA_DIR. */
function start(program: keyof typeof programs, name: string, url: string | null, ...given: string[]) {
  const environment = { DATA_DIR: dataDirOf(name), STATE_DIR: stateDir(), PORT: '0', JWT_SECRET: SECRET };
  const own = url === null ? {} : { DATABASE_URL: url };
  return startChild(programs[program], { ...environment, ...own }, { cwd: root, arguments: given });
}

async function serve(name: string, url: string | null) {
  const server = start('main', name, url);
  const [, origin = ''] = await server.line(/^Vitrine is ready: (http:\/\/localhost:\d+)\/$/m);
  return {
    origin,
    stop: async () => {
      server.process.kill('SIGTERM');
      expect((await server.ended).code).toBe(0);
    },
  };
}

async function readRows(name: string, url: string | null): Promise<Record<string, string[]>> {
  const reached = await reachDatabase({ databaseUrl: url, dataDir: dataDirOf(name), stateDir: stateDir() });
  const database = connectDatabase(reached.connection);
  const {
    workers: _workers,
    engine_servers: _servers,
    settings = [],
    ...lasting
  } = await readAllRows(database);
  await database.close();
  await reached.close();
  // When it was backed up last is no fact of what is in it.
  const isFact = (row: string) => !row.startsWith('{"key": "backups"');
  return withoutRestores({ ...lasting, settings: settings.filter(isFact) });
}

const ADA = { email: 'ada@example.com', password: 'a long password of hers' };
const post = (origin: string, path: string, body: object) =>
  fetch(`${origin}/api/users/${path}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
/** Its rows are there, and it is written to. */
async function isUsed(name: string, url: string | null) {
  const server = await serve(name, url);
  expect((await post(server.origin, 'login', ADA)).status).toBe(200);
  await server.stop();
}

test.skipIf(installed === null)(
  'rows are moved and restored from PostgreSQL of one version into another and back, each as it was',
  async () => {
    const first = await serve('data', null);
    const registered = await post(first.origin, 'register', { name: 'Ångström, öre', ...ADA });
    expect(registered.status).toBe(201);
    await first.stop();
    const before = await readRows('data', null);

    // 1. A backup of the embedded one fills the machine's own.
    expect(await start('backup', 'data', null, '--to', dataDirOf('backups')).ended).toMatchObject({
      code: 0,
    });
    const restored = await postgres.makeDatabase();
    expect(await start('restore', 'restored', restored, dataDirOf('backups')).ended).toMatchObject({
      code: 0,
    });
    expect(await readRows('restored', restored)).toEqual(before);
    await isUsed('restored', restored);

    // 2. So does a move.
    const moved = await postgres.makeDatabase();
    expect(await start('move', 'data', null, '--to', moved).ended).toMatchObject({ code: 0 });
    expect(await readRows('data', moved)).toEqual(before);
    await isUsed('data', moved);

    // 3. And from there back, by both.
    const there = await readRows('data', moved);
    expect(await start('backup', 'data', moved, '--to', dataDirOf('later')).ended).toMatchObject({ code: 0 });
    expect(await readdir(dataDirOf('later'))).toHaveLength(2);
    expect(await start('restore', 'embedded', null, dataDirOf('later')).ended).toMatchObject({ code: 0 });
    expect(await readRows('embedded', null)).toEqual(there);
    await isUsed('embedded', null);
    expect(await start('move', 'data', moved, '--to', 'embedded').ended).toMatchObject({ code: 0 });
    expect(await readRows('data', null)).toEqual(there);
    await isUsed('data', null);
  },
);
