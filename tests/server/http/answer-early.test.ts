import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { HealthBody, ReadyBody } from '../../../src/contract/http/instance.ts';
import { bundleEntry, type Child, makeSmallRoot, startChild } from '../../support/child-process.ts';
import { freePort } from '../../support/free-port.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import { buildKernel } from '../../support/trace-host.ts';

let root: string;
let main: string;
beforeAll(async () => {
  buildKernel();
  main = await bundleEntry('src/server/main.ts');
  root = await mkdtemp(join(tmpdir(), 'vitrine-early-'));
  await makeSmallRoot(root);
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** A server whose database lets nobody migrate it until the test says so. */
async function startHeld() {
  const database = await openTestDatabase(false);
  const holder = await database.pool.connect();
  await holder.query('select pg_advisory_lock(7184265)');
  const dataDir = join(root, 'data');
  await mkdir(dataDir, { recursive: true });
  const {
    host,
    port: socket,
    user,
    password,
    database: name,
  } = database.connection as Record<string, string>;
  const port = await freePort();
  const child: Child = startChild(
    main,
    {
      DATA_DIR: dataDir,
      DATABASE_URL: `postgresql://${user}:${password}@localhost:${socket}/${name}?host=${encodeURIComponent(host ?? '')}`,
      STATE_DIR: join(inject('postgresDir'), 'state'),
      PORT: String(port),
      JWT_SECRET: 'the same secret on every node of this test',
      COMFY_URLS: 'off',
    },
    { cwd: root },
  );
  const release = async () => {
    await holder.query('select pg_advisory_unlock(7184265)');
    holder.release();
  };
  return { child, database, release, url: `http://localhost:${port}` };
}

test('while its database is not ready a server lives, says so to everybody, and then goes on', async () => {
  const { child, database, release, url } = await startHeld();
  const ask = (path: string, accept = 'application/json') =>
    fetch(url + path, { headers: { accept } }).catch(() => null);
  await expect.poll(async () => (await ask('/api/health'))?.status).toBe(200);
  const starting = await (await ask('/api/health'))?.text();
  expect(HealthBody.parse(JSON.parse(starting ?? ''))).toMatchObject({ status: 'starting' });
  // What the proxy of `deploy` looks for: it sends nobody to a server that starts.
  const caddyfile = await readFile(join(import.meta.dirname, '../../../deploy/Caddyfile'), 'utf8');
  const [, wanted = ''] = /health_body `(.+)`/.exec(caddyfile) ?? [];
  expect(wanted).not.toBe('');
  expect(starting).not.toMatch(new RegExp(wanted));
  const ready = await ask('/api/ready');
  expect(ready?.status).toBe(503);
  expect(ReadyBody.parse(await ready?.json())).toMatchObject({
    ready: false,
    checks: { database: { reason: 'The server is starting.' } },
  });
  const call = await ask('/api/users/me/');
  expect([call?.status, call?.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await call?.json()).toMatchObject({ code: 'server-unready' });
  const page = await ask('/', 'text/html');
  expect(page?.status).toBe(503);
  expect(await page?.text()).toContain('Vitrine se está iniciando.');

  await release();
  await child.line(/^Vitrine is ready/m);
  expect((await ask('/api/config/'))?.status).toBe(200);
  expect(await (await ask('/api/health'))?.text()).toMatch(new RegExp(wanted));
  expect((await ask('/api/ready'))?.status).toBe(200);
  child.process.kill('SIGTERM');
  expect((await child.ended).code).toBe(0);
  await database.close();
});
