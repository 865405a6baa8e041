import { expect, test } from 'vitest';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { followScene } from '../../../../src/app/features/stage/follow-scene.ts';
import { importModel } from '../../../../src/app/features/stage/import-model.ts';
import { followTransform } from '../../../../src/app/features/transform/follow-transform.ts';
import { moveModel } from '../../../../src/app/features/transform/move-model.ts';
import { IDENTITY_MATRIX } from '../../../../src/contract/constants.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import { makeBoxes } from '../../../support/box-model.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, until } from '../../../support/fake-outside.ts';
import { createFakeViewer } from '../../../support/fake-viewer.ts';

const turn = () => new Promise((resolve) => setTimeout(resolve));

test('a drag that a lost scene took along is over, and the next scene has the handles', async () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const { stage, transform } = app.state;
  stage.modelHash = ContentHash.parse('a'.repeat(64));
  app.state.project.settings.model_hash = stage.modelHash;
  const viewer = createFakeViewer();
  const stop = followTransform(app, viewer);
  stage.toolbar = 'transform';
  await turn();
  const [told] = viewer.calls;
  expect(told).toMatchObject(['setTransformTool', { mode: 'translate', isSelected: true }]);
  viewer.emit({ kind: 'snapChanged', snap: 'fine' });
  viewer.emit({ kind: 'modelMoved', matrix: [...IDENTITY_MATRIX], isDone: false });
  expect(transform.dragged).not.toBeNull();
  viewer.emit({ kind: 'sceneLost' });
  expect(transform).toMatchObject({ dragged: null, snap: 'none', isSelected: true });
  viewer.emit({ kind: 'needsScene' });
  expect(viewer.calls).toEqual([told, told]);
  stop();
});

test('a drag of a model that leaves the stage moves nothing of the one that comes', async () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const { stage, transform, project } = app.state;
  const viewer = createFakeViewer();
  const stop = followTransform(app, viewer);
  stage.toolbar = 'transform';
  stage.modelHash = ContentHash.parse('a'.repeat(64));
  project.settings.model_hash = ContentHash.parse('b'.repeat(64));
  const moved = [...IDENTITY_MATRIX.slice(0, 12), 1, 0, 0, 1];
  viewer.emit({ kind: 'modelMoved', matrix: moved, isDone: false });
  expect(transform.dragged).toBeNull();
  viewer.emit({ kind: 'modelMoved', matrix: moved, isDone: true });
  expect([transform.reported, app.commands.undoLabel()]).toEqual([null, null]);
  expect(project.settings.render_settings.model_transform).toEqual([...IDENTITY_MATRIX]);
  project.settings.model_hash = stage.modelHash;
  viewer.emit({ kind: 'modelMoved', matrix: moved, isDone: true });
  expect(project.settings.render_settings.model_transform).toEqual(moved);
  stop();
});

test('the next model goes where it is put, also where a person had dragged the one before it to', async () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  await loadActiveProject(app, 7, 'New');
  const { stage, project } = app.state;
  const viewer = createFakeViewer();
  app.viewer.current = viewer;
  const scene = followScene(app, viewer, (error) => {
    throw error;
  });
  const stop = followTransform(app, viewer);
  const drop = async (name: string) => {
    const file = new Blob([new Uint8Array(makeBoxes([{ name, size: [1, 1, 1], centre: [0, 0, 0] }]))]);
    await importModel(app, [{ path: `${name}.glb`, file }], new AbortController().signal);
    await until(() => stage.modelHash === project.settings.model_hash && stage.pending === 0);
  };
  const moved = [...IDENTITY_MATRIX.slice(0, 12), 1, 0, 0, 1];
  const told = () => viewer.calls.filter(([method]) => method === 'setModelTransform');
  await drop('chair');
  viewer.emit({ kind: 'modelMoved', matrix: moved, isDone: true });
  await turn();
  // It stands there already.
  expect(told()).toEqual([]);
  await drop('lamp');
  moveModel(app, moved);
  await turn();
  expect(told()).toEqual([['setModelTransform', moved, 0]]);
  stop();
  scene.stop();
});
