import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeByHand } from './backup/make-by-hand.ts';
import { readAddress, writeAddress } from './backup/places/read-address.ts';
import { readConfig } from './config.ts';
import { hasDatabase, reachDatabase } from './db/open-database.ts';
import { findPlaces } from './process/find-places.ts';
import { describeStartFailure, SetupError } from './process/setup-error.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;
const stopping = new AbortController();

try {
  const { to } = readArguments();
  const config = readConfig(process.env, findPlaces(dirname(fileURLToPath(import.meta.url))));
  if (!hasDatabase(config)) throw new SetupError(`There is no database in ${config.dataDir} to back up.`);
  process.once('SIGINT', () => stopping.abort());
  process.once('SIGTERM', () => stopping.abort());
  const database = await reachDatabase(config);
  try {
    const address = to ?? config.backups.to;
    const made = await makeByHand(config, database.connection, address, say, stopping.signal);
    const { tables, missing } = made.manifest;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
    for (const hash of missing) say(`not in the backup, as it is damaged or was deleted meanwhile: ${hash}`);
    say(`Database: ${rows} rows of ${tables.length} tables in ${megabytes(bytes)}.`);
    say(
      `Files: ${made.manifest.files?.length ?? 0}, of which ${made.copied} are new (${megabytes(made.copiedBytes)}).`,
    );
    const { rotated } = made;
    say(
      'failure' in rotated
        ? `Older backups were not removed, the next one tries it again: ${describeStartFailure(rotated.failure)}`
        : `Backups in ${writeAddress(readAddress(address))}: ${rotated.kept}; ${rotated.removed} older ones were removed.`,
    );
    say(`Made, and what is new in it read back and found whole: ${made.folder}`);
  } finally {
    await database.close();
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
    throw new SetupError('Call it as: backup [--to PLACE]');
  }
}
