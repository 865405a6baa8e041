import { beforeEach, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { assignSettings } from '../../../../src/app/core/edit-settings.ts';
import { type SystemState, systemQuery } from '../../../../src/app/core/render-queries.ts';
import {
  isRedirectable,
  isReducible,
  redirectOrder,
  reduceOrder,
} from '../../../../src/app/features/order/redirect-order.ts';
import { requestRender } from '../../../../src/app/features/order/request-render.ts';
import { cancelAllRenders } from '../../../../src/app/features/progress/cancel-all-renders.ts';
import { switchEngine } from '../../../../src/app/features/progress/switch-engine.ts';
import { keepWorkingCopy } from '../../../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { runAgain } from '../../../../src/app/features/results/run-again.ts';
import { importModel } from '../../../../src/app/features/stage/import-model.ts';
import { followSentOrders } from '../../../../src/app/orders/drop-files.ts';
import { sweepFiles } from '../../../../src/app/orders/sweep-files.ts';
import { advanceLoader } from '../../../../src/app/state/loader-machine.ts';
import { HOUSE_SEEDS } from '../../../../src/contract/constants.ts';
import { LibraryItemId, MaterialId, RenderId } from '../../../../src/contract/ids.ts';
import { type CameraPose, RenderSpec } from '../../../../src/contract/render-spec.ts';
import { UNDRESSED } from '../../../../src/contract/scene/dressed-material.ts';
import type { Gradient } from '../../../../src/contract/scene/gradient.ts';
import type { ViewerClient } from '../../../../src/workers/open-viewer.ts';
import { makeBoxes } from '../../../support/box-model.ts';
import { createFakeServer, type FakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf, until } from '../../../support/fake-outside.ts';
import { makeLight, makeSketch } from '../../../support/light-map-app.ts';

const CAMERA: CameraPose = {
  position: [1, 2, 3],
  target: [0, 0, 0],
  up: [0, 1, 0],
  quaternion: [0, 0, 0, 1],
  fovDegrees: 45,
};
const TEXTURE = hashOf(new TextEncoder().encode('walnut'));

let server: FakeServer;
let outside: ReturnType<typeof createFakeOutside>;
let app: App;
let stop: () => void;

beforeEach(async () => {
  server = createFakeServer();
  outside = createFakeOutside(server);
  app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  app.workingCopy.current = keepWorkingCopy(app, (error) => {
    throw error;
  });
  const viewer = {
    api: {
      prepare: async () => undefined,
      camera: async () => CAMERA,
      capturePasses: async (_pose: CameraPose, widthPx: number, heightPx: number) => ({
        snapshot: new ArrayBuffer(4),
        ids: new ArrayBuffer(4),
        outline: null,
        depth: null,
        normal: null,
        alpha: null,
        widthPx,
        heightPx,
      }),
    },
  };
  app.viewer.current = viewer as unknown as ViewerClient;
  const stopOutbox = app.outbox.start(7);
  stop = () => {
    stopOutbox();
    app.workingCopy.current?.stop();
  };
  const glb = makeBoxes([
    { name: 'Seat', size: [1, 1, 1], centre: [0, 0, 0] },
    { name: 'Leg', size: [1, 1, 1], centre: [2, 0, 0] },
  ]);
  const files = [{ path: 'chair.glb', file: new Blob([new Uint8Array(glb)]) }];
  await importModel(app, files, new AbortController().signal);
  app.state.stage.modelHash = app.state.project.settings.model_hash;
  app.state.stage.graphics = 'ready';
});

function dressSeat(): void {
  assignSettings(app, {
    model_materials: [
      {
        ...UNDRESSED,
        id: MaterialId.parse('6f9619ff-8b86-4011-b42d-00c04fc964ff'),
        originalId: 'Seat',
        originalIndex: 0,
        name: 'Seat',
        libraryId: LibraryItemId.parse(12),
        libraryMaterialName: 'Walnut',
        textureHash: TEXTURE,
        texturePath: null,
        tileSize: 2,
      },
    ],
  });
}

test('an order for this device is a row with its whole recipe, and asks nothing of the server', async () => {
  await app.storage.put(TEXTURE, new Blob(['walnut']));
  dressSeat();
  assignSettings(app, {
    positive_prompt: '  walnut chair  ',
    fix_seed: true,
    seed: '77',
    background_color: '#102030',
  });
  await requestRender(app, { isOffline: false, cost: 200, engine: 'studio', isHere: true });
  const [row, ...others] = await app.db.deviceRenders.toArray();
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    userId: 7,
    projectKey: app.state.project.key,
    state: 'waiting',
    images: [],
    recipe: {
      version: 1,
      engineBuild: { engine: 'studio', kernelHash: '' },
      scene: { modelHash: app.state.project.settings.model_hash },
      camera: CAMERA,
      background: { kind: 'colour', colour: '#102030' },
      style: null,
      positivePrompt: 'walnut chair',
      seed: '77',
      isSeedFixed: true,
      batchSize: 1,
      quality: 'standard',
    },
  });
  const snapshot = row?.recipe.passes.snapshot;
  expect(snapshot === undefined ? null : await app.storage.get(snapshot)).not.toBeNull();
  expect(RenderSpec.parse(row?.recipe)).toEqual(row?.recipe);
  expect((await app.db.outbox.toArray()).map(({ work }) => work.kind)).not.toContain('order-render');
  expect(server.orders).toEqual([]);
  expect(app.state.order.button).toBe('ready');
  stop();
});

