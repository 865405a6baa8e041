import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { SetupError } from '../process/setup-error.ts';
import { isBackupName } from './backup-places.ts';

/**
 * The folder of one backup, and the one that its files are shared in.
 *
 * @param from A backup, or a folder of backups: then the last of them.
 */
export async function findBackup(from: string): Promise<{ readonly folder: string; readonly pool: string }> {
  const given = resolve(from);
  if (isBackupName(basename(given))) return { folder: given, pool: dirname(given) };
  const names = (await readdir(given).catch(() => [])).filter(isBackupName).sort();
  const last = names.at(-1);
  if (last === undefined) throw new SetupError(`There is no backup in ${given}.`);
  return { folder: join(given, last), pool: given };
}
