import { afterEach, beforeEach, expect, test } from 'vitest';
import { addStep } from '../../../../src/app/features/light-map/add-step.ts';
import { removeSketch } from '../../../../src/app/features/light-map/remove-sketch.ts';
import { undoStep } from '../../../../src/app/features/light-map/undo-step.ts';
import { holdsCamera } from '../../../../src/app/hold-camera.ts';
import { toggleToolbar } from '../../../../src/app/toolbars.ts';
import { until } from '../../../support/fake-outside.ts';
import {
  FRONT,
  type LightMapApp,
  makeStroke,
  openLightMapApp,
  SIDE,
} from '../../../support/light-map-app.ts';

let room: LightMapApp;
beforeEach(async () => {
  room = await openLightMapApp();
});
afterEach(() => room.stop());

const toasts = () => room.app.toasts.queue.visibleToasts.map(({ content }) => content.title);

test('the camera rests while the tool is open over a sketch, and says why once', async () => {
  const { app, outside } = room;
  toggleToolbar(app, 'light-map');
  expect(holdsCamera(app)).toBe(false);
  await addStep(app, makeStroke('a'));
  await until(() => app.state.lightMap.current?.strokes === 1);
  const { held } = app.texts().t.lightMap;
  expect(holdsCamera(app)).toBe(true);
  app.toasts.queue.close(app.toasts.queue.visibleToasts[0]!.key);
  expect(holdsCamera(app)).toBe(true);
  expect(toasts()).toEqual([]);
  outside.advance(5_000);
  expect(holdsCamera(app)).toBe(true);
  expect(toasts()).toEqual([held]);
  room.stop();
  app.state.stage.toolbar = null;
  expect(holdsCamera(app)).toBe(false);
});

test('a sketch is hidden while the camera is on its way, whoever moves it', () => {
  const { app, emit } = room;
  for (const kind of ['cameraMoved', 'cameraTravelled'] as const) {
    emit({ kind });
    expect(app.state.lightMap.isCameraMoving).toBe(true);
    emit({ kind: 'cameraSettled', pose: FRONT });
    expect(app.state.lightMap.isCameraMoving).toBe(false);
  }
});

test('a tool that is closed without a stroke leaves nothing behind, nothing said and nothing to undo', async () => {
  const { app } = room;
  toggleToolbar(app, 'light-map');
  await addStep(app, makeStroke('a'));
  await until(() => app.state.lightMap.current?.strokes === 1);
  await undoStep(app);
  await until(() => app.state.lightMap.current?.strokes === 0);
  app.state.stage.toolbar = 'views';
  await until(async () => (await room.sketches()).length === 0);
  await until(() => app.state.lightMap.current === null);
  expect(toasts()).toEqual([]);
  expect(app.commands.undoLabel()).toBeNull();
});

test('the sketch of another view is removed as a step that can be undone', async () => {
  const { app, look } = room;
  await addStep(app, makeStroke('a'));
  look(SIDE);
  await until(() => app.state.lightMap.elsewhere !== null);
  await removeSketch(app, app.state.lightMap.elsewhere!.id);
  await until(() => app.state.lightMap.elsewhere === null);
  expect(await room.sketches()).toEqual([]);
  app.commands.undo();
  await until(() => app.state.lightMap.elsewhere !== null);
  expect((await room.sketches())[0]?.steps).toHaveLength(1);
});
