import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followTaps } from '../../../../src/app/features/stage/follow-taps.ts';
import type { StagePart } from '../../../../src/contract/stage.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { createFakeViewer } from '../../../support/fake-viewer.ts';

const SEAT = { nodeIndex: 3, materialIndex: 1 };
beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: true })));
afterEach(() => vi.unstubAllGlobals());

const turn = () => new Promise((resolve) => setTimeout(resolve));

function open() {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const viewer = createFakeViewer({ frameParts: true });
  app.viewer.current = viewer;
  const stop = followTaps(app, viewer);
  const tap = (hit: StagePart | null, isDouble = false): void =>
    viewer.emit({ kind: 'partPicked', hit, xPx: 40, yPx: 60, isDouble });
  return { app, viewer, tap, stop, stage: app.state.stage };
}

test('a tap on a part offers what to do with it, where it was tapped; one beside it takes that away', () => {
  const { tap, stage, stop } = open();
  tap(SEAT);
  expect(stage.offered).toEqual({ xPx: 40, yPx: 60 });
  tap(null);
  expect(stage.offered).toBeNull();
  tap(SEAT);
  stop();
  expect(stage.offered).toBeNull();
});

test('the offer goes when the camera moves, another tool opens, or a window', async () => {
  const { app, viewer, tap, stage } = open();
  tap(SEAT);
  viewer.emit({ kind: 'cameraMoved' });
  expect(stage.offered).toBeNull();
  tap(SEAT);
  stage.toolbar = 'views';
  await expect.poll(() => stage.offered).toBeNull();
  tap(SEAT);
  app.state.shell.modal = { kind: 'shortcuts' };
  await expect.poll(() => stage.offered).toBeNull();
});

test('it stays while the turntable carries the model round, and goes with a view that was asked for', () => {
  const { app, viewer, tap, stage } = open();
  app.state.project.settings.render_settings.auto_rotate = true;
  tap(SEAT);
  viewer.emit({ kind: 'cameraTravelled' });
  expect(stage.offered).not.toBeNull();
  app.state.project.settings.render_settings.auto_rotate = false;
  viewer.emit({ kind: 'cameraTravelled' });
  expect(stage.offered).toBeNull();
});

test('a double tap frames the part, beside the model the whole of it', async () => {
  const { viewer, tap, stage } = open();
  stage.activeView = 'a view';
  tap(SEAT);
  tap(SEAT, true);
  await turn();
  expect(stage).toMatchObject({ offered: null, activeView: null });
  tap(null, true);
  await turn();
  // At once for a person who asks for less motion.
  expect(viewer.calls).toEqual([
    ['frameParts', { kind: 'part', ...SEAT }, 0],
    ['fitCamera', 0],
  ]);
});

test('the taps of the transform tool stay its own', () => {
  const { viewer, tap, stage } = open();
  stage.toolbar = 'transform';
  tap(SEAT);
  tap(SEAT, true);
  expect(stage.offered).toBeNull();
  expect(viewer.calls).toEqual([]);
});
