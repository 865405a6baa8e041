import { eq, isNull } from 'drizzle-orm';
import type { Connection, Db } from '../db/database.ts';
import { withSession } from '../db/dump/session.ts';
import { holdRestoreLock } from '../db/restore-mark.ts';
import { noteRestore } from '../db/restores.ts';
import { workers } from '../db/schema/calls.ts';
import { engineServers } from '../db/schema/engines.ts';
import { files } from '../db/schema/files.ts';
import { uploadParts, uploads } from '../db/schema/uploads.ts';
import { SetupError } from '../process/setup-error.ts';
import { requeueAll } from '../renders/queue/requeue-orders.ts';
import type { Storage } from '../storage/storage.ts';
import { keptFile } from './backup-names.ts';
import { forgetRecords } from './backup-records.ts';
import type { KeptBackup } from './find-backup.ts';
import { type SecretPlace, secretFingerprint } from './keep-data.ts';
import { loadDatabase } from './load-database.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { readExpected } from './read-expected.ts';
import { restoreData, restoreFiles } from './restore-files.ts';
import { clearTarget, releaseTarget } from './take-target.ts';
import { checkOrigin, type Restorer, verifyData, verifyFiles } from './verify-backup.ts';

/** What of a backup is looked at, in this order. */
export type BackupPart = 'contents' | 'origin' | 'data' | 'secret' | 'files';

/**
 * Reads a whole backup and changes nothing.
 *
 * @param config Of the server that would be restored.
 * @param leavesOut Files that are not whole: they become missing ones.
 * @param tell Hears what is looked at; of files how many were, of how many.
 * @returns What can be restored.
 * @throws SetupError, in one sentence, for anything that is not as it was written or cannot be used here.
 */
export async function checkBackup(
  backup: KeptBackup,
  config: Restorer & Pick<SecretPlace, 'jwtSecret'>,
  leavesOut: boolean,
  signal: AbortSignal,
  tell: (part: BackupPart, done?: number, total?: number) => void = () => {},
): Promise<Manifest> {
  const manifest = await readRestorable(backup, config, tell);
  tell('data');
  await verifyData(backup.place, backup.name, manifest, signal);
  tell('files');
  return verifyFiles(backup.place, manifest, leavesOut, signal, (done, total) => tell('files', done, total));
}

/** As {@link checkBackup}, of what says what there is: whether the rest is whole is seen as it is read. */
export async function readRestorable(
  { place, name }: KeptBackup,
  config: Restorer & Pick<SecretPlace, 'jwtSecret'>,
  tell: (part: BackupPart) => void,
): Promise<Manifest> {
  tell('contents');
  const manifest = await readManifest(place, name);
  tell('origin');
  await checkOrigin(manifest, config);
  tell('secret');
  await checkSecret({ place, name }, manifest, config.jwtSecret);
  return manifest;
}

/** What a backup is restored into. */
export interface RestoreTarget {
  readonly connection: Connection;
  readonly storage: Storage;
  readonly config: SecretPlace & Restorer;
}

/**
 * Restores a backup that was checked into a target that was taken (`takeTarget`). Its marks stand until all of it is
 * there: no server starts before, and a restore that was stopped is begun anew by the next.
 *
 * @param say Hears what begins.
 * @param tell Hears how many files are there, of how many.
 * @returns How many orders wait in the queue again.
 * @throws SetupError for rows that do not belong together, and while another restore writes there.
 */
export async function restoreBackup(
  { place, name }: KeptBackup,
  manifest: Manifest,
  { connection, storage, config }: RestoreTarget,
  say: (line: string) => void,
  signal: AbortSignal,
  tell: (done: number, total: number) => void = () => {},
): Promise<number> {
  return withSession(connection, 'vitrine-restore', async (client) => {
    await holdRestoreLock(client);
    await clearTarget(connection);
    say('Writing the database ...');
    await loadDatabase(connection, config.migrationsDir, place, name, manifest, signal);
    say('Writing the files ...');
    await restoreFiles(storage, place, manifest.files ?? [], signal, tell);
    await restoreData(config.dataDir, place, name, manifest.kept);
    const orders = await requeueAll(connection, async (db) => {
      await forgetPassing(db);
      await noteMissing(db, manifest.missing);
      await noteRestore(db, new Date(manifest.createdAt), new Date());
    });
    await releaseTarget(connection, config.dataDir);
    return orders;
  });
}

async function checkSecret(
  { place, name }: KeptBackup,
  manifest: Manifest,
  given: string | null,
): Promise<void> {
  const own = manifest.kept.find(({ path }) => path === 'jwt-secret');
  if (given === null && own === undefined) {
    throw new SetupError('The server of this backup had JWT_SECRET set: set it to the same.');
  }
  const chunks: Uint8Array[] = [];
  if (given === null && own !== undefined) {
    for await (const chunk of readExpected(place, keptFile(name, own.path), own.path, own))
      chunks.push(chunk);
  }
  const secret = given ?? Buffer.concat(chunks).toString().trim();
  if (secretFingerprint(secret) === manifest.secret) return;
  throw new SetupError('JWT_SECRET is another one than the server of this backup had: set it to the same.');
}

/** What only the old server knew of. Parts of unfinished uploads are in no backup: a page sends them again where it is told that none is there. */
async function forgetPassing(db: Db): Promise<void> {
  await db.delete(uploadParts);
  await db.delete(uploads).where(isNull(uploads.fileHash));
  await db.delete(workers);
  await db.delete(engineServers);
  await forgetRecords(db);
}

/** Staff see them, and whose they are, until they are uploaded again. */
async function noteMissing(db: Db, missing: Manifest['missing']): Promise<void> {
  for (const hash of missing) {
    await db.update(files).set({ damage: 'missing', checkedAt: new Date() }).where(eq(files.hash, hash));
  }
}
