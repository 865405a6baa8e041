import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';
import { readSecret } from '../process/secret.ts';
import { BEFORE_MIGRATIONS } from './backup-names.ts';
import { makeBackup } from './make-backup.ts';
import { withPlace } from './places/open-place.ts';

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
    const source = { connection, storage: null, origin: 'upgrade' as const, config };
    await withPlace(config.backups.to, config, async (place) => {
      const to = place.below(BEFORE_MIGRATIONS);
      await makeBackup(source, to, () => new Date(), new AbortController().signal);
    });
  });
}
