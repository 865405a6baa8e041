import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readRecords } from '../../../src/server/backup/backup-records.ts';
import {
  ageOfBackup,
  forgetPlan,
  keepBackingUp,
  makesNone,
} from '../../../src/server/backup/keep-backing-up.ts';
import { createDiskPlace } from '../../../src/server/backup/places/disk-place.ts';
import { PlaceFailure } from '../../../src/server/backup/places/place-failure.ts';
import { whyFailed } from '../../../src/server/backup/why-failed.ts';
import { openFolder } from '../../support/backups.ts';
import { startTestServer, TEST_SECRET } from '../../support/server.ts';

const HOUR_MS = 3_600_000;

test('the last whole backup of a folder has an age, whoever made it', async () => {
  const folder = await openFolder();
  const now = new Date('2026-11-27T12:00:00Z');
  const age = async () => (await ageOfBackup(createDiskPlace(folder.path), now)) / HOUR_MS;
  expect(await ageOfBackup(createDiskPlace(join(folder.path, 'none')), now)).toBe(Number.POSITIVE_INFINITY);
  expect(await age()).toBe(Number.POSITIVE_INFINITY);
  await mkdir(join(folder.path, 'vitrine-20261126-120000'));
  expect(await age()).toBe(24);
  await mkdir(join(folder.path, '.making-vitrine-20261127-110000'));
  await mkdir(join(folder.path, 'vitrine-20261125-130000'));
  expect(await age()).toBe(24);
  await mkdir(join(folder.path, 'vitrine-20301127-000000'));
  await mkdir(join(folder.path, 'vitrine-20261399-000000'));
  expect(await age()).toBe(24);
  await mkdir(join(folder.path, 'vitrine-20261127-103000'));
  expect(await age()).toBe(1.5);
  await folder.close();
});

test('a folder that a disk does not read is told as such, wherever it is asked for', async () => {
  const folder = await openFolder();
  // A loop of links is read by no disk.
  const root = join(folder.path, 'loop');
  await symlink(root, root);
  const place = createDiskPlace(root);
  const failure: unknown = await place.list().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PlaceFailure);
  expect(whyFailed(failure)).toEqual({ reason: 'folder', words: null });
  expect(await ageOfBackup(place, new Date())).toBe(Number.POSITIVE_INFINITY);
  await folder.close();
});

test('a server makes one by itself; one that fails is told, and made once it can be', async () => {
  const server = await startTestServer();
  const folder = await openFolder();
  const to = join(folder.path, 'backups');
  await writeFile(to, 'a file where the folder belongs');
  const told: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => void told.push(JSON.parse(line).msg) });
  const { config, database, services } = server.deps;
  const desk = { db: database.db, locks: services.locks };
  const source = {
    connection: database.connection,
    storage: services.storage,
    origin: 'schedule' as const,
    config: { ...config, jwtSecret: TEST_SECRET },
  };
  const backups = keepBackingUp(
    desk,
    source,
    { to: createDiskPlace(to), everyMs: HOUR_MS, lookMs: 20 },
    logger,
  );
  await expect.poll(() => told[0]).toBe('no backup was made');
  await rm(to);
  const list = async () => (await readdir(to).catch(() => [])).filter((name) => name.startsWith('vitrine-'));
  await expect.poll(async () => (await list()).length, { timeout: 20_000 }).toBe(1);
  await backups.close();
  const plan = async () => (await readRecords(database.db)).plan?.everyMs;
  expect(await plan()).toBe(HOUR_MS);
  await forgetPlan(desk);
  expect(await plan()).toBe(undefined);
  expect(new Set(told)).toEqual(new Set(['no backup was made']));
  expect(await list()).toHaveLength(1);
  await server.stop();
  await folder.close();
});

test('a backup is made whatever becomes of older ones: what keeps them is told, and is no failure of it', async () => {
  const server = await startTestServer();
  const folder = await openFolder();
  for (const name of ['vitrine-20200101-000000', 'vitrine-20200101-000001'])
    await mkdir(join(folder.path, name));
  const told: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => void told.push(JSON.parse(line).msg) });
  const { config, database, services } = server.deps;
  const source = {
    connection: database.connection,
    storage: services.storage,
    origin: 'schedule' as const,
    config: { ...config, jwtSecret: TEST_SECRET },
  };
  const remove = async () => {
    throw new Error('read-only by a rule of the bucket');
  };
  const to = { ...createDiskPlace(folder.path), remove };
  const desk = { db: database.db, locks: services.locks };
  const backups = keepBackingUp(desk, source, { to, everyMs: HOUR_MS, lookMs: 20 }, logger);
  await expect.poll(() => told[0], { timeout: 20_000 }).toBe('older backups were not removed');
  await backups.close();
  const { failure, lastAt } = await readRecords(database.db);
  expect(failure).toBeNull();
  expect(lastAt).not.toBeNull();
  await server.stop();
  await folder.close();
});

test.each([
  ['all', null, true],
  ['all', HOUR_MS, false],
  // Another worker may make them, or is gone.
  ['worker', null, false],
  ['worker', 0, true],
  ['all', 0, true],
] as const)('of a process of role %s that makes one every %s ms', (role, everyMs, expected) => {
  expect(makesNone({ role, backups: { to: 'anywhere', everyMs } })).toBe(expected);
});
