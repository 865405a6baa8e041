import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUpright, withRoll } from '../../src/contract/camera/level-camera.ts';
import type { CameraPose } from '../../src/contract/render-spec.ts';
import { makeBoxes } from '../support/box-model.ts';
import type { TestBrowser } from '../support/browser.ts';
import type { Pixels } from '../support/pixels.ts';
import { buildKernel } from '../support/trace-host.ts';
import { traceSurface } from '../support/trace-surface.ts';
import {
  captureOf,
  openViewerPage,
  openViewerTests,
  STAGE_PX,
  screenOf,
  showModel,
} from '../support/viewer-page.ts';

const BOXES = makeBoxes([
  { name: 'tower', size: [2, 6, 2], centre: [-1, 0, 0], colour: [0.8, 0.02, 0.02, 1] },
  { name: 'block', size: [1.5, 2, 1], centre: [2, -2, 3], colour: [0.02, 0.8, 0.02, 1] },
]);
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const SCENE = { normalisation: IDENTITY, modelTransform: IDENTITY, hiddenNodes: [], dressings: [] };
const BASE: CameraPose = {
  position: [6, 7, 14],
  target: [0, 0, 0],
  up: [0, 1, 0],
  quaternion: [0, 0, 0, 1],
  fovDegrees: 45,
};

let tests: TestBrowser;
let page: Page;
beforeAll(async () => {
  buildKernel();
  tests = await openViewerTests(1);
  page = await openViewerPage(tests);
  await showModel(page, BOXES);
});
afterAll(() => tests.close());

const put = (pose: CameraPose) => page.evaluate((at) => window.harness.viewer.api.setCamera(at, 0), pose);
const isLit = (pixels: Pixels, x: number, y: number): boolean => pixels.at(x, y)[0] >= 128;

/** Share of what either shows that both show. */
function overlap(
  stage: Pixels,
  covered: (x: number, y: number) => boolean,
  width: number,
  height: number,
): number {
  let [both, either] = [0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [a, b] = [isLit(stage, x, y), covered(x, y)];
      if (a && b) both++;
      if (a || b) either++;
    }
  }
  expect(either).toBeGreaterThan((width * height) / 100);
  return both / either;
}

const SHIFTED: CameraPose = { ...BASE, shift: [0.3, -0.2] };
test.each([
  ['shifted', SHIFTED, 512, 512],
  ['shifted and wide', { ...SHIFTED, shift: [-0.12, 0.1] as [number, number] }, 640, 360],
  ['shifted and high', { ...SHIFTED, shift: [0.1, 0.15] as [number, number] }, 360, 640],
  ['rolled', withRoll(BASE, 17), 512, 512],
  ['rolled and shifted', withRoll(SHIFTED, -31), 512, 400],
  ['upright', makeUpright(BASE, [0, 0, 0]) as CameraPose, 512, 512],
] as const)(
  '%s: the stage and the tracer show the product in the same place',
  async (_name, pose, width, height) => {
    await put(pose);
    const { alpha } = await captureOf(page, ['alpha'], width, height);
    if (alpha === null) throw new Error('nothing was captured');
    const { object } = await traceSurface(BOXES, SCENE, [], pose, width, 16, height);
    const covered = (x: number, y: number) => (object[(y * width + x) * 4 + 3] ?? 0) >= 8;
    expect(overlap(alpha, covered, width, height)).toBeGreaterThan(0.99);
  },
);

test('what is under the pointer is what is drawn there, through a shifted lens too', async () => {
  await put(SHIFTED);
  const { ids } = await captureOf(page, ['ids'], STAGE_PX);
  const places: [number, number][] = [];
  for (let y = 10; y < STAGE_PX; y += 20) for (let x = 10; x < STAGE_PX; x += 20) places.push([x, y]);
  const parts = await page.evaluate(
    (all) =>
      Promise.all(
        all.map(async ([x, y]) => {
          const { api } = window.harness.viewer;
          const [part, point] = await Promise.all([api.partAt(x, y), api.surfaceAt(x, y)]);
          return { slot: part === null ? 0 : part.materialIndex + 2, point };
        }),
      ),
    places,
  );
  let hits = 0;
  places.forEach(([x, y], index) => {
    const drawn = ids?.at(x, y)[0] ?? 0;
    const isInside = [-2, 2].every((d) => ids?.at(x + d, y)[0] === drawn && ids.at(x, y + d)[0] === drawn);
    if (!isInside) return;
    expect(parts[index]?.slot, `${x} ${y}`).toBe(drawn);
    expect(parts[index]?.point === null).toBe(drawn === 0);
    if (drawn !== 0) hits++;
  });
  expect(hits).toBeGreaterThan(5);
});

