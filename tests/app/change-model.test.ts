import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app/core/app.ts';
import { assignSettings, editSettings } from '../../src/app/core/edit-settings.ts';
import { addStep } from '../../src/app/features/light-map/add-step.ts';
import { listLiveChanges } from '../../src/app/features/material-sync/live-changes.ts';
import { setMaterialColour } from '../../src/app/features/materials/set-material-colour.ts';
import { followSaves } from '../../src/app/features/projects/follow-saves.ts';
import { keepWorkingCopy } from '../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../src/app/features/projects/load-active-project.ts';
import { saveProject } from '../../src/app/features/projects/save-project.ts';
import { toggleMaterial } from '../../src/app/features/selection/toggle-material.ts';
import { importModel } from '../../src/app/features/stage/import-model.ts';
import { listViews } from '../../src/app/features/views/list-views.ts';
import { pullViews } from '../../src/app/features/views/pull-views.ts';
import { saveView } from '../../src/app/features/views/save-view.ts';
import { findSketch } from '../../src/app/model/find-sketch.ts';
import { listMaterials } from '../../src/app/model/list-materials.ts';
import { PROJECT_VIEWS_MAX } from '../../src/contract/constants.ts';
import type { CameraViewBody } from '../../src/contract/http/camera-views.ts';
import type { ProjectBody } from '../../src/contract/http/projects.ts';
import { ContentHash } from '../../src/contract/ids.ts';
import type { CameraPose } from '../../src/contract/render-spec.ts';
import { makeBoxes } from '../support/box-model.ts';
import { createFakeServer } from '../support/fake-http.ts';
import { createFakeOutside, createTestApp, type FakeOutside, until } from '../support/fake-outside.ts';
import { createFakeViewer } from '../support/fake-viewer.ts';
import { makeStroke } from '../support/light-map-app.ts';
import { openDevice } from '../support/real-outside.ts';
import { makeView } from '../support/saved-view.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import { makePng } from '../support/tiny-image.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const forever = () => new AbortController().signal;
const at = (x: number): CameraPose => ({
  position: [x, 2, 15],
  target: [0, 0, 0],
  up: [0, 1, 0],
  quaternion: [0, 0, 0, 1],
  fovDegrees: 45,
});
const boxes = (...names: string[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    makeBoxes(names.map((name, x) => ({ name, size: [1, 1, 1], centre: [x * 2, 0, 0], texture: makePng() }))),
  );
const MODELS = { chair: boxes('Seat', 'Leg'), lamp: boxes('Shade', 'Foot', 'Cable') };

/** A device with its page, as far as it has to do with models. */
interface Device {
  readonly app: App;
  close(): void;
  /** Another visit of the same device. */
  reload(): Promise<Device>;
}

async function open(app: App, person: Person): Promise<Device> {
  const { id } = person.session.user;
  await loadActiveProject(app, id, 'New');
  const copy = keepWorkingCopy(app, (error) => {
    throw error;
  });
  app.workingCopy.current = copy;
  const stop = app.outbox.start(id);
  const stopSaves = followSaves(app, (error) => {
    throw error;
  });
  const close = (): void => {
    stop();
    stopSaves();
    copy.stop();
  };
  await idle(app);
  return {
    app,
    close,
    async reload() {
      await copy.flush();
      close();
      const next = createTestApp(app.outside as FakeOutside);
      next.state.account.userId = id;
      return open(next, person);
    },
  };
}

const idle = async (app: App) => until(async () => (await app.db.outbox.count()) === 0);
async function save(app: App): Promise<void> {
  await app.workingCopy.current?.flush();
  await saveProject(app);
  await idle(app);
  await until(() => app.state.project.dirtyFields.length === 0);
}

/** The stage shows a model that was dropped, from somewhere. */
async function drop(app: App, name: keyof typeof MODELS, x: number): Promise<ContentHash> {
  const file = new Blob([MODELS[name]]);
  await importModel(app, [{ path: `${name}.glb`, file }], forever());
  return stand(app, x);
}
function stand(app: App, x: number): ContentHash {
  const { stage, project } = app.state;
  const hash = project.settings.model_hash!;
  app.viewer.current = createFakeViewer({ camera: at(x) });
  stage.modelHash = hash;
  stage.camera = at(x);
  stage.load = null;
  return hash;
}
async function rowsOf(app: App) {
  const { model_hash: hash, model_materials: entries } = app.state.project.settings;
  const model = await app.db.models.get(hash!);
  return listMaterials(model!.report, entries);
}

/** All that belongs to the model of a project, as far as a person can tell. */
async function read(app: App) {
  const { settings, key } = app.state.project;
  const { render_settings: look } = settings;
  const sketches = await app.db.sketches.where('projectKey').equals(key!).toArray();
  return {
    name: settings.model_name,
    views: listViews(settings).map(({ name, pose }) => [name, pose.position[0]]),
    colours: settings.model_materials.map(({ name, color }) => [name, color]),
    selected: look.material_selection?.selected.length ?? 'automatic',
    hidden: [...look.hidden_nodes],
    camera: look.camera?.position[0] ?? null,
    isLit: look.camera !== null && findSketch(sketches, settings.model_hash, look.camera) !== undefined,
  };
}

/** Two views, a colour, a choice, a hidden part and painted light. */
async function work(app: App): Promise<void> {
  await saveView(app);
  app.viewer.current = createFakeViewer({ camera: at(4) });
  app.state.stage.camera = at(4);
  await saveView(app);
  const [seat] = await rowsOf(app);
  setMaterialColour(app, app.texts(), seat!, '#803010');
  const rows = await rowsOf(app);
  toggleMaterial(app, rows, rows[1]!, 'Leg');
  const { render_settings } = app.state.project.settings;
  editSettings(app, 'Hide', {
    render_settings: { ...JSON.parse(JSON.stringify(render_settings)), hidden_nodes: [1] },
  });
  await addStep(app, makeStroke('light'));
}
const WORK = {
  name: 'chair.glb',
  views: [
    ['View 1', 3],
    ['View 2', 4],
  ],
  colours: [['Seat', '#803010']],
  selected: 1,
  hidden: [1],
  camera: 4,
  isLit: true,
};
const get = async <T>(person: Person, path: string): Promise<T> =>
  (await fetch(server.url + path, { headers: person.headers })).json() as Promise<T>;

test('all that belongs to a model comes back with it: by undo, after a reload, on the server, on a second device and when it is dropped again', async () => {
  const person = await server.signUp();
  let device = await open(openDevice(server.url, person), person);
  await drop(device.app, 'chair', 3);
  await work(device.app);
  await save(device.app);

  // Another model begins with nothing, and has work of its own.
  await drop(device.app, 'lamp', 9);
  expect(await read(device.app)).toEqual({
    ...{ name: 'lamp.glb', views: [], colours: [], selected: 'automatic' },
    ...{ hidden: [], camera: null, isLit: false },
  });
  await saveView(device.app);
  expect((await read(device.app)).views).toEqual([['View 1', 9]]);
  await save(device.app);
  const listed = await get<CameraViewBody[]>(person, '/api/project/camera_views/');
  expect(listed.map(({ name, position_x }) => [name, position_x])).toEqual([['View 1', 9]]);

  // Undo: the view on the lamp, then the lamp.
  device.app.commands.undo();
  device.app.commands.undo();
  expect(await read(device.app)).toEqual(WORK);
  await idle(device.app);
  await save(device.app);
  await pullViews(device.app, forever());
  await device.app.workingCopy.current?.flush();
  expect(await read(device.app)).toEqual(WORK);

  device = await device.reload();
  expect(await read(device.app)).toEqual(WORK);
  const body = await get<ProjectBody>(person, '/api/project/active/');
  expect(body.camera_views.map(({ name }) => name)).toEqual(['View 1', 'View 2']);

  const second = await open(openDevice(server.url, person), person);
  expect(await read(second.app)).toEqual({ ...WORK, isLit: false });
  second.close();

  // Dropped again after another one, it stands as it was left; so does the other one.
  stand(device.app, 4);
  await drop(device.app, 'lamp', 8);
  await saveView(device.app);
  await save(device.app);
  await drop(device.app, 'chair', 4);
  expect(await read(device.app)).toEqual(WORK);
  await save(device.app);
  device = await device.reload();
  expect(await read(device.app)).toEqual(WORK);
  await drop(device.app, 'lamp', 8);
  expect((await read(device.app)).views).toEqual([['View 1', 8]]);
  device.close();
});

test('what is done to a model that is not saved yet leaves the one that the server shows alone', async () => {
  const person = await server.signUp();
  const device = await open(openDevice(server.url, person), person);
  const { app } = device;
  await drop(app, 'chair', 3);
  await work(app);
  await save(app);
  await drop(app, 'lamp', 9);
  const [shade, foot] = await rowsOf(app);
  setMaterialColour(app, app.texts(), shade!, '#0000ff');
  toggleMaterial(app, await rowsOf(app), foot!, 'Foot');
  await app.workingCopy.current?.flush();
  const row = (await app.db.projects.get(app.state.project.key!))!;
  expect(listLiveChanges(row)).toEqual([]);
  await idle(app);
  const second = await open(openDevice(server.url, person), person);
  expect(await read(second.app)).toEqual({ ...WORK, camera: null, isLit: false });
  second.close();
  await save(app);
  const third = await open(openDevice(server.url, person), person);
  expect(await read(third.app)).toMatchObject({
    name: 'lamp.glb',
    colours: [['Shade', '#0000ff']],
    selected: 2,
  });
  third.close();
  device.close();
});

test('a full project makes room for a view by the oldest of the model that was left the longest ago, says so, and undo brings it back', async () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  await loadActiveProject(app, 7, 'New');
  await drop(app, 'chair', 3);
  const others = ['a', 'b', 'c', 'd', 'e'].flatMap((letter, model) =>
    Array.from({ length: 20 }, (_, index) =>
      makeView(index + 1, {
        name: `${letter}${index + 1}`,
        model_hash: ContentHash.parse(letter.repeat(64)),
        timestamp: 1_000 * model + index,
      }),
    ),
  );
  assignSettings(app, { camera_views: others });
  await saveView(app);
  const names = () => app.state.project.settings.camera_views.map(({ name }) => name);
  expect(names()).toHaveLength(PROJECT_VIEWS_MAX);
  expect([names().includes('a1'), names().includes('View 1')]).toEqual([false, true]);
  expect(app.toasts.queue.visibleToasts.at(0)?.content.title).toContain('a1');
  app.commands.undo();
  expect([names().includes('a1'), names().includes('View 1')]).toEqual([true, false]);
});
