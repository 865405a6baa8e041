import { chmod, mkdir, readdir, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupOrigin, BackupProgress } from '../../contract/backups.ts';
import type { Connection } from '../db/database.ts';
import { withLockFile } from '../db/with-lock-file.ts';
import { SetupError } from '../process/setup-error.ts';
import type { Storage } from '../storage/storage.ts';
import { MAKING, nameBackup } from './backup-places.ts';
import { copyFiles } from './copy-files.ts';
import { dumpDatabase } from './dump-database.ts';
import { keepData, type SecretPlace } from './keep-data.ts';
import { type Manifest, readManifest, writeManifest } from './manifest.ts';
import { rotateBackups } from './rotate-backups.ts';
import { verifyData } from './verify-backup.ts';
import { syncFolder, syncTree } from './write-new.ts';

/** A lock that is not touched for three minutes is taken from its owner. */
const TOUCH_MS = 30_000;
/** Between looks for a free second: a backup's name has no smaller part. */
const SECOND_MS = 1_000;

/** What is backed up. */
export interface BackupSource {
  readonly connection: Connection;
  /** Null: the database alone. */
  readonly storage: Storage | null;
  readonly origin: BackupOrigin;
  readonly config: SecretPlace & { readonly version: string; readonly migrationsDir: string };
}

/** A backup that is whole. */
export interface MadeBackup {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Files that no backup before it had. */
  readonly copied: number;
  readonly copiedBytes: number;
  /** Backups in its folder. */
  readonly kept: number;
  readonly removed: number;
}

/**
 * Makes a backup in `to/vitrine-YYYYMMDD-HHMMSS` while people work, and removes those that need not be kept. First the
 * database as it is at one moment, then the files: each that a row names then was stored before it. What was written is
 * read back before the backup has its name; until then it is no backup. One at a time in a folder: others wait.
 *
 * @param signal Ends it; what was begun is removed.
 * @param tell Hears how far it is.
 * @throws SetupError for what a person must change.
 */
export async function makeBackup(
  source: BackupSource,
  to: string,
  now: () => Date,
  signal: AbortSignal,
  tell: (progress: BackupProgress) => void = () => {},
): Promise<MadeBackup> {
  await prepareFolder(to);
  tell({ step: 'waiting', done: 0, total: 0 });
  return withFolder(to, async () => {
    await removeUnfinished(to);
    const createdAt = await findFreeMoment(to, now);
    const name = nameBackup(createdAt);
    const making = join(to, `${MAKING}${name}`);
    await mkdir(making, { mode: 0o700 });
    try {
      const { named, ...database } = await dumpDatabase(
        source.connection,
        source.config.migrationsDir,
        making,
        signal,
        (done, total) => tell({ step: 'database', done, total }),
      );
      const kept = await keepData(source.config, making);
      const incoming = join(making, 'incoming');
      const { files, missing, ...copied } =
        source.storage === null
          ? { files: null, missing: [], copied: 0, copiedBytes: 0 }
          : await copyFiles(source.storage, named, to, incoming, signal, (done) =>
              tell({ step: 'files', done, total: named.length }),
            );
      const { version } = source.config;
      const created = createdAt.toISOString();
      await writeManifest(making, {
        format: 1,
        version,
        createdAt: created,
        origin: source.origin,
        ...database,
        ...kept,
        files,
        missing,
      });
      const manifest = await readManifest(making);
      tell({ step: 'reading', done: 0, total: 0 });
      await verifyData(making, manifest, signal);
      await syncTree(making);
      await rename(making, join(to, name));
      await syncFolder(to);
      return { folder: join(to, name), manifest, ...copied, ...(await rotateBackups(to)) };
    } catch (error) {
      await rm(making, { recursive: true, force: true });
      throw error;
    }
  });
}

async function prepareFolder(to: string): Promise<void> {
  try {
    await mkdir(join(to, 'files'), { recursive: true, mode: 0o700 });
    await chmod(join(to, 'files'), 0o700);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SetupError(`The folder of backups (${to}) cannot be written (${code}): choose another one.`, {
      cause: error,
    });
  }
}

/** One backup at a time works in a folder. */
async function withFolder<T>(to: string, work: () => Promise<T>): Promise<T> {
  const lock = join(to, '.lock');
  return withLockFile(lock, async () => {
    const touching = setInterval(() => utimes(lock, new Date(), new Date()).catch(() => {}), TOUCH_MS);
    try {
      return await work();
    } finally {
      clearInterval(touching);
    }
  });
}

/** What a backup left that was killed. */
async function removeUnfinished(to: string): Promise<void> {
  const left = (await readdir(to)).filter((name) => name.startsWith(MAKING));
  for (const name of left) await rm(join(to, name), { recursive: true });
}

async function findFreeMoment(to: string, now: () => Date): Promise<Date> {
  const taken = new Set(await readdir(to));
  let moment = now();
  while (taken.has(nameBackup(moment))) moment = new Date(moment.getTime() + SECOND_MS);
  return moment;
}
