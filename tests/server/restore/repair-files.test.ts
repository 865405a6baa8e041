import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ContentHash } from '../../../src/contract/ids.ts';
import { pooledFile } from '../../../src/server/backup/backup-names.ts';
import { createDiskPlace } from '../../../src/server/backup/places/disk-place.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { repairFiles } from '../../../src/server/restore/repair-files.ts';
import { createDiskStorage } from '../../../src/server/storage/disk-storage.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { storeFile } from '../../support/store-file.ts';
import { openTestDatabase } from '../../support/test-database.ts';

let root: string;
let database: Database;
let storage: Storage;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-repair-'));
  await mkdir(join(root, 'data'));
  storage = await createDiskStorage(join(root, 'data'));
  database = await openTestDatabase();
});
afterAll(async () => {
  await database?.close();
  await rm(root, { recursive: true, force: true });
});

test('more files are brought back at once than a statement has room for values, as after a disk was lost', async () => {
  const bytes = new TextEncoder().encode('a picture');
  const { hash } = await storeFile({ db: database.db, storage }, bytes, { contentType: 'image/png' });
  await storage.delete(hash);
  const kept = join(root, 'backups', pooledFile(hash));
  await mkdir(dirname(kept), { recursive: true });
  await writeFile(kept, bytes);
  const lost = Array.from({ length: 70_000 }, (_, number) =>
    ContentHash.parse(createHash('sha256').update(String(number)).digest('hex')),
  );
  const place = createDiskPlace(join(root, 'backups'));
  const { signal } = new AbortController();
  const repaired = await repairFiles({ db: database.db, storage }, [...lost, hash], place, signal);
  expect(repaired).toEqual([hash]);
  expect(await storage.size(hash)).toBe(bytes.length);
});
