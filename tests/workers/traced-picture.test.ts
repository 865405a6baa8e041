import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeBoxes } from '../support/box-model.ts';
import type { TestBrowser } from '../support/browser.ts';
import type { Pixels } from '../support/pixels.ts';
import {
  captureOf,
  differenceOf,
  openViewerPage,
  openViewerTests,
  STAGE_PX,
  screenOf,
  showModel,
} from '../support/viewer-page.ts';

const BOX = makeBoxes([{ name: 'red', size: [2, 2, 2], centre: [0, 0, 0], colour: [0.8, 0.02, 0.02, 1] }]);
const GREEN = [20, 200, 60] as const;
const MAGENTA = [200, 10, 180] as const;

let tests: TestBrowser;
let page: Page;
beforeAll(async () => {
  tests = await openViewerTests(1);
  page = await openViewerPage(tests);
  await showModel(page, BOX, [4, 3, 12]);
});
afterAll(() => tests.close());
beforeEach(async () => {
  await page.evaluate(async () => {
    const { api } = window.harness.viewer;
    await api.showTraced(null, 0, 0, await api.camera());
    await api.setPictureSize(1, 1);
  });
});

/** Shows a picture whose upper half is green and whose lower half is magenta, of what the camera sees. */
const showHalves = (widthPx = 32, heightPx = 32) =>
  page.evaluate(
    async ([width, height, green, magenta]) => {
      const { api } = window.harness.viewer;
      const rgba = new Uint8Array(width * height * 4);
      for (let i = 0; i < width * height; i++)
        rgba.set([...(i < (width * height) / 2 ? green : magenta), 255], i * 4);
      await api.showTraced(rgba.buffer, width, height, await api.camera());
    },
    [widthPx, heightPx, GREEN, MAGENTA] as const,
  );
const colourAt = (screen: Pixels, x: number, y: number): readonly number[] =>
  screen.at(Math.round(x * STAGE_PX), Math.round(y * STAGE_PX)).slice(0, 3);
const isOf = (colour: readonly number[], wanted: readonly number[]): boolean =>
  colour.every((value, k) => Math.abs(value - (wanted[k] ?? 0)) <= 2);
const eventsOf = () =>
  page.evaluate(() => window.harness.events.filter(({ kind }) => kind === 'tracedDropped').length);

test('it stands in place of the scene with its own colours, the right way up, under the gizmo', async () => {
  const before = await screenOf(page);
  await showHalves();
  const screen = await screenOf(page);
  for (const x of [0.02, 0.5, 0.98]) {
    expect(isOf(colourAt(screen, x, 0.03), GREEN)).toBe(true);
    expect(isOf(colourAt(screen, x, 0.46), GREEN)).toBe(true);
  }
  for (const [x, y] of [
    [0.02, 0.54],
    [0.02, 0.97],
    [0.5, 0.97],
  ] as const)
    expect(isOf(colourAt(screen, x, y), MAGENTA)).toBe(true);
  // The gizmo's place, in the lower right corner, is not all magenta.
  const gizmo = Array.from({ length: 100 }, (_, i) =>
    colourAt(screen, 0.62 + (i % 10) * 0.035, 0.62 + Math.floor(i / 10) * 0.035),
  );
  expect(gizmo.some((colour) => !isOf(colour, MAGENTA))).toBe(true);
  await page.evaluate(async () => {
    const { api } = window.harness.viewer;
    await api.showTraced(null, 0, 0, await api.camera());
  });
  expect(differenceOf(await screenOf(page), before, 2)).toBeLessThan(0.001);
});

test('of a picture that is no square it is the frame, and the scene stays around it', async () => {
  await page.evaluate(() => window.harness.viewer.api.setPictureSize(320, 160));
  const before = await screenOf(page);
  await showHalves(64, 32);
  const screen = await screenOf(page);
  expect(isOf(colourAt(screen, 0.3, 0.27), GREEN)).toBe(true);
  expect(isOf(colourAt(screen, 0.3, 0.73), MAGENTA)).toBe(true);
  for (const y of [0.1, 0.9]) expect(colourAt(screen, 0.3, y)).toEqual(colourAt(before, 0.3, y));
});

