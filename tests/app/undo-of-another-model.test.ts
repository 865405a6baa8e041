import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { App } from '../../src/app/core/app.ts';
import { currentSettings, editSettings } from '../../src/app/core/edit-settings.ts';
import { changeLens } from '../../src/app/features/camera/change-camera.ts';
import { hideExactly } from '../../src/app/features/materials/hide-exactly.ts';
import { setMaterialColour } from '../../src/app/features/materials/set-material-colour.ts';
import { toggleMaterial } from '../../src/app/features/selection/toggle-material.ts';
import { addFiles } from '../../src/app/features/stage/add-files.ts';
import { listMaterials } from '../../src/app/model/list-materials.ts';
import type { KeptStanding } from '../../src/contract/http/projects.ts';
import { standingOf } from '../../src/contract/scene/swap-standings.ts';
import { makeBoxes } from '../support/box-model.ts';
import { until } from '../support/fake-outside.ts';
import { openBrowser } from '../support/real-outside.ts';
import { HERO, openPage } from '../support/real-page.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { makePng } from '../support/tiny-image.ts';

let server: TestServer;
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  server = await startTestServer();
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.stop();
});

const boxes = (...names: string[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    makeBoxes(names.map((name, x) => ({ name, size: [1, 1, 1], centre: [x * 2, 0, 0], texture: makePng() }))),
  );
const CHAIR = boxes('Seat', 'Leg');
const LAMP = boxes('Shade', 'Foot', 'Cable');

const rowsOf = async (app: App) => {
  const { model_hash: hash, model_materials: entries } = currentSettings(app);
  return listMaterials((await app.db.models.get(hash!))!.report, entries);
};
/** What steps may do to a model. */
const facts = (standing: KeptStanding | null | undefined) =>
  standing && {
    name: standing.model_name,
    hidden: standing.hidden_nodes,
    colours: standing.model_materials.map(({ color }) => color),
    left: standing.material_selection?.deselected.length ?? null,
    fov: standing.camera?.fovDegrees ?? null,
  };
const shown = (app: App) => facts(standingOf(currentSettings(app)));
const kept = (app: App) => currentSettings(app).render_settings.kept_standings.map(facts);

const FRESH = { hidden: [], colours: [], left: null, fov: 45 };
const WORKED = { hidden: [1], colours: ['#803010'], left: 1, fov: 30 };

test('steps on a model in whose place another tab has put another one are undone and done again on that model', async () => {
  const browser = openBrowser(server.url, await server.signUp());
  const page = await openPage(browser);
  const { app } = page;
  await page.drop('chair.glb', CHAIR);
  page.look(HERO);
  hideExactly(app, 'Hide', [1]);
  const [seat] = await rowsOf(app);
  setMaterialColour(app, app.texts(), seat!, '#803010');
  const rows = await rowsOf(app);
  toggleMaterial(app, rows, rows[1]!, 'Leg');
  changeLens(app, 'Lens', { fovDegrees: 30 });
  await app.workingCopy.current?.flush();
  expect(shown(app)).toEqual({ name: 'chair.glb', ...WORKED });

  const tab = await openPage(browser);
  await tab.drop('lamp.glb', LAMP);
  await until(() => currentSettings(app).model_name === 'lamp.glb');
  await page.settled();
  const lamp = shown(app);
  expect(lamp).toMatchObject({ ...FRESH, name: 'lamp.glb' });
  expect(kept(app)).toEqual([{ name: 'chair.glb', ...WORKED }]);

  for (let step = 0; step < 4; step++) app.commands.undo();
  expect(shown(app)).toEqual(lamp);
  expect(kept(app)).toEqual([{ name: 'chair.glb', ...FRESH }]);
  for (let step = 0; step < 4; step++) app.commands.redo();
  expect(shown(app)).toEqual(lamp);
  expect(kept(app)).toEqual([{ name: 'chair.glb', ...WORKED }]);

  // What is of no model is undone as ever.
  editSettings(app, 'Prompt', { positive_prompt: 'snow' });
  app.commands.undo();
  expect(currentSettings(app).positive_prompt).toBe('');

  // Before the chair there was none: the lamp waits, as it was left.
  for (let step = 0; step < 5; step++) app.commands.undo();
  expect(shown(app)).toBeNull();
  expect(kept(app)).toContainEqual(lamp);
  await page.close();
  await tab.close();
});

test('steps on a model that another tab has taken back do nothing to the one that is shown again', async () => {
  const browser = openBrowser(server.url, await server.signUp());
  const page = await openPage(browser);
  const { app } = page;
  await page.drop('chair.glb', CHAIR);
  page.look(HERO);
  hideExactly(app, 'Hide', [1]);
  await page.drop('lamp.glb', LAMP);
  page.look(HERO);
  hideExactly(app, 'Hide', [0]);
  changeLens(app, 'Lens', { fovDegrees: 30 });
  await app.workingCopy.current?.flush();

  const tab = await openPage(browser);
  await until(() => currentSettings(tab.app).model_name === 'lamp.glb');
  while (currentSettings(tab.app).model_name === 'lamp.glb') tab.app.commands.undo();
  await tab.app.workingCopy.current?.flush();
  await until(() => currentSettings(app).model_name === 'chair.glb');
  await page.settled();
  const chair = shown(app);
  expect(chair).toMatchObject({ name: 'chair.glb', hidden: [1] });
  app.commands.undo();
  app.commands.undo();
  expect(shown(app)).toEqual(chair);
});

test('steps on a model that another tab has given the files it lacked are undone on it as it is now', async () => {
  const browser = openBrowser(server.url, await server.signUp());
  const page = await openPage(browser);
  const { app } = page;
  const stop = app.shownModel.subscribe(() => {});
  const lacking = makeBoxes([{ name: 'Seat', size: [1, 1, 1], centre: [0, 0, 0] }], { images: ['wood.png'] });
  await page.drop('chair.glb', new Uint8Array(lacking));
  page.look(HERO);
  const before = currentSettings(app).model_hash;
  hideExactly(app, 'Hide', [0]);
  changeLens(app, 'Lens', { fovDegrees: 30 });
  await page.save();

  const tab = await openPage(browser);
  const wood = { path: 'wood.png', file: new File([makePng()], 'wood.png') };
  await addFiles(tab.app, [wood], new AbortController().signal);
  await tab.app.workingCopy.current?.flush();
  await until(() => currentSettings(app).model_hash !== before);
  await page.settled();
  await until(() => app.shownModel.current()?.hash === currentSettings(app).model_hash);
  expect(shown(app)).toMatchObject({ hidden: [0], fov: 30 });
  app.commands.undo();
  app.commands.undo();
  expect(shown(app)).toMatchObject({ hidden: [], fov: 45 });
  stop();
});
