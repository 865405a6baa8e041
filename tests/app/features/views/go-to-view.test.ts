import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { followActiveView } from '../../../../src/app/features/views/follow-active-view.ts';
import { goToView } from '../../../../src/app/features/views/go-to-view.ts';
import { renameView } from '../../../../src/app/features/views/rename-view.ts';
import { saveView } from '../../../../src/app/features/views/save-view.ts';
import { updateView } from '../../../../src/app/features/views/update-view.ts';
import { IDENTITY_MATRIX, SAVED_VIEWS_MAX, VIEW_TRANSITION_MS } from '../../../../src/contract/constants.ts';
import { AppError } from '../../../../src/contract/failure.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import type { CameraPose } from '../../../../src/contract/render-spec.ts';
import type { ViewerEvent } from '../../../../src/contract/viewer-events.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside } from '../../../support/fake-outside.ts';
import { makeView } from '../../../support/saved-view.ts';
import { namesOf, openViewsApp, viewsOf } from '../../../support/views-app.ts';

const MOVED = [...IDENTITY_MATRIX.slice(0, 12), 3, 0, 0, 1];

let app: App;
let stop: () => void;
let isMotionReduced: boolean;
/** What the viewer was told, and where its camera is. */
let told: unknown[];
let camera: CameraPose;
let setCamera: (pose: CameraPose, ms: number) => Promise<void>;
const listeners = new Set<(event: ViewerEvent) => void>();

