import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HELPER_VIEWS } from '../../src/contract/stage.ts';
import type { ViewerEvent } from '../../src/contract/viewer-events.ts';
import { makeBoxes } from '../support/box-model.ts';
import type { TestBrowser } from '../support/browser.ts';
import {
  base64,
  lookAndRest,
  MODES,
  openViewerPage,
  openViewerTests,
  runAtViewer,
  showModel,
  twoFrames,
} from '../support/viewer-page.ts';

const BOX = makeBoxes([{ name: 'box', size: [4, 4, 4], centre: [0, 0, 0], colour: [0.8, 0.02, 0.02, 1] }]);

let tests: TestBrowser;
beforeAll(async () => {
  tests = await openViewerTests();
});
afterAll(() => tests.close());

describe.each(MODES)('in the %s', (_mode, query) => {
  let page: Page;
  beforeAll(async () => {
    page = await openViewerPage(tests, query);
    await showModel(page, BOX);
  });
  afterAll(() => page.close());
  beforeEach(() => lookAndRest(page, [0, 0, 14]));
  // One that failed leaves a stage that comes to rest to the next.
  afterEach(async () => {
    await page.mouse.up();
    await page.evaluate(() => window.harness.viewer.api.setTurntable(false));
  });

  const count = () => page.evaluate(() => window.harness.events.length);
  const wait = (kind: ViewerEvent['kind'], from: number) =>
    page.evaluate(([name, since]) => window.harness.wait(name, since), [kind, from] as const);
  const kindsSince = async (from: number): Promise<Set<string>> =>
    new Set(await page.evaluate((since) => window.harness.events.slice(since).map(({ kind }) => kind), from));
  const position = async () => (await page.evaluate(() => window.harness.viewer.api.camera())).position;
  /**
   * A gesture reaches the viewer by a port of its own: resolves with where the camera stands when the turntable has heard
   * of it. Frames are counted where the viewer draws: the page has several of its own while a slow card draws one.
   */
  const stoodStill = async (): Promise<readonly number[]> => {
    for (;;) {
      const at = await position();
      await runAtViewer(page, twoFrames);
      if (isDeepStrictEqual(await position(), at)) return at;
    }
  };

  test('a model that says where it is seen from is drawn from there in its first frame', async () => {
    const from = await count();
    await page.evaluate(async (glb) => {
      const { harness } = window;
      const pose = await harness.viewer.api.camera();
      await harness.show(glb, { camera: { ...pose, position: [5, 0, 9] } });
    }, base64(BOX));
    expect(await position()).toEqual([5, 0, 9]);
    expect(await kindsSince(from)).not.toContain('cameraTravelled');
    await page.evaluate((glb) => window.harness.show(glb, { camera: 'hero' }), base64(BOX));
    const hero = await position();
    expect(await page.evaluate(() => window.harness.viewer.api.fitCamera(0, 'hero'))).toMatchObject({
      position: hero,
    });
  });

  test('a view that was asked for is no gesture: the way there is told as such', async () => {
    const from = await count();
    await page.evaluate(() => window.harness.viewer.api.goToHelperView('right', 60));
    await wait('cameraSettled', from);
    const kinds = await kindsSince(from);
    expect(kinds).toContain('cameraTravelled');
    expect(kinds).not.toContain('cameraMoved');
    expect((await position())[0]).toBeGreaterThan(5);
  });

  test.each(HELPER_VIEWS)('the view %s stands where S2 says, around what is on the stage', async (view) => {
    await page.evaluate(([name]) => window.harness.viewer.api.goToHelperView(name, 0), [view] as const);
    const { position: at, target } = await page.evaluate(() => window.harness.viewer.api.camera());
    expect(target.map(Math.round).map(Math.abs)).toEqual([0, 0, 0]);
    const axes = at.map((value) => (Math.abs(value) < 0.1 ? 0 : Math.sign(value)));
    const expected = { front: [0, 0, 1], back: [0, 0, -1], top: [0, 1, 0], bottom: [0, -1, 0] };
    const sides = { left: [-1, 0, 0], right: [1, 0, 0], isometric: [1, 1, 1] };
    expect(axes).toEqual({ ...expected, ...sides }[view]);
  });

  test('zooming alone is a gesture too', async () => {
    const from = await count();
    await page.mouse.move(180, 180);
    await page.mouse.wheel(0, 100);
    await wait('cameraMoved', from);
  });

  test('a pinch on a trackpad, as Safari tells it, comes nearer by as much, unless fingers are on the stage', async () => {
    const pinch = (scale: number) =>
      page.evaluate((value) => {
        const host = document.getElementById('host') as HTMLElement;
        const make = (type: string, to: number) =>
          Object.assign(new Event(type, { cancelable: true, bubbles: true }), {
            scale: to,
            clientX: 1,
            clientY: 1,
          });
        host.dispatchEvent(make('gesturestart', 1));
        const isLeft = host.dispatchEvent(make('gesturechange', Math.sqrt(value)));
        host.dispatchEvent(make('gesturechange', value));
        return isLeft;
      }, scale);
    const from = await count();
    expect(await pinch(1.25)).toBe(false);
    await wait('cameraSettled', from);
    expect(Math.hypot(...(await position()))).toBeCloseTo(14 / 1.25, 4);
    await page.mouse.move(180, 180);
    await page.mouse.down();
    await pinch(2);
    await page.mouse.up();
    expect(Math.hypot(...(await position()))).toBeCloseTo(14 / 1.25, 4);
  });

  test('the turntable circles at the same height and distance, tells so, and comes to rest when it is stopped', async () => {
    const from = await count();
    await page.evaluate(() => window.harness.viewer.api.setTurntable(true));
    await wait('cameraTravelled', from);
    const at = await position();
    await wait('cameraTravelled', await count());
    expect(await position()).not.toEqual(at);
    expect(Math.hypot(...(await position()))).toBeCloseTo(14, 6);
    const kinds = await kindsSince(from);
    expect(kinds).not.toContain('cameraMoved');
    expect(kinds).not.toContain('cameraSettled');
    await page.evaluate(() => window.harness.viewer.api.setTurntable(false));
    await wait('cameraSettled', from);
    const rest = await position();
    await runAtViewer(page, twoFrames);
    expect(await position()).toEqual(rest);
  });

  test('a hand on the stage holds the turntable', async () => {
    await page.evaluate(() => window.harness.viewer.api.setTurntable(true));
    await wait('cameraTravelled', await count());
    await page.mouse.move(180, 180);
    await page.mouse.down();
    const held = await stoodStill();
    // Frames go on without the camera.
    await wait('frameDrawn', await count());
    await wait('frameDrawn', await count());
    expect(await position()).toEqual(held);
    await page.mouse.up();
    await wait('cameraTravelled', await count());
    await page.evaluate(() => window.harness.viewer.api.setTurntable(false));
  });

  test('out of sight nothing turns', async () => {
    await page.evaluate(() => window.harness.viewer.api.setTurntable(true));
    await wait('cameraTravelled', await count());
    await page.evaluate(() => window.harness.viewer.sendGesture({ kind: 'visibility', isVisible: false }));
    const at = await stoodStill();
    await runAtViewer(page, twoFrames);
    expect(await position()).toEqual(at);
    await page.evaluate(() => window.harness.viewer.sendGesture({ kind: 'visibility', isVisible: true }));
    await wait('cameraTravelled', await count());
    await page.evaluate(() => window.harness.viewer.api.setTurntable(false));
  });
});
