import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { LedgerEntryBody } from '../../../src/contract/http/credits.ts';
import type { EnginesBody } from '../../../src/contract/http/engines.ts';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import type { RenderStateBody } from '../../../src/contract/http/renders.ts';
import { users } from '../../../src/server/db/schema/accounts.ts';
import { engineServers } from '../../../src/server/db/schema/engines.ts';
import { renders } from '../../../src/server/db/schema/renders.ts';
import { openLiveChannel } from '../../../src/server/renders/queue/live-channel.ts';
import { createLine } from '../../../src/server/renders/queue/watch-line.ts';
import {
  picture,
  type RenderBody,
  type RenderServer,
  startRenderServer,
} from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';
import { makeStaff } from '../../support/staff.ts';
import { readyServer } from '../../support/test-engine.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer();
});
afterAll(() => server.stop());
beforeEach(() => setServers(1));
afterEach(() => {
  server.aiEngine.failure = null;
  server.aiEngine.provenance = null;
});

/** A worker tells of its servers a moment after they changed. */
const PATIENCE = { timeout: 10_000 };

type Ledger = readonly (typeof LedgerEntryBody)['_output'][];
const state = async (person: Person) =>
  (await server.get<RenderStateBody>(person, '/api/render/state/')).data;

/** Says how many servers the engine has, and waits until people are told. */
async function setServers(count: number, changes: Parameters<typeof readyServer>[1] = {}): Promise<void> {
  const { aiEngine } = server;
  aiEngine.reports = ['a', 'b'].map((id, index) =>
    readyServer(id, index < count ? changes : { state: 'offline', level: null }),
  );
  aiEngine.size = count;
  aiEngine.changed();
  const person = await server.signUp();
  await vi.waitFor(
    async () => {
      const { system } = await state(person);
      expect(system.engines.includes('comfyui')).toBe(count > 0);
      expect(system.active_servers).toBe(1 + count);
      expect(system.ai?.level).toBe(count > 0 ? (changes.level ?? 'full') : undefined);
      expect(system.ai?.can_upscale ?? false).toBe(count > 0 && changes.can_upscale === true);
    },
    { timeout: 10_000 },
  );
}

test('people are told which engines are there, and what the AI engine offers, as its servers come and go', async () => {
  const person = await server.signUp();
  await setServers(2, { level: 'core-only' });
  expect((await state(person)).system).toMatchObject({
    active_servers: 3,
    total_servers: 3,
    ai: { level: 'core-only', can_upscale: false, workflows: ['house'] },
  });
  // Of the kinds of models those that draw, with what counts wherever they do.
  const kind = {
    title: '',
    licence: '',
    commercial: true,
    ready: true,
    used: true,
    model: null,
    missing: [],
  };
  const klein = { ...kind, name: 'klein-4b', told: 'instruction', negative: ['draft', 'high'] } as const;
  const text = { ...kind, name: 'z-image-turbo', told: 'description', negative: [] } as const;
  const families = [klein, text, { ...text, name: 'sdxl', used: false }];
  await setServers(2, {
    level: 'core-only',
    families: families.map((one) => ({ ...one, missing: [], negative: [...one.negative] })),
  });
  const offered = async () => (await state(person)).system.ai?.families;
  await expect
    .poll(offered)
    .toEqual([klein, text].map(({ name, told, negative }) => ({ name, told, negative })));
  await setServers(0);
  expect((await state(person)).system).toMatchObject({ engines: ['studio'], ai: null });
});

test('when every AI server has work, people are told so, and which place an order has that waits for one', async () => {
  const person = await server.signUp();
  await setServers(2, { state: 'busy', jobs: { ours: 1, foreign: 3 } });
  const gate = server.aiEngine.hold();
  const { body } = await server.order(person, { engine: 'comfyui' });
  await gate.reached;
  const { database } = server.deps;
  // What the engine has told by then may still be on its way into the row.
  await vi.waitFor(async () => {
    await database.db.update(renders).set({ nodeId: 'wait-for-server' }).where(eq(renders.id, body.id));
    const told = await state(person);
    expect(told.system.busy).toEqual(['comfyui']);
    expect(told.renders.in_progress).toMatchObject([{ id: body.id, queue_position: 4 }]);
  }, PATIENCE);
  gate.release();
  await server.finish(person, body.id);
  await setServers(2, { state: 'ready' });
  await vi.waitFor(async () => expect((await state(person)).system.busy).toEqual([]), PATIENCE);
});

