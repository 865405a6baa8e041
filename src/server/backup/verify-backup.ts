import { knowsMigration } from '../db/dump/migration-journal.ts';
import { SetupError } from '../process/setup-error.ts';
import { keptFile, pooledFile } from './backup-names.ts';
import { isNewer } from './is-newer.ts';
import type { Manifest } from './manifest.ts';
import type { BackupPlace } from './places/place.ts';
import { checkExpected } from './read-expected.ts';
import { readRows } from './read-rows.ts';

/** What a program can restore. */
export interface Restorer {
  readonly version: string;
  readonly migrationsDir: string;
}

/** @throws SetupError for a backup of a newer program. */
export async function checkOrigin(manifest: Manifest, program: Restorer): Promise<void> {
  const isKnown = await knowsMigration(program.migrationsDir, manifest.migration);
  // A database alone is of the version before the one that kept it.
  const isOlder = manifest.files === null || !isNewer(manifest.version, program.version);
  if (isKnown && isOlder) return;
  throw new SetupError(
    `The backup was made by Vitrine ${manifest.version}, and this is ${program.version}: use that one or a newer one.`,
  );
}

/** Reads every table and what was kept of DATA_DIR to the end. @throws SetupError for the first that is not whole. */
export async function verifyData(
  place: BackupPlace,
  folder: string,
  manifest: Manifest,
  signal: AbortSignal,
): Promise<void> {
  for (const table of manifest.tables) {
    for await (const _ of readRows(place, folder, table)) signal.throwIfAborted();
  }
  for (const kept of manifest.kept)
    await checkExpected(place, keptFile(folder, kept.path), kept.path, kept, signal);
}

/**
 * Compares every file with its hash.
 *
 * @returns The manifest; those that are not whole are among its missing ones, where `leavesOut` allows it.
 * @throws SetupError for the first that is not whole.
 */
export async function verifyFiles(
  place: BackupPlace,
  manifest: Manifest,
  leavesOut: boolean,
  signal: AbortSignal,
  tell: (done: number, total: number) => void = () => {},
): Promise<Manifest> {
  const damaged = new Set<string>();
  for (const [done, { hash, bytes }] of (manifest.files ?? []).entries()) {
    signal.throwIfAborted();
    tell(done, manifest.files?.length ?? 0);
    const check = checkExpected(place, pooledFile(hash), `the file ${hash}`, { bytes, sha256: hash }, signal);
    await check.catch((error: unknown) => {
      if (!leavesOut || !(error instanceof SetupError)) throw error;
      damaged.add(hash);
    });
  }
  if (manifest.files === null || damaged.size === 0) return manifest;
  const isDamaged = ({ hash }: { readonly hash: string }) => damaged.has(hash);
  return {
    ...manifest,
    files: manifest.files.filter((file) => !isDamaged(file)),
    missing: [...manifest.missing, ...manifest.files.filter(isDamaged).map(({ hash }) => hash)],
  };
}
