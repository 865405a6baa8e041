import { z } from 'zod';

/** Who had a backup made: a person, the clock, or a newer version that was about to change the database. */
export const BACKUP_ORIGINS = ['hand', 'schedule', 'upgrade'] as const;
export type BackupOrigin = (typeof BACKUP_ORIGINS)[number];

/** As the folder of backups calls it; those of upgrades stand in a folder below. */
export const BackupName = z.string().regex(/^(before-migrations\/)?vitrine-\d{8}-\d{6}$/);
export type BackupName = z.infer<typeof BackupName>;

/** What is not as it was written. */
export const BackupDamage = z.object({
  /** Nothing else was read: what says what there is cannot be trusted. */
  is_unreadable: z.boolean(),
  tables: z.array(z.string()),
  /** Names of what was kept of DATA_DIR. */
  kept: z.array(z.string()),
  files: z.number().int(),
});
export type BackupDamage = z.infer<typeof BackupDamage>;

/** Work on backups, of which there is one at a time. `waiting`: for another program that works in the folder. */
export const BackupProgress = z.object({
  step: z.enum(['waiting', 'database', 'files', 'reading']),
  /** Tables or files; `total` is 0 where nobody knows yet. */
  done: z.number().int(),
  total: z.number().int(),
});
export type BackupProgress = z.infer<typeof BackupProgress>;
export const BackupRun = BackupProgress.extend({
  kind: z.enum(['backup', 'check']),
  /** What is checked; null while one is made. */
  name: BackupName.nullable(),
  since: z.string(),
});
export type BackupRun = z.infer<typeof BackupRun>;

export const BACKUP_FAILURES = [
  'folder',
  'disk-full',
  'place-away',
  'place-refused',
  'place-full',
  'database',
  'files',
  'stopped',
  'other',
] as const;
export const BackupFailure = z.object({
  /** When it was begun. */
  since: z.string(),
  /** `folder` cannot be written; `place-…`: of a bucket, that does not answer, refuses, or has no room; `database` or `files` do not answer; `stopped` with the process. */
  reason: z.enum(BACKUP_FAILURES),
  /** Of `other`: the server's own sentence, in English; null for a bug, of which its log tells. */
  words: z.string().nullable(),
});
export type BackupFailure = z.infer<typeof BackupFailure>;

export const StaffBackupBody = z.object({
  name: BackupName,
  created_at: z.string(),
  /** Null where nobody knows. */
  origin: z.enum(BACKUP_ORIGINS).nullable(),
  /** Of the program that made it; null where it cannot be read. */
  version: z.string().nullable(),
  /** Of all that it needs, though its files may serve other backups, too. */
  bytes: z.number(),
  rows: z.number().int(),
  /** Null for the database alone. */
  files: z.number().int().nullable(),
  /** Files that were damaged or gone when it was made. */
  missing: z.number().int(),
  /** Each was read back when it was made; this is the last time since. `damage`: null for whole. */
  checked: z.object({ at: z.string(), damage: BackupDamage.nullable() }).nullable(),
});
export type StaffBackupBody = z.infer<typeof StaffBackupBody>;

/** GET /api/staff/backups/, newest first; POST there makes one, POST /api/staff/backups/check/ reads one back. */
export const StaffBackupsBody = z.object({
  /** Where they are: on the machine that answers, or `s3://bucket/prefix`. */
  folder: z.string(),
  /** Only the owner makes and checks them. */
  is_owner: z.boolean(),
  /** Null: none is made by itself. */
  every_hours: z.number().nullable(),
  /** Of the last one that is whole. */
  last_at: z.string().nullable(),
  is_overdue: z.boolean(),
  /** Null when something succeeded since. */
  failure: BackupFailure.nullable(),
  /** Why those that there are cannot be listed now; null where they are. */
  list_failure: BackupFailure.nullable(),
  /** Of the last check, where it could not come to its end. */
  check_failure: BackupFailure.nullable(),
  run: BackupRun.nullable(),
  backups: z.array(StaffBackupBody),
});
export type StaffBackupsBody = z.infer<typeof StaffBackupsBody>;
export const CheckBackupBody = z.object({ name: BackupName });
