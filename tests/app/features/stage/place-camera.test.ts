import { beforeEach, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { assignSettings } from '../../../../src/app/core/edit-settings.ts';
import { placeCamera } from '../../../../src/app/features/stage/place-camera.ts';
import { readView0, VIEW0_KEY } from '../../../../src/app/model/view0.ts';
import { rememberCamera } from '../../../../src/app/scene/remember-camera.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import type { CameraPose } from '../../../../src/contract/render-spec.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { createFakeViewer } from '../../../support/fake-viewer.ts';

const CHAIR = ContentHash.parse('a'.repeat(64));
const LAMP = ContentHash.parse('b'.repeat(64));
const at = (x: number): CameraPose => ({
  position: [x, 0, 10],
  target: [0, 0, 0],
  up: [0, 1, 0],
  quaternion: [0, 0, 0, 1],
  fovDegrees: 45,
});
const FITTED = at(99);

let app: App;
beforeEach(() => {
  app = createTestApp(createFakeOutside(createFakeServer()));
  app.state.project.key = 'project';
  assignSettings(app, { model_hash: CHAIR });
});

/** Where a model is looked at from when it comes to the stage. */
async function place(hash: ContentHash): Promise<number | undefined> {
  const viewer = createFakeViewer({ fitCamera: FITTED });
  await placeCamera(app, viewer.api, hash);
  app.state.stage.modelHash = hash;
  return viewer.calls[0]?.[0] === 'setCamera' ? (viewer.calls[0][1] as CameraPose).position[0] : 99;
}
/** The project as another visit finds it, on this device or another. */
function reload(camera: CameraPose | null, camera_at: number | null): void {
  const { render_settings } = app.state.project.settings;
  assignSettings(app, { render_settings: { ...render_settings, camera, camera_at } });
  app.state.stage.modelHash = null;
  app.state.stage.camera = null;
}
const record = () => app.outside.localStorage.getItem(VIEW0_KEY);

test('a visit that ended before the database had it finds the last camera', async () => {
  rememberCamera(app, at(5));
  reload(null, null);
  expect(await place(CHAIR)).toBe(5);
  expect(app.state.stage.camera?.position[0]).toBe(5);
});

test('another device that looked later wins', async () => {
  rememberCamera(app, at(5));
  reload(at(6), app.outside.now() + 1);
  expect(await place(CHAIR)).toBe(6);
});

test('another model takes the last camera away for good', async () => {
  rememberCamera(app, at(5));
  reload(null, null);
  expect(await place(LAMP)).toBe(99);
  expect(record()).toBeNull();
  reload(null, null);
  expect(await place(CHAIR)).toBe(99);
});

test('what is no camera is deleted', async () => {
  app.outside.localStorage.setItem(VIEW0_KEY, '{"cameraPosition":{}}');
  expect(await place(CHAIR)).toBe(99);
  expect(readView0(record())?.pose).toEqual(FITTED);
});

test('a new model is seen from the hero angle, and a reload shows the same picture', async () => {
  const viewer = createFakeViewer({ fitCamera: FITTED });
  await placeCamera(app, viewer.api, CHAIR);
  expect(viewer.calls).toEqual([['fitCamera', 0, 'hero']]);
  const { camera, camera_at } = app.state.project.settings.render_settings;
  // Nobody has moved it: a camera that another device was moved to wins.
  expect([camera, camera_at]).toEqual([FITTED, 0]);
  reload(null, null);
  expect(await place(CHAIR)).toBe(99);
  reload(at(6), 1);
  expect(await place(CHAIR)).toBe(6);
});

test('what the stage shows while the project names another model is not its camera', async () => {
  expect(await place(LAMP)).toBe(99);
  expect([app.state.project.settings.render_settings.camera, record()]).toEqual([null, null]);
});

test('a model that stands there already keeps the camera where it was left: restored once', async () => {
  expect(await place(CHAIR)).toBe(99);
  app.state.stage.camera = at(7);
  app.outside.localStorage.setItem(VIEW0_KEY, record() ?? '');
  expect(await place(CHAIR)).toBe(7);
});

test('a project that is left while the camera is put in its place keeps its last camera, and nothing breaks', async () => {
  reload(at(6), 1);
  const viewer = createFakeViewer({ fitCamera: FITTED });
  const placing = placeCamera(app, viewer.api, CHAIR);
  app.state.stage.camera = null;
  await placing;
  expect(app.state.stage.camera).toBeNull();
  expect(app.state.project.settings.render_settings).toMatchObject({ camera: at(6), camera_at: 1 });
});
