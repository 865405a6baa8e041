import type { RestoreRefusal, RestoreState } from '../../contract/restore.ts';
import type { OwnerLink } from '../accounts/owner-settings.ts';
import type { KeptBackup } from '../backup/find-backup.ts';
import { withPlace } from '../backup/places/open-place.ts';
import { PlaceFailure } from '../backup/places/place-failure.ts';
import { type BackupPart, readRestorable, restoreBackup } from '../backup/restore-backup.ts';
import { giveBack, takeUnused } from '../backup/take-target.ts';
import type { Config } from '../config.ts';
import type { Connection } from '../db/database.ts';
import { reachDatabase } from '../db/open-database.ts';
import { isDiskFull, SetupError } from '../process/setup-error.ts';
import { openStorages } from '../storage/open-storage.ts';
import { type RestoreRequest, removeRestoreRequest } from './restore-request.ts';

/** What came of a restore, for the server that starts after it. */
export interface RestoreOutcome {
  /** Null: all is there. */
  readonly refusal: RestoreRefusal | null;
  /** The link that opens the first page again. */
  readonly link: OwnerLink;
}

const PART_REFUSALS = {
  contents: 'unreadable',
  origin: 'newer',
  data: 'damaged',
  secret: 'secret',
  files: 'damaged',
} as const satisfies Record<BackupPart, RestoreRefusal>;

/** Why a backup is refused, by the part of it that was being looked at. */
export function refusalOf(error: unknown, part: BackupPart): RestoreRefusal {
  if (isDiskFull(error)) return 'disk-full';
  if (error instanceof PlaceFailure) return error.problem === 'away' ? 'away' : 'refused';
  return error instanceof SetupError ? PART_REFUSALS[part] : 'failed';
}

/** Who is told how far it is: whoever looks at the page, and the person who runs the server. */
export interface RestoreHearers {
  tell(state: RestoreState): void;
  say(line: string): void;
}

/**
 * Restores what was asked for on the page, while no server runs on the database. Where that cannot be, the database is empty
 * afterwards, for a first start. Killed at any point, the next start comes here again; both ends are the same then.
 *
 * @param signal Leaves all as a kill would.
 */
export async function restoreAsked(
  config: Config,
  request: RestoreRequest,
  hears: RestoreHearers,
  signal: AbortSignal,
): Promise<RestoreOutcome> {
  const { connection, close } = await reachDatabase(config);
  try {
    // Somebody has an account: all was there already when the last try was killed, or they came before it began.
    const isUnused = await takeUnused(connection);
    const refusal = isUnused
      ? await withPlace(request.pool, config, (place) =>
          restoreInto(connection, config, { place, name: request.name }, hears, signal),
        )
      : null;
    await removeRestoreRequest(config.dataDir);
    return { refusal, link: request.link };
  } finally {
    await close();
  }
}

/** @returns Why nothing of it is there. */
async function restoreInto(
  connection: Connection,
  config: Config,
  backup: KeptBackup,
  hears: RestoreHearers,
  signal: AbortSignal,
): Promise<RestoreRefusal | null> {
  const told = (step: 'database' | 'files', done = 0, total = 0) =>
    hears.tell({ step, done, total, refusal: null });
  let part: BackupPart = 'contents';
  try {
    const manifest = await readRestorable(backup, config, (next) => {
      part = next;
    });
    part = 'data';
    told('database');
    const storages = await openStorages(config.dataDir, config.files);
    try {
      const target = { connection, storage: storages.fresh, config };
      await restoreBackup(backup, manifest, target, hears.say, signal, (done, total) =>
        told('files', done, total),
      );
    } finally {
      storages.close();
    }
    return null;
  } catch (error) {
    signal.throwIfAborted();
    await giveBack(connection);
    return refusalOf(error, part);
  }
}
