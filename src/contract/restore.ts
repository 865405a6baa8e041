import { z } from 'zod';
import { StaffBackupBody } from './backups.ts';
import { text } from './shapes.ts';

const PATH_MAX_LENGTH = 1_000;
const Token = text(200);
const Path = text(PATH_MAX_LENGTH).trim().min(1);

/** POST /api/restore/backups/: what is found in a folder of the server, or in `s3://bucket/prefix`; `path`: null for its own place of backups. */
export const FindBackupsBody = z.object({ token: Token, path: Path.nullable() });
export const FoundBackupsBody = z.object({
  folder: z.string(),
  /** Why nothing can be looked at there: no address, or a bucket that does not answer, or not to these keys. */
  problem: z.enum(['address', 'away', 'refused']).nullable(),
  backups: z.array(StaffBackupBody.omit({ checked: true })),
});
export type FoundBackupsBody = z.infer<typeof FoundBackupsBody>;

/** POST /api/restore/: reads one of them, and restores it where it is whole. */
export const RestoreBody = z.object({ token: Token, folder: Path, name: StaffBackupBody.shape.name });

/**
 * Why nothing was restored. `unreadable`: no backup, or its list of contents is damaged; `database-only`: without its files;
 * `away`, `refused`: a bucket that does not answer, or not to these keys; `secret`: JWT_SECRET is another one; `occupied`: somebody has an account by now; `others`: more processes have the database open.
 */
export const RESTORE_REFUSALS = [
  'unreadable',
  'newer',
  'database-only',
  'damaged',
  'secret',
  'occupied',
  'others',
  'disk-full',
  'away',
  'refused',
  'failed',
] as const;
export type RestoreRefusal = (typeof RESTORE_REFUSALS)[number];

/** GET /api/restore/: how far it is, to anybody. `idle`: nothing is restored by this process, whatever was before. */
export const RestoreState = z.object({
  step: z.enum(['idle', 'reading', 'restarting', 'database', 'files', 'refused']),
  /** Of `reading` and `files`: files; `total` is 0 where nobody knows yet. */
  done: z.number().int(),
  total: z.number().int(),
  /** Of `refused`. */
  refusal: z.enum(RESTORE_REFUSALS).nullable(),
});
export type RestoreState = z.infer<typeof RestoreState>;
