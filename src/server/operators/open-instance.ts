import { openKeptDatabase } from '../backup/open-kept-database.ts';
import { openPayments } from '../billing/open-payments.ts';
import { type Config, type Places, readConfig } from '../config.ts';
import type { Database, Db } from '../db/database.ts';
import { checkHasDatabase } from '../db/open-database.ts';
import type { Deps, Services } from '../deps.ts';
import { createLogger } from '../process/create-logger.ts';
import { prepareDataDir } from '../process/prepare-data-dir.ts';
import { readSecret } from '../process/secret.ts';

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
