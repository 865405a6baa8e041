import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { ContentHash } from '../../../contract/ids.ts';
import type { Config } from '../../config.ts';
import { readInstance } from '../../db/instance-mark.ts';
import { findDamage } from '../../storage/check-file.ts';
import { openStorages } from '../../storage/open-storage.ts';
import { createS3Storage } from '../../storage/s3-storage.ts';
import type { FileStore } from '../../storage/store-file.ts';
import { createDiskSigns } from '../../storage/stored-place.ts';
import { type Finding, fail, ok } from '../doctor/finding.ts';
import type { Instance } from '../open-instance.ts';

/** Rows that are read at once. */
const BATCH = 1_000;

/**
 * Whether the files are as they were stored, with nothing written down: `check-files` does that. Files of a place where this database
 * has never been are not compared, as all would count as missing.
 */
export async function checkStore(
  { db, config }: Pick<Instance, 'db' | 'config'>,
  signal: AbortSignal,
): Promise<Finding> {
  const mark = await readInstance(db);
  const strange = mark === null ? null : await findStrange(config, mark.id);
  if (strange !== null) {
    const todo =
      'Set DATA_DIR, FILES and S3_BUCKET as the server has them; "vitrine check-files --repair" brings lost files from the backups.';
    return fail('files', `This database has no files in ${strange}: they are elsewhere, or lost.`, todo);
  }
  const storages = await openStorages(config.dataDir, config.files);
  try {
    const { whole, lost } = await compareFiles({ db, storage: storages.whole }, signal);
    if (lost === 0) return ok('files', `${whole} files are as they were stored.`);
    return fail(
      'files',
      `${lost} files are damaged or missing, ${whole} are whole.`,
      '"vitrine check-files" names them, and with --repair brings them from the backups.',
    );
  } finally {
    storages.close();
  }
}

/** @returns The place of new files, as people write it, where it has no sign of this database; else null. */
async function findStrange({ dataDir, files }: Config, id: string): Promise<string | null> {
  const folder = join(dataDir, 'files');
  if (files.s3 === null || files.kind === 'disk')
    return (await createDiskSigns(folder).readSigns()).has(id) ? null : folder;
  const bucket = createS3Storage(files.s3, join(dataDir, 'incoming'));
  try {
    for (const place of bucket.places) if (!(await place.readSigns()).has(id)) return place.address;
    return null;
  } finally {
    bucket.close();
  }
}

async function compareFiles({ db, storage }: FileStore, signal: AbortSignal) {
  let whole = 0;
  let lost = 0;
  for (let last = ''; ; ) {
    const { rows } = await db.execute<{ hash: string }>(
      sql`select hash from files where hash > ${last} order by hash limit ${BATCH}`,
    );
    if (rows.length === 0) return { whole, lost };
    for (const row of rows) {
      last = row.hash;
      const hash = ContentHash.parse(row.hash);
      const damage = await findDamage(storage, hash, async () => signal.throwIfAborted());
      if (damage === null) whole++;
      // A running server may have removed it meanwhile.
      else if ((await db.execute(sql`select from files where hash = ${hash}`)).rowCount === 1) lost++;
    }
  }
}