test('without a connection an order for this device that lacks a picture is not begun, and names it', async () => {
  server.isDown = true;
  outside.setOnline(false);
  dressSeat();
  const order = requestRender(app, { isOffline: false, cost: 200, engine: 'studio', isHere: true });
  await expect(order).rejects.toMatchObject({
    failure: { code: 'traced-files-missing', names: ['Walnut'] },
  });
  expect(await app.db.deviceRenders.count()).toBe(0);
  expect(app.state.order.button).toBe('ready');
  // With the material on this device it is dressed and ordered offline.
  await app.storage.put(TEXTURE, new Blob(['walnut']));
  await requestRender(app, { isOffline: false, cost: 200, engine: 'studio', isHere: true });
  expect(await app.db.deviceRenders.toArray()).toMatchObject([
    { state: 'waiting', recipe: { scene: { dressings: [{ kind: 'library', textureHash: TEXTURE }] } } },
  ]);
  stop();
});

test('with a connection an order for this device waits for no file: what it lacks comes when it is drawn', async () => {
  dressSeat();
  const { length } = server.calls;
  await requestRender(app, { isOffline: false, cost: 200, engine: 'studio', isHere: true });
  expect(server.calls.slice(length).filter(({ path }) => path === '/api/recipe-files/')).toEqual([]);
  expect(await app.db.deviceRenders.toArray()).toMatchObject([{ state: 'waiting' }]);
  stop();
});

test('without a fixed seed a device draws one as the server does: the lights stand where the stage has them', async () => {
  await requestRender(app, { isOffline: false, cost: 200, engine: 'studio', isHere: true });
  const [row] = await app.db.deviceRenders.toArray();
  const seed = Number(row?.recipe.seed);
  expect(seed % HOUSE_SEEDS).toBe(0);
  expect(seed).toBeLessThan(2 ** 32);
  expect(row?.recipe.isSeedFixed).toBe(false);
  stop();
});

test('an order that is prepared when everything is cancelled is none any more, and costs nothing', async () => {
  const viewer = app.viewer.current as unknown as { api: { capturePasses: (...args: unknown[]) => unknown } };
  const { capturePasses } = viewer.api;
  let isTaken = false;
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  viewer.api.capturePasses = async (...args) => {
    isTaken = true;
    await held;
    return capturePasses(...args);
  };
  const ordering = requestRender(app, { isOffline: false, cost: 200 });
  const ended = expect(ordering).rejects.toMatchObject({ name: 'AbortError' });
  await until(() => isTaken);
  expect(await cancelAllRenders(app)).toEqual({ count: 1, refunded: 0 });
  release();
  await ended;
  await app.outbox.drain();
  expect(server.orders).toEqual([]);
  expect(server.user.credits).toBe(2000);
  expect(app.state.order.button).toBe('ready');
  expect(await app.db.outbox.filter(({ work }) => work.kind === 'order-render').count()).toBe(0);
});

