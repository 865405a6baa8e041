import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
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
