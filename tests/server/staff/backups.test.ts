import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffBackupsBody } from '../../../src/contract/backups.ts';
import { UserId } from '../../../src/contract/ids.ts';
import { BACKUP_LOCK, changeRecords, writeRun } from '../../../src/server/backup/backup-records.ts';
import { createDiskPlace } from '../../../src/server/backup/places/disk-place.ts';
import { createAdvisoryLocks } from '../../../src/server/db/advisory-locks.ts';
import { startBackup } from '../../../src/server/staff/start-backup.ts';
import { backUp, openFolder } from '../../support/backups.ts';
import { type Answer, callApi, type Method } from '../../support/call-api.ts';
import { type Person, startTestServer, TEST_SECRET, type TestServer } from '../../support/server.ts';
import { makeOwner, makeStaff } from '../../support/staff.ts';
import { storeFile } from '../../support/store-file.ts';

const HOUR_MS = 3_600_000;

let server: TestServer;
let owner: Person;
let folder: Awaited<ReturnType<typeof openFolder>>;
let to: string;
beforeAll(async () => {
  folder = await openFolder();
  to = join(folder.path, 'backups');
  const config = { jwtSecret: TEST_SECRET, backups: { to, everyMs: null } };
  server = await startTestServer({ config });
  owner = await makeOwner(server);
});
afterAll(async () => {
  await server.stop();
  await folder.close();
});

const ask = (method: Method, path: string, body?: object, person = owner): Promise<Answer> =>
  callApi(server, person, method, `/api/staff/${path}`, body);
const look = async (): Promise<StaffBackupsBody> => (await ask('GET', 'backups/')).body;
const alarms = async () =>
  (await ask('GET', 'alarms/')).body.results.filter(({ kind }: { kind: string }) => /^backup/.test(kind));
const PATIENCE = { timeout: 60_000 };
const untilIdle = () => expect.poll(async () => (await look()).run, PATIENCE).toBeNull();

test('nothing is made by itself and none was made: that is told, and is no alarm', async () => {
  expect(await look()).toEqual({
    folder: to,
    is_owner: true,
    every_hours: null,
    last_at: null,
    is_overdue: false,
    failure: null,
    list_failure: null,
    check_failure: null,
    run: null,
    backups: [],
  });
  expect(await alarms()).toEqual([]);
});

test('the owner alone makes and checks one; other staff see them', async () => {
  const staff = await makeStaff(server);
  expect((await ask('GET', 'backups/', undefined, staff)).body).toMatchObject({ is_owner: false });
  expect(await ask('POST', 'backups/', undefined, staff)).toMatchObject({ status: 403 });
  const name = 'vitrine-20261126-120000';
  expect(await ask('POST', 'backups/check/', { name }, staff)).toMatchObject({ status: 403 });
  expect(await ask('POST', 'backups/check/', { name })).toMatchObject({ status: 404 });
  expect(await ask('POST', 'backups/check/', { name: '../vitrine-20261126-120000' })).toMatchObject({
    status: 400,
  });
});

test('one that cannot be made is told with its reason and is an alarm until one succeeds', async () => {
  await writeFile(to, 'a file where the folder belongs');
  expect(await ask('POST', 'backups/')).toMatchObject({ status: 202 });
  await expect.poll(async () => (await look()).failure, PATIENCE).toMatchObject({ reason: 'folder' });
  expect(await alarms()).toMatchObject([
    { kind: 'backup-failed', failure: { reason: 'folder', words: null } },
  ]);
  await rm(to);
  expect(await alarms()).toHaveLength(1);

  await storeFile(
    { db: server.deps.database.db, storage: server.deps.services.storage },
    Buffer.from('one that is kept'),
    { contentType: 'image/png' },
  );
  expect(await ask('POST', 'backups/')).toMatchObject({ status: 202 });
  await untilIdle();
  const { failure, last_at: last, backups } = await look();
  expect(failure).toBeNull();
  expect(await alarms()).toEqual([]);
  expect(backups).toMatchObject([
    { origin: 'hand', version: server.deps.config.version, files: 1, missing: 0, checked: null },
  ]);
  expect(backups[0]?.created_at).toBe(last);
  expect(backups[0]?.rows).toBeGreaterThan(3);
  expect(backups[0]?.bytes).toBeGreaterThan(1000);
  const { results } = (await ask('GET', 'acts/')).body;
  expect(results.slice(0, 2)).toMatchObject([{ act: 'backup-made' }, { act: 'backup-made' }]);
});

