import { AppError } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import { inspectBackup } from '../backup/inspect-backup.ts';
import { listBackups } from '../backup/list-backups.ts';
import { makeRecorded } from '../backup/make-recorded.ts';
import { type BackupDesk, type Beginning, runRecorded } from '../backup/run-recorded.ts';
import type { Transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { noteAct } from './note-act.ts';

type Doing = Pick<Deps, 'config' | 'database' | 'logger' | 'services'>;

/**
 * Begins a backup, which goes on when whoever asked for it has gone. While one is made, or another is checked, nothing more is begun.
 *
 * @returns Once it has begun.
 */
export function startBackup(deps: Doing, staffId: UserId): Promise<void> {
  const { config, database, logger, services } = deps;
  const source = {
    connection: database.connection,
    storage: services.storage,
    origin: 'hand' as const,
    config,
  };
  return beginInBackground(
    deps,
    'backup',
    (tx) => noteAct(tx, { staffId, act: 'backup-made', userId: null, detail: {} }),
    (desk, signal, beginning) => makeRecorded(desk, source, services.backups, logger, signal, beginning),
  );
}

/** As {@link startBackup}: reads a backup to its end. @throws AppError `not-found`. */
export async function startCheck(deps: Doing, staffId: UserId, name: string): Promise<void> {
  const place = deps.services.backups;
  const names = new Set((await listBackups(place)).map((one) => one.name));
  if (!names.has(name)) throw new AppError({ code: 'not-found' });
  return beginInBackground(
    deps,
    'check of a backup',
    (tx) => noteAct(tx, { staffId, act: 'backup-checked', userId: null, detail: { backup: name } }),
    (desk, signal, beginning) =>
      runRecorded(
        desk,
        {
          kind: 'check',
          name,
          beginning,
          work: (tell) =>
            inspectBackup({ place, name }, signal, tell, (error) =>
              deps.logger.error(
                { backup: name, err: error },
                'damaged files could not be noted: the next backup leaves them as they are',
              ),
            ),
          end: (records, damage) => {
            const checks = { ...records.checks, [name]: { at: new Date().toISOString(), damage } };
            const present = Object.entries(checks).filter(([one]) => names.has(one));
            return { ...records, checkFailure: null, checks: Object.fromEntries(present) };
          },
        },
        signal,
      ),
  );
}

/** @param note In the transaction that notes that it has begun. */
function beginInBackground(
  { database: { db }, services: { background, locks } }: Doing,
  name: string,
  note: (tx: Transaction) => Promise<void>,
  work: (desk: BackupDesk, signal: AbortSignal, beginning: Beginning) => Promise<unknown>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    background.run(name, async (signal) => {
      await work({ db, locks }, signal, { note, begun: resolve }).catch((error: unknown) => {
        reject(error as Error);
        throw error;
      });
      // Somebody else is at it.
      resolve();
    });
  });
}
