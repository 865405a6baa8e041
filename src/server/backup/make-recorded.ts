import type { BackupProgress } from '../../contract/backups.ts';
import { type BackupSource, type MadeBackup, makeBackup } from './make-backup.ts';
import type { BackupPlace } from './places/place.ts';
import { type BackupDesk, type Beginning, runRecorded } from './run-recorded.ts';

/**
 * Makes a backup and notes what came of it.
 *
 * @returns Null while somebody else works on backups.
 */
export function makeRecorded(
  desk: BackupDesk,
  source: BackupSource,
  to: BackupPlace,
  signal: AbortSignal,
  beginning?: Beginning,
): Promise<MadeBackup | null> {
  const make = (tell: (progress: BackupProgress) => void) =>
    makeBackup(source, to, () => new Date(), signal, tell);
  return recordMade(desk, make, signal, beginning);
}

/** As {@link makeRecorded}, of whatever makes one. */
export async function recordMade(
  desk: BackupDesk,
  work: (tell: (progress: BackupProgress) => void) => Promise<MadeBackup>,
  signal: AbortSignal,
  beginning?: Beginning,
): Promise<MadeBackup | null> {
  const done = await runRecorded<MadeBackup>(
    desk,
    {
      kind: 'backup',
      name: null,
      beginning,
      work,
      end: (records, { manifest }) => ({ ...records, lastAt: manifest.createdAt, failure: null }),
    },
    signal,
  );
  return done?.result ?? null;
}
