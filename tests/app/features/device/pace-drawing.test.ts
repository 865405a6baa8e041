import { expect, test } from 'vitest';
import { paceDrawing } from '../../../../src/app/features/device/pace-drawing.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

test('it is held while a person moves the stage, goes on when that rests, and is left alone after its end', () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const told: boolean[] = [];
  const stop = paceDrawing(app, { setPaused: (isPaused) => void told.push(isPaused) });
  expect(told).toEqual([]);
  app.state.stage.isMoving = true;
  expect(told).toEqual([true]);
  app.state.stage.isMoving = false;
  expect(told).toEqual([true, false]);
  stop();
  app.state.stage.isMoving = true;
  expect(told).toEqual([true, false]);
});
