import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from './config.ts';
import { findPlaces } from './process/find-places.ts';
import { prepareDataDir } from './process/prepare-data-dir.ts';
import { describeStartFailure, SetupError } from './process/setup-error.ts';
import { carrySigns } from './storage/meet-store.ts';
import { moveFiles } from './storage/move-files.ts';
import { openStorages } from './storage/open-storage.ts';

/** How often it says how far it is. */
const TOLD_EVERY = 1_000;

try {
  if (process.argv.length > 2) throw new SetupError('Call it as: move-files');
  const config = readConfig(process.env, findPlaces(dirname(fileURLToPath(import.meta.url))));
  if (config.files.s3 !== null && config.files.kind === 's3' && !existsSync(join(config.dataDir, 'files'))) {
    throw new SetupError(`There are no files in ${config.dataDir}: set DATA_DIR as the server has it.`);
  }
  await prepareDataDir(config.dataDir);
  const { fresh, old, close } = await openStorages(config.dataDir, config.files);
  if (old === null) throw new SetupError('S3_BUCKET must be set: it names where files go to, or come from.');
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort());
  process.once('SIGTERM', () => stopping.abort());
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  await carrySigns(old, fresh);
  say(config.files.kind === 's3' ? 'From the disk to the bucket.' : 'From the bucket to the disk.');
  const { moved, movedBytes, damaged } = await moveFiles(
    old,
    fresh,
    (so) => {
      if ((so.moved + so.damaged.length) % TOLD_EVERY === 0) say(`${so.moved} files moved.`);
    },
    stopping.signal,
  );
  close();
  for (const hash of damaged) say(`damaged, left where it is: ${hash}`);
  say(`${moved} files of ${(movedBytes / 1024 ** 2).toFixed(1)} MB moved, ${damaged.length} damaged.`);
  if (stopping.signal.aborted) say('Stopped. Called again it goes on.');
  if (damaged.length > 0 || stopping.signal.aborted) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exitCode = 1;
}
