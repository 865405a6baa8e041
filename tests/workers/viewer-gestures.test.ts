import type { CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CameraPose } from '../../src/contract/render-spec.ts';
import { makeBoxes } from '../support/box-model.ts';
import type { TestBrowser } from '../support/browser.ts';
import { lookAndRest, MODES, openViewerPage, openViewerTests, showModel } from '../support/viewer-page.ts';

const BOX = makeBoxes([{ name: 'box', size: [4, 4, 4], centre: [0, 0, 0], colour: [0.8, 0.02, 0.02, 1] }]);

let tests: TestBrowser;
beforeAll(async () => {
  tests = await openViewerTests();
});
afterAll(() => tests.close());

describe.each(MODES)('in the %s', (_mode, query) => {
  let page: Page;
  let client: CDPSession;
  beforeAll(async () => {
    page = await openViewerPage(tests, query);
    client = await page.context().newCDPSession(page);
    await showModel(page, BOX);
  });
  afterAll(() => page.close());
  beforeEach(() => lookAndRest(page, [0, 0, 14]));

  const eventCount = () => page.evaluate(() => window.harness.events.length);
  /**
   * Does something with the pointer and gives the pose in which the camera comes to rest elsewhere: where it was, it may
   * be told to rest more than once.
   */
  const restAfter = async (act: () => Promise<void>): Promise<CameraPose> => {
    const from = await eventCount();
    const before = await page.evaluate(() => window.harness.viewer.api.camera());
    await act();
    return page.evaluate(
      async ([since, was]) => {
        const { harness } = window;
        for (let seen = since; ; ) {
          const settled = await harness.wait('cameraSettled', seen);
          if (settled.pose.position.some((value, axis) => value !== was.position[axis])) return settled.pose;
          seen = harness.events.indexOf(settled) + 1;
        }
      },
      [from, before] as const,
    );
  };
  const distance = ({ position, target }: CameraPose) =>
    Math.hypot(...position.map((value, axis) => value - (target[axis] ?? 0)));
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', points: number[][]) => {
    await client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x = 0, y = 180], id) => ({ x, y, id })),
    });
  };
  const drag = async () => {
    await page.mouse.move(180, 180);
    await page.mouse.down();
    await page.mouse.move(220, 180, { steps: 2 });
    await page.mouse.up();
  };

  test('a drag orbits, its rest is told, and it picks nothing', async () => {
    const from = await eventCount();
    const pose = await restAfter(drag);
    expect(pose.position[0]).toBeLessThan(-2);
    expect(distance(pose)).toBeCloseTo(14, 3);
    const kinds = await page.evaluate(
      (since) => window.harness.events.slice(since).map(({ kind }) => kind),
      from,
    );
    expect(kinds).not.toContain('partPicked');
  });

  test('the wheel comes nearer', async () => {
    const pose = await restAfter(async () => {
      await page.mouse.move(180, 180);
      await page.mouse.wheel(0, -100);
    });
    expect(distance(pose)).toBeLessThan(13);
  });

  test('two fingers pinch, and side by side they pan', async () => {
    const pinched = await restAfter(async () => {
      await touch('touchStart', [[150]]);
      await touch('touchStart', [[150], [210]]);
      await touch('touchMove', [[120], [210]]);
      await touch('touchMove', [[120], [240]]);
      await touch('touchEnd', []);
    });
    expect(distance(pinched)).toBeCloseTo(7, 1);
    const panned = await restAfter(async () => {
      await touch('touchStart', [[150]]);
      await touch('touchStart', [[150], [210]]);
      await touch('touchMove', [
        [150, 200],
        [210, 200],
      ]);
      await touch('touchMove', [
        [150, 230],
        [210, 230],
      ]);
      await touch('touchEnd', []);
    });
    expect(distance(panned)).toBeCloseTo(distance(pinched), 3);
    expect(panned.target[1]).toBeGreaterThan(0.3);
  });

  test('a touch that is taken away ends its gesture, and the next one works', async () => {
    const cancelled = await restAfter(async () => {
      await touch('touchStart', [[150]]);
      await touch('touchMove', [[180]]);
      await touch('touchMove', [[210]]);
      await touch('touchCancel', []);
    });
    expect(distance(cancelled)).toBeCloseTo(14, 3);
    const next = await restAfter(drag);
    expect(next.position[0]).not.toBeCloseTo(cancelled.position[0], 1);
  });

  test('so does a pointer that only loses its capture, as iOS takes touches away', async () => {
    const lost = await restAfter(async () => {
      await page.mouse.move(180, 180);
      // The browser carries out both at the next event of the pointer.
      await page.evaluate(() => {
        const host = document.getElementById('host') as HTMLElement;
        const release = (event: PointerEvent) => host.releasePointerCapture(event.pointerId);
        host.addEventListener('gotpointercapture', release, { once: true });
        const lost = new Promise<void>((resolve) => {
          host.addEventListener('lostpointercapture', () => resolve(), { once: true });
        });
        Object.assign(window, { lost });
      });
      await page.mouse.down();
      await page.mouse.move(200, 180);
      await page.mouse.move(202, 180);
      await page.mouse.move(204, 180);
      await page.evaluate(() => (window as unknown as { lost: Promise<void> }).lost);
      await page.mouse.move(300, 180);
      await page.mouse.up();
    });
    // What came after the loss moved nothing: 40 pixels at most.
    expect(Math.abs(Math.atan2(lost.position[0], lost.position[2]))).toBeLessThan(0.6);
    const next = await restAfter(drag);
    expect(next.position[0]).not.toBeCloseTo(lost.position[0], 1);
  });
});
