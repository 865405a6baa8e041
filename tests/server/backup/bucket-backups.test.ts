import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameBackup, pooledFile } from '../../../src/server/backup/backup-names.ts';
import { findBackup } from '../../../src/server/backup/find-backup.ts';
import { inspectBackup } from '../../../src/server/backup/inspect-backup.ts';
import { listBackups } from '../../../src/server/backup/list-backups.ts';
import { makeBackup } from '../../../src/server/backup/make-backup.ts';
import { openPlace } from '../../../src/server/backup/places/open-place.ts';
import type { BackupPlace } from '../../../src/server/backup/places/place.ts';
import { chooseKept } from '../../../src/server/backup/rotate-backups.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import {
  listHashes,
  openRentedDatabase,
  readAllRows,
  restoreInto,
  withoutRestores,
} from '../../support/backups.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import { type S3Server, startS3 } from '../../support/s3/start-s3.ts';
import { type Person, TEST_SECRET, testConfig } from '../../support/server.ts';

let s3: S3Server;
let server: RenderServer;
let ada: Person;
beforeAll(async () => {
  s3 = await startS3();
  server = await startRenderServer({ config: { backupStore: s3.settings } });
  ada = await server.signUp('Ada');
  const { body } = await server.order(ada, { background_color: '#112233', batch_size: 2 });
  await server.finish(ada, body.id);
});
afterAll(async () => {
  await server?.stop();
  await s3?.stop();
});

const never = new AbortController().signal;
const refuse = (error: unknown): never => {
  throw error;
};
const open = (address: string): Promise<BackupPlace> => openPlace(address, server.deps.config);
const backUp = (
  place: BackupPlace,
  when: string,
  signal = never,
  storage: Storage | null = server.deps.services.storage,
) =>
  makeBackup(
    {
      connection: server.deps.database.connection,
      storage,
      origin: 'hand',
      config: { ...server.deps.config, jwtSecret: TEST_SECRET },
    },
    place,
    () => new Date(when),
    signal,
  );
const keysOf = async (prefix: string) => (await s3.keys()).filter((key) => key.startsWith(`${prefix}/`));
const PASSING = ['workers', 'engine_servers', 'upload_parts'];
const lasting = (rows: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(withoutRestores(rows)).filter(([name]) => !PASSING.includes(name)));

test('a backup in a bucket is restored into an empty place with every row and every file; a second one sends what is new', async () => {
  const place = await open(`s3://${s3.settings.bucket}/a/whole/`);
  expect(place.address).toBe(`s3://${s3.settings.bucket}/a/whole`);
  const first = await backUp(place, '2026-11-26T10:00:00Z');
  expect(first.manifest.missing).toEqual([]);
  expect(first.copied).toBe(first.manifest.files?.length);
  const { body } = await server.order(ada, { background_color: '#778899' });
  await server.finish(ada, body.id);
  const before = await readAllRows(server.deps.database);
  const second = await backUp(place, '2026-11-27T10:00:00Z');
  const known = new Set(first.manifest.files?.map(({ hash }) => hash));
  const fresh = (second.manifest.files ?? []).filter(({ hash }) => !known.has(hash));
  expect(fresh.length).toBeGreaterThan(0);
  expect(second.copied).toBe(fresh.length);
  expect(second.copiedBytes).toBe(fresh.reduce((sum, { bytes }) => sum + bytes, 0));
  expect((await listBackups(place)).map(({ name, files }) => ({ name, files }))).toEqual(
    [second, first].map(({ folder, manifest }) => ({
      name: folder.slice(place.address.length + 1),
      files: manifest.files?.length,
    })),
  );
  expect(await inspectBackup({ place, name: 'vitrine-20261127-100000' }, never, () => {}, refuse)).toBeNull();

  for (const from of [place.address, second.folder]) {
    const config = await testConfig({ backupStore: s3.settings });
    const rented = await openRentedDatabase();
    await restoreInto(from, rented.url, config);
    expect(lasting(await readAllRows(rented.database))).toEqual(lasting(before));
    expect(await listHashes(join(config.dataDir, 'files'))).toEqual(
      second.manifest.files?.map(({ hash }) => hash),
    );
    await rented.database.close();
    await rm(config.dataDir, { recursive: true });
  }
  place.close();
});

