import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StageBackground } from '../../src/contract/stage.ts';
import { makeBoxes } from '../support/box-model.ts';
import type { TestBrowser } from '../support/browser.ts';
import type { Pixels } from '../support/pixels.ts';
import {
  base64,
  captureOf,
  differenceOf,
  openViewerPage,
  openViewerTests,
  STAGE_PX,
  screenOf,
  showModel,
} from '../support/viewer-page.ts';

/** Both inside of either frame, one before the other. */
const BOXES = makeBoxes([
  { name: 'red', size: [2, 2, 2], centre: [-1, 0, 0], colour: [0.8, 0.02, 0.02, 1] },
  { name: 'green', size: [1, 2, 1], centre: [0.5, 0, 2], colour: [0.02, 0.8, 0.02, 1] },
]);
const SQUARE = [STAGE_PX, STAGE_PX] as const;
const WIDE = [320, 180] as const;
const HIGH = [180, 320] as const;
const FRAMES = [
  ['16:9', WIDE],
  ['9:16', HIGH],
] as const;
/** The gizmo lies over the picture's lower right corner. */
const GIZMO_FROM_PX = 180;

let tests: TestBrowser;
let page: Page;
let picture: string;
beforeAll(async () => {
  tests = await openViewerTests(1);
  page = await openViewerPage(tests);
  await showModel(page, BOXES, [4, 3, 12]);
  const stripe = (colour: string, left: number, top: number) => ({
    input: { create: { width: 20, height: 10, channels: 3 as const, background: colour } },
    left,
    top,
  });
  const image = sharp({ create: { width: 60, height: 40, channels: 3, background: '#c08040' } });
  const striped = image.composite([stripe('#2040e0', 2, 3), stripe('#20c0e0', 35, 28)]);
  picture = base64(await striped.png().toBuffer());
});
afterAll(() => tests.close());
beforeEach(() => setSize(SQUARE));

const setSize = (size: readonly [number, number]) =>
  page.evaluate(([width, height]) => window.harness.viewer.api.setPictureSize(width, height), size);
const setBackground = (background: Exclude<StageBackground, { kind: 'image' }> | string) =>
  page.evaluate((told) => {
    const { viewer, blob } = window.harness;
    const image =
      typeof told === 'string'
        ? { kind: 'image' as const, image: blob(told, 'image/png'), fidelity: 1 }
        : told;
    return viewer.api.setBackground(image);
  }, background);
const marginsOf = ([width, height]: readonly [number, number]) => [
  (STAGE_PX - width) / 2,
  (STAGE_PX - height) / 2,
];

/** Share of the picture's pixels that differ by more than `tolerance` from those at an offset of the other's. */
function differenceInside(
  picture: Pixels,
  [width, height]: readonly [number, number],
  whole: Pixels,
  tolerance: number,
  counts: (x: number, y: number) => boolean = () => true,
): number {
  const [left = 0, top = 0] = marginsOf([width, height]);
  let different = 0;
  let counted = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!counts(x + left, y + top)) continue;
      counted++;
      const there = whole.at(x + left, y + top);
      if (picture.at(x, y).some((value, k) => Math.abs(value - (there[k] ?? 0)) > tolerance)) different++;
    }
  }
  return different / counted;
}

test.each(FRAMES)('a picture of %s is the middle of the square one, in every pass', async (_ratio, size) => {
  const wanted = ['ids', 'outline', 'depth', 'normal', 'alpha'] as const;
  const square = await captureOf(page, wanted);
  const framed = await captureOf(page, wanted, ...size);
  expect(framed.depthRange?.nearest).toBeCloseTo(square.depthRange?.nearest ?? 0, 3);
  for (const pass of wanted) {
    const [part, whole] = [framed[pass], square[pass]];
    if (part === null || whole === null) throw new Error(`no ${pass}`);
    expect(differenceInside(part, size, whole, 24), pass).toBeLessThan(0.002);
  }
});

test.each(FRAMES)(
  'what the frame of %s shows on the stage is the snapshot, whatever stands behind',
  async (_ratio, size) => {
    await setSize(size);
    const stops = [
      { at: 0, colour: '#102040' },
      { at: 1, colour: '#f0e0c0' },
    ];
    for (const background of [
      picture,
      { kind: 'gradient', gradient: { kind: 'linear', angleDegrees: 120, stops } },
      { kind: 'gradient', gradient: { kind: 'radial', angleDegrees: 0, stops } },
      { kind: 'colour', colour: '#607080' },
    ] as const) {
      await setBackground(background);
      const { snapshot } = await captureOf(page, ['snapshot'], ...size);
      if (snapshot === null) throw new Error('no snapshot');
      const isClear = (x: number, y: number) => x < GIZMO_FROM_PX || y < GIZMO_FROM_PX;
      const difference = differenceInside(snapshot, size, await screenOf(page), 8, isClear);
      expect(difference, JSON.stringify(background).slice(0, 60)).toBeLessThan(0.01);
    }
  },
);

test('around the frame the stage is dimmed, with a hairline between; a square has neither', async () => {
  await setBackground({ kind: 'colour', colour: '#a0b0c0' });
  const plain = await screenOf(page);
  await setSize(WIDE);
  // A picture of another ratio, as a view's thumbnail is, has no frame in it.
  const { snapshot } = await captureOf(page, ['snapshot']);
  const isClear = (x: number, y: number) => x < GIZMO_FROM_PX || y < GIZMO_FROM_PX;
  if (snapshot === null) throw new Error('no snapshot');
  expect(differenceOf(snapshot, plain, 8, isClear)).toBeLessThan(0.01);
  const framed = await screenOf(page);
  const [, top = 0] = marginsOf(WIDE);
  const sum = (colour: readonly number[]) => colour.reduce((all, value) => all + value, 0);
  expect(sum(framed.at(60, top - 20))).toBeLessThan(0.6 * sum(plain.at(60, top - 20)));
  expect(sum(framed.at(60, top - 1))).toBeGreaterThan(sum(plain.at(60, top - 1)));
  // The gizmo lies over what is dimmed, as bright as before.
  const brightest = (pixels: Pixels) => {
    let most = 0;
    for (let y = 255; y < 315; y++) for (let x = 190; x < 312; x++) most = Math.max(most, ...pixels.at(x, y));
    return most;
  };
  expect(brightest(framed)).toBeGreaterThan(220);
  await setSize(SQUARE);
  const again = await screenOf(page);
  expect(again.data.every((value, k) => Math.abs(value - (plain.data[k] ?? 0)) <= 2)).toBe(true);
});

test('fitting the camera brings the whole model into the frame', async () => {
  const share = async (size: readonly [number, number]) => {
    await setSize(size);
    await page.evaluate(() => window.harness.viewer.api.fitCamera(0));
    const { ids } = await captureOf(page, ['ids'], ...size);
    const [width, height] = size;
    let count = 0;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        if (ids?.at(x, y)[0] === 0) continue;
        count++;
        expect(x > 0 && y > 0 && x < width - 1 && y < height - 1).toBe(true);
      }
    }
    return count / width / height;
  };
  await page.evaluate(() => window.harness.look([1, 1, 3]));
  expect(await share(WIDE)).toBeGreaterThan(0.08);
  expect(await share(HIGH)).toBeGreaterThan(0.08);
  await page.evaluate(() => window.harness.look([4, 3, 12]));
});
