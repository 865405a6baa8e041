import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { Connection } from '../../../src/server/db/database.ts';
import { openEmbeddedPostgres } from '../../../src/server/db/embedded-postgres.ts';
import { preparePostgresFolder } from '../../../src/server/db/postgres-folder.ts';
import { SetupError } from '../../../src/server/process/setup-error.ts';
import { bundleEntry, startChild } from '../../support/child-process.ts';

const isRoot = process.getuid?.() === 0;
let dataDir: string;
let stateDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-pg-'));
  // Shared by the run, so that the programs are copied once.
  stateDir = join(inject('postgresDir'), 'state');
});
afterEach(async () => {
  const { state } = await preparePostgresFolder(dataDir, stateDir).catch(() => ({ state: dataDir }));
  await rm(state, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

async function query(connection: Connection, text: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Kills PostgreSQL and everything it started, as a crash of the machine would. */
async function killPostgres(): Promise<void> {
  const { data } = await preparePostgresFolder(dataDir, stateDir);
  const [pid = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', pid], { encoding: 'utf8' });
  process.kill(Number(pid), 'SIGKILL');
  for (const each of children.trim().split(/\s+/)) killIfThere(Number(each));
}

/** The backend of somebody who left, or any without its postmaster, may end by itself first. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

test('what is written is there at the next start, with checksums and only behind a password', async () => {
  const first = await openEmbeddedPostgres({ dataDir, stateDir });
  await query(first.connection, 'create table t as select 7 as n');
  expect(await query(first.connection, 'show data_checksums')).toEqual([{ data_checksums: 'on' }]);
  expect(await query(first.connection, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  await expect(query({ ...first.connection, password: 'guess' } as Connection, 'select 1')).rejects.toThrow(
    /password authentication failed/,
  );
  await first.close();
  await expect(query(first.connection, 'select 1')).rejects.toThrow();

  const second = await openEmbeddedPostgres({ dataDir, stateDir });
  expect(await query(second.connection, 'select n from t')).toEqual([{ n: 7 }]);
  await second.close();
});

test('several processes share it, and the last one stops it', async () => {
  const [first, second] = await Promise.all([
    openEmbeddedPostgres({ dataDir, stateDir }),
    openEmbeddedPostgres({ dataDir, stateDir }),
  ]);
  await first.close();
  expect(await query(second.connection, 'select 1 as n')).toEqual([{ n: 1 }]);
  await second.close();
  await expect(query(second.connection, 'select 1')).rejects.toThrow();
});

test('a killed server leaves PostgreSQL running, and the next one joins it', async () => {
  const entry = await bundleEntry('tests/support/hold-postgres.ts');
  const child = startChild(entry, { DATA_DIR: dataDir, STATE_DIR: stateDir });
  await child.line(/open/);
  child.process.kill('SIGKILL');
  await child.ended;

  const next = await openEmbeddedPostgres({ dataDir, stateDir });
  expect(await query(next.connection, 'select n from held')).toEqual([{ n: 1 }]);
  await next.close();
  await expect(query(next.connection, 'select 1')).rejects.toThrow();
});

test('after kill -9 of everything it recovers what was committed', async () => {
  const entry = await bundleEntry('tests/support/hold-postgres.ts');
  const child = startChild(entry, { DATA_DIR: dataDir, STATE_DIR: stateDir });
  await child.line(/open/);
  child.process.kill('SIGKILL');
  await child.ended;
  await killPostgres();

  const next = await openEmbeddedPostgres({ dataDir, stateDir });
  expect(await query(next.connection, 'select n from held')).toEqual([{ n: 1 }]);
  await next.close();
});

test('when PostgreSQL alone dies it is started again', async () => {
  const postgres = await openEmbeddedPostgres({ dataDir, stateDir });
  await query(postgres.connection, 'create table t as select 7 as n');
  await killPostgres();
  await expect
    .poll(() => query(postgres.connection, 'select n from t').catch(() => null), { timeout: 30_000 })
    .toEqual([{ n: 7 }]);
  await postgres.close();
});

test('a process file that names a stranger is not taken for PostgreSQL', async () => {
  const first = await openEmbeddedPostgres({ dataDir, stateDir });
  const { data, identity } = await preparePostgresFolder(dataDir, stateDir);
  const pidFile = join(data, 'postmaster.pid');
  const lines = (await readFile(pidFile, 'utf8')).split('\n');
  await first.close();
  await writeFile(pidFile, [String(process.pid), ...lines.slice(1)].join('\n'));
  if (identity.uid !== undefined && identity.gid !== undefined) {
    await chown(pidFile, identity.uid, identity.gid);
  }
  const second = await openEmbeddedPostgres({ dataDir, stateDir });
  expect(await query(second.connection, 'select 1 as n')).toEqual([{ n: 1 }]);
  await second.close();
});

test('data of another PostgreSQL version are refused in words and left alone', async () => {
  await (await openEmbeddedPostgres({ dataDir, stateDir })).close();
  const { data } = await preparePostgresFolder(dataDir, stateDir);
  await writeFile(join(data, 'PG_VERSION'), '19\n');
  await expect(openEmbeddedPostgres({ dataDir, stateDir })).rejects.toThrow(
    /was made by PostgreSQL 19, and this Vitrine brings PostgreSQL 18/,
  );
  await writeFile(join(data, 'PG_VERSION'), '18\n');
  await (await openEmbeddedPostgres({ dataDir, stateDir })).close();
});

test('a start that was killed while it made the database does not stand in the way', async () => {
  const { data } = await preparePostgresFolder(dataDir, stateDir);
  await mkdir(`${data}.draft`);
  await writeFile(join(`${data}.draft`, 'PG_VERSION'), '18\n');
  await (await openEmbeddedPostgres({ dataDir, stateDir })).close();
});

test('a folder with a very long name gets a socket elsewhere', async () => {
  const deep = join(dataDir, 'a'.repeat(60), 'b'.repeat(60));
  await mkdir(deep, { recursive: true });
  const state = isRoot ? join(deep, 'state') : stateDir;
  if (isRoot) for (const path of [dataDir, join(dataDir, 'a'.repeat(60)), deep]) await chmod(path, 0o755);
  const postgres = await openEmbeddedPostgres({ dataDir: deep, stateDir: state });
  const host = (postgres.connection as { host: string }).host;
  expect(host.startsWith(join(tmpdir(), 'vitrine-'))).toBe(true);
  expect(await query(postgres.connection, 'select 1 as n')).toEqual([{ n: 1 }]);
  await postgres.close();
  await rm(host, { recursive: true, force: true });
});

test.runIf(isRoot)('a database folder that is gone is not replaced by an empty one', async () => {
  const { state } = await preparePostgresFolder(dataDir, stateDir);
  await rm(state, { recursive: true });
  await expect(openEmbeddedPostgres({ dataDir, stateDir })).rejects.toThrow(SetupError);
});

test.runIf(isRoot)('an ordinary user has everything inside DATA_DIR', async () => {
  const entry = await bundleEntry('tests/support/hold-postgres.ts');
  await chown(dataDir, 65_534, 65_534);
  const child = startChild(entry, { DATA_DIR: dataDir, STATE_DIR: '/nowhere' }, { uid: 65_534, gid: 65_534 });
  await child.line(/open/);
  expect(await readFile(join(dataDir, 'postgres/data/PG_VERSION'), 'utf8')).toBe('18\n');
  child.process.kill('SIGTERM');
  expect((await child.ended).code).toBe(0);
  await rm(join(dataDir, 'postgres'), { recursive: true });
});

const NOBODY = { uid: 65_534, gid: 65_534 };

test.runIf(isRoot)(
  "root does not make a database beside an ordinary user's, nor that user one beside root's",
  async () => {
    const entry = await bundleEntry('tests/support/hold-postgres.ts');
    await chown(dataDir, NOBODY.uid, NOBODY.gid);
    const places = { DATA_DIR: dataDir, STATE_DIR: stateDir };
    const theirs = startChild(entry, places, NOBODY);
    await theirs.line(/open/);
    theirs.process.kill('SIGTERM');
    await theirs.ended;
    const before = await readdir(dataDir);
    await expect(openEmbeddedPostgres({ dataDir, stateDir })).rejects.toThrow(
      new SetupError(
        `The database in ${join(dataDir, 'postgres/data')} belongs to nobody, and this runs as root: run it as nobody, or set another DATA_DIR.`,
      ),
    );
    await chown(join(dataDir, 'postgres/data'), 0, 0);
    await expect(openEmbeddedPostgres({ dataDir, stateDir })).rejects.toThrow(/belongs to root, .*chown -R/);
    expect(await readdir(dataDir)).toEqual(before);
    await rm(join(dataDir, 'postgres'), { recursive: true });

    const { state } = await preparePostgresFolder(dataDir, stateDir);
    expect(await readdir(dataDir)).toEqual(['postgres.json']);
    const refused = await startChild(entry, places, NOBODY).ended;
    expect(refused.output).toContain(
      `The database of ${dataDir} was made as root, and this runs as nobody: run it as root (sudo), or set another DATA_DIR.`,
    );
    expect(await readdir(dataDir)).toEqual(['postgres.json']);
    await rm(state, { recursive: true });
  },
);
