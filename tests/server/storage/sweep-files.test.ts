import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { createDiskStorage } from '../../../src/server/storage/disk-storage.ts';
import { sweepFiles } from '../../../src/server/storage/sweep-files.ts';
import { storeFile } from '../../support/store-file.ts';
import { openTestDatabase } from '../../support/test-database.ts';

let root: string;
let database: Database;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-sweep-'));
  database = await openTestDatabase();
});
afterAll(async () => {
  await database.close();
  await rm(root, { recursive: true, force: true });
});

test('old bytes without a row go; what a row names, and what is young, stays', async () => {
  const storage = await createDiskStorage(root);
  const store = { db: database.db, storage };
  const bytes = (text: string) => new TextEncoder().encode(text);
  const named = await storeFile(store, bytes('named'), { contentType: 'image/png' });
  const orphan = await storage.put(bytes('orphan'));
  const young = await storage.put(bytes('young'));
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  for (const { hash } of [named, orphan]) {
    await utimes(join(root, 'files', hash.slice(0, 2), hash.slice(2, 4), hash), yesterday, yesterday);
  }
  await sweepFiles(store);
  const sizes = await Promise.all([named, orphan, young].map(({ hash }) => storage.size(hash)));
  expect(sizes).toEqual([5, null, 5]);
});
