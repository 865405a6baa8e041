/** A backup's folder: the moment of its making, in UTC. */
const NAME = /^vitrine-\d{8}-\d{6}$/;
/** Of DATA_DIR, where nothing else is said. */
export const BACKUPS = 'backups';
/** Below the place of backups: those that upgrades make. */
export const BEFORE_MIGRATIONS = 'before-migrations';
/** Begins the name of a backup that is not whole. */
export const MAKING = '.making-';

/** Where the stored files of all backups stand. */
export const POOL = 'files';

/** Where a stored file stands, for all backups of a place together. */
export function pooledFile(hash: string): string {
  return `${POOL}/${hash.slice(0, 2)}/${hash}`;
}

/** Where it is noted which of them are not what they were, by their hashes. */
export const SUSPECTS = 'suspect';

/** Where the rows of a table stand. */
export function dumpOf(folder: string, table: string): string {
  return `${folder}/tables/${table}.jsonl.gz`;
}

/** Where a file of DATA_DIR stands. */
export function keptFile(folder: string, path: string): string {
  return `${folder}/data/${path}`;
}

/** False also where the name says no moment that there is. */
export const isBackupName = (name: string): boolean =>
  NAME.test(name) && !Number.isNaN(momentOf(name).getTime());

/** `vitrine-20261127-231500`. */
export function nameBackup(when: Date): string {
  const [day = '', time = ''] = when.toISOString().split('T');
  return `vitrine-${day.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}`;
}

/** The moment that a backup's name says. */
export function momentOf(name: string): Date {
  const digits = name.replace('vitrine-', '');
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)];
  const [hour, minute, second] = [digits.slice(9, 11), digits.slice(11, 13), digits.slice(13, 15)];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
