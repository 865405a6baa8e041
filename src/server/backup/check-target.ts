import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from '../db/database.ts';
import { isEmpty, listSequences, listTables } from '../db/dump/list-tables.ts';
import { clearDatabase } from '../db/dump/load-rows.ts';
import { inTransaction, withSession } from '../db/dump/session.ts';
import { withMigrationLock } from '../db/migrate.ts';
import { hasRestoreMark, setRestoreMark } from '../db/restore-mark.ts';
import { SetupError } from '../process/setup-error.ts';
import { BACKUPS } from './backup-places.ts';

/** A file that stands in DATA_DIR until the restore into it has ended. */
export const RESTORING = '.restoring';
/** What a disk has of its own, and backups themselves. */
const IGNORED = new Set(['lost+found', BACKUPS]);

/**
 * Takes DATA_DIR for a restore: it is empty, or what is in it is of a restore that was stopped.
 *
 * @throws SetupError where anything else is.
 */
export async function takeDataDir(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => !IGNORED.has(name));
  if (names.includes(RESTORING)) return;
  if (names.length > 0) {
    throw new SetupError(`DATA_DIR (${dataDir}) is not empty: a backup is restored into an empty one only.`);
  }
  await writeFile(join(dataDir, RESTORING), '', { flag: 'wx', mode: 0o600 });
}

/**
 * Takes a database for a restore: it is empty, or has what a restore left that was stopped, which is removed. From now on
 * no server starts on it.
 *
 * @throws SetupError where anything else is.
 */
export async function takeDatabase(connection: Connection): Promise<void> {
  await withMigrationLock(connection, async (client) => {
    if (await hasRestoreMark(client)) return;
    if (!(await isEmpty(client))) {
      throw new SetupError('The database is not empty: a backup is restored into an empty one only.');
    }
    await setRestoreMark(client);
  });
  await withSession(connection, 'vitrine-restore', (client) =>
    inTransaction(client, 'write', async () => {
      await clearDatabase(client, await listTables(client), await listSequences(client));
    }),
  );
}
