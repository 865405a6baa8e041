import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';
import { readSecret } from '../process/secret.ts';
import { BEFORE_MIGRATIONS } from './backup-places.ts';
import { makeBackup } from './make-backup.ts';

/**
 * Opens the database of a configuration as `openDatabase` does. Before a newer version changes one that has data, the
 * database alone is backed up: the way back to the version before.
 *
 * @throws SetupError in words; a backup that fails is one.
 */
export function openKeptDatabase(config: Config): Promise<Database> {
  return openDatabase(config, async (connection) => {
    // As the start would make it in a moment.
    await readSecret(config.jwtSecret, config.dataDir);
    const to = join(config.backups.to, BEFORE_MIGRATIONS);
    await makeBackup(
      { connection, storage: null, origin: 'upgrade', config },
      to,
      () => new Date(),
      new AbortController().signal,
    );
  });
}
