import { sql } from 'drizzle-orm';
import type { BackupProgress } from '../../contract/backups.ts';
import type { Config } from '../config.ts';
import { createAdvisoryLocks } from '../db/advisory-locks.ts';
import { type Connection, connectDatabase, type Db } from '../db/database.ts';
import { pause } from '../process/wait.ts';
import { openStorages } from '../storage/open-storage.ts';
import { type MadeBackup, makeBackup } from './make-backup.ts';
import { recordMade } from './make-recorded.ts';
import { withPlace } from './places/open-place.ts';

/** Between looks whether other work on backups has ended. */
const LOOK_MS = 500;

/**
 * Makes a backup that whoever runs the server asked for, whether the server runs or not, and notes what came of it as of those
 * that are made by themselves: staff see one that failed, whatever failed of it.
 *
 * @param address A folder, or `s3://bucket/prefix`.
 * @param say Hears what is waited for.
 */
export async function makeByHand(
  config: Config,
  connection: Connection,
  address: string,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<MadeBackup> {
  const { db, close } = connectDatabase(connection);
  const locks = createAdvisoryLocks(connection);
  const make = (tell: (progress: BackupProgress) => void) =>
    makeOpened(config, connection, address, signal, tell);
  try {
    if (!(await hasRecords(db))) return await make(() => {});
    for (let looks = 0; ; looks++) {
      const made = await recordMade({ db, locks }, make, signal);
      if (made !== null) return made;
      if (looks === 0) say('Waiting for other work on backups to end ...');
      await pause(LOOK_MS, signal);
    }
  } finally {
    await locks.close();
    await close();
  }
}

async function makeOpened(
  config: Config,
  connection: Connection,
  address: string,
  signal: AbortSignal,
  tell: (progress: BackupProgress) => void,
): Promise<MadeBackup> {
  return withPlace(address, config, async (place) => {
    const storages = await openStorages(config.dataDir, config.files);
    try {
      const source = { connection, storage: storages.whole, origin: 'hand' as const, config };
      return await makeBackup(source, place, () => new Date(), signal, tell);
    } finally {
      storages.close();
    }
  });
}

/** An empty database, or one of a version that noted nothing, has no place for it. */
async function hasRecords(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ settings: string | null }>(
    sql`select to_regclass('public.settings')::text as settings`,
  );
  return rows[0]?.settings != null;
}
