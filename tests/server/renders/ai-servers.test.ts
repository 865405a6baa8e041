import { eq, sql } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import type { RenderStateBody } from '../../../src/contract/http/renders.ts';
import type { ContentHash } from '../../../src/contract/ids.ts';
import type { MaskSpec } from '../../../src/contract/render-spec.ts';
import { renders } from '../../../src/server/db/schema/renders.ts';
import { openServices } from '../../../src/server/open-services.ts';
import { startWorker } from '../../../src/server/renders/queue/start-worker.ts';
import { createComfyStage } from '../../support/comfy-engine.ts';
import { orderOf } from '../../support/drawn-order.ts';
import { drawSurface, flat } from '../../support/drawn-products.ts';
import type { FakeComfy } from '../../support/fake-comfyui/start-fake-comfy.ts';
import { type Fields, type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

const POLL = { timeout: 30_000 };
const stage = createComfyStage();
const servers: RenderServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  await stage.close();
});

/** The whole server with its real AI engine, and its real times. */
async function open(...fakes: FakeComfy[]): Promise<{ server: RenderServer; person: Person }> {
  const comfyServers = fakes.map(({ url }) => ({ url, headers: {}, isExpected: true }));
  const server = await startRenderServer({ isTracing: true, isWorking: false, config: { comfyServers } });
  servers.push(server);
  const person = await server.signUp();
  return { server, person };
}
async function seen(server: RenderServer, person: Person, count: number): Promise<void> {
  const countSeen = async () =>
    (await server.get<RenderStateBody>(person, '/api/render/state/')).data.system.active_servers;
  await vi.waitFor(async () => expect(await countSeen()).toBe(1 + count), { timeout: 30_000 });
}
/** Fields of an order of a drawn box, for the AI engine, that keeps close to it. */
async function drawnOrder(): Promise<Fields> {
  const surface = drawSurface('boxy', 128, 0);
  const look = {
    colours: [
      [0.5, 0.1, 0.08],
      [0.6, 0.6, 0.55],
    ],
    pattern: 0,
    light: { from: [-0.5, 0.6, 0.62], strength: 0.9, ambient: 0.35 },
    gloss: 0,
    background: flat([0.9, 0.9, 0.9]),
  } as const;
  const { recipe, readFile } = await orderOf(surface, look);
  const file = async (hash: ContentHash) => new Blob([new Uint8Array(await readFile(hash))]);
  const [body] = recipe.masks as [MaskSpec, MaskSpec];
  return {
    engine: 'comfyui',
    creativity: 0,
    // The fake tints by the seed: with this one the colours stay so near that the picture is charged.
    fix_seed: 'true',
    seed: '1',
    width: 128,
    height: 128,
    viewer_snapshot: await file(recipe.passes.snapshot),
    alpha: await file(recipe.passes.alpha ?? recipe.passes.snapshot),
    'masks[0][mask_image]': await file(body.imageHash),
    'masks[0][material_id]': body.materialId,
    'masks[0][mask_name]': 'Body',
    'masks[0][material_name]': 'Body',
    'masks[0][original_names]': '[]',
    'masks[0][is_prioritized]': 'false',
    'masks[0][priority]': 0,
  };
}
const queued = async (fake: FakeComfy) =>
  (await fake.journal()).filter(({ kind }) => kind === 'queued').length;

test('a server is killed in the middle: another finishes the order, measured against its scene and charged once', async () => {
  const dying = await stage.fake({ holdAt: ['sample'] });
  const other = await stage.fake();
  const { server, person } = await open(dying, other);
  await server.work();
  await seen(server, person, 2);
  const order = await server.order(person, await drawnOrder());
  const holding = await Promise.race([
    dying.until({ kind: 'held', at: 'sample' }).then(() => true),
    other.until({ kind: 'ended' }).then(() => false),
  ]);
  expect(holding).toBe(true);
  await dying.kill();
  const render = await server.finish(person, order.body.id);
  expect(render).toMatchObject({ status: 'completed', engine: 'comfyui' });
  expect(render.provenance).toMatchObject([{ server: '', images: 1 }]);
  const { rows } = await server.deps.database.pool.query('select provenance from renders where id = $1', [
    render.id,
  ]);
  expect(rows[0].provenance).toMatchObject([{ server: new URL(other.url).host }]);
  // The fake keeps the shapes that it is given and tints what it changes.
  const { fidelity } = render.output_images[0] ?? {};
  expect(fidelity?.edges).toBeGreaterThan(0.9);
  expect(fidelity?.colours.map(({ material_name }) => material_name)).toEqual(['Body']);
  expect(fidelity?.colours[0]?.difference).toBeGreaterThan(0);
  expect(await server.credits(person)).toBe(1800);
});

