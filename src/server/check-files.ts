import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openKeptDatabase } from './backup/open-kept-database.ts';
import { readConfig } from './config.ts';
import { checkHasDatabase } from './db/open-database.ts';
import { findPlaces } from './process/find-places.ts';
import { prepareDataDir } from './process/prepare-data-dir.ts';
import { describeStartFailure } from './process/setup-error.ts';
import { checkFiles } from './storage/check-files.ts';
import { findDamaged } from './storage/find-damaged.ts';
import { openStorages } from './storage/open-storage.ts';

/** Of the sentences; what is wrong with more is told at the next run. */
const TOLD_MAX = 1_000;

try {
  const config = readConfig(process.env, findPlaces(dirname(fileURLToPath(import.meta.url))));
  checkHasDatabase(config);
  await prepareDataDir(config.dataDir);
  const storages = await openStorages(config.dataDir, config.files);
  const database = await openKeptDatabase(config);
  try {
    const { db } = database;
    const storage = storages.whole;
    const began = new Date();
    const stopping = new AbortController();
    process.once('SIGINT', () => stopping.abort());
    process.once('SIGTERM', () => stopping.abort());
    let [whole, damaged] = [0, 0];
    await checkFiles(
      { db, storage },
      {
        before: began,
        damagedBefore: began,
        bytesPerSecond: Number.POSITIVE_INFINITY,
        signal: stopping.signal,
        onFile: (_hash, damage) => (damage === null ? whole++ : damaged++),
      },
    );
    for (const { hash, damage, isModel, name, owner } of await findDamaged(db, TOLD_MAX)) {
      const what = `${isModel ? 'model' : 'picture'}${name === null ? '' : ` ${name}`}`;
      const whose = owner === null ? 'nobody can upload it again' : `upload it again: ${owner.email}`;
      process.stdout.write(`${damage}: ${hash}, ${what}; ${whose}\n`);
    }
    process.stdout.write(`${whole} files are whole, ${damaged} are damaged or missing.\n`);
    if (damaged > 0 || stopping.signal.aborted) process.exitCode = 1;
  } finally {
    await database.close();
    storages.close();
  }
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exitCode = 1;
}