test('an order for an AI engine without a ready server is refused and costs nothing', async () => {
  await setServers(0);
  const person = await server.signUp();
  expect(await server.order(person, { engine: 'comfyui' })).toMatchObject({
    status: 503,
    body: { code: 'engine-unavailable' },
  });
  expect(await server.credits(person)).toBe(2000);
});

test('orders of one engine do not wait for the other', async () => {
  const person = await server.signUp();
  const gate = server.engine.hold();
  const slow = await server.order(person);
  await gate.reached;
  const quick = await server.order(person, { engine: 'comfyui' });
  expect(quick.body.queue_position).toBe(1);
  expect(await server.finish(person, quick.body.id)).toMatchObject({
    status: 'completed',
    engine: 'comfyui',
  });
  gate.release();
  expect(await server.finish(person, slow.body.id)).toMatchObject({ status: 'completed', engine: 'studio' });
});

test('as many orders run at once as the engine holds', async () => {
  await setServers(2);
  const person = await server.signUp();
  const gate = server.aiEngine.hold();
  const orders = await Promise.all([1, 2].map(() => server.order(person, { engine: 'comfyui' })));
  await vi.waitFor(async () => expect((await state(person)).statistics.in_progress).toBe(2), {
    timeout: 10_000,
  });
  gate.release();
  for (const { body } of orders) await server.finish(person, body.id);
});

test('an order whose AI engine has told nothing yet is at no step of the Studio', async () => {
  const person = await server.signUp();
  const gate = server.aiEngine.hold();
  const { body } = await server.order(person, { engine: 'comfyui' });
  await gate.reached;
  const { database, services } = server.deps;
  await database.db.update(renders).set({ nodeId: null }).where(eq(renders.id, body.id));
  const { events } = services;
  const line = createLine({ db: database.db, events, onError: () => {} });
  const first = await new Promise<unknown>((resolve) => {
    const socket = { bufferedAmount: 0, send: (text: string) => resolve(JSON.parse(text)), close() {} };
    openLiveChannel({ db: database.db, urls: services.urls.of(''), events, line }, socket, body.id, () => {});
  });
  expect(first).toMatchObject({ type: 'render_progress', node_id: 'send-images' });
  gate.release();
  await server.finish(person, body.id);
});

test('people take turns, however many orders one has waiting', async () => {
  const [busy, other] = [await server.signUp(), await server.signUp()];
  const gate = server.aiEngine.hold();
  const order = (person: Person, prompt: string) =>
    server.order(person, { engine: 'comfyui', positive_prompt: prompt });
  const first = await order(busy, 'busy 1');
  await gate.reached;
  for (const number of [2, 3, 4]) await order(busy, `busy ${number}`);
  const late = await order(other, 'other 1');
  expect(late.body.queue_position).toBe(1);
  const last = await order(other, 'other 2');
  gate.release();
  for (const [person, { body }] of [
    [busy, first],
    [other, last],
  ] as const) {
    await server.finish(person, body.id);
  }
  await vi.waitFor(async () => expect((await state(busy)).has_active_renders).toBe(false), {
    timeout: 10_000,
  });
  const prompts = server.aiEngine.runs.map((recipe) => recipe.positivePrompt).slice(-6);
  expect(prompts).toEqual(['busy 1', 'other 1', 'busy 2', 'other 2', 'busy 3', 'busy 4']);
});

test('jobs of others in the queue of the least busy server count in the place', async () => {
  await setServers(2, { jobs: { ours: 0, foreign: 3 } });
  const person = await server.signUp();
  const gate = server.aiEngine.hold();
  await server.order(person, { engine: 'comfyui' });
  await server.order(person, { engine: 'comfyui' });
  await gate.reached;
  await vi.waitFor(async () => expect((await state(person)).statistics.in_progress).toBe(2), {
    timeout: 10_000,
  });
  const waiting = await server.order(person, { engine: 'comfyui' });
  expect(waiting.body.queue_position).toBe(4);
  gate.release();
  await server.finish(person, waiting.body.id);
});

test('a picture that cannot be measured is kept and paid; one of the Studio is not measured', async () => {
  const person = await server.signUp();
  const gate = server.aiEngine.hold();
  const alpha = await picture('#ffffff');
  const order = await server.order(person, { engine: 'comfyui', alpha });
  await gate.reached;
  const { passes } = (await server.get<RenderBody>(person, `/api/render/${order.body.id}/`)).recipe;
  await server.deps.services.storage.delete(passes.snapshot);
  gate.release();
  const render = await server.finish(person, order.body.id);
  expect(render).toMatchObject({ status: 'completed', output_images: [{ fidelity: null }] });
  expect(await server.credits(person)).toBe(1800);
  const own = await server.order(person);
  expect(await server.finish(person, own.body.id)).toMatchObject({ output_images: [{ fidelity: null }] });
});

