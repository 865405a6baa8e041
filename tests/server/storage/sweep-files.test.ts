import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { ContentHash } from '../../../src/contract/ids.ts';
import { createAdvisoryLocks } from '../../../src/server/db/advisory-locks.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { withSession } from '../../../src/server/db/dump/session.ts';
import { copyInstance } from '../../../src/server/db/instance-mark.ts';
import { sweepUploads } from '../../../src/server/models/sweep-uploads.ts';
import { createDiskStorage } from '../../../src/server/storage/disk-storage.ts';
import { carrySigns, describeShared, meetStore } from '../../../src/server/storage/meet-store.ts';
import { createS3Storage } from '../../../src/server/storage/s3-storage.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { sweepFiles } from '../../../src/server/storage/sweep-files.ts';
import { joinStorages } from '../../../src/server/storage/two-storages.ts';
import { type S3Server, startS3 } from '../../support/s3/start-s3.ts';
import { storeFile } from '../../support/store-file.ts';
import { openTestDatabase } from '../../support/test-database.ts';

const opened: (() => Promise<unknown>)[] = [];
let root: string;
let storage: Storage;
let mine: Database;
beforeEach(async () => {
  root = await openRoot();
  storage = await createDiskStorage(root);
  mine = await openDatabase();
});
afterAll(async () => {
  for (const close of opened.reverse()) await close();
});

async function openRoot(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-sweep-'));
  opened.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function openDatabase(): Promise<Database> {
  const database = await openTestDatabase();
  opened.push(() => database.close());
  return database;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const png = { contentType: 'image/png' } as const;

/** Makes every file of the disk two days old. */
async function age(folder = root): Promise<void> {
  const then = new Date(Date.now() - 48 * 3_600_000);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), then, then);
}

/** As the housekeeping of a server with this database. */
async function sweep({ db, connection }: Database, swept = storage): Promise<void> {
  const locks = createAdvisoryLocks(connection);
  await sweepFiles({ db, storage: swept, locks, arriving: new Map() }).finally(() => locks.close());
}

const sizesOf = (hashes: readonly { hash: ContentHash }[]) =>
  Promise.all(hashes.map(({ hash }) => storage.size(hash)));

/** Files of a server that has been at work: two with rows, one of them in nothing but bytes. */
async function fill({ db }: Database) {
  const store = { db, storage };
  const named = [await storeFile(store, bytes('one'), png), await storeFile(store, bytes('two'), png)];
  return { named, orphan: await storage.put(bytes('orphan')) };
}

test('old bytes without a row go; what a row names, and what is young, stays', async () => {
  const store = { db: mine.db, storage };
  await meetStore(store);
  const { named, orphan } = await fill(mine);
  await age();
  const young = await storage.put(bytes('young'));
  await sweep(mine);
  expect(await sizesOf([...named, orphan, young])).toEqual([3, 3, null, 5]);
});

test('bytes that come anew while old ones without a row are swept stay, and so do those that somebody is making a file of', async () => {
  await meetStore({ db: mine.db, storage });
  const [again, held, gone] = [
    await storage.put(bytes('again')),
    await storage.put(bytes('held')),
    await storage.put(bytes('gone')),
  ];
  await age();
  const theirs = createAdvisoryLocks(mine.connection);
  opened.push(() => theirs.close());
  const release = await theirs.share(`arriving ${held.hash}`, AbortSignal.timeout(5_000));
  // They are stored when all have been listed, and their rows are not written yet.
  const late: Storage = {
    ...storage,
    async *list(ageMs) {
      yield* storage.list(ageMs);
      await storage.put(bytes('again'));
    },
  };
  await sweep(mine, late);
  expect(await sizesOf([again, held, gone])).toEqual([5, 4, null]);
  await release();
  await sweep(mine);
  expect(await sizesOf([again, held])).toEqual([5, null]);
});

