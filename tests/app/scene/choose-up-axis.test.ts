import { beforeEach, expect, test } from 'vitest';
import type { App } from '../../../src/app/core/app.ts';
import { assignSettings, currentSettings } from '../../../src/app/core/edit-settings.ts';
import { loadActiveProject } from '../../../src/app/features/projects/load-active-project.ts';
import { importModel } from '../../../src/app/features/stage/import-model.ts';
import { chooseUpAxis } from '../../../src/app/scene/choose-up-axis.ts';
import { describeScene } from '../../../src/app/scene/describe-scene.ts';
import { standModel } from '../../../src/app/scene/stand-model.ts';
import { makeArrow } from '../../support/box-model.ts';
import { createFakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../support/fake-outside.ts';

const MOVED = [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 3, 4, 5, 1];
let app: App;

beforeEach(async () => {
  app = createTestApp(createFakeOutside(createFakeServer()));
  await loadActiveProject(app, 7, 'New');
});

const give = (glb: Uint8Array, path = 'arrow.glb') =>
  importModel(app, [{ path, file: new Blob([new Uint8Array(glb)]) }], new AbortController().signal);
const upAxis = () => currentSettings(app).render_settings.up_axis;

test('a choice is one step that can be undone, and the recipe turns the model', async () => {
  const { row } = await give(makeArrow('y'));
  const { render_settings } = currentSettings(app);
  assignSettings(app, { render_settings: { ...render_settings, model_transform: MOVED } });
  chooseUpAxis(app, 'Z_UP');
  expect(upAxis()).toBe('Z_UP');
  expect(app.state.project.undoLabel).toBe('Top to Z-up');
  const scene = await describeScene(app, row, currentSettings(app));
  // +90 degrees about X after the tool's matrix: (3, 4, 5) goes to (3, -5, 4).
  expect(scene.modelTransform).toEqual([2, 0, 0, 0, 0, 0, 2, 0, 0, -2, 0, 0, 3, -5, 4, 1]);
  expect(currentSettings(app).render_settings.model_transform).toEqual(MOVED);
  app.commands.undo();
  expect(upAxis()).toBe('Y_UP');
  expect((await describeScene(app, row, currentSettings(app))).modelTransform).toEqual(MOVED);
});

test('the lit axis, and a stage without a model, change nothing', async () => {
  chooseUpAxis(app, 'X_UP');
  expect(upAxis()).toBe('Y_UP');
  expect(app.state.project.undoLabel).toBeNull();
  await give(makeArrow('z'));
  const before = JSON.stringify(currentSettings(app));
  chooseUpAxis(app, 'Y_UP');
  expect(JSON.stringify(currentSettings(app))).toBe(before);
  expect(app.state.project.undoLabel).toBe('Model');
});

test('another model starts at Y up and unmoved', async () => {
  await give(makeArrow('y'));
  chooseUpAxis(app, 'Z_DOWN');
  await give(makeArrow('z'), 'other.glb');
  expect(upAxis()).toBe('Y_UP');
  app.commands.undo();
  expect(upAxis()).toBe('Z_DOWN');
});

test('a model that comes back stands as it stood in this project, also after a reload (F16)', async () => {
  const arrow = makeArrow('z');
  const { row } = await give(arrow);
  standModel(app, row.report, 'as-made');
  const asMade = currentSettings(app).model_normalisation;
  chooseUpAxis(app, 'X_DOWN');
  const other = makeArrow('y');
  await give(other, 'other.glb');
  chooseUpAxis(app, 'Z_UP');

  app = createTestApp(createFakeOutside(createFakeServer(currentSettings(app))));
  await loadActiveProject(app, 7, 'New');
  await give(arrow);
  expect(upAxis()).toBe('X_DOWN');
  expect(currentSettings(app).model_normalisation).toEqual(asMade);
  // Nothing was turned that the person did not turn themselves.
  expect(app.toasts.queue.visibleToasts).toEqual([]);
  await give(other, 'other.glb');
  expect(upAxis()).toBe('Z_UP');
  app.commands.undo();
  expect(upAxis()).toBe('X_DOWN');
});
