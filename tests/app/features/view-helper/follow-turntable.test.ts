import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { followTurntable } from '../../../../src/app/features/view-helper/follow-turntable.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { createFakeViewer, type FakeViewer } from '../../../support/fake-viewer.ts';

let app: App;
let viewer: FakeViewer;
let stop: () => void;
const motion = { isLess: false, tell: () => {} };

beforeEach(() => {
  motion.isLess = false;
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return motion.isLess;
    },
    addEventListener: (_type: string, listener: () => void) => {
      motion.tell = listener;
    },
    removeEventListener: () => {},
  }));
  app = createTestApp(createFakeOutside(createFakeServer()));
  viewer = createFakeViewer();
  stop = followTurntable(app, viewer);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

/** What the viewer was told since the last time. */
let seen = 0;
beforeEach(() => {
  seen = 0;
});
async function told(): Promise<unknown[]> {
  await new Promise((resolve) => setTimeout(resolve));
  const fresh = viewer.calls.slice(seen).map(([, isTurning]) => isTurning);
  seen = viewer.calls.length;
  return fresh;
}

test('it turns with a model, and rests for tools, for less motion, and when it is switched off', async () => {
  const { stage, project } = app.state;
  project.settings.render_settings.auto_rotate = true;
  expect(await told()).toEqual([]);
  stage.modelHash = ContentHash.parse('a'.repeat(64));
  expect(await told()).toEqual([true]);
  stage.toolbar = 'views';
  expect(await told()).toEqual([]);
  stage.toolbar = 'transform';
  expect(await told()).toEqual([false]);
  stage.toolbar = null;
  expect(await told()).toEqual([true]);
  motion.isLess = true;
  motion.tell();
  expect(await told()).toEqual([false]);
  motion.isLess = false;
  motion.tell();
  expect(await told()).toEqual([true]);
  viewer.emit({ kind: 'needsScene' });
  expect(await told()).toEqual([true]);
  project.settings.render_settings.auto_rotate = false;
  expect(await told()).toEqual([false]);
});
