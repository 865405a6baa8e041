import { eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { BackupDamage, BackupFailure, BackupName, BackupRun } from '../../contract/backups.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { settings } from '../db/schema/accounts.ts';

/** Rows of `settings`: what is being done, by whoever holds {@link BACKUP_LOCK}; and what must outlast it. */
const RUN_KEY = 'backup-run';
const RECORDS_KEY = 'backups';
/** Of all processes, one at a time works on backups. */
export const BACKUP_LOCK = 'backups';

/** What the processes of an instance know of its backups, besides what stands in their folder. */
export const BackupRecords = z.object({
  /** How often they are made, as the process that makes them says, and since when it does; null: by nobody. */
  plan: z.object({ everyMs: z.number(), since: z.string() }).nullable(),
  /** When the last one that succeeded was begun. */
  lastAt: z.string().nullable(),
  /** Of the last one, when it failed. */
  failure: BackupFailure.nullable(),
  /** Of the last check, when it did not come to its end. */
  checkFailure: BackupFailure.nullable(),
  /** The last check of each, by its name. */
  checks: z.record(BackupName, z.object({ at: z.string(), damage: BackupDamage.nullable() })),
});
export type BackupRecords = z.infer<typeof BackupRecords>;
const NONE: BackupRecords = { plan: null, lastAt: null, failure: null, checkFailure: null, checks: {} };

export async function readRecords(db: Queryable): Promise<BackupRecords> {
  const [row] = await db.select().from(settings).where(eq(settings.key, RECORDS_KEY));
  return row === undefined ? NONE : BackupRecords.parse(row.value);
}

/** One change comes after the other. */
export async function changeRecords(
  tx: Transaction,
  change: (records: BackupRecords) => BackupRecords,
): Promise<void> {
  await tx.insert(settings).values({ key: RECORDS_KEY, value: NONE }).onConflictDoNothing();
  const isRecords = eq(settings.key, RECORDS_KEY);
  const [row] = await tx.select().from(settings).where(isRecords).for('update');
  const value = change(BackupRecords.parse(row?.value));
  await tx.update(settings).set({ value }).where(isRecords);
}

/** What was begun and has not ended: it goes on while the lock is held, else it ended with its process. */
export async function readRun(db: Queryable): Promise<BackupRun | null> {
  const [row] = await db.select().from(settings).where(eq(settings.key, RUN_KEY));
  return row === undefined ? null : BackupRun.parse(row.value);
}

/** @param run Null: it has ended, and what came of it is in the records. */
export async function writeRun(db: Queryable, run: BackupRun | null): Promise<void> {
  if (run === null) await db.delete(settings).where(eq(settings.key, RUN_KEY));
  else {
    await db
      .insert(settings)
      .values({ key: RUN_KEY, value: run })
      .onConflictDoUpdate({ target: settings.key, set: { value: run } });
  }
}

/** What another instance knew of its own backups, see `restore-backup.ts`. */
export async function forgetRecords(db: Queryable): Promise<void> {
  await db.delete(settings).where(inArray(settings.key, [RUN_KEY, RECORDS_KEY]));
}
