import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { listHashes, openFolder } from '../../support/backups.ts';
import { bundleEntry, makeSmallRoot, startChild } from '../../support/child-process.ts';
import { type S3Server, startS3 } from '../../support/s3/start-s3.ts';

let programs: Record<'main' | 'backup' | 'restore', string>;
let root: string;
let folder: Awaited<ReturnType<typeof openFolder>>;
let s3: S3Server;
let data: string;
beforeAll(async () => {
  programs = {
    main: await bundleEntry('src/server/main.ts'),
    backup: await bundleEntry('src/server/backup.ts'),
    restore: await bundleEntry('src/server/restore.ts'),
  };
  root = await mkdtemp(join(tmpdir(), 'vitrine-root-'));
  await makeSmallRoot(root);
  folder = await openFolder();
  s3 = await startS3();
  data = join(folder.path, 'data');
  const server = start('main', data);
  await server.line(/^Vitrine is ready: /m);
  server.process.kill('SIGTERM');
  await server.ended;
});
afterAll(async () => {
  await s3?.stop();
  await rm(root, { recursive: true, force: true });
  await folder?.close();
});

const start = (
  program: keyof typeof programs,
  dataDir: string,
  given: readonly string[] = [],
  more: Record<string, string> = {},
) => {
  const environment = {
    DATA_DIR: dataDir,
    STATE_DIR: join(inject('postgresDir'), 'state'),
    PORT: '0',
    ...(s3 !== undefined && { S3_ENDPOINT: s3.settings.endpoint }),
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    ...more,
  };
  return startChild(programs[program], environment, { cwd: root, arguments: [...given] });
};
const TO = 's3://vitrine/nightly';

/** The store by way of one that swallows what is asked of a path, and says so. */
async function holdStore(isHeld: (method: string, path: string) => boolean) {
  let tell = (): void => {};
  const held = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const { hostname, port } = new URL(s3.settings.endpoint);
  const server = createServer((asked, answer) => {
    if (isHeld(asked.method ?? '', asked.url ?? '')) return tell();
    const { method, url, headers } = asked;
    const onward = request({ hostname, port, method, path: url, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 500, answered.headers);
      answered.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, held, close };
}

test('killed in the middle of a backup and of a restore, nothing is taken for whole, and the next comes to its end', async () => {
  const isTable = (method: string, path: string) => method === 'PUT' && path.includes('/tables/wallets');
  const store = await holdStore(isTable);
  const killed = start('backup', data, ['--to', TO], { BACKUP_S3_ENDPOINT: store.endpoint });
  await store.held;
  killed.process.kill('SIGKILL');
  await killed.ended;
  await store.close();
  expect(await s3.keys()).toContainEqual(expect.stringMatching(/^nightly\/vitrine-\d{8}-\d{6}\/tables\//));
  const none = await start('restore', join(folder.path, 'none'), [TO]).ended;
  expect(none).toEqual({ code: 1, output: `There is no backup in ${TO}.\n` });

  const made = await start('backup', data, ['--to', `${TO}/`]).ended;
  expect(made.output).toMatch(
    /^Made, and what is new in it read back and found whole: s3:\/\/vitrine\/nightly\/vitrine-\d{8}-\d{6}$/m,
  );
  expect(made.output).toMatch(/^Backups in s3:\/\/vitrine\/nightly: 1; 0 older ones were removed\.$/m);
  const folders = new Set((await s3.keys()).map((key) => key.split('/')[1]));
  expect([...folders].filter((name) => name !== 'files')).toHaveLength(1);
  const again = await start('backup', data, ['--to', TO]).ended;
  expect(again.output).toMatch(/of which 0 are new \(0\.0 MB\)/);

  const fresh = join(folder.path, 'fresh');
  for (const point of [/^Writing the database/m, /^Writing the files/m]) {
    const stopped = start('restore', fresh, [TO]);
    await stopped.line(point);
    stopped.process.kill('SIGKILL');
    await stopped.ended;
    const refused = await start('main', fresh).ended;
    expect(refused.output).toMatch(/^A backup is being restored into this database, or .*\.\n$/);
  }
  const restored = await start('restore', fresh, [TO]).ended;
  expect(restored.output).toMatch(/^Restored as of 2\S+Z\. 0 orders wait in the queue again\.$/m);
  expect(await listHashes(join(fresh, 'files'))).toEqual(await listHashes(join(data, 'files')));
  expect(await readFile(join(fresh, 'jwt-secret'), 'utf8')).toBe(
    await readFile(join(data, 'jwt-secret'), 'utf8'),
  );
});

const away = 'http://127.0.0.1:9';
test.each<[string, string, Record<string, string>, RegExp]>([
  ['no bucket', 's3://', {}, /names no bucket/],
  ['a way up', 's3://vitrine/a/../b', {}, /has a part that is empty, dots or no plain name/],
  ['an empty part', 's3://vitrine/a//b', {}, /has a part that is empty/],
  ['keys in it', 's3://key:secret@vitrine/a', {}, /has a bucket that cannot be: nothing was done/],
  ['another store', 'gs://vitrine/a', {}, /and not to gs:\/\//],
  ['a bucket that is not there', 's3://nowhere/a', {}, /There is no bucket nowhere at http/],
  [
    'a wrong key',
    TO,
    { S3_ACCESS_KEY_ID: 'somebody' },
    /The keys may not do this in s3:\/\/vitrine\/nightly/,
  ],
  [
    'a wrong key of its own',
    TO,
    { BACKUP_S3_ACCESS_KEY_ID: 'somebody', BACKUP_S3_SECRET_ACCESS_KEY: 'x' },
    /The keys may/,
  ],
  ['half a pair', TO, { BACKUP_S3_ACCESS_KEY_ID: 'S3RVER' }, /must be set together/],
  ['a store that is away', TO, { S3_ENDPOINT: away }, /does not answer \(ECONNREFUSED\): earlier backups/],
  ['where the files are', 's3://vitrine', { S3_BUCKET: 'vitrine', FILES: 'disk' }, /a prefix of their own/],
])('%s is refused in one sentence by both, and nothing is written', async (_, to, more, sentence) => {
  const before = await s3.keys();
  const empty = join(folder.path, 'never');
  for (const ended of [start('backup', data, ['--to', to], more), start('restore', empty, [to], more)]) {
    const { code, output } = await ended.ended;
    expect(output).toMatch(sentence);
    expect(output).toMatch(/^[^\n]{1,250}\.\n$/);
    expect(output).not.toContain('secret@');
    expect(code).toBe(1);
  }
  expect(await s3.keys()).toEqual(before);
});