test('an order goes before the light that was painted beside it', async () => {
  server.isDown = true;
  const { key, settings } = app.state.project;
  await app.db.sketches.add(makeSketch({ projectKey: key ?? '', modelHash: settings.model_hash }));
  await requestRender(app, { isOffline: true, cost: 200 });
  const kinds = (await app.db.outbox.orderBy('seq').toArray()).map(({ work }) => work.kind);
  expect(kinds.slice(-2)).toEqual(['order-render', 'sync-sketches']);
});

test('an order that waits to be sent goes when everything is cancelled, one for later stays', async () => {
  server.isDown = true;
  await requestRender(app, { isOffline: false, cost: 200 });
  await requestRender(app, { isOffline: true, cost: 200 });
  const orders = () => app.db.outbox.filter(({ work }) => work.kind === 'order-render').toArray();
  expect(await orders()).toHaveLength(2);
  await expect(cancelAllRenders(app)).rejects.toMatchObject({ failure: { code: 'server-unreachable' } });
  expect(await orders()).toMatchObject([{ work: { isOffline: true } }]);
});

test('an order of which nobody knows whether it arrived ends when it has, once everything was cancelled', async () => {
  server.fail('/api/render/', 'lost-request');
  await requestRender(app, { isOffline: false, cost: 200 });
  const orders = () => app.db.outbox.filter(({ work }) => work.kind === 'order-render').toArray();
  await until(async () => (await orders()).some(({ wasSent, state }) => wasSent && state === 'ready'));
  expect(await cancelAllRenders(app)).toEqual({ count: 1, refunded: 0 });
  outside.advance(60_000);
  await app.outbox.drain();
  expect(await orders()).toEqual([]);
  expect(server.orders).toHaveLength(1);
  expect(server.calls.map(({ path }) => path)).toContain(`/api/render/${server.orders[0]?.id}/cancel/`);
  expect(server.user.credits).toBe(2000);
});

test('the order carries the whole scene, the save and the model go first', async () => {
  dressSeat();
  assignSettings(app, {
    positive_prompt: '  oak chair ',
    background_id: LibraryItemId.parse(5),
    background_fidelity: 1,
    style_id: LibraryItemId.parse(6),
    render_settings: { ...app.state.project.settings.render_settings, batch_size: 3, quality: 'draft' },
  });
  await requestRender(app, { isOffline: false, cost: 200 });
  await app.outbox.drain();
  expect(server.orders).toHaveLength(1);
  const form = server.orders[0]!.form;
  const text = (name: string) => form.get(name);
  expect(
    Object.fromEntries(
      [...form]
        .filter(([name]) => !['scene', 'prioritization_info'].includes(name))
        .map(([name, value]) => [name, typeof value === 'string' ? value : `file ${value.name}`]),
    ),
  ).toEqual({
    project_id: '31',
    paints_product: 'false',
    renderview_parameters: JSON.stringify({
      position: [1, 2, 3],
      target: [0, 0, 0],
      fov: 45,
      up: [0, 1, 0],
      quaternion: [0, 0, 0, 1],
    }),
    positive_prompt: 'oak chair',
    negative_prompt: '',
    use_negative_prompt: 'false',
    creativity: '0.5',
    style_strength: '0.5',
    background_fidelity: '0.05',
    fix_seed: 'false',
    batch_size: '3',
    width: '1024',
    height: '1024',
    quality: 'draft',
    style_id: '6',
    background_id: '5',
    'masks[0][material_id]': '6f9619ff-8b86-4011-b42d-00c04fc964ff',
    'masks[0][mask_name]': 'Seat',
    'masks[0][material_name]': 'Walnut',
    'masks[0][original_names]': '["Seat"]',
    'masks[0][is_prioritized]': 'true',
    'masks[0][priority]': '1',
    'masks[0][material_index]': '0',
    viewer_snapshot: 'file snapshot.webp',
    'masks[0][mask_image]': 'file mask-0.webp',
  });
  expect(JSON.parse(String(text('scene')))).toMatchObject({
    modelHash: app.state.project.settings.model_hash,
    modelName: 'chair.glb',
    hiddenNodes: [],
    dressings: [{ kind: 'library', materialIndex: 0, textureHash: TEXTURE, tileSize: 2 }],
    toneMapping: 'neutral',
    exposure: 0.6,
  });
  const writes = server.calls
    .filter((call) => call.method !== 'GET')
    .map((call) => `${call.method} ${call.path}`);
  expect(writes).toEqual(['PATCH /api/project/31/', 'PATCH /api/project/31/', 'POST /api/render/']);
  stop();
});

