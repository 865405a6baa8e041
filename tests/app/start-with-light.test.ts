import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { App } from '../../src/app/core/app.ts';
import { currentSettings } from '../../src/app/core/edit-settings.ts';
import { toggleToolbar } from '../../src/app/core/toolbars.ts';
import { addStep } from '../../src/app/features/light-map/add-step.ts';
import { followSketches } from '../../src/app/features/light-map/follow-sketches.ts';
import { loadActiveProject } from '../../src/app/features/projects/load-active-project.ts';
import { importModel } from '../../src/app/features/stage/import-model.ts';
import { captureLightMap } from '../../src/app/scene/capture-light-map.ts';
import { describeScene } from '../../src/app/scene/describe-scene.ts';
import { startFromRecipe } from '../../src/app/stories/start-from-recipe.ts';
import type { SketchRow } from '../../src/app/values/sketch.ts';
import type { RenderSpec } from '../../src/contract/render-spec.ts';
import { makeRecipe } from '../support/ai-recipe.ts';
import { makeBoxes } from '../support/box-model.ts';
import { createFakeServer, type FakeServer } from '../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf, until } from '../support/fake-outside.ts';
import { createFakeViewer } from '../support/fake-viewer.ts';
import { makeSketch, makeStroke } from '../support/light-map-app.ts';

const CHAIR = makeBoxes([{ name: 'Seat', size: [1, 1, 1], centre: [0, 0, 0] }]);
/** Stands for the PNG of an order of this size: see `createImageBitmap` below. */
const LIGHT = new TextEncoder().encode('1024 1024 painted light');
const LABEL = 'Start from it';

let server: FakeServer;
let app: App;
let recipe: RenderSpec;
let decoded: number;
beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  decoded = 0;
  vi.stubGlobal('createImageBitmap', async (file: Blob) => {
    const [width, height] = (await file.text()).split(' ').map(Number);
    if (!width || !height) throw new DOMException('no picture', 'InvalidStateError');
    decoded += 1;
    return { width, height, close: () => void decoded-- };
  });
  server = createFakeServer();
  server.recipeFiles.set(hashOf(LIGHT), { bytes: LIGHT, items: [] });
  app = createTestApp(createFakeOutside(server));
  await loadActiveProject(app, 7, 'New');
  const file = new File([new Uint8Array(CHAIR)], 'chair.glb');
  const { row } = await importModel(app, [{ path: 'chair.glb', file }], new AbortController().signal);
  app.state.stage.modelHash = row.hash;
  recipe = makeRecipe({
    background: { kind: 'colour', colour: '#224466' },
    style: null,
    scene: await describeScene(app, row, currentSettings(app)),
    passes: { ...makeRecipe().passes, lightmap: hashOf(LIGHT) },
  });
  app.viewer.current = createFakeViewer({ camera: recipe.camera });
});
afterEach(() => vi.unstubAllGlobals());

const start = (from = recipe, keepsModel = false) =>
  startFromRecipe(app, { recipe: from, imageIndex: 0 }, LABEL, keepsModel);
const sketches = () => app.db.sketches.toArray();
const kinds = async () => (await sketches()).map(({ steps }) => steps.map(({ kind }) => kind));
const key = () => app.state.project.key ?? '';
/** A sketch of the recipe's view that was painted on this device, with its kept picture. */
async function paint(picture: Uint8Array): Promise<SketchRow> {
  const hash = hashOf(picture);
  await app.storage.put(hash, new Blob([new Uint8Array(picture)]));
  const changes = { projectKey: key(), pose: recipe.camera, pictureHash: hash, updatedAt: 1 };
  const row = makeSketch({ modelHash: recipe.scene.modelHash, ...changes, steps: [makeStroke('mine')] });
  await app.db.sketches.put(row);
  return row;
}
async function undo(): Promise<void> {
  expect(app.commands.undoLabel()).toBe(LABEL);
  app.commands.undo();
}

test('on a device that never saw it painted light comes back, is ordered as the same file, and one undo takes it away', async () => {
  expect((await start()).missing).toEqual([]);
  const size = { widthPx: 1024, heightPx: 1024 };
  expect(await sketches()).toMatchObject([
    {
      projectKey: key(),
      pose: recipe.camera,
      steps: [{ kind: 'picture', hash: hashOf(LIGHT), ...size }],
      undone: [],
    },
  ]);
  // An order of it needs no connection any more.
  server.isDown = true;
  const ordered = await captureLightMap(app, recipe.scene.modelHash, recipe.camera, 1024, 1024);
  expect(hashOf(new Uint8Array((await ordered?.arrayBuffer()) ?? []))).toBe(hashOf(LIGHT));
  expect(decoded).toBe(0);

  await undo();
  await until(async () => (await kinds()).length === 0);
  expect(currentSettings(app).positive_prompt).toBe('');
  app.commands.redo();
  await until(async () => (await kinds()).length === 1);
  expect(await kinds()).toEqual([['picture']]);
});

