import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ContentHash } from '../../../src/contract/ids.ts';
import { pooledFile } from '../../../src/server/backup/backup-names.ts';
import { inspectBackup } from '../../../src/server/backup/inspect-backup.ts';
import { createDiskPlace } from '../../../src/server/backup/places/disk-place.ts';
import { backUp, openFolder } from '../../support/backups.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { storeFile } from '../../support/store-file.ts';

let server: TestServer;
let folder: Awaited<ReturnType<typeof openFolder>>;
let hash: ContentHash;
beforeAll(async () => {
  server = await startTestServer();
  folder = await openFolder();
  ({ hash } = await store());
});
afterAll(async () => {
  await server?.stop();
  await folder?.close();
});

const PICTURE = Buffer.from('a picture that everybody shares');
const store = () =>
  storeFile({ db: server.deps.database.db, storage: server.deps.services.storage }, PICTURE, {
    contentType: 'image/png',
  });
const make = (day: number, to = folder.path) => backUp(server, to, () => new Date(Date.UTC(2026, 10, day)));
/** What a check finds, and whether it says that it could not note it. */
const check = async (name: string, to = folder.path) => {
  const refused: unknown[] = [];
  const damage = await inspectBackup(
    { place: createDiskPlace(to), name },
    new AbortController().signal,
    () => {},
    (error) => void refused.push(error),
  );
  return { files: damage?.files ?? 0, refused: refused.length };
};
/** The same length, as a bad read or a worn disk gives it. */
const spoil = async (path: string) => {
  const bytes = await readFile(path);
  bytes.writeUInt8(bytes.readUInt8(3) ^ 1, 3);
  await writeFile(path, bytes);
  return bytes;
};

test('a file that reads badly stays for the backups that have it, until the next one has a whole copy', async () => {
  const { storage } = server.deps.services;
  const path = join(folder.path, pooledFile(hash));
  const first = basename((await make(1)).folder);
  const spoilt = await spoil(path);
  expect(await check(first)).toEqual({ files: 1, refused: 0 });

  // The server has lost its own: what is left is not taken away, nor is it said to be whole.
  await storage.delete(hash);
  expect((await make(2)).manifest.missing).toEqual([hash]);
  expect(await readFile(path)).toEqual(spoilt);

  // It was one bad read.
  await writeFile(path, PICTURE);
  expect((await make(3)).manifest.missing).toEqual([]);
  expect(await check(first)).toEqual({ files: 0, refused: 0 });

  // The server has it: it is written anew, once.
  await spoil(path);
  expect(await check(first)).toEqual({ files: 1, refused: 0 });
  await store();
  expect(await make(4)).toMatchObject({ copied: 1, manifest: { missing: [] } });
  expect(await readFile(path)).toEqual(PICTURE);
  expect(await make(5)).toMatchObject({ copied: 0 });
  expect(await check(first)).toEqual({ files: 0, refused: 0 });
});

test('a check that cannot note what it found says so, and what it found', async () => {
  const to = join(folder.path, 'other');
  const name = basename((await make(1, to)).folder);
  await spoil(join(to, pooledFile(hash)));
  await rm(join(to, 'suspect'), { recursive: true, force: true });
  await writeFile(join(to, 'suspect'), 'a file where the folder belongs');
  expect(await check(name, to)).toEqual({ files: 1, refused: 1 });
});
