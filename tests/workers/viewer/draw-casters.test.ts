import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BoxPlan, makeBoxes } from '../../support/box-model.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { openGlb, writeGlb } from '../../support/tiny-model.ts';
import { captureOf, openViewerPage, openViewerTests, showModel } from '../../support/viewer-page.ts';

/** Hovers over the floor, on which the other one stands. */
const PLATE: BoxPlan = { name: 'plate', size: [4, 0.1, 4], centre: [0, -1, 0] };
const STONE: BoxPlan = { name: 'stone', size: [0.2, 0.2, 0.2], centre: [0, -2, -5] };

/** Of how the floor looks without a shadow, what is left of it below the left half of the plate, and below the right one. */
interface Floor {
  readonly left: number;
  readonly right: number;
}

let tests: TestBrowser;
let page: Page;
beforeAll(async () => {
  tests = await openViewerTests();
  page = await openViewerPage(tests);
  await page.evaluate(() => window.harness.viewer.api.setBackground({ kind: 'colour', colour: '#ffffff' }));
});
afterAll(() => tests.close());

/** A white picture with these alphas from left to right, 0 to 1. */
function stripes(...alphas: readonly number[]): Promise<Uint8Array> {
  const width = 64;
  const pixels = Uint8Array.from({ length: width * 4 }, (_, at) =>
    at % 4 < 3 ? 255 : 255 * (alphas[Math.floor((at / 4 / width) * alphas.length)] ?? 0),
  );
  return sharp(pixels, { raw: { width, height: 1, channels: 4 } })
    .png()
    .toBuffer();
}

async function floorBelow(
  plate: Partial<BoxPlan>,
  change = (glb: Uint8Array) => Promise.resolve(glb),
): Promise<Floor> {
  await showModel(page, await change(makeBoxes([{ ...PLATE, ...plate }, STONE])), [0, -1.2, 12]);
  const { snapshot } = await captureOf(page, ['snapshot'], 160);
  const at = (x: number) => (snapshot?.at(x, 114)[1] ?? Number.NaN) / 255;
  return { left: at(60), right: at(100) };
}

const LIT = 0.95;
const DARK = 0.85;

test.each(['MASK', 'BLEND'])(
  'what a picture cuts out throws no shadow on the floor: %s',
  async (alphaMode) => {
    const { left, right } = await floorBelow({ texture: await stripes(0, 1), alphaMode });
    expect(right).toBeLessThan(DARK);
    expect(left).toBeGreaterThan(LIT);
  },
);

test('what is opaque throws the whole one, whatever alpha it has', async () => {
  const whole = await floorBelow({});
  expect(whole.left).toBeLessThan(DARK);
  expect(await floorBelow({ texture: await stripes(0, 1), colour: [1, 1, 1, 0] })).toEqual(whole);
});

test('what lets light through by half throws less of it', async () => {
  const whole = 1 - (await floorBelow({})).left;
  // A ray of a light passes two sides of a box, which keep three quarters of it; the shadow of the sky counts it once.
  for (const half of [
    { texture: await stripes(0.5, 0.5), alphaMode: 'BLEND' },
    { colour: [1, 1, 1, 0.5], alphaMode: 'BLEND' },
  ] as const) {
    const share = (1 - (await floorBelow(half)).left) / whole;
    expect(share).toBeGreaterThan(0.45);
    expect(share).toBeLessThan(0.8);
  }
});

test('a cutoff of which nothing is left leaves no shadow', async () => {
  const cut = async (glb: Uint8Array): Promise<Uint8Array> => {
    const document = await openGlb(glb);
    document.getRoot().listMaterials()[0]?.setAlphaMode('MASK').setAlphaCutoff(0.9);
    return writeGlb(document);
  };
  const { left, right } = await floorBelow({ texture: await stripes(0.8, 1) }, cut);
  expect(right).toBeLessThan(DARK);
  expect(left).toBeGreaterThan(LIT);
});

test('the alpha of vertices counts, too', async () => {
  const colour = async (glb: Uint8Array): Promise<Uint8Array> => {
    const document = await openGlb(glb);
    const primitive = document.getRoot().listMeshes()[0]?.listPrimitives()[0];
    const place = primitive?.getAttribute('POSITION');
    const count = place?.getCount() ?? 0;
    const colours = Float32Array.from({ length: count * 4 }, () => 0);
    const accessor = document.createAccessor().setType('VEC4').setArray(colours);
    primitive?.setAttribute('COLOR_0', accessor.setBuffer(document.getRoot().listBuffers()[0] ?? null));
    return writeGlb(document);
  };
  const { left, right } = await floorBelow({ alphaMode: 'BLEND' }, colour);
  expect(Math.min(left, right)).toBeGreaterThan(LIT);
});
