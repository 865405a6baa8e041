import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toggleToolbar } from '../../../../src/app/core/toolbars.ts';
import { addStep } from '../../../../src/app/features/light-map/add-step.ts';
import { guardSketch } from '../../../../src/app/features/light-map/guard-sketch.ts';
import { removeSketch } from '../../../../src/app/features/light-map/remove-sketch.ts';
import { undoStep } from '../../../../src/app/features/light-map/undo-step.ts';
import { holdsCamera } from '../../../../src/app/scene/hold-camera.ts';
import type { SketchRow } from '../../../../src/app/values/sketch.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import { until } from '../../../support/fake-outside.ts';
import {
  FRONT,
  type LightMapApp,
  makeSketch,
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
  const { held, accept } = app.texts().t.lightMap;
  expect(held).toContain(accept);
  expect(holdsCamera(app)).toBe(true);
  app.toasts.queue.close(app.toasts.queue.visibleToasts[0]!.key);
  expect(holdsCamera(app)).toBe(true);
  expect(toasts()).toEqual([]);
  outside.advance(5_000);
  expect(holdsCamera(app)).toBe(true);
  expect(toasts()).toEqual([held]);
  room.stop();
  // The way on that it names: the tool is closed, and the stroke stays.
  app.state.stage.toolbar = null;
  expect(holdsCamera(app)).toBe(false);
  expect((await room.sketches())[0]?.steps).toHaveLength(1);
});

test('a stroke that the device has no room for is said to be gone, and what was painted before is kept', async () => {
  const { app } = room;
  await addStep(app, makeStroke('a'));
  const kept = await room.sketches();
  const full = vi.spyOn(app.db.sketches, 'put');
  full.mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  guardSketch(
    app,
    addStep(app, makeStroke('b')).then(() => undefined),
  );
  await until(() => toasts().length > 0);
  full.mockRestore();
  expect(toasts()[0]).toContain('is gone. What you painted before is kept');
  expect(await room.sketches()).toEqual(kept);
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

test('while the stage shows another model than the project, nothing is painted and the project’s sketch does not lie over it', async () => {
  const { app } = room;
  const { settings } = app.state.project;
  const next = ContentHash.parse('cd'.repeat(32));
  await addStep(app, makeStroke('a'));
  await until(() => app.state.lightMap.current?.strokes === 1);
  app.state.stage.modelHash = next;
  await until(() => app.state.lightMap.current === null);
  expect(await addStep(app, makeStroke('b'))).toBe(false);
  app.state.stage.modelHash = null;
  const adding = addStep(app, makeStroke('c'));
  settings.model_hash = next;
  expect(await adding).toBe(false);
  expect((await room.sketches()).map(({ steps }) => steps.map(({ id }) => id))).toEqual([['a']]);
});

test('a sketch of a step that does not say whose it is comes back to the model that is shown', async () => {
  const { app } = room;
  const hash = ContentHash.parse('ab'.repeat(32));
  const { modelHash: _model, ...old } = makeSketch({
    projectKey: app.state.project.key!,
    steps: [makeStroke('a')],
  });
  app.commands.run({
    label: 'Remove',
    edit: { kind: 'sketches', ids: [old.id], before: [old as SketchRow], after: [] },
  });
  app.state.stage.modelHash = hash;
  app.state.project.settings.model_hash = hash;
  app.commands.undo();
  await until(() => app.state.lightMap.current?.strokes === 1);
  expect(await room.sketches()).toMatchObject([{ id: old.id, modelHash: hash }]);
});
