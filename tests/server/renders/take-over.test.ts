import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionBody } from '../../../src/contract/http/accounts.ts';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import type { RenderBody } from '../../../src/contract/http/renders.ts';
import { bundleEntry, type Child, startChild } from '../../support/child-process.ts';
import { picture, sceneOf } from '../../support/render-server.ts';
import { buildKernel } from '../../support/trace-host.ts';
import { bundleWorkerScripts } from '../../support/worker-scripts.ts';

let root: string;
let entry: string;
let folder: string;
const children: Child[] = [];
/** Asks again until it is so; the test's own limit ends it. */
const POLL = { timeout: 120_000, interval: 50 };
beforeAll(async () => {
  buildKernel();
  root = await mkdtemp(join(tmpdir(), 'vitrine-take-over-'));
  // As root, PostgreSQL runs as another user, who must get in.
  await chmod(root, 0o755);
  const main = dirname(await bundleEntry('src/server/main.ts'));
  folder = `${main}-with-workers`;
  for (const part of [main, await bundleWorkerScripts()]) await cp(part, folder, { recursive: true });
  entry = join(folder, 'main.js');
});
afterAll(async () => {
  for (const child of children) child.process.kill('SIGTERM');
  await Promise.all(children.map((child) => child.ended));
  await rm(root, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

/** The real server with everything embedded, in a process of its own; a worker has no address. */
async function start(role: 'all' | 'api' | 'worker' = 'all'): Promise<{ child: Child; url: string }> {
  const folders = { DATA_DIR: join(root, 'data'), STATE_DIR: join(root, 'state') };
  const child = startChild(entry, {
    ...folders,
    ROLE: role,
    PORT: '0',
    RATE_LIMIT_FACTOR: '0',
    JWT_SECRET: 'the same secret on every node of this test',
  });
  children.push(child);
  const [, url = ''] = await child.line(role === 'worker' ? /ready to render/ : /ready: (http:\S+)\//);
  return { child, url };
}

async function stop(child: Child): Promise<void> {
  child.process.kill('SIGTERM');
  expect((await child.ended).code).toBe(0);
}

/** Registers somebody and orders two small drafts of the sample project. */
async function placeOrder(url: string, email: string) {
  const registered = await fetch(`${url}/api/users/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email, password: 'a long password of mine' }),
  });
  const session = (await registered.json()) as SessionBody;
  const headers = { authorization: `Bearer ${session.access_token}` };
  const read = async <Body>(address: string): Promise<Body> =>
    (await fetch(address, { headers })).json() as Body;

  const project = await read<ProjectBody>(`${url}/api/project/active/`);
  const form = new FormData();
  const fields = {
    project_id: project.id,
    renderview_parameters: JSON.stringify({ position: [0, 0, 0.5], target: [0, 0.05, 0], fov: 45 }),
    scene: JSON.stringify({ ...sceneOf(project), dressings: [] }),
    background_color: '#808080',
    width: 64,
    height: 64,
    quality: 'draft',
    batch_size: 2,
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('viewer_snapshot', await picture('#808080'), 'snapshot.png');
  const ordered = await fetch(`${url}/api/render/`, { method: 'POST', headers, body: form });
  expect(ordered.status).toBe(202);
  const { id } = (await ordered.json()) as { id: number };
  return {
    stateAt: (address: string) => read<RenderBody>(`${address}/api/render/${id}/`),
    ledgerAt: async (address: string) =>
      (await read<{ kind: string }[]>(`${address}/api/credits/ledger/`)).map(({ kind }) => kind),
  };
}

test('an order whose server was killed in the middle finishes by itself and is charged once', async () => {
  const first = await start();
  const order = await placeOrder(first.url, 'ada@example.com');

  // 1. Killed as soon as a worker has begun.
  await expect.poll(async () => (await order.stateAt(first.url)).status, POLL).not.toBe('queued');
  first.child.process.kill('SIGKILL');
  await first.child.ended;

  // 2. The next start takes the order up again, without anybody asking.
  const second = await start();
  expect(['processing', 'completed']).toContain((await order.stateAt(second.url)).status);
  await expect.poll(async () => (await order.stateAt(second.url)).status, POLL).toBe('completed');
  const render = await order.stateAt(second.url);
  expect(render).toMatchObject({ price: 200, refunded: 0, batch_count: 2 });
  expect(render.output_images).toHaveLength(2);
  expect(await order.ledgerAt(second.url)).toEqual(['capture', 'capture', 'reserve', 'signup']);
  await stop(second.child);
}, 150_000);

test('one process serves people and another makes the pictures', async () => {
  const api = await start('api');
  const order = await placeOrder(api.url, 'grace@example.com');
  expect((await order.stateAt(api.url)).status).toBe('queued');
  const worker = await start('worker');
  await expect.poll(async () => (await order.stateAt(api.url)).status, POLL).toBe('completed');
  expect((await order.stateAt(api.url)).output_images).toHaveLength(2);
  await stop(worker.child);
  await stop(api.child);
}, 150_000);
