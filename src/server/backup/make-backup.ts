import type { BackupOrigin, BackupProgress } from '../../contract/backups.ts';
import type { Connection } from '../db/database.ts';
import type { Storage } from '../storage/storage.ts';
import { nameBackup } from './backup-names.ts';
import { copyFiles } from './copy-files.ts';
import { dumpDatabase } from './dump-database.ts';
import { keepData, type SecretPlace } from './keep-data.ts';
import { type Manifest, readManifest, writeManifest } from './manifest.ts';
import type { BackupPlace } from './places/place.ts';
import { rotateBackups } from './rotate-backups.ts';
import { verifyData } from './verify-backup.ts';

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
  /** As people write it. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** Files that no backup before it had. */
  readonly copied: number;
  readonly copiedBytes: number;
  /** Backups in its place and how many older ones were removed; or why none were: the next one tries it again. */
  readonly rotated: { readonly kept: number; readonly removed: number } | { readonly failure: unknown };
}

/**
 * Makes a backup in a place, `vitrine-YYYYMMDD-HHMMSS`, while people work, and removes those that need not be kept. First the
 * database as it is at one moment, then the files: each that a row names then was stored before it. What was written is
 * read back before the backup has its name; until then it is no backup. One at a time in a folder: others wait.
 *
 * @param signal Ends it; what was begun is removed.
 * @param tell Hears how far it is.
 * @throws SetupError for what a person must change.
 */
export async function makeBackup(
  source: BackupSource,
  place: BackupPlace,
  now: () => Date,
  signal: AbortSignal,
  tell: (progress: BackupProgress) => void = () => {},
): Promise<MadeBackup> {
  await place.prepare();
  tell({ step: 'waiting', done: 0, total: 0 });
  return place.hold(async () => {
    await place.removeUnfinished();
    const createdAt = await findFreeMoment(place, now);
    const name = nameBackup(createdAt);
    const making = await place.begin(name);
    let made: Omit<MadeBackup, 'rotated'>;
    try {
      const { named, ...database } = await dumpDatabase(
        source.connection,
        source.config.migrationsDir,
        place,
        making,
        signal,
        (done, total) => tell({ step: 'database', done, total }),
      );
      const kept = await keepData(source.config, place, making);
      const { files, missing, ...copied } =
        source.storage === null
          ? { files: null, missing: [], copied: 0, copiedBytes: 0 }
          : await copyFiles(source.storage, named, place, making, signal, (done) =>
              tell({ step: 'files', done, total: named.length }),
            );
      const { version } = source.config;
      const created = createdAt.toISOString();
      await writeManifest(place, making, {
        format: 1,
        version,
        createdAt: created,
        origin: source.origin,
        ...database,
        ...kept,
        files,
        missing,
      });
      const manifest = await readManifest(place, making);
      tell({ step: 'reading', done: 0, total: 0 });
      await verifyData(place, making, manifest, signal);
      await place.finish(making, name);
      made = { folder: place.addressOf(name), manifest, ...copied };
    } catch (error) {
      // Where the place is away, the next backup removes it.
      await place.discard(making).catch(() => {});
      throw error;
    }
    // It is made, whatever becomes of older ones.
    const rotated = await tidy(place, name, made.manifest, signal).catch((failure: unknown) => ({ failure }));
    return { ...made, rotated };
  });
}

/** What a check noted of files that this backup has is settled; then older backups go. */
async function tidy(place: BackupPlace, name: string, { files }: Manifest, signal: AbortSignal) {
  const suspects = await place.listSuspects();
  const settled = (files ?? []).map(({ hash }) => hash).filter((hash) => suspects.has(hash));
  await place.removeSuspects(settled);
  return rotateBackups(place, name, signal);
}

async function findFreeMoment(place: BackupPlace, now: () => Date): Promise<Date> {
  const taken = new Set((await place.list()).map(({ name }) => name));
  let moment = now();
  while (taken.has(nameBackup(moment))) moment = new Date(moment.getTime() + SECOND_MS);
  return moment;
}
