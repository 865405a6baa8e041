import { randomUUID } from 'node:crypto';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeBackup } from '../../../src/server/backup/make-backup.ts';
import { openKeptDatabase } from '../../../src/server/backup/open-kept-database.ts';
import { createDiskPlace } from '../../../src/server/backup/places/disk-place.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { copyMigrationsUntil } from '../../../src/server/db/dump/migration-journal.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { findByEmail } from '../../../src/server/operators/find-by-email.ts';
import { withInstance } from '../../../src/server/operators/open-instance.ts';
import { createDiskStorage } from '../../../src/server/storage/disk-storage.ts';
import {
  openFolder,
  openRentedDatabase,
  readAllRows,
  restoreInto,
  withoutRestores,
} from '../../support/backups.ts';
import { ROOT } from '../../support/bundles-of.ts';
import { TEST_SECRET, testConfig } from '../../support/server.ts';
import { MIGRATIONS_DIR, openTestDatabase } from '../../support/test-database.ts';

const THEN = '0012_sessions';

/** Migrations of the version after this one. */
async function copyWithOneMore(to: string): Promise<void> {
  await cp(MIGRATIONS_DIR, to, { recursive: true });
  const path = join(to, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8'));
  const { idx, when, ...last } = journal.entries.at(-1);
  journal.entries.push({ ...last, idx: idx + 1, when: when + 1, tag: '9999_later' });
  await writeFile(path, JSON.stringify(journal));
  await writeFile(join(to, '9999_later.sql'), 'CREATE TABLE "later" ("id" serial PRIMARY KEY);');
}

test('a backup of an older version is migrated as its database would have been', async () => {
  const [folder, config] = await Promise.all([openFolder(), testConfig()]);
  const then = join(folder.path, 'migrations');
  await copyMigrationsUntil(MIGRATIONS_DIR, THEN, then);
  const old = await openTestDatabase(false);
  await migrate(old.connection, then);
  const storage = await createDiskStorage(config.dataDir);
  const { hash, sizeBytes } = await storage.put(Buffer.from('a picture'));
  await old.pool.query(
    `insert into users (email, email_key, name) values ('Ada@example.com', 'ada@example.com', 'Ada')`,
  );
  await old.pool.query(`insert into wallets (user_id, balance) values (1, 70)`);
  await old.pool.query('insert into files (hash, size_bytes, content_type) values ($1, $2, $3)', [
    hash,
    sizeBytes,
    'image/webp',
  ]);
  await old.pool.query(
    `insert into renders (user_id, status, engine, recipe, price, rerun_of)
      values (1, 'completed', 'studio', '{"positivePrompt": "Ein Täßchen", "batchSize": 1}', 30, 2),
        (1, 'completed', 'studio', 'null', 40, null)`,
  );

  const to = join(folder.path, 'backups');
  const source = {
    connection: old.connection,
    storage,
    origin: 'hand' as const,
    config: { ...config, jwtSecret: TEST_SECRET },
  };
  const made = await makeBackup(source, createDiskPlace(to), () => new Date(), new AbortController().signal);
  expect(made.manifest.migration).toBe(THEN);
  const { url, database } = await openRentedDatabase();
  const here = await testConfig();
  await restoreInto(to, url, here);

  // What the old database is after its migrations.
  await migrate(old.connection, MIGRATIONS_DIR);
  expect(withoutRestores(await readAllRows(database))).toEqual(await readAllRows(old));
  const { rows } = await database.pool.query('select search_text from renders order by id');
  expect(rows[0]?.search_text).toContain('ein taßchen');
  const fresh = await openTestDatabase();
  expect(await readSchema(database)).toEqual(await readSchema(fresh));
  await Promise.all([old, database, fresh].map((one) => one.close()));
  await folder.close();
  await Promise.all([config, here].map(({ dataDir }) => rm(dataDir, { recursive: true })));
});

test('a database of a newer version is not backed up by an older one', async () => {
  const [folder, config, database] = await Promise.all([openFolder(), testConfig(), openTestDatabase()]);
  await database.pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('${randomUUID()}', 9000000000000)`,
  );
  const storage = await createDiskStorage(config.dataDir);
  await writeFile(join(config.dataDir, 'jwt-secret'), TEST_SECRET);
  const source = { connection: database.connection, storage, origin: 'hand' as const, config };
  const refused = makeBackup(
    source,
    createDiskPlace(folder.path),
    () => new Date(),
    new AbortController().signal,
  );
  await expect(refused).rejects.toThrow('The database is of a newer Vitrine: make its backup with that one.');
  await database.close();
  await folder.close();
  await rm(config.dataDir, { recursive: true });
});

test('before a newer version changes a database with data, the database is kept, and brings the old one back', async () => {
  const [folder, base] = await Promise.all([openFolder(), testConfig()]);
  const { url, database } = await openRentedDatabase();
  const newer = join(folder.path, 'migrations');
  await copyWithOneMore(newer);
  const config = { ...base, databaseUrl: url, jwtSecret: TEST_SECRET, migrationsDir: newer };
  const kept = join(config.dataDir, 'backups/before-migrations');
  const old = { ...config, migrationsDir: MIGRATIONS_DIR };

  // An empty one is not worth it.
  await (await openKeptDatabase(old)).close();
  expect(await readdir(config.dataDir)).toEqual([]);
  const storage = await createDiskStorage(config.dataDir);
  const { hash } = await storage.put(Buffer.from('a picture'));
  await database.pool.query(
    `insert into files (hash, size_bytes, content_type) values ('${hash}', 9, 'image/webp')`,
  );
  await database.pool.query(
    `insert into users (email, email_key, name) values ('a@b.example', 'a@b.example', 'Ada')`,
  );
  const before = await readAllRows(database);

  // Where it cannot be kept, nothing is changed.
  await writeFile(join(config.dataDir, 'backups'), 'no folder');
  await expect(openKeptDatabase(config)).rejects.toThrow(
    /^The folder of backups \(.*\) cannot be written \(\w+\): choose another one\.$/,
  );
  expect(await readAllRows(database)).toEqual(before);
  await rm(join(config.dataDir, 'backups'));
  await (await openKeptDatabase(config)).close();
  expect(Object.keys(await readAllRows(database)).length).toBeGreaterThan(Object.keys(before).length);
  await (await openKeptDatabase(config)).close();
  const made = (await readdir(kept)).filter((name) => name.startsWith('vitrine-'));
  expect(made).toHaveLength(1);

  // The version before reads it, though a newer one wrote it.
  const rented = await openRentedDatabase();
  const here = { ...(await testConfig()), version: '0.0.1' };
  await restoreInto(kept, rented.url, here);
  expect(withoutRestores(await readAllRows(rented.database))).toEqual(before);
  await Promise.all([database.close(), rented.database.close(), folder.close()]);
  await Promise.all([config, here].map(({ dataDir }) => rm(dataDir, { recursive: true })));
});

test('what looks after accounts keeps the database as well before it changes it', async () => {
  const [folder, config] = await Promise.all([openFolder(), testConfig()]);
  const { url, database } = await openRentedDatabase();
  const then = join(folder.path, 'migrations');
  await copyMigrationsUntil(MIGRATIONS_DIR, THEN, then);
  const old = { ...config, databaseUrl: url, jwtSecret: TEST_SECRET, migrationsDir: then };
  await (await openKeptDatabase(old)).close();
  await database.pool.query(
    `insert into users (email, email_key, name) values ('a@b.example', 'a@b.example', 'Ada')`,
  );
  const environment = { DATABASE_URL: url, DATA_DIR: config.dataDir, JWT_SECRET: TEST_SECRET };
  const places = { rootDir: ROOT, migrationsDir: MIGRATIONS_DIR, workersDir: config.workersDir };
  expect(await withInstance({ environment, places }, ({ db }) => findByEmail(db, 'a@b.example'))).toBe(1);
  const made = await readdir(join(config.dataDir, 'backups/before-migrations'));
  expect(made.filter((name) => name.startsWith('vitrine-'))).toHaveLength(1);
  await Promise.all([database.close(), folder.close(), rm(config.dataDir, { recursive: true })]);
});

test('a migration that is under way ends before the backup begins', async () => {
  const [folder, config, database] = await Promise.all([openFolder(), testConfig(), openTestDatabase()]);
  const storage = await createDiskStorage(config.dataDir);
  const migration = await database.pool.connect();
  await migration.query(`begin; alter table users add shoe_size integer not null default 38`);
  const source = {
    connection: database.connection,
    storage,
    origin: 'hand' as const,
    config: { ...config, jwtSecret: TEST_SECRET },
  };
  const making = makeBackup(
    source,
    createDiskPlace(folder.path),
    () => new Date(),
    new AbortController().signal,
  );
  const waiting = `select from pg_stat_activity
    where datname = current_database() and application_name = 'vitrine-backup' and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1);
  await migration.query('commit');
  migration.release();
  const { tables } = (await making).manifest;
  expect(tables.find(({ name }) => name === 'users')?.columns).toContain('shoe_size');
  await database.close();
  await folder.close();
  await rm(config.dataDir, { recursive: true });
});

/** Columns, constraints, indexes and sequences, as PostgreSQL writes them. */
async function readSchema({ pool }: Database): Promise<unknown> {
  const { rows } = await pool.query(`
    select table_name || '.' || column_name || ' ' || data_type || ' ' || coalesce(column_default, '') || is_nullable as part
      from information_schema.columns where table_schema = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || condeferrable || convalidated
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select sequencename || ' ' || increment_by from pg_sequences where schemaname = 'public'
    order by 1`);
  return rows;
}
