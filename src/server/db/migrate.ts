import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { SetupError } from '../process/setup-error.ts';
import type { Connection } from './database.ts';
import { isAboutToChange } from './dump/migration-journal.ts';
import { readMovedMark } from './moved-mark.ts';
import { hasRestoreMark } from './restore-mark.ts';
import { SESSION } from './session-names.ts';

/** Any number that nothing else locks; all Vitrine processes must agree on it. */
const MIGRATION_LOCK = 7_184_265;

/**
 * Brings the database to the newest schema. Safe from several processes at once: one works, the others wait and find
 * nothing to do.
 *
 * @param folder Holds `meta/_journal.json` and the SQL files.
 * @param keep Is waited for before a database with data is changed; where it fails nothing is.
 * @throws SetupError while a backup is restored into it, after a restore that was killed, and where its rows were moved elsewhere.
 */
export async function migrate(
  connection: Connection,
  folder: string,
  keep: (connection: Connection) => Promise<void> = async () => {},
): Promise<void> {
  await withMigrationLock(connection, async (client) => {
    if (await hasRestoreMark(client)) {
      throw new SetupError(
        'A backup is being restored into this database, or rows are moved into it, or that was stopped: let it end, or call it again.',
      );
    }
    const movedTo = await readMovedMark(client);
    if (movedTo !== null) {
      throw new SetupError(
        `This database was moved to ${movedTo}: start the server on that one (DATABASE_URL).`,
      );
    }
    if (await isAboutToChange(client, folder)) await keep(connection);
    await runMigrations(drizzle(client), { migrationsFolder: folder });
  });
}

/** As {@link migrate}, for the restore itself. */
export async function migrateRestored(connection: Connection, folder: string): Promise<void> {
  await withMigrationLock(connection, (client) =>
    runMigrations(drizzle(client), { migrationsFolder: folder }),
  );
}

/** Does what no migration may run beside, on a connection of its own. */
export async function withMigrationLock<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: SESSION.migrations });
  await client.connect();
  try {
    await client.query("select set_config('client_min_messages', 'warning', false)");
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work(client);
  } finally {
    // Ends the session, and with it the lock.
    await client.end();
  }
}
