import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { SetupError } from '../process/setup-error.ts';
import { type Connection, connectDatabase, type Database } from './database.ts';
import { openEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';

/** PostgreSQL 15 is the oldest we run on. */
export const OLDEST_VERSION = 150_000;

/** Where the database of a configuration is. */
export interface DatabasePlace {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly stateDir: string;
}

/**
 * Opens the database at `databaseUrl`, else the embedded one of DATA_DIR, and brings it to the newest schema.
 *
 * @param keep See {@link migrate}.
 * @throws SetupError in words, when it cannot be reached or has the wrong version.
 */
export async function openDatabase(
  options: DatabasePlace & { readonly migrationsDir: string },
  keep?: (connection: Connection) => Promise<void>,
): Promise<Database> {
  const reached = await reachDatabase(options);
  try {
    await migrate(reached.connection, options.migrationsDir, keep);
  } catch (error) {
    await reached.close();
    throw error;
  }
  const database = connectDatabase(reached.connection);
  return {
    ...database,
    async close() {
      await database.close();
      await reached.close();
    },
  };
}

/** A PostgreSQL that answers. */
export type ReachedDatabase = Pick<Database, 'connection' | 'close'>;

/** Whether there is one: false for a DATA_DIR in which none was made. */
export function hasDatabase({ databaseUrl, dataDir }: DatabasePlace): boolean {
  return (
    databaseUrl !== null || ['postgres', 'postgres.json'].some((name) => existsSync(join(dataDir, name)))
  );
}

/**
 * Before a command does something to a database: an empty one, made in a folder that was meant to be another, would answer as
 * if all were well.
 *
 * @throws SetupError where there is none.
 */
export function checkHasDatabase(place: DatabasePlace): void {
  if (hasDatabase(place)) return;
  throw new SetupError(
    `There is no database in ${place.dataDir}: set DATA_DIR as the server has it, or start the server once.`,
  );
}

/**
 * As {@link openDatabase}, with its schema left as it is. An embedded PostgreSQL that is stopped is started, and stopped
 * by `close` when nobody else uses it.
 *
 * @param name What a refusal calls one that is not embedded.
 */
export async function reachDatabase(
  place: DatabasePlace,
  name = 'The database at DATABASE_URL',
): Promise<ReachedDatabase> {
  if (place.databaseUrl === null) return openEmbeddedPostgres(place);
  const connection = { connectionString: place.databaseUrl };
  await checkServer(connection, name);
  return { connection, close: async () => {} };
}

async function checkServer(connection: { readonly connectionString: string }, name: string): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new SetupError(`${name} cannot be reached: ${reason}.`);
  }
  try {
    const { rows } = await client.query("select current_setting('server_version_num')::int as version");
    if ((rows[0] as { version: number }).version < OLDEST_VERSION) {
      throw new SetupError(`${name} is older than PostgreSQL 15: use a newer one.`);
    }
  } finally {
    await client.end();
  }
}