test('the view keeps its lens through gestures, and a transition arrives at another', async () => {
  const depthOfField = { fNumber: 2.8, focus: [0, 0, 0] as [number, number, number] };
  await put({ ...withRoll(SHIFTED, 12), sensor: 'aps-c', depthOfField });
  const turned = await page.evaluate(async () => {
    const { harness } = window;
    const from = harness.events.length;
    const still = {
      kind: 'orbit-key',
      azimuthRadians: 0.4,
      polarRadians: 0.1,
      zoom: 1.2,
      right: 0,
      up: 0,
    } as const;
    harness.viewer.sendGesture(still);
    return (await harness.wait('cameraSettled', from)).pose;
  });
  expect([turned.shift, turned.sensor, turned.depthOfField]).toEqual([SHIFTED.shift, 'aps-c', depthOfField]);
  expect(Math.hypot(...turned.up)).toBeCloseTo(1, 6);
  const { rollDegrees } = await import('../../src/contract/camera/level-camera.ts');
  expect(rollDegrees(turned)).toBeCloseTo(12, 4);
  await page.evaluate((at) => window.harness.viewer.api.setCamera(at, 60), BASE);
  const arrived = await page.evaluate(() => window.harness.viewer.api.camera());
  expect(arrived.shift?.every((value) => value === 0) ?? true).toBe(true);
  expect(arrived.depthOfField).toBeUndefined();
});

test('a shifted picture is fitted to its own middle', async () => {
  await put(SHIFTED);
  const fitted = await page.evaluate(() => window.harness.viewer.api.fitCamera(0));
  expect(fitted.shift).toEqual(SHIFTED.shift);
  const { ids } = await captureOf(page, ['ids'], 64);
  for (let at = 0; at < 64; at++) {
    for (const edge of [0, 1, 2, 61, 62, 63]) {
      expect([ids?.at(at, edge)[0], ids?.at(edge, at)[0]]).toEqual([0, 0]);
    }
  }
  const side = Array.from({ length: 64 }, (_, at) => at);
  const columns = side.filter((x) => side.some((y) => ids?.at(x, y)[0] !== 0));
  const rows = side.filter((y) => side.some((x) => ids?.at(x, y)[0] !== 0));
  for (const drawn of [columns, rows]) {
    const middle = ((drawn[0] ?? 0) + (drawn.at(-1) ?? 0) + 1) / 2;
    // What is nearer is seen larger; the lens alone would have it 13 and 19 pixels beside.
    expect(Math.abs(middle - 32)).toBeLessThan(6);
  }
});

/** Of a row of the picture, how far in pixels it takes from one side of a step to the other. */
function rampOf(pixels: Pixels, y: number, from: number, to: number): number {
  const reds = Array.from({ length: to - from }, (_, i) => pixels.at(from + i, y)[0]);
  const [first, last] = [reds[0] ?? 0, reds.at(-1) ?? 0];
  return reds.filter((red) => Math.abs(red - first) > 12 && Math.abs(red - last) > 12).length;
}

test('at rest the stage is blurred as by the lens, in motion and in captures it is sharp', async () => {
  const front: CameraPose = { ...BASE, position: [0, 0, 14] };
  await put(front);
  const sharp = await screenOf(page);
  const seen = await page.evaluate(() => window.harness.events.length);
  // Sharp at the front of the small block; the tower stands behind it, and a unit is a metre made small.
  const depthOfField = { fNumber: 1, focus: [2, -2, 3.5] as [number, number, number], metresPerUnit: 0.06 };
  await put({ ...front, depthOfField });
  const captured = await captureOf(page, ['snapshot'], STAGE_PX);
  await page.evaluate(async (from) => {
    const { harness } = window;
    const count = () => harness.events.slice(from).filter(({ kind }) => kind === 'frameDrawn').length;
    // The frame of the pose, that after the capture, and the two of the lens.
    while (count() < 4) await harness.wait('frameDrawn', harness.events.length);
  }, seen);
  const blurred = await screenOf(page);
  // The left edge of the tower at mid height.
  const edge = (pixels: Pixels) => rampOf(pixels, STAGE_PX / 2, 60, 160);
  expect(edge(blurred)).toBeGreaterThan(edge(sharp) + 3);
  expect(edge(captured.snapshot as Pixels)).toBeLessThanOrEqual(edge(sharp) + 1);
});
