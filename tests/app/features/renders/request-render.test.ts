import { beforeEach, expect, test } from 'vitest';
import type { App } from '../../../../src/app/app.ts';
import { assignSettings } from '../../../../src/app/edit-settings.ts';
import { keepWorkingCopy } from '../../../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { refuseRender } from '../../../../src/app/features/renders/refuse-render.ts';
import { requestRender } from '../../../../src/app/features/renders/request-render.ts';
import { importModel } from '../../../../src/app/features/stage/import-model.ts';
import { sweepFiles } from '../../../../src/app/sweep-files.ts';
import { UNDRESSED } from '../../../../src/contract/http/projects.ts';
import { LibraryItemId, MaterialId } from '../../../../src/contract/ids.ts';
import type { CameraPose, Gradient } from '../../../../src/contract/render-spec.ts';
import type { ViewerClient } from '../../../../src/workers/open-viewer.ts';
import { makeBoxes } from '../../../support/box-model.ts';
import { createFakeServer, type FakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf } from '../../../support/fake-outside.ts';

const CAMERA: CameraPose = {
  position: [1, 2, 3],
  target: [0, 0, 0],
  up: [0, 1, 0],
  quaternion: [0, 0, 0, 1],
  fovDegrees: 45,
};
const TEXTURE = hashOf(new TextEncoder().encode('walnut'));

let server: FakeServer;
let app: App;
let stop: () => void;

beforeEach(async () => {
  server = createFakeServer();
  const outside = createFakeOutside(server);
  app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  app.workingCopy.current = keepWorkingCopy(app, (error) => {
    throw error;
  });
  const viewer = {
    api: {
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

test('the button says which of its reasons stands first', () => {
  const ready = {
    account: { status: 'signed-in' as const },
    project: { status: 'ready' as const, key: 'k' },
    stage: { modelHash: TEXTURE, load: null, graphics: 'ready' as const, toolbar: null },
  };
  expect(refuseRender(ready)).toBeNull();
  expect(refuseRender({ ...ready, account: { status: 'signed-out' } })).toBe('notSignedIn');
  expect(refuseRender({ ...ready, stage: { ...ready.stage, modelHash: null } })).toBe('noModel');
  expect(refuseRender({ ...ready, stage: { ...ready.stage, graphics: 'starting' } })).toBe('loading');
  expect(refuseRender({ ...ready, project: { status: 'ready', key: null } })).toBe('noProject');
  expect(refuseRender({ ...ready, stage: { ...ready.stage, toolbar: 'transform' } })).toBe('transforming');
  stop();
});
