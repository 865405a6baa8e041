import { type BackupSource, type MadeBackup, makeBackup } from './make-backup.ts';
import { type BackupDesk, type Beginning, runRecorded } from './run-recorded.ts';

/**
 * Makes a backup and notes what came of it.
 *
 * @returns Null while somebody else works on backups.
 */
export async function makeRecorded(
  desk: BackupDesk,
  source: BackupSource,
  to: string,
  signal: AbortSignal,
  beginning?: Beginning,
): Promise<MadeBackup | null> {
  const done = await runRecorded<MadeBackup>(
    desk,
    {
      kind: 'backup',
      name: null,
      beginning,
      work: (tell) => makeBackup(source, to, () => new Date(), signal, tell),
      end: (records, { manifest }) => ({ ...records, lastAt: manifest.createdAt, failure: null }),
    },
    signal,
  );
  return done?.result ?? null;
}
