import { beforeEach, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { paceDrawing } from '../../../../src/app/features/device/pace-drawing.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

let app: App;
let told: boolean[];
let stop: () => void;
let turn: (isVisible: boolean) => void;
let unplug: (isOnBattery: boolean) => void;
let listening: number;

beforeEach(() => {
  const outside = createFakeOutside(createFakeServer());
  let isVisible = true;
  listening = 0;
  const listen = (take: (listener: () => void) => void) => (listener: () => void) => {
    listening += 1;
    take(listener);
    return () => {
      listening -= 1;
    };
  };
  let changed = (): void => {};
  const page = {
    ...outside.page,
    isVisible: () => isVisible,
    onChange: listen((listener) => {
      changed = listener;
    }),
  };
  const device = {
    ...outside.device,
    onBattery: (listener: (isOnBattery: boolean) => void) =>
      listen(() => {
        unplug = listener;
      })(() => {}),
  };
  app = createTestApp(Object.assign(outside, { page, device }));
  turn = (value) => {
    isVisible = value;
    changed();
  };
  told = [];
  app.state.progress.here = { key: 'a', percent: 40, nodeId: null, preview: null, isSparing: false };
  stop = paceDrawing(app, { setPaused: (isPaused) => void told.push(isPaused) });
});

test('it is held while a person moves the stage, and goes on when that rests', () => {
  expect(told).toEqual([]);
  app.state.stage.isMoving = true;
  expect(told).toEqual([true]);
  app.state.stage.isMoving = false;
  expect(told).toEqual([true, false]);
  expect(app.state.progress.here?.isSparing).toBe(false);
});

test('out of sight it goes on where the device is plugged in', () => {
  turn(false);
  unplug(false);
  expect(told).toEqual([]);
});

test('out of sight and on a battery it is held and says so, until the page is seen or the device plugged in', () => {
  turn(false);
  unplug(true);
  expect(told).toEqual([true]);
  expect(app.state.progress.here?.isSparing).toBe(true);
  unplug(false);
  expect(told).toEqual([true, false]);
  expect(app.state.progress.here?.isSparing).toBe(false);
  unplug(true);
  turn(true);
  expect(told).toEqual([true, false, true, false]);
  expect(app.toasts.queue.visibleToasts.map(({ content }) => content.title)).toEqual([
    expect.stringMatching(/battery/),
  ]);
});

test('after its end nothing is held any more', () => {
  stop();
  app.state.stage.isMoving = true;
  expect(told).toEqual([]);
  expect(listening).toBe(0);
});
