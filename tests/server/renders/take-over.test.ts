import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectBody, RenderBody, SessionBody } from '../../../src/contract/http-api.ts';
import { bundleEntry, type Child, startChild } from '../../support/child-process.ts';
import { picture, sceneOf } from '../../support/render-server.ts';
import { buildKernel } from '../../support/trace-host.ts';
import { bundleWorkerScripts } from '../../support/worker-scripts.ts';

let root: string;
let entry: string;
const children: Child[] = [];
beforeAll(async () => {
  buildKernel();
  root = await mkdtemp(join(tmpdir(), 'vitrine-take-over-'));
  // As root, PostgreSQL runs as another user, who must get in.
  await chmod(root, 0o755);
  entry = await bundleEntry('src/server/main.ts');
  const scripts = await bundleWorkerScripts();
  await cp(scripts, join(entry, '..'), { recursive: true });
  await rm(scripts, { recursive: true });
});
afterAll(async () => {
  for (const child of children) child.process.kill('SIGTERM');
  await Promise.all(children.map((child) => child.ended));
  await rm(root, { recursive: true, force: true });
  await rm(join(entry, '..'), { recursive: true, force: true });
});

/** The real server with everything embedded, in a process of its own. */
async function start(): Promise<{ child: Child; url: string }> {
  const folders = { DATA_DIR: join(root, 'data'), STATE_DIR: join(root, 'state') };
  const child = startChild(entry, { ...folders, PORT: '0', RATE_LIMIT_FACTOR: '0' });
  children.push(child);
  const [, url = ''] = await child.line(/ready: (http:\S+)\//);
  return { child, url };
}

test('an order whose server was killed in the middle finishes by itself and is charged once', async () => {
  const first = await start();
  const person = { name: 'Ada', email: 'ada@example.com', password: 'a long password of mine' };
  const post = (url: string, body: object, headers = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }).then((answer) => answer.json());
  const session: SessionBody = await post(`${first.url}/api/users/register/`, person);
  const headers = { authorization: `Bearer ${session.access_token}` };
  const read = async <Body>(url: string): Promise<Body> => (await fetch(url, { headers })).json() as Body;

  const project = await read<ProjectBody>(`${first.url}/api/project/active/`);
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
  const ordered = await fetch(`${first.url}/api/render/`, { method: 'POST', headers, body: form });
  expect(ordered.status).toBe(202);
  const { id } = (await ordered.json()) as { id: number };

  // 1. Killed as soon as a worker has begun.
  const stateOf = (url: string) => read<typeof RenderBody._zod.output>(`${url}/api/render/${id}/`);
  while ((await stateOf(first.url)).status === 'queued') await new Promise((next) => setTimeout(next, 20));
  first.child.process.kill('SIGKILL');
  await first.child.ended;

  // 2. The next start takes the order up again, without anybody asking.
  const second = await start();
  let render = await stateOf(second.url);
  expect(['processing', 'completed']).toContain(render.status);
  while (render.status === 'processing') {
    await new Promise((next) => setTimeout(next, 200));
    render = await stateOf(second.url);
  }
  expect(render).toMatchObject({ status: 'completed', price: 200, refunded: 0, batch_count: 2 });
  expect(render.output_images).toHaveLength(2);
  const entries = await read<{ kind: string }[]>(`${second.url}/api/credits/ledger/`);
  expect(entries.map(({ kind }) => kind)).toEqual(['capture', 'capture', 'reserve', 'signup']);
  second.child.process.kill('SIGTERM');
  expect((await second.child.ended).code).toBe(0);
}, 150_000);