/** Takes files of orders away that are not needed any more, as the page does. */
function dropSent(): () => void {
  return followSentOrders(app, (error) => {
    throw error;
  });
}

test('light of a picture that a sketch still shows stays on this device when the order that has it is taken', async () => {
  const stopDropping = dropSent();
  const light = hashOf(new TextEncoder().encode('light'));
  await app.storage.put(light, new Blob(['light'], { type: 'image/png' }));
  const projectKey = app.state.project.key!;
  const modelHash = app.state.project.settings.model_hash!;
  await app.db.run(() =>
    app.db.sketches.put(makeSketch({ projectKey, modelHash, pose: CAMERA, steps: [makeLight(light)] })),
  );
  await requestRender(app, { isOffline: false, cost: 200 });
  await app.outbox.drain();
  expect(server.orders).toHaveLength(1);
  const snapshot = hashOf(new TextEncoder().encode('picture 1024x1024'));
  await until(async () => (await app.storage.get(snapshot)) === null);
  expect(await app.storage.get(light)).not.toBeNull();
  await requestRender(app, { isOffline: false, cost: 200 });
  await app.outbox.drain();
  expect(server.orders.map(({ form }) => form.get('lightmap'))).toEqual([expect.any(File), expect.any(File)]);
  stopDropping();
  stop();
});

test('files of an order that is being made stay while another of the same view is taken, whichever tab sends it', async () => {
  const stopDropping = dropSent();
  dressSeat();
  server.isDown = true;
  await requestRender(app, { isOffline: false, cost: 200 });
  const waiting = await app.db.outbox.filter(({ work }) => work.kind === 'order-render').first();
  const files = waiting?.work.kind === 'order-render' ? waiting.work.files : [];
  const hashes = files.map(([, hash]) => hash);
  expect(files.map(([, , name]) => name)).toEqual(['snapshot.webp', 'mask-0.webp']);
  assignSettings(app, { model_materials: [] });
  setGradient(GRADIENT);
  const { put } = app.storage;
  let isKept = false;
  app.storage.put = async (hash, bytes) => {
    await put(hash, bytes);
    if (hash === hashes[0]) isKept = true;
    if (hashes.includes(hash)) return;
    // Its snapshot is here, and its gradient not yet: the order before it goes now, whose mask is of no use any more.
    await until(() => isKept);
    server.isDown = false;
    outside.advance(60_000);
    await app.reachability.probe();
    await app.outbox.drain();
    await until(async () => (await app.storage.get(hashes[1]!)) === null);
  };
  await requestRender(app, { isOffline: false, cost: 200 });
  await app.outbox.drain();
  expect(await app.db.outbox.toArray()).toEqual([]);
  expect(server.orders).toHaveLength(2);
  await until(async () => (await app.storage.get(hashes[0]!)) === null);
  stopDropping();
  stop();
});

test('the saved view that the stage stands at is named, and the first upload of a model is a case of its own', async () => {
  const view = '6f9619ff-8b86-4011-b42d-00c04fc96400';
  server.isDown = true;
  app.state.stage.activeView = view;
  await requestRender(app, { isOffline: true, cost: 200 });
  app.state.stage.activeView = null;
  const isFirst = async () =>
    (await app.db.outbox.toArray()).flatMap(({ work }) =>
      work.kind === 'order-render' ? [work.isFirstUpload] : [],
    );
  expect(await isFirst()).toEqual([true]);
  server.isDown = false;
  await app.reachability.probe();
  await app.outbox.drain();
  expect(server.orders[0]?.form.get('view_ids')).toBe(JSON.stringify([view]));

  server.isDown = true;
  await requestRender(app, { isOffline: true, cost: 200 });
  expect(await isFirst()).toEqual([false]);
  stop();
});

