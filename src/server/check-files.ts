import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { ContentHash } from '../contract/ids.ts';
import { openKeptDatabase } from './backup/open-kept-database.ts';
import { openPlace } from './backup/places/open-place.ts';
import type { BackupPlace } from './backup/places/place.ts';
import { readConfig } from './config.ts';
import { checkHasDatabase } from './db/open-database.ts';
import { findPlaces } from './process/find-places.ts';
import { prepareDataDir } from './process/prepare-data-dir.ts';
import { describeStartFailure, SetupError } from './process/setup-error.ts';
import { repairFiles } from './restore/repair-files.ts';
import { checkEveryFile } from './storage/check-every-file.ts';
import { findDamaged } from './storage/find-damaged.ts';
import { openStorages } from './storage/open-storage.ts';
import type { FileStore } from './storage/store-file.ts';

/** Of the sentences; what is wrong with more is told at the next run. */
const TOLD_MAX = 1_000;

try {
  const { isRepair, from } = readArguments();
  const config = readConfig(process.env, findPlaces(dirname(fileURLToPath(import.meta.url))));
  const repairFrom = isRepair ? await openPlace(from ?? config.backups.to, config) : null;
  checkHasDatabase(config);
  await prepareDataDir(config.dataDir);
  const storages = await openStorages(config.dataDir, config.files);
  const database = await openKeptDatabase(config);
  try {
    const { db } = database;
    const storage = storages.whole;
    const stopping = new AbortController();
    process.once('SIGINT', () => stopping.abort());
    process.once('SIGTERM', () => stopping.abort());
    const { whole, lost } = await checkEveryFile({ db, storage }, stopping.signal);
    const repaired =
      repairFrom === null ? [] : await repair({ db, storage }, lost, repairFrom, stopping.signal);
    const damaged = lost.length - repaired.length;
    for (const { hash, damage, isModel, name, owner } of await findDamaged(db, TOLD_MAX)) {
      const what = `${isModel ? 'model' : 'picture'}${name === null ? '' : ` ${name}`}`;
      const whose = owner === null ? 'nobody can upload it again' : `upload it again: ${owner.email}`;
      process.stdout.write(`${damage}: ${hash}, ${what}; ${whose}\n`);
    }
    process.stdout.write(`${whole + repaired.length} files are whole, ${damaged} are damaged or missing.\n`);
    if (damaged > 0 || stopping.signal.aborted) process.exitCode = 1;
  } finally {
    await database.close();
    storages.close();
    repairFrom?.close();
  }
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exitCode = 1;
}

/** Says what came back. @returns What did. */
async function repair(
  store: FileStore,
  lost: readonly ContentHash[],
  from: BackupPlace,
  signal: AbortSignal,
): Promise<ContentHash[]> {
  const repaired = await repairFiles(store, lost, from, signal);
  for (const hash of repaired) process.stdout.write(`repaired: ${hash}\n`);
  return repaired;
}

function readArguments(): { readonly isRepair: boolean; readonly from: string | null } {
  const usage = 'Call it as: check-files [--repair [--from PLACE]]';
  try {
    const options = { repair: { type: 'boolean' }, from: { type: 'string' } } as const;
    const { repair: isRepair = false, from = null } = parseArgs({ options }).values;
    if (from !== null && !isRepair) throw new SetupError(usage);
    return { isRepair, from };
  } catch {
    throw new SetupError(usage);
  }
}
