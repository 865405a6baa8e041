import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupOrigin, StaffBackupBody } from '../../contract/backups.ts';
import { BEFORE_MIGRATIONS, isBackupName, momentOf } from './backup-places.ts';
import { readManifest } from './manifest.ts';

/** A backup as its folder tells of it. */
export type FoundBackup = Omit<StaffBackupBody, 'checked'>;

/** Of one with a million files the manifest has 100 MB: what was read of each is kept, until its folder changes. */
export type KnownBackups = Map<string, { readonly changedMs: number; readonly found: FoundBackup }>;

/** Those of a folder, and of upgrades below it, newest first. A folder that is not there has none. */
export async function listBackups(to: string, known: KnownBackups = new Map()): Promise<FoundBackup[]> {
  const all = [
    ...(await namesIn(to)),
    ...(await namesIn(join(to, BEFORE_MIGRATIONS))).map((name) => `${BEFORE_MIGRATIONS}/${name}`),
  ];
  const found: FoundBackup[] = [];
  for (const name of all) {
    const folder = join(to, name);
    const changedMs = (await stat(folder).catch(() => null))?.mtimeMs;
    // Removed meanwhile.
    if (changedMs === undefined) continue;
    const earlier = known.get(folder);
    const one = earlier?.changedMs === changedMs ? earlier.found : await readBackup(folder, name);
    known.set(folder, { changedMs, found: one });
    found.push(one);
  }
  return found.sort((a, b) => b.created_at.localeCompare(a.created_at));
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter(isBackupName);
}

async function readBackup(folder: string, name: string): Promise<FoundBackup> {
  const isOfUpgrade = name.startsWith(BEFORE_MIGRATIONS);
  const origin: BackupOrigin | null = isOfUpgrade ? 'upgrade' : null;
  const manifest = await readManifest(folder).catch(() => null);
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