test('what is damaged or gone in a bucket is seen by a check, and refused in one sentence by a restore', async () => {
  const place = await open(`s3://${s3.settings.bucket}/damaged`);
  const { manifest } = await backUp(place, '2026-11-26T10:00:00Z');
  const name = 'vitrine-20261126-100000';
  const [victim = { hash: '', bytes: 0 }] = manifest.files ?? [];
  await place.removeFiles([victim.hash]);
  expect(await inspectBackup({ place, name }, never, () => {}, refuse)).toEqual({
    is_unreadable: false,
    tables: [],
    kept: [],
    files: 1,
  });
  await place.write(`${name}/tables/users.jsonl.gz`, 'something else');
  expect(await inspectBackup({ place, name }, never, () => {}, refuse)).toMatchObject({
    tables: ['users'],
    files: 1,
  });
  const config = await testConfig({ backupStore: s3.settings });
  const rented = await openRentedDatabase();
  await expect(restoreInto(place.address, rented.url, config)).rejects.toThrow(
    /^The backup is damaged: the table users is not what was written\.$/,
  );
  expect(await readAllRows(rented.database)).toEqual({});
  // The next one sends again what is gone, and what a check has found to be other than it was.
  expect((await backUp(place, '2026-11-26T11:00:00Z')).copied).toBe(1);
  await place.write(pooledFile(victim.hash), 'x'.repeat(victim.bytes));
  const next = 'vitrine-20261126-110000';
  expect(await inspectBackup({ place, name: next }, never, () => {}, refuse)).toMatchObject({ files: 1 });
  expect((await backUp(place, '2026-11-27T12:00:00Z')).copied).toBe(1);
  expect(await inspectBackup({ place, name: next }, never, () => {}, refuse)).toBeNull();
  await rented.database.close();
  await rm(config.dataDir, { recursive: true });
  place.close();
});

test('one that is stopped leaves nothing of its own; what a killed one left goes with the next, and is never listed', async () => {
  const place = await open(`s3://${s3.settings.bucket}/stopped`);
  const stopping = new AbortController();
  const { storage } = server.deps.services;
  const dying = { ...storage, open: () => Promise.reject(stopping.abort()) };
  await expect(backUp(place, '2026-11-26T10:00:00Z', stopping.signal, dying)).rejects.toThrow();
  expect(await keysOf('stopped')).toEqual([]);

  // All that a kill just before the end leaves.
  await place.begin('vitrine-20261126-110000');
  await place.write('vitrine-20261126-110000/tables/users.jsonl.gz', 'rows');
  await place.write('vitrine-20261126-110000/manifest.json', '{}');
  expect(await place.list()).toEqual([]);
  await expect(findBackup(place.address, server.deps.config)).rejects.toThrow(
    `There is no backup in ${place.address}.`,
  );
  await backUp(place, '2026-11-26T12:00:00Z');
  expect((await place.list()).map(({ name }) => name)).toEqual(['vitrine-20261126-120000']);
  expect((await keysOf('stopped')).filter((key) => /\.making-|110000/.test(key))).toEqual([]);
  place.close();
});

test('seven days and four weeks stay in a bucket, and files that only those named that went', async () => {
  const place = await open(`s3://${s3.settings.bucket}/rotated`);
  const days = Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2026, 10, 10 + at, 3)));
  for (const day of days) await backUp(place, day.toISOString(), never, null);
  const stray = 'a'.repeat(64);
  const text = [Buffer.from('of a backup that went')];
  await place.addFile('', stray, Readable.from(text), new AbortController().signal);
  const { manifest, rotated } = await backUp(place, '2026-11-27T10:00:00Z');
  const all = [...days.map(nameBackup), 'vitrine-20261127-100000'];
  expect((await place.list()).map(({ name }) => name)).toEqual(chooseKept(all).sort());
  expect(rotated).toMatchObject({ kept: chooseKept(all).length });
  expect(chooseKept(all).length).toBeLessThan(all.length);
  const pool = (await keysOf('rotated/files')).map((key) => key.slice(-64));
  expect(pool).toEqual(manifest.files?.map(({ hash }) => hash));
  place.close();
});
