import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findBackup } from './backup/find-backup.ts';
import { checkBackup, restoreBackup } from './backup/restore-backup.ts';
import { takeTarget } from './backup/take-target.ts';
import { readConfig } from './config.ts';
import { findPlaces } from './process/find-places.ts';
import { describeStartFailure, SetupError } from './process/setup-error.ts';
import { openStorages } from './storage/open-storage.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const stopping = new AbortController();

try {
  const { from, isCheck } = readArguments();
  const config = readConfig(process.env, findPlaces(dirname(fileURLToPath(import.meta.url))));
  process.once('SIGINT', () => stopping.abort());
  process.once('SIGTERM', () => stopping.abort());
  const place = await findBackup(from);
  say(`Reading ${place.folder} ...`);
  const manifest = await checkBackup(place, config, stopping.signal);
  if (isCheck) say(`Whole: ${manifest.tables.length} tables and ${manifest.files?.length ?? 0} files.`);
  else {
    const database = await takeTarget(config);
    try {
      const storages = await openStorages(config.dataDir, config.files);
      const { connection } = database;
      const target = { connection, storage: storages.fresh, config };
      const orders = await restoreBackup(place, manifest, target, say, stopping.signal);
      storages.close();
      for (const hash of manifest.missing) say(`not in the backup: ${hash}`);
      if (manifest.files === null)
        say(
          `It is the database alone: move what is in files of the old DATA_DIR to files in ${config.dataDir}.`,
        );
      say(`Restored as of ${manifest.createdAt}. ${orders} orders wait in the queue again.`);
    } finally {
      await database.close();
    }
  }
} catch (error) {
  const text = stopping.signal.aborted
    ? 'Stopped. Called again it begins anew.'
    : describeStartFailure(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}

function readArguments(): { readonly from: string; readonly isCheck: boolean } {
  const usage = new SetupError('Call it as: restore FROM [--check]');
  const { values, positionals } = parse() ?? {};
  const [from, ...more] = positionals ?? [];
  if (from === undefined || more.length > 0) throw usage;
  return { from, isCheck: values?.check ?? false };

  function parse() {
    try {
      return parseArgs({ allowPositionals: true, options: { check: { type: 'boolean' } } });
    } catch {
      return null;
    }
  }
}
