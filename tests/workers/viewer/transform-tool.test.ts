import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TransformTool } from '../../../src/contract/scene/transform-tool.ts';
import type { ViewerEvent } from '../../../src/contract/viewer-events.ts';
import { makeBoxes } from '../../support/box-model.ts';
import type { TestBrowser } from '../../support/browser.ts';
import {
  captureOf,
  MODES,
  openViewerPage,
  openViewerTests,
  STAGE_PX,
  screenOf,
  showModel,
} from '../../support/viewer-page.ts';

const RED = { name: 'red', size: [4, 4, 4], centre: [0, 0, 0], colour: [0.8, 0.02, 0.02, 1] } as const;
const MOVE: TransformTool = { mode: 'translate', space: 'world', axes: 'x', isSelected: true };
/** The stage stands at (20, 20) of the page; its middle is the model's. */
const MIDDLE = 20 + STAGE_PX / 2;
/** On the handle of the x axis, which ends 53 px from the middle; beside its exact axis, where a ray slips through. */
const HANDLE = MIDDLE + 32;
const BESIDE = MIDDLE + 3;
/** CSS pixels a stage unit takes at the model, seen from 14 units by 45 degrees. */
const PX_PER_UNIT = STAGE_PX / (2 * 14 * Math.tan(Math.PI / 8));

let tests: TestBrowser;
beforeAll(async () => {
  tests = await openViewerTests();
});
afterAll(() => tests.close());

const use = (page: Page, tool: TransformTool | null) =>
  page.evaluate((wanted) => window.harness.viewer.api.setTransformTool(wanted), tool);
const eventCount = (page: Page) => page.evaluate(() => window.harness.events.length);
/** The matrix a gesture ended with. */
const moved = async (page: Page, from: number): Promise<number[]> =>
  page.evaluate(async (since) => {
    for (let seen = since; ; ) {
      const event = await window.harness.wait('modelMoved', seen);
      if (event.isDone) return [...event.matrix];
      seen = window.harness.events.indexOf(event) + 1;
    }
  }, from);
const rounded = (matrix: readonly number[]) => matrix.map((value) => Math.round(value * 1e6) / 1e6 + 0);
const snaps = (page: Page, from: number) =>
  page.evaluate(
    (since) =>
      window.harness.events
        .slice(since)
        .filter(
          (event): event is Extract<ViewerEvent, { kind: 'snapChanged' }> => event.kind === 'snapChanged',
        )
        .map(({ snap }) => snap),
    from,
  );

async function drag(page: Page, dxPx: number, dyPx: number, modifiers: string[] = []): Promise<void> {
  await page.mouse.move(HANDLE, BESIDE);
  for (const key of modifiers) await page.keyboard.down(key);
  await page.mouse.down();
  await page.mouse.move(HANDLE + dxPx / 2, BESIDE + dyPx / 2);
  await page.mouse.move(HANDLE + dxPx, BESIDE + dyPx);
  await page.mouse.up();
  for (const key of modifiers) await page.keyboard.up(key);
}

const reset = (page: Page) =>
  page.evaluate(async () => {
    await window.harness.viewer.api.setModelTransform([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], 0);
  });