test('what the person selected goes alone, and the order says so; what was taken out does not', async () => {
  dressSeat();
  const [seat] = app.state.project.settings.model_materials;
  const leg = {
    ...seat!,
    id: MaterialId.parse('6f9619ff-8b86-4011-b42d-00c04fc96400'),
    originalId: 'Leg',
    originalIndex: 1,
    name: 'Leg',
    libraryId: LibraryItemId.parse(13),
    libraryMaterialName: 'Steel',
    textureHash: hashOf(new TextEncoder().encode('steel')),
    nodes: [],
  };
  const select = (selected: MaterialId[]): void =>
    assignSettings(app, {
      model_materials: [{ ...seat!, nodes: [] }, leg],
      render_settings: {
        ...app.state.project.settings.render_settings,
        material_selection: { selected, deselected: [], created_at: 1, updated_at: 1 },
      },
    });
  const order = async () => {
    await requestRender(app, { isOffline: false, cost: 200 });
    await app.outbox.drain();
    const form = server.orders.at(-1)!.form;
    const names = [0, 1].map((index) => form.get(`masks[${index}][material_name]`));
    return { names, info: JSON.parse(String(form.get('prioritization_info'))) };
  };
  select([leg.id]);
  expect(await order()).toEqual({
    names: ['Steel', null],
    info: expect.objectContaining({
      hasManualSelection: true,
      processedList: ['Steel'],
      skippedList: ['Walnut'],
    }),
  });
  select([]);
  expect(await order()).toMatchObject({
    names: [null, null],
    info: { hasManualSelection: true, processed: 0 },
  });
  stop();
});

/** What the server said of its engines last. */
function tellSystem(ai: SystemState['system']['ai']): void {
  app.queries.setQueryData(systemQuery(app).queryKey, {
    system: { engines: ['studio', 'comfyui'], ai },
  } as unknown as SystemState);
}

test('an AI order carries the engine, its wishes, and one locked mask of what is protected, textured or not', async () => {
  dressSeat();
  const [seat] = app.state.project.settings.model_materials;
  const look = app.state.project.settings.render_settings;
  const leg = {
    ...seat!,
    id: MaterialId.parse('6f9619ff-8b86-4011-b42d-00c04fc96400'),
    originalId: 'Leg',
    originalIndex: 1,
    name: 'Leg',
    libraryId: null,
    libraryMaterialName: null,
    textureHash: null,
    isProtected: true,
    nodes: [],
  };
  assignSettings(app, {
    model_materials: [{ ...seat!, nodes: [] }, leg],
    render_settings: { ...look, output_px: 2048, workflow: 'flat lay' },
  });
  tellSystem({ level: 'full', can_upscale: true, workflows: ['flat lay'] });
  await requestRender(app, { isOffline: false, cost: 200 });
  expect((await app.db.outbox.toArray()).map(({ work }) => 'price' in work && work.price)).toContain(300);
  await app.outbox.drain();
  const fields = (form: FormData) =>
    ['engine', 'output_px', 'workflow'].map((name) => form.get(name) as string | null);
  const masks = (form: FormData) =>
    [0, 1].map((at) => [form.get(`masks[${at}][material_name]`), form.get(`masks[${at}][locked]`)]);
  const [first] = server.orders;
  expect(fields(first!.form)).toEqual(['comfyui', '2048', 'flat lay']);
  expect(masks(first!.form)).toEqual([
    ['Leg', 'true'],
    ['Walnut', null],
  ]);

  // The same with Studio, chosen for the project or for this picture.
  await requestRender(app, { isOffline: false, cost: 200, engine: 'studio' });
  await app.outbox.drain();
  expect(fields(server.orders[1]!.form)).toEqual(['studio', null, null]);
  expect(masks(server.orders[1]!.form)).toEqual([
    ['Walnut', null],
    [null, null],
  ]);
  stop();
});

