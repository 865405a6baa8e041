import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { openDatabase } from '../../../src/server/db/open-database.ts';
import { startFakeComfy } from '../../support/fake-comfyui/start-fake-comfy.ts';
import { instanceOf } from '../../support/instance-of.ts';
import { makeCertificate } from '../../support/make-certificate.ts';
import { startS3 } from '../../support/s3/start-s3.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../../support/test-certificate.ts';
import { MIGRATIONS_DIR } from '../../support/test-database.ts';
import { linesOf, openVitrine, type Vitrine } from '../../support/vitrine.ts';

let vitrine: Vitrine;
let server: TestServer;
let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  vitrine = await openVitrine();
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-doctor-'));
});
beforeEach(() => {
  environment = { ...instanceOf(server), PORT: new URL(server.url).port };
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What is said of each check, and the exit code. */
async function examine(changes: Record<string, string> = {}) {
  const ended = await vitrine.run(['doctor', '--json'], folder, { ...environment, ...changes });
  const lines = linesOf(ended);
  const of = (check: string) =>
    lines.filter((line) => line.check === check).map(({ state, found, todo }) => ({ state, found, todo }));
  return { code: ended.code, lines, of };
}
const states = (lines: Record<string, unknown>[]) =>
  Object.fromEntries(lines.map(({ check, state }) => [check, state]));

test('an instance that runs as it should has nothing to do, and its lines say what was found', async () => {
  const { code, lines } = await examine();
  expect(states(lines)).toEqual({
    node: 'ok',
    configuration: 'ok',
    addresses: 'ok',
    port: 'ok',
    certificate: 'ok',
    data: 'ok',
    disk: 'ok',
    database: 'ok',
    migrations: 'ok',
    clock: 'ok',
    owner: 'ok',
    studio: 'ok',
  });
  expect(code).toBe(0);
  const { stdout } = await vitrine.run(['doctor'], folder, environment);
  expect(stdout).toMatch(new RegExp(`^ok {4}node {11}This is Node ${process.versions.node}\\.$`, 'm'));
  expect(stdout).toMatch(/^ok {4}port .*Vitrine \d+\.\d+\.\d+ answers at port \d+\.$/m);
});

test('a variable that cannot be read is named, and nothing else is looked at', async () => {
  const { code, lines, of } = await examine({ PORT: 'ninety' });
  expect(of('configuration')).toMatchObject([{ state: 'fail', found: 'PORT must be a whole number.' }]);
  expect(lines.map(({ kind }) => kind)).toEqual(['done', 'done', 'failed']);
  expect(code).toBe(1);
});

test.each([
  [{ PUBLIC_URL: 'https://shop.example' }, 'warn', /listens on this machine only/],
  [{ PUBLIC_URL: 'https://shop.example' }, 'warn', /the server speaks http\./],
  [{ PUBLIC_URL: 'http://shop.example', HOST: '0.0.0.0' }, 'warn', /which is not https/],
  [{ PUBLIC_URL: 'https://shop.example', HOST: '0.0.0.0' }, 'warn', /leads to port 443/],
  [{ PUBLIC_URL: '', HOST: '0.0.0.0' }, 'warn', /answers to any name/],
] as const)('%j is a contradiction', async (changes, state, found) => {
  const { code, of } = await examine(changes);
  expect(of('addresses')).toContainEqual({
    state,
    found: expect.stringMatching(found),
    todo: expect.any(String),
  });
  expect(code).toBe(0);
});

test('behind a proxy an address of another scheme and port is as it should be', async () => {
  const { of } = await examine({ PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '1' });
  expect(of('addresses')).toMatchObject([{ state: 'ok' }]);
});

test('a port that another program has fails, and one that nobody has is free', async () => {
  const other = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const PORT = String((other.address() as AddressInfo).port);
  const taken = await examine({ PORT });
  expect(taken.of('port')).toMatchObject([{ state: 'fail', found: expect.stringMatching(/is not Vitrine/) }]);
  expect(taken.code).toBe(1);
  await new Promise((resolve) => other.close(resolve));
  expect((await examine({ PORT })).of('port')).toMatchObject([
    { state: 'ok', found: `Port ${PORT} is free: the server does not run.` },
  ]);
  expect((await examine({ HOST: '203.0.113.7' })).of('port')).toMatchObject([{ state: 'fail' }]);
});

test('a certificate is for the name, and good now', async () => {
  const files = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
  await writeFile(files.TLS_CERT, TEST_CERTIFICATE);
  await writeFile(files.TLS_KEY, TEST_KEY);
  const named = await examine({ ...files, PUBLIC_URL: `https://localhost:${environment.PORT}` });
  expect(named.of('certificate')).toMatchObject([
    { state: 'ok', found: 'It is for localhost, and good until 2126-10-28.' },
  ]);
  const other = await examine({ ...files, PUBLIC_URL: `https://shop.example:${environment.PORT}` });
  expect(other.of('certificate')).toMatchObject([{ state: 'fail', found: 'It is not for shop.example.' }]);
  const plain = await examine({ ...files, PUBLIC_URL: `http://localhost:${environment.PORT}` });
  expect(plain.of('addresses')).toContainEqual(expect.objectContaining({ state: 'fail' }));
  const lasting = async (days: number) => {
    const { cert, key } = await makeCertificate(days);
    await writeFile(files.TLS_CERT, cert);
    await writeFile(files.TLS_KEY, key);
    return examine({ ...files, PUBLIC_URL: `https://localhost:${environment.PORT}` });
  };
  expect((await lasting(3)).of('certificate')).toMatchObject([
    { state: 'warn', todo: expect.stringMatching(/^Renew/) },
  ]);
  expect((await lasting(-3)).of('certificate')).toMatchObject([
    { state: 'fail', found: expect.stringMatching(/^It ended on /) },
  ]);
  await writeFile(files.TLS_CERT, 'no certificate');
  const broken = await examine({ ...files, PUBLIC_URL: `https://localhost:${environment.PORT}` });
  expect(broken.of('certificate')).toMatchObject([{ state: 'fail' }]);
});

test('folders: one that cannot be, a secret that others may read, too little room', async () => {
  const impossible = await examine({ DATA_DIR: '/dev/null/data' });
  expect(impossible.of('data')).toMatchObject([{ state: 'fail' }]);
  const dataDir = await mkdtemp(join(folder, 'data-'));
  await writeFile(join(dataDir, 'jwt-secret'), 'secret');
  await chmod(join(dataDir, 'jwt-secret'), 0o644);
  const open = await examine({ DATA_DIR: dataDir });
  expect(open.of('data')).toMatchObject([{ state: 'warn', todo: expect.stringMatching(/chmod 600/) }]);
  const full = await examine({ DISK_LOW_MB: '1000000' });
  expect(full.of('disk')).toMatchObject([{ state: 'fail', todo: expect.stringMatching(/DISK_LOW_MB/) }]);
});

test('a database that is away, empty, behind, or ahead', async () => {
  const away = await examine({ DATABASE_URL: 'postgresql://127.0.0.1:1/none' });
  expect(away.of('database')).toMatchObject([
    { state: 'fail', found: expect.stringMatching(/ECONNREFUSED/) },
  ]);
  expect(away.code).toBe(1);
  const { pool } = server.deps.database;
  const { rows } = await pool.query<{ id: number; created_at: string }>(
    'select id, created_at from drizzle.__drizzle_migrations order by created_at desc limit 1',
  );
  const { id, created_at: at } = rows[0]!;
  const move = (to: string) =>
    pool.query('update drizzle.__drizzle_migrations set created_at = $1 where id = $2', [to, id]);
  await move('1');
  const behind = await examine();
  await move('99999999999999');
  const ahead = await examine();
  await move(at);
  expect(behind.of('migrations')).toMatchObject([{ state: 'warn', found: '1 are to come.' }]);
  expect(ahead.of('migrations')).toMatchObject([{ state: 'fail' }]);
  const empty = await emptyDatabase();
  expect((await examine({ DATABASE_URL: empty })).of('migrations')).toMatchObject([{ state: 'warn' }]);
});

/** Address of a database that nothing was ever done to. */
async function emptyDatabase(): Promise<string> {
  const address = new URL(environment.DATABASE_URL!);
  const admin = new pg.Client({ connectionString: address.href });
  await admin.connect();
  await admin.query('create database empty_of_doctor');
  await admin.end();
  address.pathname = '/empty_of_doctor';
  return address.href;
}

test('the embedded database is looked at, and not made', async () => {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const own = { DATA_DIR: dataDir, DATABASE_URL: '', STATE_DIR: join(inject('postgresDir'), 'state') };
  const before = await examine(own);
  expect(before.of('database')).toMatchObject([
    { state: 'ok', found: expect.stringMatching(/not there yet/) },
  ]);
  const place = { databaseUrl: null, dataDir, stateDir: own.STATE_DIR, migrationsDir: MIGRATIONS_DIR };
  await (await openDatabase(place)).close();
  const after = await examine(own);
  expect(after.of('database')).toMatchObject([
    { state: 'ok', found: expect.stringMatching(/answers, version \d+/) },
  ]);
  expect(after.of('migrations')).toMatchObject([{ state: 'ok' }]);
});

test('ComfyUI answers, or does not where it was named', async () => {
  const comfy = await startFakeComfy();
  expect((await examine({ COMFY_URLS: comfy.url })).of('comfyui')).toMatchObject([{ state: 'ok' }]);
  await comfy.kill();
  const gone = await examine({ COMFY_URLS: comfy.url });
  expect(gone.of('comfyui')).toMatchObject([{ state: 'fail', found: expect.stringMatching(/ECONNREFUSED/) }]);
  expect(gone.code).toBe(1);
});

test('files that another database has been at are told of, and what to do', async () => {
  const sign = join(environment.DATA_DIR ?? '', 'files/instances/11111111-1111-4111-8111-111111111111');
  await writeFile(sign, 'guest\n');
  const { code, of } = await examine();
  await rm(sign);
  expect(code).toBe(0);
  expect(of('owner')).toEqual([
    {
      state: 'warn',
      found: expect.stringMatching(
        /^Of the files in .*files nothing is removed: they are of another database/,
      ),
      todo: expect.stringMatching(
        /^Look at DATABASE_URL, .* remove instances\/11111111-1111-4111-8111-111111111111 there\.$/,
      ),
    },
  ]);
});

test('the bucket of the files is asked, and whether browsers may read from it', async () => {
  const s3 = await startS3();
  const { bucket, endpoint, region, credentials } = s3.settings;
  const place = {
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
  };
  const both = await examine({ ...place, S3_PUBLIC_ENDPOINT: endpoint });
  expect(both.of('store').map(({ state }) => state)).toEqual(['ok', 'ok']);
  // Something that answers and knows nothing of browsers: the server itself.
  const { of: ofOther } = await examine({ ...place, S3_PUBLIC_ENDPOINT: server.url });
  expect(ofOther('store')).toMatchObject([
    { state: 'ok' },
    { state: 'warn', found: expect.stringContaining('does not let browsers read') },
  ]);
  await s3.stop();
  const { code, of } = await examine(place);
  expect(of('store')).toMatchObject([
    { state: 'fail', found: expect.stringMatching(/^The bucket vitrine cannot be used: .*ECONNREFUSED/) },
  ]);
  expect(code).toBe(1);
});