test('an order goes to the Studio instead: finished images stay paid, the rest is a new order, charged once', async () => {
  const person = await server.signUp();
  const gate = server.aiEngine.hold(1);
  const order = await server.order(person, { engine: 'comfyui', batch_size: 3 });
  await gate.reached;
  const stranger = await server.signUp();
  expect(
    await server.post(stranger, `/api/render/${order.body.id}/engine/`, { engine: 'studio' }),
  ).toMatchObject({
    status: 404,
  });
  const changed = await server.post(person, `/api/render/${order.body.id}/engine/`, { engine: 'studio' });
  expect(changed).toMatchObject({ status: 202, body: { price: 400, credits: 1400 } });
  gate.release();
  const before = await server.finish(person, order.body.id);
  expect(before).toMatchObject({ status: 'cancelled', engine: 'comfyui', refunded: 400 });
  expect(before.output_images).toHaveLength(1);
  const after = await server.finish(person, changed.body.id);
  expect(after).toMatchObject({ status: 'completed', engine: 'studio', batch_count: 2 });
  expect(after.output_images).toHaveLength(2);
  expect(await server.credits(person)).toBe(1400);
  const ledger = await server.get<Ledger>(person, '/api/credits/ledger/');
  expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(1400);
  const again = await server.post(person, `/api/render/${order.body.id}/engine/`, { engine: 'studio' });
  expect(again).toMatchObject({ status: 409, body: { code: 'render-finished' } });
});

test('who lets an AI paint the product has not said yes to a Studio that leaves parts of it out', async () => {
  const person = await server.signUp();
  const gate = server.aiEngine.hold();
  const wish = { engine: 'comfyui', keep_product: 'studio' };
  const order = await server.order(person, { ...wish, paints_product: 'true' });
  await gate.reached;
  const change = `/api/render/${order.body.id}/engine/`;
  try {
    server.engine.untraceable = ['subsurface scattering'];
    expect(await server.post(person, change, { engine: 'studio' })).toMatchObject({
      status: 422,
      body: { code: 'not-traceable' },
    });
    expect(await server.credits(person)).toBe(1800);
    server.engine.untraceable = [];
    const changed = await server.post(person, change, { engine: 'studio' });
    const { recipe } = await server.finish(person, changed.body.id);
    expect([recipe.keepsProduct, recipe.paintsProduct, recipe.drawsWithout]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  } finally {
    server.engine.untraceable = [];
    gate.release();
  }
});

test('an order cannot go to an engine that is not there, and stays as it is', async () => {
  const person = await server.signUp();
  const gate = server.engine.hold();
  const order = await server.order(person);
  await gate.reached;
  await setServers(0);
  const answer = await server.post(person, `/api/render/${order.body.id}/engine/`, { engine: 'comfyui' });
  expect(answer).toMatchObject({ status: 503, body: { code: 'engine-unavailable' } });
  gate.release();
  expect(await server.finish(person, order.body.id)).toMatchObject({ status: 'completed' });
  expect(await server.credits(person)).toBe(1800);
});

test('an enlarged picture costs more, and is refused where no server can make it', async () => {
  const person = await server.signUp();
  const wish = { engine: 'comfyui', output_px: 4096 };
  const lacking = { status: 409, body: { code: 'engine-lacks', data: { wish: 'enlarging' } } };
  expect(await server.order(person, wish)).toMatchObject(lacking);
  expect(await server.order(person, { output_px: 2048 })).toMatchObject({ status: 400 });
  expect(await server.order(person, { ...wish, output_px: 3000 })).toMatchObject({ status: 400 });
  await setServers(1, { can_upscale: true });
  const order = await server.order(person, wish);
  expect(order).toMatchObject({ status: 202, body: { price: 600 } });
  expect((await server.finish(person, order.body.id)).recipe.outputPx).toBe(4096);
  const again = `/api/render/${order.body.id}/rerun/`;
  expect(await server.post(person, again, {})).toMatchObject({ status: 202, body: { price: 600 } });
  const credits = await server.credits(person);
  await setServers(1, { can_upscale: false });
  expect(await server.post(person, again, {})).toMatchObject(lacking);
  expect(await server.credits(person)).toBe(credits);
});

test('a picture above 2048 px is the built-in engine’s: an AI engine neither takes it nor takes it over', async () => {
  const person = await server.signUp();
  const large = { width: 4096, height: 64, viewer_snapshot: await picture('#808080', 2048, 64) };
  const refused = await server.order(person, { ...large, engine: 'comfyui' });
  expect(refused).toMatchObject({ status: 400, body: { fields: { width: /2048 px/ } } });
  const gate = server.engine.hold();
  const order = await server.order(person, large);
  expect(order).toMatchObject({ status: 202, body: { price: 600 } });
  await gate.reached;
  const changed = await server.post(person, `/api/render/${order.body.id}/engine/`, { engine: 'comfyui' });
  expect(changed).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
  gate.release();
  expect(await server.finish(person, order.body.id)).toMatchObject({ status: 'completed', engine: 'studio' });
  expect(await server.credits(person)).toBe(1400);
});

test('an own graph is taken by its name, a broken or unknown one is refused', async () => {
  const person = await server.signUp();
  expect(await server.order(person, { engine: 'comfyui', workflow: '../house' })).toMatchObject({
    status: 400,
  });
  for (const workflow of ['broken', 'nobody']) {
    const refused = await server.order(person, { engine: 'comfyui', workflow });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'engine-lacks', data: { wish: 'workflow' } },
    });
  }
  const order = await server.order(person, { engine: 'comfyui', workflow: 'house' });
  expect((await server.finish(person, order.body.id)).recipe.workflow).toBe('house');
});

