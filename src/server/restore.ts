import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findBackup, type KeptBackup } from './backup/find-backup.ts';
import type { Manifest } from './backup/manifest.ts';
import { checkBackup, restoreBackup } from './backup/restore-backup.ts';
import { takeTarget } from './backup/take-target.ts';
import { type Config, readConfig } from './config.ts';
import { findPlaces } from './process/find-places.ts';
import { describeStartFailure, SetupError } from './process/setup-error.ts';
import { openStorages } from './storage/open-storage.ts';

const USAGE = 'Call it as: restore FROM [--check] [--without-damaged-files]';
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const stopping = new AbortController();

try {
  const { from, isCheck, leavesOut } = readArguments();
  const config = readConfig(process.env, findPlaces(dirname(fileURLToPath(import.meta.url))));
  process.once('SIGINT', () => stopping.abort());
  process.once('SIGTERM', () => stopping.abort());
  const backup = await findBackup(from, config);
  try {
    say(`Reading ${backup.place.addressOf(backup.name)} ...`);
    const manifest = await checkBackup(backup, config, leavesOut, stopping.signal);
    for (const hash of manifest.missing) say(`not in the backup: ${hash}`);
    if (isCheck) say(`Whole: ${manifest.tables.length} tables and ${manifest.files?.length ?? 0} files.`);
    else await restore(backup, manifest, config);
  } finally {
    backup.place.close();
  }
} catch (error) {
  const text = stopping.signal.aborted
    ? 'Stopped. Called again it begins anew.'
    : describeStartFailure(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}

async function restore(backup: KeptBackup, manifest: Manifest, config: Config): Promise<void> {
  const { connection, close } = await takeTarget(config);
  try {
    const storages = await openStorages(config.dataDir, config.files);
    try {
      const target = { connection, storage: storages.fresh, config };
      const orders = await restoreBackup(backup, manifest, target, say, stopping.signal);
      if (manifest.files === null) {
        say(
          `The files are not in it: move those of the old DATA_DIR, all but the folder “instances”, to ${join(config.dataDir, 'files')}.`,
        );
      }
      say(`Restored as of ${manifest.createdAt}. ${orders} orders wait in the queue again.`);
    } finally {
      storages.close();
    }
  } finally {
    await close();
  }
}

function readArguments(): { readonly from: string; readonly isCheck: boolean; readonly leavesOut: boolean } {
  const { values, positionals } = parseWords();
  const [from, ...more] = positionals;
  if (from === undefined || more.length > 0) throw new SetupError(USAGE);
  return { from, isCheck: values.check === true, leavesOut: values['without-damaged-files'] === true };
}

function parseWords() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { check: { type: 'boolean' }, 'without-damaged-files': { type: 'boolean' } },
    });
  } catch {
    throw new SetupError(USAGE);
  }
}
