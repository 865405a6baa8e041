import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { assignSettings, currentSettings } from '../../../../src/app/core/edit-settings.ts';
import { type SystemState, systemQuery } from '../../../../src/app/core/render-queries.ts';
import { followOrders } from '../../../../src/app/features/order/follow-orders.ts';
import { redirectOrder } from '../../../../src/app/features/order/redirect-order.ts';
import { requestSet, type SetLook, type SetView } from '../../../../src/app/features/order/request-set.ts';
import { followScene } from '../../../../src/app/features/stage/follow-scene.ts';
import { importModel } from '../../../../src/app/features/stage/import-model.ts';
import { untilDressed } from '../../../../src/app/scene/until-dressed.ts';
import { RenderGroup } from '../../../../src/contract/http/render-orders.ts';
import type { CameraPose } from '../../../../src/contract/render-spec.ts';
import { makeBoxes } from '../../../support/box-model.ts';
import { createFakeServer, type FakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, type FakeOutside, until } from '../../../support/fake-outside.ts';
import { createFakeViewer, type FakeViewer } from '../../../support/fake-viewer.ts';
import { openViewsApp } from '../../../support/views-app.ts';

const { signal } = new AbortController();
const quiet = () => undefined;
const OPTIONS = { isOffline: false, cost: 200 };
const STANDING: CameraPose = {
  position: [1, 2, 3],
  target: [0, 0, 0],
  up: [0, 1, 0],
  quaternion: [0, 0, 0, 1],
  fovDegrees: 45,
};
const HERO = '6f9619ff-8b86-4011-b42d-00c04fc96400';
const MOVED = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1];
const current: SetView = { uuid: null, name: 'Current view', pose: null, modelTransform: null };
const hero: SetView = {
  uuid: HERO,
  name: 'Hero',
  pose: { ...STANDING, position: [9, 9, 9] },
  modelTransform: MOVED,
};
const asIs: SetLook = { name: '', dress: (settings) => settings };
const night: SetLook = {
  name: 'Night',
  dress: (settings) => ({ ...settings, background_color: '#000011', positive_prompt: 'at night' }),
};

let server: FakeServer;
let outside: FakeOutside;
let app: App;
let viewer: FakeViewer;
let stops: (() => void)[];

beforeEach(async () => {
  server = createFakeServer();
  outside = createFakeOutside(server);
  const opened = await openViewsApp(outside);
  app = opened.app;
  const passes = { ids: null, outline: null, depth: null, normal: null, alpha: null };
  viewer = createFakeViewer({
    camera: STANDING,
    capturePasses: { ...passes, snapshot: new ArrayBuffer(4), widthPx: 1024, heightPx: 1024 },
  });
  app.viewer.current = viewer;
  const scene = followScene(app, viewer, (error) => {
    throw error;
  });
  stops = [followOrders(app), () => scene.stop(), opened.stop];
  const glb = makeBoxes([{ name: 'Seat', size: [1, 1, 1], centre: [0, 0, 0] }]);
  await importModel(app, [{ path: 'chair.glb', file: new Blob([new Uint8Array(glb)]) }], signal);
  await untilDressed(app, 10_000);
});
afterEach(() => {
  for (const stop of stops) stop();
});

const orders = () =>
  server.orders.map(({ form }) => ({
    camera: (JSON.parse(String(form.get('renderview_parameters'))) as { position: number[] }).position,
    group: RenderGroup.parse(JSON.parse(String(form.get('group')))),
    views: form.get('view_ids'),
    seed: form.get('seed'),
    isFixed: form.get('fix_seed'),
    colour: form.get('background_color'),
    prompt: form.get('positive_prompt'),
    scene: JSON.parse(String(form.get('scene'))) as { modelTransform: number[] },
  }));
/** What the stage was told about the background and the model's place, and when it was taken. */
const told = (from: number) =>
  viewer.calls.slice(from).flatMap(([method, ...args]) => {
    if (method === 'setBackground') return [(args[0] as { colour: string }).colour];
    if (method === 'setModelTransform') return [`x ${(args[0] as number[])[12]}`];
    return method === 'capturePasses' ? [`taken at ${(args[0] as CameraPose).position[0]}`] : [];
  });

test('a set is every look from every view, each with its own pictures, one id and one seed', async () => {
  const settings = currentSettings(app);
  const steps = app.commands.undoLabel();
  const progress: number[] = [];
  const before = viewer.calls.length;
  const set = { views: [current, hero], looks: [asIs, night] };
  await requestSet(app, set, OPTIONS, (taken) => progress.push(taken), signal);
  await app.outbox.drain();
  const made = orders();
  expect(progress).toEqual([0, 1, 2, 3]);
  expect(made.map(({ group }) => [group.index, group.size, group.look, group.view])).toEqual([
    [0, 4, '', 'Current view'],
    [1, 4, '', 'Hero'],
    [2, 4, 'Night', 'Current view'],
    [3, 4, 'Night', 'Hero'],
  ]);
  expect(new Set(made.map(({ group }) => group.id)).size).toBe(1);
  expect(new Set(made.map(({ seed }) => seed)).size).toBe(1);
  expect(made[0]).toMatchObject({ seed: expect.stringMatching(/^\d{1,10}$/), isFixed: 'false' });
  expect(made.map(({ camera, views }) => [camera[0], views])).toEqual([
    [1, null],
    [9, JSON.stringify([HERO])],
    [1, null],
    [9, JSON.stringify([HERO])],
  ]);
  expect(made.map(({ colour, prompt }) => [colour, prompt])).toEqual([
    ['#1e1e1e', ''],
    ['#1e1e1e', ''],
    ['#000011', 'at night'],
    ['#000011', 'at night'],
  ]);
  expect(made.map(({ scene }) => scene.modelTransform[12])).toEqual([0, 5, 0, 5]);

  // The stage wore each of them while it was taken, and stands as before; the project never changed.
  await untilDressed(app, 10_000);
  expect(told(before)).toEqual([
    'taken at 1',
    'x 5',
    'taken at 9',
    '#000011',
    'x 0',
    'taken at 1',
    'x 5',
    'taken at 9',
    '#1e1e1e',
    'x 0',
  ]);
  expect(currentSettings(app)).toEqual(settings);
  expect([app.commands.undoLabel(), app.state.stage.staged]).toEqual([steps, null]);
  expect(app.state.order.button).toBe('ready');
});