test('what was painted over that view gives way to it, and comes back with the undo, as it was', async () => {
  const mine = await paint(new TextEncoder().encode('something else'));
  await start();
  expect(await kinds()).toEqual([['stroke', 'clear', 'picture']]);
  await undo();
  await until(async () => (await sketches())[0]?.steps.length === 1);
  // For other devices that is a newer state.
  expect(await sketches()).toEqual([{ ...mine, updatedAt: expect.any(Number) }]);
});

test('light that was painted here stays as it is, stroke by stroke, and starting again changes nothing', async () => {
  const mine = await paint(LIGHT);
  await start();
  expect(await sketches()).toEqual([mine]);
  await app.db.sketches.clear();
  await start();
  const once = await sketches();
  await start();
  expect(await sketches()).toEqual(once);
});

test('a recipe without painted light takes it off its view, and undo brings it back', async () => {
  const mine = await paint(LIGHT);
  const other = { ...recipe, passes: { ...recipe.passes, lightmap: null } };
  expect((await start(other)).missing).toEqual([]);
  expect(await kinds()).toEqual([['stroke', 'clear']]);
  await undo();
  await until(async () => (await sketches())[0]?.steps.length === 1);
  // For other devices that is a newer state.
  expect(await sketches()).toEqual([{ ...mine, updatedAt: expect.any(Number) }]);
});

const GONE: readonly (readonly [string, () => unknown])[] = [
  ['is on no server', () => server.recipeFiles.clear()],
  ['cannot be fetched', () => server.fail('/files/', 'lost-request')],
  [
    'is asked for too often',
    () => server.fail('/api/recipe-files/', 'lost-request', { status: 429, code: 'rate-limited' }),
  ],
  ['is no picture', () => name(new TextEncoder().encode('glTF'))],
  ['is a picture of another size', () => name(new TextEncoder().encode('64 64 texture'))],
];
function name(bytes: Uint8Array): void {
  server.recipeFiles.set(hashOf(bytes), { bytes, items: [] });
  recipe = { ...recipe, passes: { ...recipe.passes, lightmap: hashOf(bytes) } };
}

test.each(GONE)('light that %s is told, the rest is taken and no sketch is changed', async (_why, lose) => {
  const mine = await paint(new TextEncoder().encode('something else'));
  lose();
  expect((await start()).missing).toEqual([{ kind: 'light-map', name: '' }]);
  expect(currentSettings(app).positive_prompt).toBe(recipe.positivePrompt);
  expect(await sketches()).toEqual([mine]);
  expect(decoded).toBe(0);
});

test('light of a picture that is larger than the stage draws comes back as large as the stage drew it', async () => {
  name(new TextEncoder().encode('2048 1024 painted light'));
  recipe = { ...recipe, widthPx: 4096, heightPx: 2048 };
  expect((await start()).missing).toEqual([]);
  const { lightmap } = recipe.passes;
  const once = await sketches();
  expect(once).toMatchObject([
    { steps: [{ kind: 'picture', hash: lightmap, widthPx: 2048, heightPx: 1024 }] },
  ]);
  server.isDown = true;
  const ordered = await captureLightMap(app, recipe.scene.modelHash, recipe.camera, 2048, 1024);
  expect(hashOf(new Uint8Array((await ordered?.arrayBuffer()) ?? []))).toBe(lightmap);
  expect((await start()).missing).toEqual([]);
  expect(await sketches()).toEqual(once);
});

test('a model that stays has its own view, so that light of another is neither taken nor missed', async () => {
  expect((await start(recipe, true)).missing).toEqual([]);
  expect(await sketches()).toEqual([]);
});

/** Canvases that draw nothing. Resolves when the first of them is encoded, which it is when the given function is called. */
function holdCanvases(): Promise<() => void> {
  return new Promise((resolve) => {
    let isHeld = false;
    const encode = (done: (picture: Blob) => void): void => {
      const finish = (): void => done(new Blob(['1024 1024 picture']));
      if (isHeld) finish();
      else resolve(finish);
      isHeld = true;
    };
    const canvas = { getContext: () => context, toBlob: encode };
    const context = new Proxy(
      {},
      { get: (_, name) => (name === 'canvas' ? canvas : () => undefined), set: () => true },
    );
    vi.stubGlobal('document', { createElement: () => canvas });
  });
}

test('what the open tool has painted is kept as a step of its own, before the start', async () => {
  const encoding = holdCanvases();
  const stop = followSketches(app, app.viewer.current!);
  app.state.stage.camera = structuredClone(recipe.camera);
  toggleToolbar(app, 'light-map');
  await until(() => app.state.lightMap.isKeeping);
  await addStep(app, makeStroke('a'));
  await until(() => app.state.lightMap.current?.strokes === 1);
  const starting = start();
  const encode = await encoding;
  // It would be through by then if it did not wait.
  for (let turn = 0; turn < 50; turn++) expect(await kinds()).toEqual([['stroke']]);
  encode();
  await starting;
  expect(app.commands.steps().done.map(({ command }) => command.label)).toEqual([
    'Model',
    'Light-map',
    LABEL,
  ]);
  expect(await kinds()).toEqual([['stroke', 'clear', 'picture']]);
  stop();
});
