import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findBackup } from '../../src/server/backup/find-backup.ts';
import { type MadeBackup, makeBackup } from '../../src/server/backup/make-backup.ts';
import { createDiskPlace } from '../../src/server/backup/places/disk-place.ts';
import { checkBackup, restoreBackup } from '../../src/server/backup/restore-backup.ts';
import { takeTarget } from '../../src/server/backup/take-target.ts';
import type { Config } from '../../src/server/config.ts';
import { type Connection, connectDatabase, type Database } from '../../src/server/db/database.ts';
import { openStorages } from '../../src/server/storage/open-storage.ts';
import { TEST_SECRET, type TestServer } from './server.ts';
import { openTestDatabase } from './test-database.ts';

const never = new AbortController().signal;

/** A folder that is removed by `close`. */
export async function openFolder(): Promise<{ readonly path: string; close(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'vitrine-backup-'));
  return { path, close: () => rm(path, { recursive: true, force: true }) };
}

/** What `backup --to` does beside a server of a test. */
export async function backUp(
  server: TestServer,
  to: string,
  now = () => new Date(),
): Promise<MadeBackup & { readonly files: NonNullable<MadeBackup['manifest']['files']> }> {
  const { config, database, services } = server.deps;
  const source = {
    connection: database.connection,
    storage: services.storage,
    origin: 'hand' as const,
    config: { ...config, jwtSecret: TEST_SECRET },
  };
  const made = await makeBackup(source, createDiskPlace(to), now, never);
  return { ...made, files: made.manifest.files ?? [] };
}

/** An empty database of a role that may do nothing but own it, as it is rented. */
export async function openRentedDatabase(): Promise<{ readonly url: string; readonly database: Database }> {
  const empty = await openTestDatabase(false);
  await empty.close();
  const admin = new pg.Client(empty.connection);
  await admin.connect();
  const name = `tenant_${randomBytes(6).toString('hex')}`;
  await admin.query(`create role ${name} login password 'a tenant''s'`);
  const { rows } = await admin.query<{ database: string }>('select current_database() as database');
  const database = rows[0]?.database ?? '';
  await admin.query(`alter database ${database} owner to ${name}`);
  await admin.end();
  const { host } = empty.connection as Exclude<Connection, { connectionString: string }>;
  const url = `postgresql://${name}:${encodeURIComponent("a tenant's")}@localhost/${database}?host=${encodeURIComponent(host)}`;
  return { url, database: connectDatabase({ connectionString: url }) };
}

/** What `restore FROM` does with DATABASE_URL. */
export async function restoreInto(
  from: string,
  url: string,
  config: Config,
  leavesOut = false,
): Promise<number> {
  const place = await findBackup(from, config);
  const mine = { ...config, databaseUrl: url, jwtSecret: TEST_SECRET };
  const manifest = await checkBackup(place, mine, leavesOut, never);
  const { connection, close } = await takeTarget(mine);
  try {
    const storages = await openStorages(config.dataDir, config.files);
    const target = { connection, storage: storages.fresh, config: mine };
    const orders = await restoreBackup(place, manifest, target, () => {}, never);
    storages.close();
    return orders;
  } finally {
    await close();
  }
}

/** Every row of every table, as JSON in an order of its own, by table. */
export async function readAllRows({ pool }: Database): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `select to_jsonb(one)::text as row from public."${name}" as one`,
    );
    // Not by PostgreSQL, which may sort words as a language does.
    all[name] = rows.map(({ row }) => row).sort();
  }
  return all;
}

/** Rows as they were before they were restored: a restore notes itself, and begins revisions of projects behind those of before. */
export function withoutRestores({
  settings = [],
  projects = [],
  project_restores: kept = [],
  ...rows
}: Record<string, string[]>): Record<string, string[]> {
  const notes = kept.map((row) => JSON.parse(row) as Record<string, number>);
  const before = new Map(notes.map((note) => [note.project_id, note.last_revision]));
  return {
    ...rows,
    projects: projects.map((row) => withRevision(row, before)).sort(),
    project_restores: [],
    settings: settings.filter((row) => !row.includes('"key": "restores"')),
  };
}

function withRevision(row: string, before: ReadonlyMap<number | undefined, number | undefined>): string {
  const { id, revision } = JSON.parse(row) as { id: number; revision: number };
  return row.replace(`"revision": ${revision},`, `"revision": ${before.get(id) ?? revision},`);
}

/** Names of stored files below a folder, in order. */
export async function listHashes(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.flatMap((name) => /[0-9a-f]{64}$/.exec(name) ?? []).sort();
}