test('one picture of an order fails on its server: the one that another draws is kept and paid, the other given back', async () => {
  const fault = { node: 'sample', type: 'ValueError', message: 'no', times: 9 };
  const failing = await stage.fake({ holdAt: ['sample'] });
  const other = await stage.fake({ holdAt: ['sample'] });
  const { server, person } = await open(failing, other);
  await server.work();
  await seen(server, person, 2);
  const order = await server.order(person, { engine: 'comfyui', batch_size: 2 });
  for (const fake of [failing, other]) await fake.until({ kind: 'held', at: 'sample' });
  await failing.set({ nodeFaults: [fault] });
  await failing.command({ do: 'release' });
  await failing.until({ kind: 'ended', how: 'error' });
  // The engine has read it: it takes what has ended out of the server's history.
  await failing.until({ kind: 'request', route: 'POST /history' });
  await other.command({ do: 'release' });
  const render = await server.finish(person, order.body.id);
  expect(render).toMatchObject({ status: 'error', error_code: 'engine-failed', price: 400, refunded: 200 });
  expect(render.output_images).toHaveLength(1);
  expect(await server.credits(person)).toBe(1800);
  const journal = await other.journal();
  expect(journal.filter(({ kind }) => kind === 'ended')).toMatchObject([{ how: 'success' }]);
});

test('a worker stops in the middle: the next one takes the job over, and it is drawn and charged once', async () => {
  const fake = await stage.fake({ holdAt: ['sample'] });
  const { server, person } = await open(fake);
  const worker = await server.work();
  await seen(server, person, 1);
  const order = await server.order(person, { engine: 'comfyui' });
  await fake.until({ kind: 'held', at: 'sample' });
  await worker.close();
  await fake.command({ do: 'release' });
  await fake.until({ kind: 'ended', how: 'success' });

  const services = await openServices(server.deps);
  const next = await startWorker({
    ...services,
    db: server.deps.database.db,
    logger: server.deps.logger,
  });
  try {
    expect(await server.finish(person, order.body.id)).toMatchObject({ status: 'completed' });
    expect(await queued(fake)).toBe(1);
    expect(await server.credits(person)).toBe(1800);
  } finally {
    await next.close();
    await services.close();
  }
});

test('another attempt has the order: the one before leaves its job to it', async () => {
  const fake = await stage.fake({ holdAt: ['sample', 'decode'] });
  const { server, person } = await open(fake);
  const worker = await server.work();
  await seen(server, person, 1);
  const order = await server.order(person, { engine: 'comfyui' });
  await fake.until({ kind: 'held', at: 'sample' });
  const { db } = server.deps.database;
  await db.update(renders).set({ attempt: 99 }).where(eq(renders.id, order.body.id));
  await fake.command({ do: 'release', at: 'sample' });
  const left = sql`select state from pgboss.job where name = 'render-comfyui'`;
  await expect.poll(async () => (await db.execute(left)).rows, POLL).toEqual([{ state: 'completed' }]);
  await worker.close();
  await fake.command({ do: 'release' });
  await fake.until({ kind: 'ended' });
  const journal = await fake.journal();
  expect(journal.filter(({ kind }) => kind === 'ended')).toMatchObject([{ how: 'success' }]);
  expect(journal.filter(({ kind }) => kind === 'interrupt')).toEqual([]);
});

test('an order is cancelled in the middle: the credits come back, and the server is rid of the job', async () => {
  const fake = await stage.fake({ holdAt: ['sample@3'] });
  const { server, person } = await open(fake);
  await server.work();
  await seen(server, person, 1);
  const order = await server.order(person, { engine: 'comfyui' });
  await fake.until({ kind: 'held' });
  const cancelled = await server.post(person, `/api/render/${order.body.id}/cancel/`);
  expect(cancelled.status).toBe(200);
  expect(await server.credits(person)).toBe(2000);
  await fake.until({ kind: 'interrupt' });
  await fake.command({ do: 'release' });
  await fake.until({ kind: 'ended', how: 'interrupted' });
});

test('a server that refuses calls, killed or never there, is not counted with its real times; pages are told by the mark', async () => {
  const fake = await stage.fake();
  const never = await stage.fake();
  await never.kill();
  const { server, person } = await open(fake, never);
  await server.work();
  await seen(server, person, 1);
  const system = async () => (await server.get<RenderStateBody>(person, '/api/render/state/')).data.system;
  const mark = async () => (await server.get<{ engines_mark: string }>(person, '/api/health')).engines_mark;
  expect(await system()).toMatchObject({ active_servers: 2, total_servers: 3, busy: [] });
  const before = await mark();
  expect(await mark()).toBe(before);
  await fake.kill();
  // Nobody waits for as long as a row of a worker counts.
  await vi.waitFor(async () => expect(await mark()).not.toBe(before), { timeout: 5_000 });
  expect(await system()).toMatchObject({ active_servers: 1, ai: null, engines: ['studio'] });
});
