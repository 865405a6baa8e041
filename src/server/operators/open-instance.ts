import { openKeptDatabase } from '../backup/open-kept-database.ts';
import { openPayments } from '../billing/open-payments.ts';
import { type Config, type Places, readConfig } from '../config.ts';
import { connectDatabase, type Database, type Db } from '../db/database.ts';
import { examineConnection } from '../db/examine-database.ts';
import { checkHasDatabase, reachDatabase } from '../db/open-database.ts';
import type { Deps, Services } from '../deps.ts';
import { createLogger } from '../process/create-logger.ts';
import { prepareDataDir } from '../process/prepare-data-dir.ts';
import { readSecret } from '../process/secret.ts';
import { SetupError } from '../process/setup-error.ts';

/** Where an instance is: its variables and the program's own files. */
export interface Whereabouts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly places: Places;
}

/** An instance as whoever runs it has it under their hands, whether its server runs or not. */
export interface Instance extends Pick<Deps, 'now' | 'logger' | 'secret'> {
  readonly config: Config;
  readonly db: Db;
  readonly database: Pick<Database, 'connection'>;
  readonly services: Pick<Services, 'payments'>;
}

/**
 * Opens an instance for some work, and closes it however that ends. Its embedded PostgreSQL is joined where it runs, else started and
 * stopped.
 *
 * @throws SetupError for what the person must set right.
 */
export async function withInstance<T>(
  { environment, places }: Whereabouts,
  work: (instance: Instance) => Promise<T>,
): Promise<T> {
  const config = readConfig(environment, places);
  checkHasDatabase(config);
  await prepareDataDir(config.dataDir);
  const database = await openKeptDatabase(config);
  const now = (): Date => new Date();
  try {
    const secret = await readSecret(config.jwtSecret, config.dataDir);
    const payments = openPayments({ config, database, secret, now });
    const logger = createLogger(config.logLevel, process.stderr);
    const { db } = database;
    return await work({ config, db, database, services: { payments }, secret, now, logger });
  } finally {
    await database.close();
  }
}

/**
 * As {@link withInstance}, with database and folders left as they are.
 *
 * @throws SetupError where the database is of another version of the program, too.
 */
export async function withInstanceAsIs<T>(
  { environment, places }: Whereabouts,
  work: (instance: Pick<Instance, 'config' | 'db' | 'database'>) => Promise<T>,
): Promise<T> {
  const config = readConfig(environment, places);
  checkHasDatabase(config);
  const reached = await reachDatabase(config);
  try {
    const { missing, isNewer } = await examineConnection(reached.connection, config.migrationsDir);
    if (missing > 0 || isNewer) {
      throw new SetupError(
        `The database is of ${isNewer ? 'a newer' : 'an older'} version of Vitrine: call the vitrine of the version that the server is of.`,
      );
    }
    const database = connectDatabase(reached.connection);
    try {
      return await work({ config, db: database.db, database });
    } finally {
      await database.close();
    }
  } finally {
    await reached.close();
  }
}
