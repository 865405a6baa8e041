import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { connectDatabase, type Database } from '../../src/server/db/database.ts';
import { openEmbeddedPostgres } from '../../src/server/db/embedded-postgres.ts';
import { migrate } from '../../src/server/db/migrate.ts';

export const MIGRATIONS_DIR = join(import.meta.dirname, '../../src/server/db/migrations');

/**
 * A new, migrated database in the PostgreSQL of this test run. `close` drops it.
 *
 * @param isMigrated False leaves it empty.
 */
export async function openTestDatabase(isMigrated = true): Promise<Database> {
  const shared = inject('postgresDir');
  const dataDir = join(shared, 'data');
  await mkdir(dataDir, { recursive: true });
  const postgres = await openEmbeddedPostgres({ dataDir, stateDir: join(shared, 'state') });
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client(postgres.connection);
  await admin.connect();
  await admin.query(`create database ${name}`);
  const connection = { ...postgres.connection, database: name };
  if (isMigrated) await migrate(connection, MIGRATIONS_DIR);
  const database = connectDatabase(connection);
  return {
    ...database,
    async close() {
      await database.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      await postgres.close();
    },
  };
}
