import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeBackup } from './backup/make-backup.ts';
import { readConfig } from './config.ts';
import { hasDatabase, reachDatabase } from './db/open-database.ts';
import { findPlaces } from './process/find-places.ts';
import { describeStartFailure, SetupError } from './process/setup-error.ts';
import { openStorages } from './storage/open-storage.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;
const stopping = new AbortController();

try {
  const { to } = readArguments();
  const config = readConfig(process.env, findPlaces(dirname(fileURLToPath(import.meta.url))));
  if (!hasDatabase(config)) throw new SetupError(`There is no database in ${config.dataDir} to back up.`);
  process.once('SIGINT', () => stopping.abort());
  process.once('SIGTERM', () => stopping.abort());
  const storages = await openStorages(config.dataDir, config.files);
  const database = await reachDatabase(config);
  try {
    const source = {
      connection: database.connection,
      storage: storages.whole,
      origin: 'hand' as const,
      config,
    };
    const folder = to === undefined ? config.backups.to : resolve(to);
    const made = await makeBackup(source, folder, () => new Date(), stopping.signal);
    const { tables, missing } = made.manifest;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
    for (const hash of missing) say(`not in the backup, as it is damaged or was deleted meanwhile: ${hash}`);
    say(`Database: ${rows} rows of ${tables.length} tables in ${megabytes(bytes)}.`);
    say(
      `Files: ${made.manifest.files?.length ?? 0}, of which ${made.copied} are new (${megabytes(made.copiedBytes)}).`,
    );
    say(`Backups in ${folder}: ${made.kept}; ${made.removed} older ones were removed.`);
    say(`Made, read back and found whole: ${made.folder}`);
  } finally {
    await database.close();
    storages.close();
  }
} catch (error) {
  const text = stopping.signal.aborted ? 'Stopped: no backup was made.' : describeStartFailure(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}

function readArguments(): { readonly to?: string } {
  try {
    return parseArgs({ options: { to: { type: 'string' } } }).values;
  } catch {
    throw new SetupError('Call it as: backup [--to DIR]');
  }
}
