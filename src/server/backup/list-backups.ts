import type { BackupOrigin, StaffBackupBody } from '../../contract/backups.ts';
import { SetupError } from '../process/setup-error.ts';
import { BEFORE_MIGRATIONS, momentOf } from './backup-names.ts';
import { readManifest } from './manifest.ts';
import type { BackupPlace } from './places/place.ts';

/** A backup as its folder tells of it. */
export type FoundBackup = Omit<StaffBackupBody, 'checked'>;

/** Of one with a million files the manifest has 100 MB: what was read of each is kept, until its folder changes. */
export type KnownBackups = Map<string, { readonly stamp: string; readonly found: FoundBackup }>;

/** Those of a place, and of upgrades inside it, newest first. A place that is not there has none. */
export async function listBackups(
  place: BackupPlace,
  known: KnownBackups = new Map(),
): Promise<FoundBackup[]> {
  const ofUpgrades = await place.below(BEFORE_MIGRATIONS).list();
  const all = [
    ...(await place.list()),
    ...ofUpgrades.map(({ name, stamp }) => ({ name: `${BEFORE_MIGRATIONS}/${name}`, stamp })),
  ];
  const found: FoundBackup[] = [];
  for (const { name, stamp } of all) {
    const key = place.addressOf(name);
    const earlier = known.get(key);
    const one = earlier?.stamp === stamp ? earlier.found : await readBackup(place, name);
    known.set(key, { stamp, found: one });
    found.push(one);
  }
  return found.sort((a, b) => b.created_at.localeCompare(a.created_at));
}

async function readBackup(place: BackupPlace, name: string): Promise<FoundBackup> {
  const isOfUpgrade = name.startsWith(BEFORE_MIGRATIONS);
  const origin: BackupOrigin | null = isOfUpgrade ? 'upgrade' : null;
  const manifest = await readManifest(place, name).catch((error: unknown) => {
    // A store that does not answer says nothing of it.
    if (error instanceof SetupError || isOfDisk(error)) return null;
    throw error;
  });
  if (manifest === null) {
    const created = momentOf(name.replace(`${BEFORE_MIGRATIONS}/`, '')).toISOString();
    return { name, created_at: created, origin, version: null, bytes: 0, rows: 0, files: null, missing: 0 };
  }
  const { tables, files } = manifest;
  const sum = (all: readonly { readonly bytes: number }[]) =>
    all.reduce((total, { bytes }) => total + bytes, 0);
  return {
    name,
    created_at: manifest.createdAt,
    origin: manifest.origin ?? origin,
    version: manifest.version,
    bytes: sum(tables) + sum(manifest.kept) + sum(files ?? []),
    rows: tables.reduce((total, { rows }) => total + rows, 0),
    files: files?.length ?? null,
    missing: manifest.missing.length,
  };
}

/** Such as one that we may not read. */
const isOfDisk = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