test('a check says whole, or what is damaged', async () => {
  const [{ name = '' } = {}] = (await look()).backups;
  const check = async () => {
    expect(await ask('POST', 'backups/check/', { name })).toMatchObject({ status: 202 });
    await untilIdle();
    return (await look()).backups[0]?.checked;
  };
  expect(await check()).toMatchObject({ damage: null });
  expect((await ask('GET', 'acts/')).body.results[0]).toMatchObject({
    act: 'backup-checked',
    detail: { backup: name },
  });
  const [inner = ''] = await readdir(join(to, 'files'));
  const [hash = ''] = await readdir(join(to, 'files', inner));
  await writeFile(join(to, 'files', inner, hash), 'another content!');
  await rm(join(to, name, 'tables/users.jsonl.gz'));
  const damage = { is_unreadable: false, tables: ['users'], kept: [], files: 1 };
  expect(await check()).toMatchObject({ damage });
  await rm(join(to, name, 'manifest.json.sha256'));
  expect(await check()).toMatchObject({ damage: { is_unreadable: true } });
});

test('a file that a check has found damaged is copied anew by the next backup', async () => {
  expect(await ask('POST', 'backups/')).toMatchObject({ status: 202 });
  await untilIdle();
  const [{ name = '' } = {}] = (await look()).backups;
  expect(await ask('POST', 'backups/check/', { name })).toMatchObject({ status: 202 });
  await untilIdle();
  expect((await look()).backups[0]).toMatchObject({ name, missing: 0, checked: { damage: null } });
});

test('what keeps older ones from being removed is an error in the log, and no failure of the one that was made', async () => {
  const told: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => void told.push(JSON.parse(line).msg) });
  const elsewhere = join(folder.path, 'kept for good');
  for (const name of ['vitrine-20200101-000000', 'vitrine-20200101-000001'])
    await mkdir(join(elsewhere, name), { recursive: true });
  const remove = async () => {
    throw new Error('read-only by a rule of the bucket');
  };
  const backups = { ...createDiskPlace(elsewhere), remove };
  const { deps } = server;
  await startBackup(
    { ...deps, logger, services: { ...deps.services, backups } },
    UserId.parse(owner.session.user.id),
  );
  await untilIdle();
  await expect.poll(() => told).toEqual(['older backups were not removed']);
  expect(await look()).toMatchObject({ failure: null });
});

test('while another process works on backups nothing more is begun, and every process tells how far that is', async () => {
  const { database } = server.deps;
  const elsewhere = createAdvisoryLocks(database.connection);
  const run = {
    kind: 'backup',
    name: null,
    since: new Date().toISOString(),
    step: 'files',
    done: 3,
    total: 9,
  } as const;
  const before = (await look()).backups.length;
  await elsewhere.tryHold(BACKUP_LOCK, async () => {
    await writeRun(database.db, run);
    expect((await look()).run).toEqual(run);
    expect((await ask('POST', 'backups/')).body.run).toEqual(run);
    expect((await look()).backups).toHaveLength(before);
  });
  // Killed in the middle: its lock is gone, and the note of its beginning is not.
  expect(await look()).toMatchObject({ run: null, failure: { since: run.since, reason: 'stopped' } });
  expect(await alarms()).toMatchObject([{ kind: 'backup-failed', failure: { reason: 'stopped' } }]);
  await elsewhere.close();
  await ask('POST', 'backups/');
  await untilIdle();
  expect(await alarms()).toEqual([]);
});

test('one that is overdue is an alarm, also in a process that makes none, until one is made by whomever', async () => {
  const late = await startTestServer({
    config: { backups: { to: join(folder.path, 'late'), everyMs: null } },
  });
  const boss = await makeOwner(late);
  const see = async (path: string) => (await callApi(late, boss, 'GET', `/api/staff/${path}`)).body;
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
  const every = (since: Date) => ({ everyMs: 24 * HOUR_MS, since: since.toISOString() });
  const { db } = late.deps.database;
  await db.transaction((tx) => changeRecords(tx, (records) => ({ ...records, plan: every(ago(47)) })));
  expect(await see('backups/')).toMatchObject({ every_hours: 24, last_at: null, is_overdue: false });
  await db.transaction((tx) => changeRecords(tx, (records) => ({ ...records, plan: every(ago(90)) })));
  expect((await see('alarms/')).results).toMatchObject([{ kind: 'backup-overdue', last_at: null }]);
  await backUp(late, late.deps.config.backups.to, () => ago(49));
  expect(await see('backups/')).toMatchObject({ is_overdue: true });
  expect((await see('alarms/')).results).toMatchObject([{ kind: 'backup-overdue', every_hours: 24 }]);
  await backUp(late, late.deps.config.backups.to);
  expect((await see('alarms/')).results).toEqual([]);
  await late.stop();
});

test('those before an upgrade stand among the others', async () => {
  await mkdir(join(to, 'before-migrations'), { recursive: true });
  await chmod(join(to, 'before-migrations'), 0o700);
  await backUp(server, join(to, 'before-migrations'), () => new Date('2026-01-02T03:04:05Z'));
  const last = (await look()).backups.at(-1);
  expect(last).toMatchObject({ name: 'before-migrations/vitrine-20260102-030405' });
});
