import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { copyMigrationsUntil } from '../../../src/server/db/dump/migration-journal.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { bundleEntry, startChild } from '../../support/child-process.ts';
import { MIGRATIONS_DIR, openTestDatabase } from '../../support/test-database.ts';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase(false);
});
afterEach(() => database.close());

async function migrationCount(): Promise<number> {
  const { rows } = await database.pool.query('select count(*)::int as n from drizzle.__drizzle_migrations');
  return rows[0].n;
}

test('three processes may migrate at once', async () => {
  const entry = await bundleEntry('tests/support/run-migrations.ts');
  const environment = { CONNECTION: JSON.stringify(database.connection), MIGRATIONS_DIR };
  const children = [1, 2, 3].map(() => startChild(entry, environment));
  const codes = await Promise.all(children.map(async (child) => (await child.ended).code));
  expect(codes).toEqual([0, 0, 0]);
  const before = await migrationCount();
  await migrate(database.connection, MIGRATIONS_DIR);
  expect(await migrationCount()).toBe(before);
});

test('people who signed in through Google before identities had a table of their own still do', async () => {
  const then = await mkdtemp(join(tmpdir(), 'vitrine-migrations-'));
  try {
    await copyMigrationsUntil(MIGRATIONS_DIR, '0026_webhooks', then);
    await migrate(database.connection, then);
  } finally {
    await rm(then, { recursive: true });
  }
  await database.pool.query(
    `insert into users (email, email_key, name, google_subject) values ('a', 'a', 'Ada', '1'), ('b', 'b', 'Bob', null)`,
  );
  await migrate(database.connection, MIGRATIONS_DIR);
  const { rows } = await database.pool.query('select issuer, subject, user_id from identities');
  expect(rows).toEqual([{ issuer: 'https://accounts.google.com', subject: '1', user_id: 1 }]);
});

test('the rules that the schema file cannot say hold', async () => {
  await migrate(database.connection, MIGRATIONS_DIR);
  await database.pool.query(
    "insert into users (email, email_key, name, password_hash) values ('a', 'a', 'a', 'a')",
  );
  await expect(database.pool.query('insert into wallets (user_id, balance) values (1, -1)')).rejects.toThrow(
    /wallets_not_negative/,
  );
  const { rows } = await database.pool.query(
    "select relpersistence from pg_class where relname = 'render_previews'",
  );
  expect(rows).toEqual([{ relpersistence: 'u' }]);
});

test('saved views of an older version get their numbers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-migrations-'));
  await cp(MIGRATIONS_DIR, folder, { recursive: true });
  const journal = join(folder, 'meta/_journal.json');
  const { entries, ...head } = JSON.parse(await readFile(journal, 'utf8'));
  await writeFile(journal, JSON.stringify({ ...head, entries: entries.slice(0, 1) }));
  await migrate(database.connection, folder);
  await rm(folder, { recursive: true });
  await database.pool.query(`
    insert into users (email, email_key, name, password_hash) values ('a', 'a', 'a', 'a');
    insert into projects (user_id, name, settings) values
      (1, 'two', '{"camera_views": [{"name": "A"}, {"name": "B"}], "seed": null}'),
      (1, 'none', '{"camera_views": [], "seed": null}')`);
  await migrate(database.connection, MIGRATIONS_DIR);
  const { rows } = await database.pool.query('select settings from projects order by id');
  expect(rows.map(({ settings }) => settings)).toEqual([
    {
      camera_views: [
        { name: 'A', backend_id: 1 },
        { name: 'B', backend_id: 2 },
      ],
      seed: null,
    },
    { camera_views: [], seed: null },
  ]);
});
