import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BACKUP_LOCK } from '../../../src/server/backup/backup-records.ts';
import { makeByHand } from '../../../src/server/backup/make-by-hand.ts';
import { openFolder } from '../../support/backups.ts';
import { callApi } from '../../support/call-api.ts';
import { type S3Server, startS3 } from '../../support/s3/start-s3.ts';
import { type Person, startTestServer, TEST_SECRET, type TestServer } from '../../support/server.ts';
import { makeOwner } from '../../support/staff.ts';

let server: TestServer;
let owner: Person;
let s3: S3Server;
let folder: Awaited<ReturnType<typeof openFolder>>;
beforeAll(async () => {
  s3 = await startS3();
  folder = await openFolder();
  server = await startTestServer({
    config: {
      jwtSecret: TEST_SECRET,
      backupStore: s3.settings,
      backups: { to: 's3://vitrine/backups', everyMs: null },
    },
  });
  owner = await makeOwner(server);
});
afterAll(async () => {
  await server?.stop();
  await s3?.stop();
  await folder?.close();
});

const make = (address: string, changes = {}, say: (line: string) => void = () => {}) =>
  makeByHand(
    { ...server.deps.config, ...changes },
    server.deps.database.connection,
    address,
    say,
    new AbortController().signal,
  );
const look = async () => (await callApi(server, owner, 'GET', '/api/staff/backups/')).body;
const alarms = async () =>
  (await callApi(server, owner, 'GET', '/api/staff/alarms/')).body.results.filter(
    ({ kind }: { kind: string }) => kind === 'backup-failed',
  );

test('one from the command line that fails is an alarm, until one succeeds', async () => {
  const wrong = { backupStore: { ...s3.settings, credentials: { accessKeyId: 'x', secretAccessKey: 'y' } } };
  const away = { backupStore: { ...s3.settings, endpoint: 'http://127.0.0.1:9' } };
  const file = join(folder.path, 'a file');
  await writeFile(file, '');
  for (const [address, changes, reason] of [
    ['s3://vitrine/backups', wrong, 'place-refused'],
    ['s3://vitrine/backups', away, 'place-away'],
    ['s3://nowhere', {}, 'place-refused'],
    [file, {}, 'folder'],
    ['s3://vitrine/..', {}, 'other'],
  ] as const) {
    await expect(make(address, changes)).rejects.toThrow();
    expect((await look()).failure).toMatchObject({ reason });
    expect(await alarms()).toMatchObject([{ failure: { reason } }]);
  }
  const { folder: made } = await make('s3://vitrine/backups');
  expect(await look()).toMatchObject({
    folder: 's3://vitrine/backups',
    failure: null,
    list_failure: null,
    run: null,
    backups: [{ name: made.split('/').at(-1), origin: 'hand' }],
  });
  expect(await alarms()).toEqual([]);
});

test('it waits for other work on backups, and says so', async () => {
  const told: string[] = [];
  let wait = (): void => {};
  const isTold = new Promise<void>((resolve) => {
    wait = resolve;
  });
  let making: ReturnType<typeof make> | null = null;
  await server.deps.services.locks.tryHold(BACKUP_LOCK, async () => {
    making = make('s3://vitrine/backups', {}, (line) => {
      told.push(line);
      wait();
    });
    await isTold;
  });
  await making;
  expect(told).toEqual(['Waiting for other work on backups to end ...']);
});

test('a bucket that does not answer is told of where backups are listed', async () => {
  await s3.stop();
  expect(await look()).toMatchObject({ backups: [], list_failure: { reason: 'place-away' } });
}, 60_000);