test('a picture that is taken shows the scene, and the traced one is there afterwards', async () => {
  const before = await captureOf(page, ['snapshot']);
  await showHalves();
  const taken = await captureOf(page, ['snapshot']);
  expect(differenceOf(taken.snapshot!, before.snapshot!, 0)).toBe(0);
  expect(isOf(colourAt(await screenOf(page), 0.5, 0.1), GREEN)).toBe(true);
});

describe('it goes, and says so, when', () => {
  const changes: readonly (readonly [string, () => Promise<unknown>])[] = [
    [
      'a person turns the camera',
      async () => {
        const from = await page.evaluate(() => window.harness.events.length);
        await page.mouse.move(180, 180);
        await page.mouse.down();
        await page.mouse.move(220, 180, { steps: 2 });
        await page.mouse.up();
        await page.evaluate((since) => window.harness.wait('cameraSettled', since), from);
      },
    ],
    [
      'a call moves the camera',
      () =>
        page.evaluate(async () => {
          const { api } = window.harness.viewer;
          const pose = await api.camera();
          await api.setCamera({ ...pose, position: [3, 3, 12] }, 0);
        }),
    ],
    [
      'the lens is another',
      () =>
        page.evaluate(async () => {
          const { api } = window.harness.viewer;
          await api.setCamera({ ...(await api.camera()), shift: [0.1, 0] }, 0);
        }),
    ],
    [
      'a part is hidden',
      () => page.evaluate(() => window.harness.viewer.api.setHiddenNodes([0]).then(() => undefined)),
    ],
    ['a part is shown', () => page.evaluate(() => window.harness.viewer.api.setHiddenNodes([]))],
    [
      'the background is another',
      () =>
        page.evaluate(() => window.harness.viewer.api.setBackground({ kind: 'colour', colour: '#4060a0' })),
    ],
    [
      'the exposure is another',
      () => page.evaluate(() => window.harness.viewer.api.setToneMapping('agx', 0.7)),
    ],
    ['the shadow is another', () => page.evaluate(() => window.harness.viewer.api.setShadow(0.5))],
  ];
  test.each(changes)('%s', async (_title, change) => {
    await showHalves();
    expect(isOf(colourAt(await screenOf(page), 0.5, 0.1), GREEN)).toBe(true);
    const before = await eventsOf();
    await change();
    await expect.poll(eventsOf).toBe(before + 1);
    const screen = await screenOf(page);
    expect(isOf(colourAt(screen, 0.5, 0.1), GREEN)).toBe(false);
    expect(isOf(colourAt(screen, 0.1, 0.9), MAGENTA)).toBe(false);
  });
});

test('one that comes too late, of another sight, is never shown', async () => {
  const dropped = await eventsOf();
  await page.evaluate(async () => {
    const { api } = window.harness.viewer;
    const pose = await api.camera();
    await api.setCamera({ ...pose, position: [-4, 2, 11] }, 0);
    await api.showTraced(new Uint8Array(4 * 4 * 4).fill(255).buffer, 4, 4, pose);
  });
  expect(isOf(colourAt(await screenOf(page), 0.5, 0.1), [255, 255, 255])).toBe(false);
  expect(await eventsOf()).toBe(dropped + 1);
});

test('what is only pointed at leaves it where it is', async () => {
  await showHalves();
  const before = await eventsOf();
  await page.mouse.move(180, 180);
  await page.evaluate(() => window.harness.viewer.api.highlight(null));
  expect(isOf(colourAt(await screenOf(page), 0.5, 0.1), GREEN)).toBe(true);
  expect(await eventsOf()).toBe(before);
});