test('an AI engine paints around the product, in the light that is chosen, where no graph of its own paints it all', async () => {
  tellSystem({ level: 'full', can_upscale: true, workflows: ['flat lay'] });
  const wear = (change: object) => {
    const { render_settings: look } = app.state.project.settings;
    assignSettings(app, { render_settings: { ...look, ...change } });
  };
  for (const change of [
    {},
    { keep_product: 'as-painted' },
    { workflow: 'flat lay' },
    { workflow: null, keep_product: 'off' },
    { keep_product: 'studio', engine: 'studio' },
  ]) {
    wear(change);
    await requestRender(app, { isOffline: false, cost: 200 });
    await app.outbox.drain();
  }
  expect(server.orders.map(({ form }) => form.get('keep_product'))).toEqual([
    'studio',
    'as-painted',
    null,
    null,
    null,
  ]);
  stop();
});

test.each([
  { status: 503, code: 'engine-unavailable' },
  { status: 409, code: 'engine-lacks' },
])(
  'an order refused for want of an AI server ($code) goes to Studio as it was frozen, or is tried again',
  async (refusal) => {
    const look = app.state.project.settings.render_settings;
    assignSettings(app, { positive_prompt: 'first', render_settings: { ...look, output_px: 4096 } });
    tellSystem({ level: 'full', can_upscale: true, workflows: [] });
    server.fail('/api/render/', refusal);
    await requestRender(app, { isOffline: false, cost: 200 });
    await app.outbox.drain();
    assignSettings(app, { positive_prompt: 'second' });
    const [row] = await app.db.outbox.toArray();
    expect([row?.state, row && isRedirectable(row)]).toEqual(['parked', true]);
    await redirectOrder(app, row!);
    expect(server.orders).toHaveLength(1);
    const { form } = server.orders[0]!;
    expect(['engine', 'output_px', 'keep_product', 'positive_prompt'].map((name) => form.get(name))).toEqual([
      'studio',
      null,
      null,
      'first',
    ]);
    expect(await app.db.outbox.count()).toBe(0);
    stop();
  },
);

test('an order refused for what its engine cannot draw goes as it was frozen, without that', async () => {
  assignSettings(app, { positive_prompt: 'first' });
  server.fail('/api/render/', { status: 422, code: 'not-traceable' });
  await requestRender(app, { isOffline: false, cost: 200 });
  await app.outbox.drain();
  assignSettings(app, { positive_prompt: 'second' });
  const [row] = await app.db.outbox.toArray();
  expect([row?.state, row && isReducible(row), row && isRedirectable(row)]).toEqual(['dead', true, false]);
  await reduceOrder(app, row!);
  const { form } = server.orders[0]!;
  const sent = ['draws_without', 'paints_product', 'positive_prompt'].map((name) => form.get(name));
  expect(sent).toEqual(['true', 'false', 'first']);
  expect(await app.db.outbox.count()).toBe(0);
  stop();
});

test('an order refused because its product cannot be kept goes as it was frozen, for the AI to paint it', async () => {
  server.fail('/api/render/', { status: 422, code: 'product-not-kept' });
  await requestRender(app, { isOffline: false, cost: 200 });
  await app.outbox.drain();
  const [row] = await app.db.outbox.toArray();
  expect(row).toMatchObject({ state: 'dead', failure: { code: 'product-not-kept', reason: 'model' } });
  expect(isReducible(row!)).toBe(true);
  await reduceOrder(app, row!);
  const { form } = server.orders[0]!;
  // Nobody has said what else would be left out of it.
  expect(['paints_product', 'draws_without'].map((name) => form.get(name))).toEqual(['true', null]);
  expect(await app.db.outbox.count()).toBe(0);
  stop();
});

test('a recipe runs again once, though the answer was lost', async () => {
  server.fail('/rerun/', 'lost-answer');
  await runAgain(app, { id: RenderId.parse(5), engine: 'comfyui' });
  expect(app.state.progress.loader.jobs.map(({ engine }) => engine)).toEqual(['comfyui']);
  await app.outbox.drain();
  expect(server.orders).toHaveLength(1);
  await app.reachability.probe();
  const sent = new Promise<void>((resolve) => {
    app.outbox.onEvent((event) => event.kind === 'sent' && resolve());
  });
  await app.db.outbox.toCollection().modify({ nextAt: 0 });
  await app.outbox.drain();
  await sent;
  const calls = server.calls.filter(({ path }) => path === '/api/render/5/rerun/');
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
  expect([calls.length, server.orders.length, server.user.credits]).toEqual([2, 1, 1800]);
  stop();
});