describe.each(MODES)('in the %s', (mode, query) => {
  let page: Page;
  beforeAll(async () => {
    page = await openViewerPage(tests, query);
    await showModel(page, await makeBoxes([RED]));
  });
  // As it was, whatever became of the test before.
  beforeEach(async () => {
    await page.mouse.up();
    for (const key of ['Control', 'Shift']) await page.keyboard.up(key);
    await use(page, null);
    await reset(page);
    await page.evaluate(() => window.harness.look([0, 0, 14]));
  });
  afterAll(() => page.close());

  test('there is no document where a worker draws', async () => {
    expect((await page.evaluate(() => window.harness.viewer.graphics())).mode).toBe(mode);
  });

  test('a drag of a handle moves the model along its axis, and one event ends it', async () => {
    await use(page, MOVE);
    const from = await eventCount(page);
    await drag(page, 80, 10);
    const matrix = await moved(page, from);
    expect(matrix[12]).toBeCloseTo(80 / PX_PER_UNIT, 0);
    expect(rounded(matrix).filter((_, cell) => cell !== 12)).toEqual([
      1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1,
    ]);
    expect(await page.evaluate(() => window.harness.viewer.api.camera())).toMatchObject({
      position: [0, 0, 14],
    });
  });

  test('Shift snaps to 5 units, and the page hears when it does', async () => {
    await use(page, MOVE);
    const from = await eventCount(page);
    await drag(page, 80, 0, ['Shift']);
    expect(rounded(await moved(page, from))[12]).toBe(5);
    expect(await snaps(page, from)).toEqual(['medium', 'none']);
  });

  test('turning snaps to 90 degrees with Control, scaling to powers of 1.1 with both', async () => {
    await use(page, { ...MOVE, mode: 'rotate', axes: 'z' });
    let from = await eventCount(page);
    // The ring about z is seen from the front: its right end lies half a size from the middle.
    await page.mouse.move(MIDDLE + 53, BESIDE);
    await page.keyboard.down('Control');
    await page.mouse.down();
    await page.mouse.move(MIDDLE + 20, MIDDLE - 30);
    await page.mouse.move(MIDDLE, MIDDLE - 60);
    await page.mouse.up();
    await page.keyboard.up('Control');
    const turned = rounded(await moved(page, from)).slice(0, 3);
    expect([
      [0, 1, 0],
      [1, 0, 0],
      [0, -1, 0],
      [-1, 0, 0],
    ]).toContainEqual(turned);
    await reset(page);

    await use(page, { ...MOVE, mode: 'scale' });
    from = await eventCount(page);
    await drag(page, 20, 0, ['Control', 'Shift']);
    const scale = (await moved(page, from))[0] ?? 0;
    const steps = Math.log(scale) / Math.log(1.1);
    expect(steps).toBeGreaterThan(1);
    expect(steps).toBeCloseTo(Math.round(steps), 6);
  });

  test('a key steps by half a unit, ten degrees and a tenth', async () => {
    const step = async (tool: TransformTool, right: number, up: number, grow: number) => {
      await use(page, tool);
      const from = await eventCount(page);
      await page.evaluate(([x, y, z]) => window.harness.viewer.api.stepModel({ right: x, up: y, grow: z }), [
        right,
        up,
        grow,
      ] as const);
      const matrix = rounded(await moved(page, from));
      await reset(page);
      return matrix;
    };
    expect((await step({ ...MOVE, axes: 'xz' }, 1, 0, 0)).slice(12, 15)).toEqual([0.5, 0, 0]);
    expect((await step({ ...MOVE, axes: 'xz' }, 0, 1, 0)).slice(12, 15)).toEqual([0, 0, -0.5]);
    expect((await step({ ...MOVE, axes: 'y' }, 0, -1, 0)).slice(12, 15)).toEqual([0, -0.5, 0]);
    expect((await step({ ...MOVE, mode: 'rotate', axes: 'y' }, 1, 0, 0))[0]).toBeCloseTo(
      Math.cos(Math.PI / 18),
      5,
    );
    const grown = await step({ ...MOVE, mode: 'scale', axes: 'xz' }, 0, 0, 1);
    expect([grown[0], grown[5], grown[10]]).toEqual([1.1, 1, 1.1]);
  });

  test('a touch that is taken away lets go, and the next finger orbits', async () => {
    await use(page, MOVE);
    const cdp = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', x = 0, y = 0) =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' || type === 'touchCancel' ? [] : [{ x, y, id: 1 }],
      });
    let from = await eventCount(page);
    await touch('touchStart', HANDLE, BESIDE);
    await touch('touchMove', HANDLE + 40, BESIDE);
    await touch('touchCancel');
    expect((await moved(page, from))[12]).toBeCloseTo(40 / PX_PER_UNIT, 0);

    from = await eventCount(page);
    await touch('touchStart', MIDDLE, 300);
    await touch('touchMove', MIDDLE + 60, 300);
    await touch('touchEnd');
    const pose = await page.evaluate(async (since) => {
      await window.harness.wait('cameraMoved', since);
      return window.harness.viewer.api.camera();
    }, from);
    expect(pose.position[0]).not.toBeCloseTo(0, 1);
  });

  test('the handles are seen on the stage and in no capture', async () => {
    const bare = await captureOf(page, ['snapshot', 'ids']);
    const screenBefore = await screenOf(page);
    await use(page, MOVE);
    const armed = await captureOf(page, ['snapshot', 'ids']);
    const screenAfter = await screenOf(page);
    expect(Buffer.from(screenAfter.data).equals(Buffer.from(screenBefore.data))).toBe(false);
    expect(Buffer.from(armed.snapshot?.data ?? []).equals(Buffer.from(bare.snapshot?.data ?? []))).toBe(true);
    expect(Buffer.from(armed.ids?.data ?? []).equals(Buffer.from(bare.ids?.data ?? []))).toBe(true);
  });
});
