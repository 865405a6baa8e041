import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { type Connection, connectDatabase, type Database } from '../../src/server/db/database.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../src/server/db/embedded-postgres.ts';
import { migrate } from '../../src/server/db/migrate.ts';

export const MIGRATIONS_DIR = join(import.meta.dirname, '../../src/server/db/migrations');

/** Migrated once in a run: a copy of it takes a third of the time of its migrations. */
const TEMPLATE = 'template_migrated';
/** Any number that nothing else locks. */
const TEMPLATE_LOCK = 7_184_200;

/**
 * A new, migrated database in the PostgreSQL of this test run. It goes with all others at the end of the run: dropping
 * one takes as long as a whole test.
 *
 * @param isMigrated False leaves it empty.
 */
export async function openTestDatabase(isMigrated = true): Promise<Database> {
  const postgres = await (joined ??= joinPostgres());
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client(postgres.connection);
  await admin.connect();
  if (isMigrated) await makeTemplate(admin, postgres.connection);
  await admin.query(`create database ${name} ${isMigrated ? `template ${TEMPLATE}` : ''}`);
  await admin.end();
  return connectDatabase({ ...postgres.connection, database: name });
}

/** Of this process, until it ends: the end of the run stops what nobody left. */
let joined: Promise<EmbeddedPostgres> | undefined;

/** Nothing has to survive the run, so nothing is waited for until it is on the disk. */
const CARELESS = ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum', 'jit'];

async function joinPostgres(): Promise<EmbeddedPostgres> {
  const shared = inject('postgresDir');
  const dataDir = join(shared, 'data');
  await mkdir(dataDir, { recursive: true });
  const postgres = await openEmbeddedPostgres({ dataDir, stateDir: join(shared, 'state') });
  const admin = new pg.Client(postgres.connection);
  await admin.connect();
  for (const setting of CARELESS) await admin.query(`alter system set ${setting} = off`);
  await admin.query('select pg_reload_conf()');
  await admin.end();
  return postgres;
}

/** One test file makes it, the others wait. It has its name once it is whole. */
async function makeTemplate(admin: pg.Client, connection: Connection): Promise<void> {
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [TEMPLATE]);
    if (rowCount !== 0) return;
    const making = `making_${randomBytes(6).toString('hex')}`;
    await admin.query(`create database ${making}`);
    await migrate({ ...connection, database: making }, MIGRATIONS_DIR);
    await admin.query(`alter database ${making} rename to ${TEMPLATE}`);
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
}
