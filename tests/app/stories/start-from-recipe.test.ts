import { beforeEach, expect, test, vi } from 'vitest';
import type { App } from '../../../src/app/core/app.ts';
import { assignSettings, currentSettings } from '../../../src/app/core/edit-settings.ts';
import { importModel } from '../../../src/app/features/stage/import-model.ts';
import { describeScene } from '../../../src/app/scene/describe-scene.ts';
import { startFromRecipe } from '../../../src/app/stories/start-from-recipe.ts';
import { AppError } from '../../../src/contract/failure.ts';
import { LibraryItemId } from '../../../src/contract/ids.ts';
import type { RenderSpec } from '../../../src/contract/render-spec.ts';
import { makeRecipe } from '../../support/ai-recipe.ts';
import { makeBoxes } from '../../support/box-model.ts';
import { createFakeServer, type FakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf } from '../../support/fake-outside.ts';
import { createFakeViewer } from '../../support/fake-viewer.ts';
import { makeModelMaterial } from '../../support/library-items.ts';

const WALNUT = new TextEncoder().encode('walnut');
const CHAIR = makeBoxes([
  { name: 'Seat', size: [1, 1, 1], centre: [0, 0, 0] },
  { name: 'Legs', size: [1, 2, 1], centre: [0, 2, 0] },
]);
const TABLE = makeBoxes([{ name: 'Top', size: [3, 1, 1], centre: [0, 0, 0] }]);

let server: FakeServer;
let app: App;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  server = createFakeServer();
  app = createTestApp(createFakeOutside(server));
  app.viewer.current = createFakeViewer();
  app.state.project.status = 'ready';
});

async function open(bytes: Uint8Array, name: string): Promise<void> {
  const file = new File([new Uint8Array(bytes)], name);
  const { row } = await importModel(app, [{ path: name, file }], new AbortController().signal);
  // What the stage does when the model has come.
  app.state.stage.modelHash = row.hash;
}

/** The recipe of what the editor shows now. */
async function freeze(changes: Partial<RenderSpec> = {}): Promise<RenderSpec> {
  const row = await app.db.models.get(app.state.stage.modelHash ?? '');
  if (row === undefined) throw new Error('no model');
  const scene = await describeScene(app, row, currentSettings(app));
  return makeRecipe({
    engineBuild: { engine: 'studio', version: '1', kernelHash: 'k' },
    background: { kind: 'colour', colour: '#224466' },
    style: null,
    masks: [],
    scene: { ...scene, dressings: scene.dressings.toSorted((a, b) => a.materialIndex - b.materialIndex) },
    ...changes,
  });
}

const start = (recipe: RenderSpec, keepsModel = false) =>
  startFromRecipe(app, { recipe, imageIndex: 0 }, 'Start from it', keepsModel);
const dressed = () => {
  const look = currentSettings(app).render_settings;
  assignSettings(app, {
    model_materials: [
      makeModelMaterial(0, { color: '#aa0000' }),
      makeModelMaterial(1, { textureHash: hashOf(WALNUT), libraryId: LibraryItemId.parse(5), tileSize: 2 }),
    ],
    render_settings: { ...look, hidden_nodes: [1], exposure: 1.2, lighting: 'render', up_axis: 'Z_UP' },
  });
};

test('the editor shows the scene of the recipe again, and one undo brings back all that was before', async () => {
  server.recipeFiles.set(hashOf(WALNUT), {
    bytes: WALNUT,
    items: [{ asset_type: 'material', id: LibraryItemId.parse(5) }],
  });
  await open(CHAIR, 'chair.glb');
  dressed();
  const recipe = await freeze();
  // The person goes on, and comes back to it later.
  const look = currentSettings(app).render_settings;
  assignSettings(app, {
    model_materials: [makeModelMaterial(1, { isReset: true })],
    positive_prompt: 'something else',
    render_settings: { ...look, hidden_nodes: [], exposure: 0.6, up_axis: 'Y_UP', batch_size: 3 },
  });
  app.state.stage.camera = { ...recipe.camera, position: [9, 9, 9] };
  const before = currentSettings(app);

  const { command, missing } = await start(recipe);
  expect(missing).toEqual([]);
  expect(await freeze()).toEqual(recipe);
  expect(currentSettings(app)).toMatchObject({
    positive_prompt: recipe.positivePrompt,
    fix_seed: true,
    seed: recipe.seed,
    background_color: '#224466',
  });
  expect(app.state.stage.camera).toEqual(recipe.camera);
  // Where the texture is had from when the item has left the library.
  expect(await app.storage.get(hashOf(WALNUT))).not.toBeNull();

  expect(app.commands.isDone(command)).toBe(true);
  app.commands.undo();
  expect(app.commands.undoLabel()).not.toBe('Start from it');
  const { camera, camera_at, auto_rotate, ...rest } = currentSettings(app).render_settings;
  const { camera: _pose, camera_at: _at, auto_rotate: _turns, ...old } = before.render_settings;
  expect({ ...currentSettings(app), render_settings: rest }).toEqual({ ...before, render_settings: old });
  expect(camera?.position).toEqual([9, 9, 9]);
  expect(app.state.stage.camera?.position).toEqual([9, 9, 9]);
});

