import type { BackupDamage, BackupProgress } from '../../contract/backups.ts';
import { SetupError } from '../process/setup-error.ts';
import { untilAborted } from '../process/wait.ts';
import { keptFile, pooledFile } from './backup-names.ts';
import type { KeptBackup } from './find-backup.ts';
import { readManifest } from './manifest.ts';
import { checkExpected } from './read-expected.ts';
import { readRows } from './read-rows.ts';

/**
 * Reads a whole backup, to the end also where something is wrong. Of a stored file that is not what it was that is noted: by its
 * length alone it would count as there, and the next backup has a whole copy in its place, for all of them. It stays until
 * then: it may have been read badly this once, and be the last one that there is.
 *
 * @param refused Hears why it cannot be noted.
 * @returns Null: it is whole.
 */
export async function inspectBackup(
  { place, name }: KeptBackup,
  signal: AbortSignal,
  tell: (progress: BackupProgress) => void,
  refused: (error: unknown) => void,
): Promise<BackupDamage | null> {
  const damage: BackupDamage = { is_unreadable: false, tables: [], kept: [], files: 0 };
  const isWhole = async (reading: Promise<void>): Promise<boolean> => {
    signal.throwIfAborted();
    return reading.then(
      () => true,
      (error: unknown) => {
        if (error instanceof SetupError) return false;
        throw error;
      },
    );
  };
  const manifest = await readManifest(place, name).catch((error: unknown) => {
    if (error instanceof SetupError) return null;
    throw error;
  });
  if (manifest === null) return { ...damage, is_unreadable: true };
  for (const [done, table] of manifest.tables.entries()) {
    tell({ step: 'database', done, total: manifest.tables.length });
    if (!(await isWhole(readToEnd(untilAborted(readRows(place, name, table), signal)))))
      damage.tables.push(table.name);
  }
  for (const kept of manifest.kept) {
    const reading = checkExpected(place, keptFile(name, kept.path), kept.path, kept, signal);
    if (!(await isWhole(reading))) damage.kept.push(kept.path);
  }
  const files = manifest.files ?? [];
  const spoilt: string[] = [];
  for (const [done, { hash, bytes }] of files.entries()) {
    tell({ step: 'files', done, total: files.length });
    const reading = checkExpected(
      place,
      pooledFile(hash),
      `the file ${hash}`,
      { bytes, sha256: hash },
      signal,
    );
    if (!(await isWhole(reading))) spoilt.push(hash);
  }
  damage.files = spoilt.length;
  // What was found is told all the same.
  await place.addSuspects(spoilt).catch(refused);
  const { tables, kept } = damage;
  return tables.length + kept.length + damage.files === 0 ? null : damage;
}

async function readToEnd(rows: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of rows);
}
