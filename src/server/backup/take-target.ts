import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from '../db/database.ts';
import { hasAccounts, isEmpty, listSequences, listTables } from '../db/dump/list-tables.ts';
import { clearDatabase } from '../db/dump/load-rows.ts';
import { inTransaction, withSession } from '../db/dump/session.ts';
import { withMigrationLock } from '../db/migrate.ts';
import { readMovedMark, removeMovedMark } from '../db/moved-mark.ts';
import { type DatabasePlace, type ReachedDatabase, reachDatabase } from '../db/open-database.ts';
import { hasRestoreMark, holdRestoreLock, removeRestoreMark, setRestoreMark } from '../db/restore-mark.ts';
import { prepareDataDir } from '../process/prepare-data-dir.ts';
import { SetupError } from '../process/setup-error.ts';
import { BACKUPS } from './backup-names.ts';

/** A file that stands in DATA_DIR until the restore into it has ended. */
const RESTORING = '.restoring';
/** What a disk has of its own, and backups themselves. */
const IGNORED = new Set(['lost+found', BACKUPS]);

/**
 * Opens what a backup is restored into, DATA_DIR and database, and marks it. Either is empty, or has what a restore left
 * that was stopped.
 *
 * @throws SetupError where anything else is; nothing was changed then.
 */
export async function takeTarget(config: DatabasePlace): Promise<ReachedDatabase> {
  const { dataDir } = config;
  await prepareDataDir(dataDir);
  await checkDataDir(dataDir);
  // The embedded database is in there.
  if (config.databaseUrl === null) await markDataDir(dataDir);
  const database = await reachDatabase(config);
  try {
    await markDatabase(database.connection);
    await markDataDir(dataDir);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/**
 * Marks the database of a server that runs no more, in which nobody has an account yet, or that a restore has marked already.
 *
 * @returns False, with nothing changed, where somebody has one.
 */
export async function takeUnused(connection: Connection): Promise<boolean> {
  return withMigrationLock(connection, async (client) => {
    if (!(await hasRestoreMark(client)) && (await hasAccounts(client))) return false;
    await setRestoreMark(client);
    return true;
  });
}

/** Empties what a restore has marked, for a first start. */
export async function giveBack(connection: Connection): Promise<void> {
  await withSession(connection, 'vitrine-restore', async (client) => {
    await holdRestoreLock(client);
    await clearTarget(connection);
    await removeRestoreMark(client);
  });
}

/** All is there. The database comes last but one: a mark of DATA_DIR alone keeps no server from its start. */
export async function releaseTarget(connection: Connection, dataDir: string): Promise<void> {
  await withSession(connection, 'vitrine-restore', removeRestoreMark);
  await rm(join(dataDir, RESTORING), { force: true });
}

/** Removes what a restore left in the database that was stopped. */
export async function clearTarget(connection: Connection): Promise<void> {
  await withSession(connection, 'vitrine-restore', (client) =>
    inTransaction(client, 'write', async () => {
      await clearDatabase(client, await listTables(client), await listSequences(client));
    }),
  );
}

async function checkDataDir(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => !IGNORED.has(name));
  if (names.length === 0 || names.includes(RESTORING)) return;
  throw new SetupError(`DATA_DIR (${dataDir}) is not empty: a backup is restored into an empty one only.`);
}

async function markDataDir(dataDir: string): Promise<void> {
  await writeFile(join(dataDir, RESTORING), '', { mode: 0o600 });
}

/**
 * From now on no server starts on it. What was moved elsewhere before may be written over.
 *
 * @throws SetupError where anything else is in it.
 */
export async function markDatabase(connection: Connection): Promise<void> {
  await withMigrationLock(connection, async (client) => {
    const mayBeFilled =
      (await hasRestoreMark(client)) || (await readMovedMark(client)) !== null || (await isEmpty(client));
    if (!mayBeFilled) throw new SetupError('The database is not empty: only an empty one is filled.');
    await setRestoreMark(client);
    await removeMovedMark(client);
  });
}