const provenance = {
  server: 'gpu-a:8188',
  serverVersion: '0.3.64',
  checkpoint: 'old.safetensors',
  models: ['union.safetensors'],
  nodeClasses: ['KSampler'],
  graphHash: 'a'.repeat(64),
  leftOut: [],
  firstImage: 0,
  images: 1,
};

test('only staff read which server made a picture, and that another one did', async () => {
  const [staff, person] = [await makeStaff(server), await server.signUp()];
  for (const [who, expected, changes] of [
    [staff, 'gpu-a:8188', [{ what: 'server', before: 'gpu-a:8188', after: 'gpu-b:8188' }]],
    [person, '', []],
  ] as const) {
    server.aiEngine.provenance = provenance;
    const { body } = await server.order(who, { engine: 'comfyui' });
    const render = await server.finish(who, body.id);
    expect(render.provenance).toEqual([{ ...provenance, server: expected }]);
    server.aiEngine.provenance = { ...provenance, server: 'gpu-b:8188' };
    const again = await server.post(who, `/api/render/${body.id}/rerun/`);
    expect((await server.finish(who, again.body.id)).changes).toEqual(changes);
    const listed = await fetch(`${server.url}/api/render/`, { headers: who.headers });
    expect((await listed.text()).includes('gpu-')).toBe(who === staff);
    const { id } = await server.get<ProjectBody>(who, '/api/project/active/');
    const files = await fetch(`${server.url}/api/project/${id}/files/`, { headers: who.headers });
    expect(await files.text()).not.toContain('gpu-');
  }
});

test('a render says what it was made with, and run again what has changed since', async () => {
  const person = await makeStaff(server);
  server.aiEngine.provenance = provenance;
  const first = await server.order(person, { engine: 'comfyui' });
  expect(await server.finish(person, first.body.id)).toMatchObject({
    provenance: [provenance],
    rerun_of: null,
  });
  const rerun = async () => {
    const { body } = await server.post(person, `/api/render/${first.body.id}/rerun/`);
    return server.finish(person, body.id);
  };
  expect(server.aiEngine.madeBefore.at(-1)).toEqual([]);
  expect(await rerun()).toMatchObject({ rerun_of: first.body.id, changes: [] });
  // The engine is told what drew the first one, and draws with that where it can.
  expect(server.aiEngine.madeBefore.at(-1)).toEqual([provenance]);
  server.aiEngine.provenance = { ...provenance, checkpoint: 'new.safetensors', serverVersion: '0.3.70' };
  expect((await rerun()).changes).toEqual([
    { what: 'server-version', before: '0.3.64', after: '0.3.70' },
    { what: 'checkpoint', before: 'old.safetensors', after: 'new.safetensors' },
  ]);
});

