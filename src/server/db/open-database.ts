import pg from 'pg';
import { SetupError } from '../process/setup-error.ts';
import { connectDatabase, type Database } from './database.ts';
import { openEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';

/** PostgreSQL 15 is the oldest we run on. */
export const OLDEST_VERSION = 150_000;

/**
 * Opens the database at `databaseUrl`, else the embedded one of DATA_DIR, and brings it to the newest schema.
 *
 * @throws SetupError in words, when it cannot be reached or has the wrong version.
 */
export async function openDatabase(options: {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly stateDir: string;
  readonly migrationsDir: string;
}): Promise<Database> {
  if (options.databaseUrl !== null) {
    const connection = { connectionString: options.databaseUrl };
    await checkServer(connection);
    await migrate(connection, options.migrationsDir);
    return connectDatabase(connection);
  }
  const embedded = await openEmbeddedPostgres(options);
  try {
    await migrate(embedded.connection, options.migrationsDir);
  } catch (error) {
    await embedded.close();
    throw error;
  }
  const database = connectDatabase(embedded.connection);
  return {
    ...database,
    async close() {
      await database.close();
      await embedded.close();
    },
  };
}

async function checkServer(connection: { readonly connectionString: string }): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new SetupError(`The database at DATABASE_URL cannot be reached: ${reason}.`);
  }
  try {
    const { rows } = await client.query("select current_setting('server_version_num')::int as version");
    if ((rows[0] as { version: number }).version < OLDEST_VERSION) {
      throw new SetupError('The database at DATABASE_URL is older than PostgreSQL 15: use a newer one.');
    }
  } finally {
    await client.end();
  }
}
