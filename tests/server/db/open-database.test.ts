import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/server/db/open-database.ts';
import { MIGRATIONS_DIR, openTestDatabase } from '../../support/test-database.ts';

test('DATABASE_URL is used instead of the embedded PostgreSQL, and stays up when we leave', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-url-'));
  const given = await openTestDatabase(false);
  const { host, user, password, database } = given.connection as Record<string, string>;
  const databaseUrl = `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(host ?? '')}`;
  const opened = await openDatabase({
    databaseUrl,
    dataDir,
    stateDir: dataDir,
    migrationsDir: MIGRATIONS_DIR,
  });
  const { rows } = await opened.pool.query(
    'select current_database() as name, (select count(*)::int from users) as n',
  );
  expect(rows).toEqual([{ name: database, n: 0 }]);
  await opened.close();
  expect((await given.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  await given.close();
  await rm(dataDir, { recursive: true });
});