test('the recipe’s own model comes from the server, and undo brings the other back', async () => {
  await open(CHAIR, 'chair.glb');
  const recipe = await freeze();
  server.recipeFiles.set(hashOf(CHAIR), { bytes: CHAIR, items: [] });
  await app.storage.delete(hashOf(CHAIR));
  await app.db.models.delete(hashOf(CHAIR));
  await open(TABLE, 'table.glb');

  expect((await start(recipe)).missing).toEqual([]);
  expect(currentSettings(app)).toMatchObject({ model_hash: hashOf(CHAIR), model_name: 'chair.glb' });
  expect(await app.storage.get(hashOf(CHAIR))).not.toBeNull();
  app.commands.undo();
  expect(currentSettings(app)).toMatchObject({ model_hash: hashOf(TABLE), model_name: 'table.glb' });
});

test('what another account’s recipe names and this person does not have is told, and the rest taken', async () => {
  await open(CHAIR, 'chair.glb');
  dressed();
  const recipe = await freeze({
    background: { kind: 'image', imageHash: hashOf(WALNUT), libraryId: null, name: 'Loft', fidelity: 1 },
    passes: { ...makeRecipe().passes, lightmap: hashOf(new TextEncoder().encode('light')) },
    positivePrompt: 'a chair by the sea',
  });
  assignSettings(app, { model_materials: [] });
  const { missing } = await start(recipe);
  expect(missing).toEqual([
    { kind: 'material', name: 'Part 1' },
    { kind: 'background', name: 'Loft' },
    { kind: 'light-map', name: '' },
  ]);
  expect(await app.db.sketches.count()).toBe(0);
  expect(currentSettings(app)).toMatchObject({ positive_prompt: 'a chair by the sea', background_id: null });
  expect(currentSettings(app).model_materials[0]).toMatchObject({ color: '#aa0000' });
});

test('a person may keep the model on the stage, and must where the other cannot be had', async () => {
  await open(CHAIR, 'chair.glb');
  dressed();
  const recipe = await freeze({ positivePrompt: 'in the rain' });
  await app.storage.delete(hashOf(CHAIR));
  await open(TABLE, 'table.glb');
  for (const keepsModel of [true, false]) {
    assignSettings(app, { positive_prompt: '' });
    const { missing } = await start(recipe, keepsModel);
    expect(missing).toEqual(keepsModel ? [] : [{ kind: 'model', name: 'chair.glb' }]);
    expect(currentSettings(app)).toMatchObject({
      model_hash: hashOf(TABLE),
      model_materials: [],
      positive_prompt: 'in the rain',
      render_settings: { exposure: 1.2, hidden_nodes: [], up_axis: 'Y_UP' },
    });
  }
});

test('without a connection the recipe is taken from what this device has', async () => {
  await open(CHAIR, 'chair.glb');
  const recipe = await freeze({ positivePrompt: 'on a train' });
  server.isDown = true;
  expect((await start(recipe)).missing).toEqual([]);
  expect(currentSettings(app).positive_prompt).toBe('on a train');
});

test('nothing changes when the server refuses, or the person gives up', async () => {
  await open(CHAIR, 'chair.glb');
  const recipe = await freeze({ positivePrompt: 'never' });
  const before = currentSettings(app);
  server.fail('/api/recipe-files/', { status: 429, code: 'rate-limited' });
  await expect(start(recipe)).rejects.toMatchObject({ failure: { code: 'rate-limited' } });
  const gaveUp = AbortSignal.abort();
  const base = { recipe, imageIndex: 0 };
  await expect(startFromRecipe(app, base, 'Start', false, gaveUp)).rejects.toThrow();
  expect(currentSettings(app)).toEqual(before);
});

test('a model that was drawn for a recipe, and then cannot be kept, is let go in the viewer', async () => {
  await open(CHAIR, 'chair.glb');
  const recipe = await freeze();
  server.recipeFiles.set(hashOf(CHAIR), { bytes: CHAIR, items: [] });
  await app.storage.delete(hashOf(CHAIR));
  await app.db.models.delete(hashOf(CHAIR));
  await open(TABLE, 'table.glb');
  const viewer = createFakeViewer();
  app.viewer.current = viewer;
  vi.spyOn(app.storage, 'put').mockRejectedValue(new AppError({ code: 'device-storage-full' }));
  await expect(start(recipe)).rejects.toMatchObject({ failure: { code: 'device-storage-full' } });
  expect(viewer.calls.map(([method]) => method)).toEqual(['prepare', 'letGo']);
});

test('what was asked for in one project is not taken into another that was opened meanwhile', async () => {
  await open(CHAIR, 'chair.glb');
  const recipe = await freeze();
  await open(TABLE, 'table.glb');
  const before = currentSettings(app);
  const starting = start(recipe);
  app.state.project.key = 'another';
  await expect(starting).rejects.toMatchObject({ name: 'AbortError' });
  expect(currentSettings(app)).toEqual(before);
});
