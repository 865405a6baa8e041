import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { assignSettings } from '../../../../src/app/core/edit-settings.ts';
import { followCamera } from '../../../../src/app/features/stage/follow-camera.ts';
import { readView0, VIEW0_KEY } from '../../../../src/app/model/view0.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, type FakeOutside } from '../../../support/fake-outside.ts';
import { createFakeViewer, type FakeViewer } from '../../../support/fake-viewer.ts';

const HASH = ContentHash.parse('a'.repeat(64));

let outside: FakeOutside;
let app: App;
let viewer: FakeViewer;
let page: EventTarget;
let hide: () => void;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const world = createFakeOutside(createFakeServer());
  outside = {
    ...world,
    page: {
      ...world.page,
      onHide: (listener) => {
        hide = listener;
        return () => {};
      },
    },
  };
  app = createTestApp(outside);
  assignSettings(app, { model_hash: HASH });
  app.state.stage.modelHash = HASH;
  app.state.project.key = 'project';
  viewer = createFakeViewer();
  app.viewer.current = viewer;
  stop = followCamera(app, viewer);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = (x: number) =>
  viewer.emit({
    kind: 'cameraSettled',
    pose: {
      position: [x, 0, 10],
      target: [0, 0, 0],
      up: [0, 1, 0],
      quaternion: [0, 0, 0, 1],
      fovDegrees: 45,
    },
  });
const stored = () => readView0(outside.localStorage.getItem(VIEW0_KEY))?.pose.position[0] ?? null;
const remembered = () => app.state.project.settings.render_settings.camera?.position[0] ?? null;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('the last camera is kept 500 ms after the last change, on the device and in the project', async () => {
  page.dispatchEvent(new Event('pointerdown'));
  settle(1);
  await pass(499);
  settle(2);
  await pass(499);
  expect([stored(), remembered()]).toEqual([null, null]);
  await pass(1);
  expect([stored(), remembered()]).toEqual([2, 2]);
  const { camera_at } = app.state.project.settings.render_settings;
  expect(camera_at).toBe(outside.now());
});

test.each(['pointerdown', 'wheel', 'touchstart', 'keydown'])('%s is the first act', async (act) => {
  settle(1);
  await pass(1_000);
  expect(stored()).toBeNull();
  page.dispatchEvent(new Event(act));
  settle(2);
  await pass(500);
  expect(stored()).toBe(2);
});

test('without any act it begins after 3 s; what came before is not kept', async () => {
  await pass(2_000);
  settle(1);
  await pass(999);
  await pass(600);
  expect(stored()).toBeNull();
  settle(2);
  await pass(500);
  expect(stored()).toBe(2);
});

test('a model that was moved is a change too', async () => {
  page.dispatchEvent(new Event('wheel'));
  settle(1);
  await pass(500);
  const { settings } = app.state.project;
  settings.render_settings.model_transform = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 4, 0, 0, 1];
  await pass(501);
  const record = JSON.parse(outside.localStorage.getItem(VIEW0_KEY) ?? '{}') as {
    modelTransformations: { model_position_x: number };
  };
  expect(record.modelTransformations.model_position_x).toBe(4);
});

test('a page that goes away keeps what was waiting, and only that', async () => {
  page.dispatchEvent(new Event('pointerdown'));
  hide();
  expect(stored()).toBeNull();
  settle(3);
  hide();
  expect([stored(), remembered()]).toEqual([3, 3]);
});

test('standing where it stood is no change; another model’s camera is nobody’s', async () => {
  page.dispatchEvent(new Event('pointerdown'));
  settle(1);
  await pass(500);
  outside.localStorage.removeItem(VIEW0_KEY);
  settle(1);
  await pass(500);
  expect(stored()).toBeNull();
  app.state.stage.modelHash = ContentHash.parse('b'.repeat(64));
  settle(2);
  await pass(500);
  expect([stored(), remembered()]).toEqual([null, 1]);
});

test('a storage that is full or closed is no failure: the project has it', async () => {
  outside.localStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  page.dispatchEvent(new Event('pointerdown'));
  settle(1);
  await pass(500);
  expect(remembered()).toBe(1);
});

test('a gesture leaves the view that was active and stops the turntable; a call does not', async () => {
  const { stage, project } = app.state;
  const set = () => {
    stage.activeView = 'one';
    stage.helperView = 'front';
    project.settings.render_settings.auto_rotate = true;
  };
  const now = () => [stage.activeView, stage.helperView, project.settings.render_settings.auto_rotate];
  set();
  viewer.emit({ kind: 'cameraTravelled' });
  settle(1);
  expect(now()).toEqual(['one', 'front', true]);
  viewer.emit({ kind: 'cameraMoved' });
  expect(now()).toEqual([null, null, false]);
  set();
  viewer.emit({ kind: 'helperViewPicked', view: 'top' });
  expect(now()).toEqual([null, 'top', false]);
  expect(viewer.calls).toEqual([['goToHelperView', 'top', 0]]);
  viewer.emit({ kind: 'helperViewHovered', view: 'left' });
  expect(stage.hoveredView).toBe('left');
});
