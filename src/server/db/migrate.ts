import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Connection } from './database.ts';

/** Any number that nothing else locks; all Vitrine processes must agree on it. */
const MIGRATION_LOCK = 7_184_265;

/**
 * Brings the database to the newest schema. Safe from several processes at once: one works, the others wait and find
 * nothing to do.
 *
 * @param folder Holds `meta/_journal.json` and the SQL files.
 */
export async function migrate(connection: Connection, folder: string): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'vitrine-migrations' });
  await client.connect();
  try {
    await client.query("select set_config('client_min_messages', 'warning', false)");
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await runMigrations(drizzle(client), { migrationsFolder: folder });
  } finally {
    // Ends the session, and with it the lock.
    await client.end();
  }
}
