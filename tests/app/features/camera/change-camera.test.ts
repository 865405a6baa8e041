import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeLens, changePlace } from '../../../../src/app/features/camera/change-camera.ts';
import { followFocus } from '../../../../src/app/features/camera/follow-focus.ts';
import { switchDepth } from '../../../../src/app/features/camera/set-focus.ts';
import { followTaps } from '../../../../src/app/features/stage/follow-taps.ts';
import { withRoll } from '../../../../src/contract/camera/level-camera.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import type { CameraPose } from '../../../../src/contract/render-spec.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { createFakeViewer } from '../../../support/fake-viewer.ts';

const HASH = ContentHash.parse('a'.repeat(64));
const POSE: CameraPose = {
  position: [0, 2, 20],
  target: [0, 0, 0],
  up: [0, 1, 0],
  quaternion: [0, 0, 0, 1],
  fovDegrees: 45,
};

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: true })));
afterEach(() => vi.unstubAllGlobals());

function open(answers: Record<string, unknown> = {}) {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const viewer = createFakeViewer(answers);
  app.viewer.current = viewer;
  const { stage, project } = app.state;
  project.settings.model_hash = HASH;
  stage.modelHash = HASH;
  stage.camera = { ...POSE };
  const shown = () => JSON.parse(JSON.stringify(stage.camera)) as CameraPose;
  return { app, viewer, stage, shown };
}

test('a lens is set at once, remembered, and taken back where the camera stands by then', () => {
  const { app, viewer, stage, shown } = open();
  changeLens(app, 'Lens', { fovDegrees: 30, sensor: 'aps-c' });
  expect(viewer.calls.at(-1)).toEqual(['setCamera', { ...POSE, fovDegrees: 30, sensor: 'aps-c' }, 0]);
  expect(app.state.project.settings.render_settings.camera).toMatchObject({ sensor: 'aps-c' });
  const moved: CameraPose = { ...shown(), position: [9, 2, 9] };
  stage.camera = moved;
  app.commands.undo();
  expect(shown()).toEqual({ ...POSE, position: [9, 2, 9] });
  app.commands.redo();
  expect(shown()).toEqual(moved);
});

test('what is as usual is not said: the pose is what it was before there were lenses', () => {
  const { app, shown } = open();
  changeLens(app, 'Shift', { shift: [0.2, 0] });
  changeLens(app, 'Shift', { shift: [0, 0], sensor: 'full-frame' });
  expect(shown()).toEqual(POSE);
  const { length } = app.commands.steps().done;
  changeLens(app, 'Shift', { shift: [0, 0] });
  expect(app.commands.steps().done).toHaveLength(length);
});

test('a drag of a slider is one step, back to where it began', () => {
  const { app, shown } = open();
  for (const share of [0.1, 0.2, 0.3]) changeLens(app, 'Lens shift', { shift: [0, share] }, 'lens-shift');
  expect(app.commands.steps().done).toHaveLength(1);
  expect(shown().shift).toEqual([0, 0.3]);
  app.commands.undo();
  expect(shown()).toEqual(POSE);
});

test('a place in numbers is a step, and leaves the view it was', () => {
  const { app, stage, shown } = open();
  stage.activeView = 'x';
  changePlace(app, 'Position', withRoll(POSE, 10));
  expect(stage.activeView).toBeNull();
  expect(shown().up[0]).toBeCloseTo(Math.sin(Math.PI / 18), 6);
  app.commands.undo();
  expect(shown()).toEqual(POSE);
});

test('depth of field comes back as it was switched off', () => {
  const { app, shown } = open();
  switchDepth(app, true, [1, 2, 3]);
  expect(shown().depthOfField).toEqual({ fNumber: 2.8, focus: [1, 2, 3] });
  changeLens(app, 'Depth', { depthOfField: { fNumber: 8, focus: [0, 0, 1], metresPerUnit: 0.5 } });
  switchDepth(app, false, [0, 0, 0]);
  expect(shown()).toEqual(POSE);
  switchDepth(app, true, [0, 0, 0]);
  expect(shown().depthOfField).toEqual({ fNumber: 8, focus: [0, 0, 1], metresPerUnit: 0.5 });
});

test('a tap focuses while it is asked for, beside the product it says so, and nothing else comes of it', async () => {
  const answers: { surfaceAt: unknown } = { surfaceAt: null };
  const { app, viewer, stage, shown } = open({ surfaceAt: () => answers.surfaceAt });
  const stops = [followTaps(app, viewer), followFocus(app, viewer)];
  const { camera } = app.state;
  camera.isPickingFocus = true;
  const tap = () => viewer.emit({ kind: 'partPicked', hit: null, xPx: 5, yPx: 6, isDouble: false });
  tap();
  await expect.poll(() => camera.hasMissed).toBe(true);
  expect(camera.isPickingFocus).toBe(true);
  answers.surfaceAt = { position: [1, 1, 4] };
  tap();
  await expect.poll(() => camera.isPickingFocus).toBe(false);
  expect(shown().depthOfField?.focus).toEqual([1, 1, 4]);
  expect(stage.offered).toBeNull();
  camera.isPickingFocus = true;
  stage.toolbar = 'views';
  await expect.poll(() => camera.isPickingFocus).toBe(false);
  for (const stop of stops) stop();
});

test('a sketch that is being painted holds the camera, and that is said', () => {
  const { app, stage, shown } = open();
  stage.toolbar = 'light-map';
  app.state.lightMap.current = { id: 'x', strokes: 1, hasPicture: false, undoable: 1, redoable: 0 };
  changeLens(app, 'Lens', { fovDegrees: 20 });
  changePlace(app, 'Position', withRoll(POSE, 5));
  expect(shown()).toEqual(POSE);
});

test('while another model is on its way its camera is left alone, and a lens that is taken back is the one of its own', () => {
  const { app, viewer, stage, shown } = open();
  const { settings } = app.state.project;
  changeLens(app, 'Lens', { fovDegrees: 30 });
  // Another model stands there still, seen from its own camera.
  const other: CameraPose = { ...POSE, position: [9, 9, 9] };
  stage.modelHash = ContentHash.parse('b'.repeat(64));
  stage.camera = { ...other };
  const { length } = viewer.calls;
  app.commands.undo();
  expect(JSON.parse(JSON.stringify(settings.render_settings.camera))).toEqual(POSE);
  changeLens(app, 'Lens', { fovDegrees: 20 });
  changePlace(app, 'Position', withRoll(other, 10));
  expect(JSON.parse(JSON.stringify(settings.render_settings.camera))).toEqual(POSE);
  expect([shown(), viewer.calls.length, app.commands.undoLabel()]).toEqual([other, length, null]);
});