test('the next attempt gets what the last one left, and the images that are finished', async () => {
  const person = await server.signUp();
  const gate = server.aiEngine.hold(1);
  const { body } = await server.order(person, { engine: 'comfyui', batch_size: 2 });
  await gate.reached;
  const { database, services, logger } = server.deps;
  const handles = server.aiEngine.handles.length;
  // Takes the order over, as another worker does when this one is thought dead.
  const { runRender } = await import('../../../src/server/renders/queue/run-render.ts');
  const shop = { ...services, db: database.db, logger };
  const taken = runRender(shop, body.id, new AbortController().signal);
  await vi.waitFor(() => expect(server.aiEngine.handles.length).toBe(handles + 1), { timeout: 10_000 });
  gate.release();
  await taken;
  expect(server.aiEngine.handles.slice(handles)).toEqual([`run ${server.aiEngine.runs.length - 1}`]);
  const render = await server.finish(person, body.id);
  expect(render.output_images.map((image) => image.batch_index)).toEqual([0, 1]);
  expect(await server.credits(person)).toBe(1600);
});

test('a server that no living worker tells of is not ready, whatever the last one said of it', async () => {
  const staff = await server.signUp();
  const { db } = server.deps.database;
  await db.update(users).set({ isStaff: true }).where(eq(users.id, staff.session.user.id));
  const report = readyServer('c');
  await db.insert(engineServers).values({ id: report.id, report, seenAt: new Date(Date.now() - 60_000) });
  const { servers } = await server.get<EnginesBody>(staff, '/api/staff/engines/');
  expect(servers.find(({ id }) => id === report.id)).toMatchObject({ state: 'offline' });
  expect((await state(staff)).system.active_servers).toBe(2);
});

test('an own graph that no ready server has the nodes for is not offered, is refused, and staff read which they are', async () => {
  const staff = await makeStaff(server);
  const { aiEngine } = server;
  const lacking = (classes: readonly string[]) => (classes.length === 0 ? {} : { house: [...classes] });
  const tell = async (first: readonly string[], second: readonly string[], offered: readonly string[]) => {
    aiEngine.reports = [first, second].map((classes, index) =>
      readyServer('ab'[index] ?? '', { workflows_lacking: lacking(classes) }),
    );
    aiEngine.changed();
    await vi.waitFor(
      async () => expect((await state(staff)).system.ai?.workflows).toEqual(offered),
      PATIENCE,
    );
  };
  await tell(['Blur', 'Sharpen'], ['Blur'], []);
  const refused = await server.order(staff, { engine: 'comfyui', workflow: 'house' });
  expect(refused).toMatchObject({ status: 409, body: { code: 'engine-lacks', data: { wish: 'workflow' } } });
  const path = '/api/staff/engines/';
  const houseOf = async () => (await server.get<EnginesBody>(staff, path)).workflows[0];
  expect(await houseOf()).toEqual({ name: 'house', error: null, lacking: ['Blur'] });
  // One of them gets it.
  await tell(['Blur', 'Sharpen'], [], ['house']);
  expect((await houseOf())?.lacking).toEqual([]);
});

test('staff see the servers, what they lack and how a test went; nobody else does', async () => {
  const [staff, person] = [await server.signUp(), await server.signUp()];
  const { db } = server.deps.database;
  await db.update(users).set({ isStaff: true }).where(eq(users.id, staff.session.user.id));
  const path = '/api/staff/engines/';
  const id = readyServer('a').id;
  for (const answer of [
    await fetch(server.url + path, { headers: person.headers }),
    await fetch(`${server.url}${path}${id}/test/`, { method: 'POST', headers: person.headers }),
  ]) {
    expect(answer.status).toBe(404);
  }
  expect((await fetch(server.url + path)).status).toBe(401);
  expect((await server.post(staff, `${path}${'f'.repeat(16)}/test/`)).status).toBe(404);
  const tested = async () => {
    expect(await server.post(staff, `${path}${id}/test/`)).toMatchObject({ status: 202 });
    return vi.waitFor(
      async () => {
        const { servers } = await server.get<EnginesBody>(staff, path);
        const test = servers.find((one) => one.id === id)?.test;
        expect(test?.ok).not.toBeNull();
        return test;
      },
      { timeout: 10_000 },
    );
  };
  // A second worker knows the server as well, and leaves the test to whoever took it.
  await server.work();
  const before = server.aiEngine.tests.length;
  expect(await tested()).toMatchObject({ ok: true, error: null });
  expect(server.aiEngine.tests.length).toBe(before + 1);
  const { AppError } = await import('../../../src/contract/failure.ts');
  server.aiEngine.failure = new AppError({ code: 'engine-failed', reason: 'The server has no model.' });
  expect(await tested()).toMatchObject({ ok: false, error: 'The server has no model.' });
  const body = await server.get<EnginesBody>(staff, path);
  expect(body.workflows).toEqual([
    { name: 'house', error: null, lacking: [] },
    { name: 'broken', error: 'It has no result.', lacking: [] },
  ]);
});