test('what is left of an order goes to another engine as a new one', async () => {
  const { progress } = app.state;
  progress.loader = advanceLoader(progress.loader, { kind: 'ordered', id: 'a', engine: 'comfyui' });
  progress.loader = advanceLoader(progress.loader, {
    kind: 'accepted',
    id: 'a',
    renderId: 5,
    queuePosition: 1,
  });
  await switchEngine(app, 5, 'studio');
  expect(server.calls.find(({ path }) => path === '/api/render/5/engine/')?.body).toEqual({
    engine: 'studio',
  });
  expect(progress.loader.jobs.map(({ renderId, engine }) => [renderId, engine])).toEqual([[100, 'studio']]);
  expect(progress.announcement.text).toBe('Studio draws it now.');

  server.fail('/engine/', { status: 409, code: 'render-finished' });
  await expect(switchEngine(app, 100, 'comfyui')).rejects.toMatchObject({
    failure: { code: 'render-finished' },
  });
  expect(progress.loader.jobs.map(({ renderId }) => renderId)).toEqual([100]);
  stop();
});

test('an order waits for textures that are on their way to the stage: its pictures show them', async () => {
  const viewer = app.viewer.current!;
  const { capturePasses } = viewer.api;
  const seen: number[] = [];
  viewer.api.capturePasses = (...asked) => {
    seen.push(app.state.stage.pending);
    return capturePasses(...asked);
  };
  app.state.stage.pending = 2;
  const ordered = requestRender(app, { isOffline: false, cost: 200 });
  expect(app.state.order.button).toBe('preparing');
  app.state.stage.pending = 1;
  await app.db.run(() => app.db.projects.count());
  expect(seen).toEqual([]);
  app.state.stage.pending = 0;
  await ordered;
  expect(seen).toEqual([0]);
  await app.outbox.drain();
  stop();
});

test('a fixed seed makes one image and is sent; a plain colour goes as a colour', async () => {
  assignSettings(app, {
    fix_seed: true,
    seed: '42',
    background_color: '#ffffff',
    render_settings: { ...app.state.project.settings.render_settings, batch_size: 4 },
  });
  await requestRender(app, { isOffline: false, cost: 200 });
  await app.outbox.drain();
  const form = server.orders[0]!.form;
  expect(['seed', 'batch_size', 'background_color', 'background_id'].map((name) => form.get(name))).toEqual([
    '42',
    '1',
    '#ffffff',
    null,
  ]);
  stop();
});

const GRADIENT: Gradient = {
  kind: 'linear',
  angleDegrees: 90,
  stops: [
    { at: 0, colour: '#102030' },
    { at: 1, colour: '#f0e0d0' },
  ],
};

function setGradient(gradient: Gradient): void {
  const { render_settings: look } = app.state.project.settings;
  assignSettings(app, { render_settings: { ...look, background_gradient: gradient } });
}

test('a gradient goes as a picture, before the order that names it, and once for all orders of it', async () => {
  setGradient(GRADIENT);
  await requestRender(app, { isOffline: false, cost: 200 });
  await requestRender(app, { isOffline: false, cost: 200 });
  await app.outbox.drain();
  const uploads = () =>
    server.calls.filter(({ method, path }) => `${method} ${path}` === 'POST /api/picture/');
  const sent = server.calls.map(({ method, path }) => `${method} ${path}`);
  expect(uploads()).toHaveLength(1);
  expect(sent.indexOf('POST /api/picture/')).toBeLessThan(sent.indexOf('POST /api/render/'));
  const { width, height } = app.state.project.settings.render_settings;
  const file = uploads()[0]?.form?.get('picture') as File;
  expect(file.name).toBe('gradient.webp');
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect(new TextDecoder().decode(bytes)).toBe(`gradient ${JSON.stringify(GRADIENT)} ${width}x${height}`);
  expect(server.orders).toHaveLength(2);
  for (const { form } of server.orders) {
    expect(form.get('background_hash')).toBe(hashOf(bytes));
    expect(JSON.parse(String(form.get('background_gradient')))).toEqual(GRADIENT);
    expect([form.get('background_color'), form.get('background_id')]).toEqual([null, null]);
  }

  // Another gradient is another picture.
  setGradient({ ...GRADIENT, angleDegrees: 95 });
  await requestRender(app, { isOffline: false, cost: 200 });
  await app.outbox.drain();
  expect(uploads()).toHaveLength(2);
  stop();
});