test('a database that is not the one of the files sweeps none of them, nor parts of uploads, and says whose they are', async () => {
  await meetStore({ db: mine.db, storage });
  const { named, orphan } = await fill(mine);
  const upload = { userId: 1, uploadId: '11111111-1111-4111-8111-111111111111' };
  const part = await storage.putPart(upload, 0, bytes('part'), 100);
  await age();
  // Such as an empty one at a misspelt DATABASE_URL, which then has starter content of its own.
  const other = await openDatabase();
  await sweep(other);
  await storeFile({ db: other.db, storage }, bytes('its own'), png);
  await age();
  await sweepUploads({ db: other.db, storage });
  await sweep(other);
  expect(await sizesOf([...named, orphan])).toEqual([3, 3, 6]);
  await storage.readPart(upload, 0, part.hash).then((stream) => stream.destroy());
  const [shared] = await meetStore({ db: other.db, storage });
  expect(describeShared(shared!)).toMatch(
    /^Of the files in .*files nothing is removed: they are of another database as well/,
  );

  // Nor does the right one, which does not know of what the other one has put there.
  await sweep(mine);
  expect(await sizesOf([orphan])).toEqual([6]);
  // Until somebody says that the other one is gone.
  await rm(join(root, 'files/instances', shared!.own));
  await sweep(mine);
  expect(await sizesOf([...named, orphan])).toEqual([3, 3, null]);
});

test('files of before there were signs are swept by the database that knows them, and by no other', async () => {
  const { named, orphan } = await fill(mine);
  for (let index = 0; index < 20; index++)
    named.push(await storeFile({ db: mine.db, storage }, bytes(`more ${index}`), png));
  await age();
  const fresh = await openDatabase();
  const elsewhere = await openDatabase();
  // One that has files of its own, and a few that everybody has.
  const own = await createDiskStorage(await openRoot());
  for (const text of ['one', 'two', 'somewhere else'])
    await storeFile({ db: elsewhere.db, storage: own }, bytes(text), png);
  for (const database of [fresh, elsewhere]) {
    const { db } = database;
    await sweep(database);
    // It has seen that they are not its own: also once it has files there.
    await storeFile({ db, storage }, bytes('put there since'), png);
    await age();
    await sweep(database);
    await rm(join(root, 'files/instances'), { recursive: true });
  }
  expect(await sizesOf([...named.slice(0, 2), orphan])).toEqual([3, 3, 6]);
  await sweep(mine);
  expect(await sizesOf([...named.slice(0, 2), orphan])).toEqual([3, 3, null]);
});

test('a place of which one half is of another database is left alone as a whole', async () => {
  const other = await openDatabase();
  const elsewhere = await createDiskStorage(await openRoot());
  await meetStore({ db: other.db, storage: elsewhere });
  const theirs = await elsewhere.put(bytes('theirs'));
  await meetStore({ db: mine.db, storage });
  const { orphan } = await fill(mine);
  await age();
  await sweep(mine, joinStorages(elsewhere, storage));
  expect(await elsewhere.size(theirs.hash)).toBe(6);
  expect(await sizesOf([orphan])).toEqual([6]);
});

test('a database that was moved keeps its files, and files that were moved keep their database', async () => {
  const s3: S3Server = await startS3();
  opened.push(() => s3.stop());
  await meetStore({ db: mine.db, storage });
  const { orphan } = await fill(mine);
  const bucket = createS3Storage(s3.settings, join(root, 'incoming'));
  opened.push(async () => bucket.close());
  await carrySigns(storage, bucket);
  const kept = await bucket.put(bytes('kept'));
  expect(await meetStore({ db: mine.db, storage: joinStorages(bucket, storage) })).toEqual([]);
  expect(await s3.keys()).toHaveLength(2);

  const target = await openDatabase();
  await withSession(mine.connection, 'vitrine-move', (from) =>
    withSession(target.connection, 'vitrine-move', (to) => copyInstance(from, to)),
  );
  expect(await meetStore({ db: target.db, storage: joinStorages(bucket, storage) })).toEqual([]);
  await age();
  await sweep(target, joinStorages(bucket, storage));
  expect(await sizesOf([orphan])).toEqual([null]);
  expect(await bucket.size(kept.hash)).toBe(4);

  // Nobody moves files to where another database would take them for waste.
  const other = await openDatabase();
  const theirs = await createDiskStorage(await openRoot());
  await meetStore({ db: other.db, storage: theirs });
  await expect(carrySigns(theirs, bucket)).rejects.toThrow(
    /^s3:\/\/vitrine has files of another database: nothing was moved/,
  );
});
