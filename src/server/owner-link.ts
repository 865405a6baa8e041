import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeOwnerLink } from './accounts/make-owner-link.ts';
import { openKeptDatabase } from './backup/open-kept-database.ts';
import { readConfig } from './config.ts';
import { checkHasDatabase } from './db/open-database.ts';
import { findPlaces } from './process/find-places.ts';
import { prepareDataDir } from './process/prepare-data-dir.ts';
import { describeStartFailure, SetupError } from './process/setup-error.ts';

try {
  if (process.argv.length > 2) throw new SetupError('Call it as: owner-link [--lan]');
  const config = readConfig(process.env, findPlaces(dirname(fileURLToPath(import.meta.url))));
  checkHasDatabase(config);
  await prepareDataDir(config.dataDir);
  const database = await openKeptDatabase(config);
  try {
    const link = await makeOwnerLink(database.db, config.publicUrl, new Date());
    process.stdout.write(`Sign in as the owner within 24 hours, once: ${link}\n`);
  } finally {
    await database.close();
  }
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exitCode = 1;
}
