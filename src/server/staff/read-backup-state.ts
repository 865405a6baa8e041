import type { BackupFailure, BackupRun } from '../../contract/backups.ts';
import { BACKUP_LOCK, type BackupRecords, readRecords, readRun } from '../backup/backup-records.ts';
import { ageOfBackup } from '../backup/keep-backing-up.ts';
import type { BackupPlace } from '../backup/places/place.ts';
import type { Config } from '../config.ts';
import { isHeld } from '../db/advisory-locks.ts';
import type { Queryable } from '../db/database.ts';

/** It is overdue when nothing succeeded for so many times as long as it should take. */
const OVERDUE = 2;

/** How it stands with backups, as every process of the instance sees it. */
export interface BackupState extends Pick<BackupRecords, 'failure' | 'checkFailure' | 'checks'> {
  /** Null: none is made by itself. */
  readonly everyMs: number | null;
  /** When the last one that is whole was begun. */
  readonly lastAt: Date | null;
  readonly isOverdue: boolean;
  readonly run: BackupRun | null;
}

/** A failure is one until something succeeds, whoever made that and wherever. */
export async function readBackupState(
  db: Queryable,
  place: BackupPlace,
  backups: Config['backups'],
  now: Date,
): Promise<BackupState> {
  const noted = await readRun(db);
  // Read after the note: work that ends in between is told of by the records.
  const isAlive = noted !== null && (await isHeld(db, BACKUP_LOCK));
  const { plan, failure, checkFailure, checks, lastAt: notedAt } = await readRecords(db);
  const age = await ageOfBackup(place, now);
  const moments = [notedAt === null ? 0 : Date.parse(notedAt), now.getTime() - age];
  const last = Math.max(...moments.filter(Number.isFinite));
  const broken = noted !== null && !isAlive && (await readRun(db)) !== null ? noted : null;
  const stopped = (kind: BackupRun['kind']): BackupFailure | null =>
    broken?.kind === kind ? { since: broken.since, reason: 'stopped', words: null } : null;
  const failed = stopped('backup') ?? failure;
  // A name of a backup has whole seconds.
  const isOver = failed !== null && last >= Date.parse(failed.since);
  const everyMs = (backups.everyMs ?? plan?.everyMs) || null;
  const since = Math.max(last, plan === null ? 0 : Date.parse(plan.since));
  return {
    everyMs,
    lastAt: last > 0 ? new Date(last) : null,
    isOverdue: everyMs !== null && since > 0 && now.getTime() - since > OVERDUE * everyMs,
    failure: isOver ? null : failed,
    checkFailure: stopped('check') ?? checkFailure,
    checks,
    run: isAlive ? noted : null,
  };
}