beforeEach(async () => {
  isMotionReduced = false;
  vi.stubGlobal('matchMedia', () => ({ matches: isMotionReduced }));
  const views = [makeView(1), makeView(2, { model_transform: MOVED })];
  const model_hash = ContentHash.parse('ab'.repeat(32));
  const server = createFakeServer({ camera_views: views, model_hash });
  ({ app, stop } = await openViewsApp(createFakeOutside(server)));
  told = [];
  camera = makeView(7).pose;
  setCamera = async (pose) => {
    camera = pose;
  };
  const api = {
    camera: async () => camera,
    setCamera: (pose: CameraPose, ms: number) => {
      told.push(['camera', pose.position[0], ms]);
      return setCamera(pose, ms);
    },
    setModelTransform: async (matrix: number[], ms: number) => void told.push(['model', matrix[12], ms]),
    capturePasses: async (_pose: CameraPose, widthPx: number, heightPx: number) => ({
      snapshot: new ArrayBuffer(widthPx * heightPx * 4),
    }),
  };
  app.viewer.current = {
    api,
    onEvent: (listener: (event: ViewerEvent) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as never;
  app.state.stage.modelHash = model_hash;
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

const uuid = (place: number) => viewsOf(app)[place]!.uuid;
const active = () => viewsOf(app).findIndex(({ is_active }) => is_active);

test('camera and model go there together over 600 ms; it is the last camera and the active view', async () => {
  const going = goToView(app, uuid(1));
  expect(app.state.views.movingTo).toBe(uuid(1));
  await going;
  expect(told).toEqual([
    ['model', 3, VIEW_TRANSITION_MS],
    ['camera', 2, VIEW_TRANSITION_MS],
  ]);
  expect(app.state.views.movingTo).toBeNull();
  expect(app.state.stage.activeView).toBe(uuid(1));
  expect(active()).toBe(1);
  const { render_settings: look } = app.state.project.settings;
  expect(look.camera?.position[0]).toBe(2);
  expect(look.model_transform[12]).toBe(3);
  expect(app.commands.undoLabel()).toBe('Model as in View 2');
  app.commands.undo();
  expect(app.state.project.settings.render_settings.model_transform).toEqual([...IDENTITY_MATRIX]);
});

test('the active view, and any other while one is on its way, is left alone', async () => {
  await Promise.all([goToView(app, uuid(0)), goToView(app, uuid(1))]);
  await goToView(app, uuid(0));
  expect(told).toEqual([['camera', 1, VIEW_TRANSITION_MS]]);
});

test('less motion, the camera alone, and a model that stands there already', async () => {
  isMotionReduced = true;
  app.state.views.isCameraOnly = true;
  await goToView(app, uuid(1));
  expect(told).toEqual([['camera', 2, 0]]);
  app.state.views.isCameraOnly = false;
  app.state.project.settings.render_settings.model_transform = [...MOVED];
  app.state.stage.activeView = null;
  await goToView(app, uuid(1));
  expect(told).toHaveLength(2);
  expect(app.commands.undoLabel()).toBeNull();
});

test('where a transition cannot start it goes there at once', async () => {
  setCamera = async (pose, ms) => {
    if (ms > 0) throw new AppError({ code: 'worker-crashed', worker: 'viewer' });
    camera = pose;
  };
  await goToView(app, uuid(0));
  expect(told).toEqual([
    ['camera', 1, VIEW_TRANSITION_MS],
    ['camera', 1, 0],
  ]);
  expect(app.state.stage.activeView).toBe(uuid(0));
});

test('a viewer that fails ends the transition, and the next press works', async () => {
  setCamera = async () => {
    throw new AppError({ code: 'worker-crashed', worker: 'viewer' });
  };
  await goToView(app, uuid(0));
  expect(app.state.views.movingTo).toBeNull();
  expect(app.state.stage.activeView).toBeNull();
  setCamera = async (pose) => {
    camera = pose;
  };
  await goToView(app, uuid(0));
  expect(app.state.stage.activeView).toBe(uuid(0));
});

test('a gesture on the way ends it where it is, and a view that is gone is only noted', async () => {
  setCamera = async () => undefined;
  await goToView(app, uuid(0));
  expect(app.state.stage.activeView).toBeNull();
  expect(active()).toBe(-1);
  await goToView(app, 'gone');
  expect((app.outside as ReturnType<typeof createFakeOutside>).warnings).toEqual([
    'View with ID gone not found',
  ]);
});

test('moving the camera clears the active view, and neither makes the project unsaved', async () => {
  const end = followActiveView(app, app.viewer.current!);
  await goToView(app, uuid(0));
  await app.workingCopy.current?.flush();
  expect(active()).toBe(0);
  app.state.stage.activeView = null;
  for (const listener of listeners) listener({ kind: 'cameraSettled', pose: camera });
  expect(active()).toBe(-1);
  expect(app.state.project.dirtyFields).toEqual([]);
  app.state.views.movingTo = uuid(0);
  for (const listener of listeners) listener({ kind: 'needsScene' });
  expect(app.state.views.movingTo).toBeNull();
  end();
});

test('a model that is moved from where it stands in the active view leaves that; with the camera only it does not matter', async () => {
  const end = followActiveView(app, app.viewer.current!);
  const { stage, project, views } = app.state;
  await goToView(app, uuid(1));
  const place = async (matrix: readonly number[]) => {
    project.settings.render_settings.model_transform = [...matrix];
    await app.workingCopy.current?.flush();
  };
  await place(MOVED);
  expect(stage.activeView).toBe(uuid(1));
  views.isCameraOnly = true;
  await place(IDENTITY_MATRIX);
  expect(stage.activeView).toBe(uuid(1));
  views.isCameraOnly = false;
  await place([...IDENTITY_MATRIX.slice(0, 12), 5, 0, 0, 1]);
  expect([stage.activeView, active()]).toEqual([null, -1]);
  // Pressed again, it is gone to.
  await goToView(app, uuid(1));
  expect(project.settings.render_settings.model_transform).toEqual(MOVED);
  expect(stage.activeView).toBe(uuid(1));
  end();
});

test('a save takes camera, model, picture and the next number, one at a time, up to the limit', async () => {
  app.state.project.settings.render_settings.model_transform = [...MOVED];
  await Promise.all([saveView(app), saveView(app)]);
  const saved = viewsOf(app)[2]!;
  expect(viewsOf(app)).toHaveLength(3);
  expect(saved).toMatchObject({
    id: 3,
    name: 'View 3',
    order: 3,
    version: '2.1.0',
    model_transform: MOVED,
    pose: camera,
    timestamp: app.outside.now(),
  });
  expect(atob(saved.thumbnail!.replace('data:image/webp;base64,', ''))).toBe('picture 96x96');
  while (viewsOf(app).length < SAVED_VIEWS_MAX) await saveView(app);
  await saveView(app);
  expect(viewsOf(app)).toHaveLength(SAVED_VIEWS_MAX);
});

test('a number that a view was given as its name is not given to another', async () => {
  renameView(app, viewsOf(app)[0]!.uuid, 'View 3');
  await saveView(app);
  expect(namesOf(viewsOf(app))).toEqual(['View 3', 'View 2', 'View 4']);
});

test('an empty capture saves the view without its picture; without a model nothing is saved', async () => {
  app.viewer.current!.api.capturePasses = async () => {
    throw new AppError({ code: 'graphics-unavailable', reason: 'lost' });
  };
  await saveView(app);
  expect(viewsOf(app)[2]).toMatchObject({ name: 'View 3', thumbnail: null });
  app.state.stage.modelHash = null;
  await saveView(app);
  expect(viewsOf(app)).toHaveLength(3);
});

test('while the stage shows another model than the project, no view is saved or updated from it', async () => {
  const before = viewsOf(app).map(({ pose }) => pose);
  const { settings } = app.state.project;
  const shown = settings.model_hash;
  const next = ContentHash.parse('cd'.repeat(32));
  const updating = updateView(app, uuid(0));
  settings.model_hash = next;
  await updating;
  await saveView(app);
  settings.model_hash = shown;
  const saving = saveView(app);
  settings.model_hash = next;
  await saving;
  settings.model_hash = shown;
  expect(settings.camera_views.map(({ pose }) => pose)).toEqual(before);
});

test('an update takes camera and picture and keeps name and place', async () => {
  const before = viewsOf(app)[0]!;
  await updateView(app, before.uuid);
  const after = viewsOf(app)[0]!;
  expect(after).toMatchObject({ uuid: before.uuid, name: 'View 1', order: 1, pose: camera });
  expect(after.timestamp).toBeGreaterThan(before.timestamp);
  app.commands.undo();
  expect(viewsOf(app)[0]!.pose).toEqual(before.pose);
});