test('a fixed seed is the seed of all', async () => {
  assignSettings(app, { fix_seed: true, seed: '42' });
  await requestSet(app, { views: [current, hero], looks: [asIs] }, OPTIONS, quiet, signal);
  await app.outbox.drain();
  expect(orders().map(({ seed, isFixed }) => [seed, isFixed])).toEqual([
    ['42', 'true'],
    ['42', 'true'],
  ]);
});

test('cancelled while its pictures are taken, nothing is ordered or kept and the stage is as it was', async () => {
  const stored = (await app.storage.list()).length;
  const controller = new AbortController();
  const cancel = (taken: number): void => {
    if (taken === 1) controller.abort();
  };
  const set = { views: [current, hero], looks: [night] };
  const work = requestSet(app, set, OPTIONS, cancel, controller.signal);
  await expect(work).rejects.toMatchObject({ name: 'AbortError' });
  await untilDressed(app, 10_000);
  expect(told(0).at(-1)).toBe('x 0');
  expect(await app.db.outbox.filter(({ work: { kind } }) => kind === 'order-render').count()).toBe(0);
  expect((await app.storage.list()).length).toBe(stored);
  expect([app.state.stage.staged, app.state.order.button]).toEqual([null, 'ready']);
});

test('a refusal of the first stops all, is told once, and asks once', async () => {
  server.user.credits = 0;
  await requestSet(app, { views: [current, hero], looks: [asIs, night] }, OPTIONS, quiet, signal);
  await app.outbox.drain();
  const rows = await app.db.outbox.toArray();
  expect(rows.map(({ state, failure }) => [state, failure?.code])).toEqual(
    Array.from({ length: 4 }, () => ['parked', 'credits-insufficient']),
  );
  expect(app.toasts.queue.visibleToasts.map(({ content }) => [content.kind, content.title])).toEqual([
    ['info', "You don't have enough credits to render. Please purchase more credits to continue."],
  ]);
  expect(app.state.shell.modal).toEqual({ kind: 'no-credits', orderKey: rows[0]?.key });
  server.user.credits = 2_000;
  await app.outbox.release(rows[0]!.key);
  expect(orders().map(({ group }) => group.index)).toEqual([0, 1, 2, 3]);
});

test('refused for want of an AI server, all of a set goes to Studio as it was frozen', async () => {
  const system = { engines: ['studio', 'comfyui'], ai: { level: 'full', can_upscale: true, workflows: [] } };
  app.queries.setQueryData(systemQuery(app).queryKey, { system } as unknown as SystemState);
  const { render_settings: look } = app.state.project.settings;
  assignSettings(app, { render_settings: { ...look, output_px: 2048 } });
  server.fail('/api/render/', { status: 503, code: 'engine-unavailable' });
  await requestSet(app, { views: [current, hero], looks: [asIs] }, OPTIONS, quiet, signal);
  await app.outbox.drain();
  const [first] = await app.db.outbox.toArray();
  await redirectOrder(app, first!);
  const engines = server.orders.map(({ form }) => [form.get('engine'), form.get('output_px')]);
  expect(engines).toEqual([
    ['studio', null],
    ['studio', null],
  ]);
});

test('a set that this device draws is as many orders of it, in their sequence, and nothing is asked of the server', async () => {
  const options = { ...OPTIONS, engine: 'studio' as const, isHere: true };
  await requestSet(app, { views: [current, hero], looks: [asIs, night] }, options, quiet, signal);
  await app.outbox.drain();
  const rows = await app.db.deviceRenders.orderBy('key').toArray();
  rows.sort((a, b) => a.createdAt - b.createdAt);
  expect(rows.map(({ group }) => [group?.index, group?.size, group?.look, group?.view])).toEqual([
    [0, 4, '', 'Current view'],
    [1, 4, '', 'Hero'],
    [2, 4, 'Night', 'Current view'],
    [3, 4, 'Night', 'Hero'],
  ]);
  expect(rows.map(({ viewIds }) => viewIds)).toEqual([[], [HERO], [], [HERO]]);
  expect(new Set(rows.map(({ group }) => group?.id)).size).toBe(1);
  expect(new Set(rows.map(({ recipe }) => recipe.seed)).size).toBe(1);
  expect(rows.map(({ recipe }) => recipe.camera.position[0])).toEqual([1, 9, 1, 9]);
  expect(rows.map(({ recipe }) => recipe.scene.modelTransform[12])).toEqual([0, 5, 0, 5]);
  expect(rows.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
  expect(server.orders).toEqual([]);
});

test('the browser asks before the page is left while pictures are taken, and not once the order is kept', async () => {
  const asking: string[] = [];
  outside.page.askBeforeLeaving = () => {
    asking.push('asks');
    return () => asking.push('asks no more');
  };
  const seen: string[][] = [];
  const set = { views: [current, hero], looks: [asIs] };
  await requestSet(app, set, OPTIONS, () => seen.push([...asking]), signal);
  await until(() => app.state.order.key !== null);
  await until(() => asking.length === 2);
  expect(seen.at(-1)).toEqual(['asks']);
  expect(asking).toEqual(['asks', 'asks no more']);
});