test('pressed without a connection, the picture of the gradient waits on this device with the order', async () => {
  setGradient(GRADIENT);
  server.isDown = true;
  await requestRender(app, { isOffline: true, cost: 200 });
  await app.outbox.drain();
  const rows = await app.db.outbox.orderBy('seq').toArray();
  const [picture, order] = rows.slice(-2);
  expect([picture?.work.kind, order?.work.kind]).toEqual(['upload-picture', 'order-render']);
  expect(order?.dependsOn).toBe(picture?.key);
  const hash = picture?.work.kind === 'upload-picture' ? picture.work.hash : null;
  expect(hash === null ? null : await app.storage.get(hash)).not.toBeNull();
  await sweepFiles(app);
  expect(hash === null ? null : await app.storage.get(hash)).not.toBeNull();
  stop();
});

test('a refused picture takes its order with it, and nothing is charged', async () => {
  setGradient(GRADIENT);
  server.fail('/api/picture/', { status: 413, code: 'upload-too-large' });
  const stopped: string[] = [];
  app.outbox.onEvent((event) => event.kind === 'stopped' && stopped.push(event.row.work.kind));
  await requestRender(app, { isOffline: false, cost: 200 });
  await app.outbox.drain();
  expect(stopped).toEqual(['upload-picture', 'order-render']);
  expect(server.orders).toEqual([]);
  stop();
});

test('what is changed after the press is not in the picture', async () => {
  assignSettings(app, { positive_prompt: 'first' });
  const pressed = requestRender(app, { isOffline: false, cost: 200 });
  assignSettings(app, { positive_prompt: 'second' });
  await pressed;
  await app.outbox.drain();
  expect(server.orders[0]?.form.get('positive_prompt')).toBe('first');
  stop();
});

test('a model that goes while its pictures are taken is not ordered in the pictures, or with the light, of another', async () => {
  const { stage, project } = app.state;
  const { capturePasses } = app.viewer.current!.api;
  const first = stage.modelHash;
  const glb = makeBoxes([{ name: 'Lamp', size: [1, 3, 1], centre: [0, 0, 0] }]);
  app.viewer.current!.api.capturePasses = async (...asked) => {
    const file = new Blob([new Uint8Array(glb)]);
    await importModel(app, [{ path: 'lamp.glb', file }], new AbortController().signal);
    stage.modelHash = project.settings.model_hash;
    return capturePasses(...asked);
  };
  const ordered = requestRender(app, { isOffline: false, cost: 200 });
  await expect(ordered).rejects.toMatchObject({ failure: { code: 'model-changed' } });
  expect(stage.modelHash).not.toBe(first);
  expect([app.state.order.button, server.orders, await app.db.outbox.count()]).toEqual(['ready', [], 0]);
  stop();
});

test('a model that is still on its way to the stage is not ordered as the one that stands there', async () => {
  const { project } = app.state;
  project.settings.model_hash = hashOf(new TextEncoder().encode('another'));
  const ordered = requestRender(app, { isOffline: false, cost: 200 });
  await expect(ordered).rejects.toMatchObject({ failure: { code: 'model-changed' } });
  expect(await app.db.outbox.count()).toBe(0);
  stop();
});

test('a save that is refused takes the order with it, and nothing is charged', async () => {
  server.fail('/api/project/31/', { status: 403, code: 'forbidden' });
  const stopped: string[] = [];
  app.outbox.onEvent((event) => event.kind === 'stopped' && stopped.push(event.row.work.kind));
  await requestRender(app, { isOffline: false, cost: 200 });
  await app.outbox.drain();
  expect(stopped.at(-1)).toBe('order-render');
  expect(server.orders).toEqual([]);
  expect(server.user.credits).toBe(2000);
  stop();
});
