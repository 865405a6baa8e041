import type { FastifyBaseLogger } from 'fastify';
import type { BackupProgress } from '../../contract/backups.ts';
import { type BackupSource, type MadeBackup, makeBackup } from './make-backup.ts';
import type { BackupPlace } from './places/place.ts';
import { type BackupDesk, type Beginning, runRecorded } from './run-recorded.ts';

/**
 * Makes a backup and notes what came of it. What it lacks, and what keeps older ones from being removed, is an error in the log.
 *
 * @returns Null while somebody else works on backups.
 */
export async function makeRecorded(
  desk: BackupDesk,
  source: BackupSource,
  to: BackupPlace,
  logger: Pick<FastifyBaseLogger, 'error' | 'info'>,
  signal: AbortSignal,
  beginning?: Beginning,
): Promise<MadeBackup | null> {
  const make = (tell: (progress: BackupProgress) => void) =>
    makeBackup(source, to, () => new Date(), signal, tell);
  const made = await recordMade(desk, make, signal, beginning);
  if (made === null) return null;
  const { folder, manifest, rotated } = made;
  logger.info({ folder }, 'a backup was made');
  if ('failure' in rotated && !signal.aborted)
    logger.error({ folder, err: rotated.failure }, 'older backups were not removed');
  if (manifest.missing.length > 0)
    logger.error({ folder, missing: manifest.missing }, 'a backup lacks files');
  return made;
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
