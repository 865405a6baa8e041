import type { BackupFailure } from '../../contract/backups.ts';
import { isDatabaseAway } from '../db/is-database-away.ts';
import { isDiskFull, SetupError } from '../process/setup-error.ts';
import { StoreAway } from '../storage/s3-failures.ts';
import { PlaceFailure, type PlaceProblem } from './places/place-failure.ts';

/** Codes by which a disk says that a folder is not one that can be written. */
const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'EISDIR', 'EIO']);

const PLACE_REASONS = {
  away: 'place-away',
  full: 'place-full',
  bucket: 'place-refused',
  keys: 'place-refused',
  folder: 'folder',
  other: 'place-refused',
} as const satisfies Record<PlaceProblem, BackupFailure['reason']>;

/** What a person is told of work on backups that failed. */
export function whyFailed(error: unknown): Pick<BackupFailure, 'reason' | 'words'> {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const tell = (reason: BackupFailure['reason']) => ({ reason, words: null });
  if (isDiskFull(error)) return tell('disk-full');
  if (error instanceof PlaceFailure) return tell(PLACE_REASONS[error.problem]);
  if (error instanceof StoreAway) return tell('files');
  if (isDatabaseAway(error)) return tell('database');
  if (UNWRITABLE.has(String(cause?.code ?? code))) return tell('folder');
  return { reason: 'other', words: error instanceof SetupError ? error.message : null };
}
