import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CameraPose } from '../../../src/contract/render-spec.ts';
import { makeBoxes } from '../../support/box-model.ts';
import { openTestBrowser, type TestBrowser } from '../../support/browser.ts';
import { type BlockColour, makeKtx2 } from '../../support/ktx2-file.ts';
import { AS_IT_IS, hasSamples, readSample } from '../../support/tiny-model.ts';
import { buildKernel } from '../../support/trace-host.ts';
import { traceSurface } from '../../support/trace-surface.ts';

const SIZE = 160;
const POSE = {
  position: [0, 0, 14],
  target: [0, 0, 0],
  up: [0, 1, 0],
  quaternion: [0, 0, 0, 1],
  fovDegrees: 45,
} satisfies CameraPose;
/** The front of the box, 2 in front of the middle: the pixels of half its height. */
const HALF_PX = Math.floor((SIZE / 2) * (2 / (12 * Math.tan(Math.PI / 8))));
const RED: BlockColour = [255, 0, 0, 255];
const GREEN: BlockColour = [0, 255, 0, 255];
const BLUE: BlockColour = [0, 0, 255, 255];
const WHITE: BlockColour = [255, 255, 255, 255];
const FIELDS = [RED, GREEN, BLUE, WHITE];
/** Of 1: the gloss of three.js takes 0.018 of the light. */
const TOLERANCE = 0.03;

let tests: TestBrowser;
let page: Page;

beforeAll(async () => {
  buildKernel();
  tests = await openTestBrowser(join(import.meta.dirname, '../page'));
  page = await tests.browser.newPage();
  await page.goto(tests.origin);
});
afterAll(() => tests.close());

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const boxWith = (texture: Uint8Array, side = 4) =>
  makeBoxes([{ size: [side, side, 4], centre: [0, 0, 0], texture }]);
const linear = (byte: number): number => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

/** Linear colour of a pixel, by its place from the middle in half sides of the box: -1 to 1, right and down. */
type Picture = (right: number, down: number) => number[];

function placeOf(right: number, down: number): number {
  return (SIZE / 2 + Math.round(down * HALF_PX)) * SIZE + SIZE / 2 + Math.round(right * HALF_PX);
}

async function draw(glb: Uint8Array): Promise<Picture> {
  const place = { ...AS_IT_IS, upAxis: 'Y_UP' } as const;
  const view = { ...place, glb: base64(glb), files: {}, dressings: [[]], pose: POSE, sizePx: SIZE };
  const [picture] = await page.evaluate((given) => window.harness.measureSurface(given), view);
  const albedo = Buffer.from(picture?.albedo ?? '', 'base64');
  return (right, down) => {
    const at = placeOf(right, down) * 4;
    return [...albedo.subarray(at, at + 3)].map(linear);
  };
}

async function trace(glb: Uint8Array): Promise<Picture> {
  const samples = 4;
  const { albedo } = await traceSurface(glb, AS_IT_IS, [], POSE, SIZE, samples);
  return (right, down) => {
    const at = placeOf(right, down) * 3;
    return [...albedo.subarray(at, at + 3)].map((sum) => sum / samples);
  };
}

const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...[0, 1, 2].map((channel) => Math.abs((a[channel] ?? 9) - (b[channel] ?? 0))));

test.each([
  ['kept packed', [FIELDS, [WHITE], [WHITE], [WHITE]], true],
  ['unpacked', [FIELDS], false],
])(
  'a texture lies in its place in the viewer and in the tracer (%s)',
  async (_how, levels, isWhiteFromAfar) => {
    const texture = makeKtx2(8, 8, levels, { isZstd: true });
    const glb = boxWith(texture);
    const [drawn, traced] = [await draw(glb), await trace(glb)];
    for (const [index, colour] of FIELDS.entries()) {
      const place = [index % 2 === 0 ? -0.5 : 0.5, index < 2 ? -0.5 : 0.5] as const;
      const expected = colour.map((value) => value / 255);
      expect(distance(drawn(...place), expected), `drawn ${index}`).toBeLessThan(TOLERANCE);
      expect(distance(traced(...place), expected), `traced ${index}`).toBeLessThan(0.01);
    }
    // Four pixels wide it is drawn from a smaller size: the file's own, or one made of the four fields.
    const [, ...other] = (await draw(boxWith(texture, 0.3)))(-0.05, -0.05);
    expect(Math.min(...other) > 0.3).toBe(isWhiteFromAfar);
  },
);

test('the transcoder comes from our own address, once for a model and only for KTX2', async () => {
  const own = await tests.browser.newPage();
  const asked: string[] = [];
  own.on('request', (request) => asked.push(request.url()));
  await own.goto(tests.origin);
  const show = (glb: Uint8Array) => own.evaluate((model) => window.harness.show(model), base64(glb));
  await show(makeBoxes([{ size: [4, 4, 4], centre: [0, 0, 0] }]));
  expect(asked.filter((url) => url.includes('basis'))).toEqual([]);
  const box = (texture: Uint8Array) => ({ size: [4, 4, 4], centre: [0, 0, 0], texture }) as const;
  const report = await show(makeBoxes([box(makeKtx2(4, 4, [[RED]])), box(makeKtx2(4, 4, [[BLUE]]))]));
  expect(report?.unreadableImages).toEqual([]);
  expect(asked.filter((url) => url.includes('basis'))).toHaveLength(1);
  expect(asked.filter((url) => !/^(blob:|data:)/.test(url) && !url.startsWith(tests.origin))).toEqual([]);
  await own.close();
});

test('a damaged or too large texture is named and the model stands in its own colour', async () => {
  for (const texture of [
    makeKtx2(8, 8, [FIELDS]).subarray(0, 150),
    makeKtx2(8, 8, [FIELDS], { claimedSize: [16_384, 16_384] }),
  ]) {
    const glb = boxWith(texture);
    const report = await page.evaluate((model) => window.harness.show(model), base64(glb));
    expect(report?.unreadableImages).toEqual([{ name: 'picture 0', materials: ['box 0'] }]);
    expect(distance((await draw(glb))(-0.5, -0.5), [1, 1, 1])).toBeLessThan(TOLERANCE);
  }
});

const STEPS = Array.from({ length: 25 }, (_, step) => (step - 12) / 13);

const mean = (picture: Picture): number[] =>
  [0, 1, 2].map((channel) => {
    const values = STEPS.flatMap((right) => STEPS.map((down) => picture(right, down)[channel] ?? 0));
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  });

test.skipIf(!hasSamples)('ETC1S and UASTC with Zstandard look as the tracer has them', async () => {
  for (const name of ['_base_basecolor', '_glass_basecolor-alpha']) {
    const glb = boxWith(readSample(`gltf/StainedGlassLamp_ktx2/StainedGlassLamp${name}.ktx2`));
    const [drawn, traced] = [mean(await draw(glb)), mean(await trace(glb))];
    // Neither black nor white, which would be no texture.
    expect(Math.max(...traced), name).toBeGreaterThan(0.02);
    expect(Math.min(...traced), name).toBeLessThan(0.9);
    expect(distance(drawn, traced), name).toBeLessThan(0.2 * Math.max(...traced));
  }
});
