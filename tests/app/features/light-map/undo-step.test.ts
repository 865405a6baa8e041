import { afterEach, beforeEach, expect, test } from 'vitest';
import { addStep } from '../../../../src/app/features/light-map/add-step.ts';
import { clearSketch } from '../../../../src/app/features/light-map/clear-sketch.ts';
import { redoStep, undoStep } from '../../../../src/app/features/light-map/undo-step.ts';
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

const ids = async () => (await room.sketches())[0]?.steps.map(({ id }) => id);
const facts = () => room.app.state.lightMap.current;

test('strokes are undone and redone one by one, a clearing too, and a new stroke ends what can be redone', async () => {
  const { app } = room;
  await addStep(app, makeStroke('a'));
  await addStep(app, makeStroke('b'));
  await until(() => facts()?.strokes === 2);
  await clearSketch(app);
  await until(() => facts()?.strokes === 0);
  expect(facts()).toMatchObject({ undoable: 3, redoable: 0 });
  await undoStep(app);
  await undoStep(app);
  expect(await ids()).toEqual(['a']);
  await redoStep(app);
  expect(await ids()).toEqual(['a', 'b']);
  await until(() => facts()?.redoable === 1);
  await addStep(app, makeStroke('c'));
  await redoStep(app);
  expect(await ids()).toEqual(['a', 'b', 'c']);
  for (let i = 0; i < 5; i++) await undoStep(app);
  expect(await ids()).toEqual([]);
});

test('each view has its own sketch, and one without is told where the newest is', async () => {
  const { app, look } = room;
  await addStep(app, makeStroke('front'));
  await until(() => facts()?.strokes === 1);
  look(SIDE);
  await until(() => facts() === null);
  expect(app.state.lightMap.elsewhere?.pose).toEqual(FRONT);
  room.outside.advance(10);
  await addStep(app, makeStroke('side'));
  await until(() => facts()?.strokes === 1);
  expect(app.state.lightMap.elsewhere).toBeNull();
  expect(await room.sketches()).toHaveLength(2);
  look({ ...FRONT, fovDegrees: 60 });
  await until(() => app.state.lightMap.elsewhere !== null);
  expect(app.state.lightMap.elsewhere?.pose).toEqual(SIDE);
});
