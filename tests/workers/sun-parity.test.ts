import { KHRLightsPunctual } from '@gltf-transform/extensions';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Environment } from '../../src/contract/scene/environment.ts';
import type { FileLights } from '../../src/contract/scene/file-lights.ts';
import { makeBoxes } from '../support/box-model.ts';
import type { TestBrowser } from '../support/browser.ts';
import { differencesOf } from '../support/compare-pictures.ts';
import type { Pixels } from '../support/pixels.ts';
import { openGlb, writeGlb } from '../support/tiny-model.ts';
import { traceAsStaged } from '../support/trace-as-staged.ts';
import { buildKernel } from '../support/trace-host.ts';
import { base64, captureOf, openViewerPage, openViewerTests } from '../support/viewer-page.ts';

const SIZE = 128;
const COLOUR = '#c0c0c0';
/** CIEDE2000: the product's median and what nine of ten of its pixels keep; what nine of ten of the floor's keep; the median in the shadow. */
const MAX = { median: 4, most: 10, floor: 2, shadow: 6 };
/** Of the pixels that are in shadow in either, the share that is in both; 0.95 is seen. */
const LEAST_IN_BOTH = 0.85;
const POST = makeBoxes([{ size: [0.8, 6, 0.8], centre: [0, 0, 0] }]);
/** A post that stands on a plate, and a roof over it. */
const makeGate = (grey: number) =>
  makeBoxes(
    [
      { size: [8, 0.4, 6] as const, centre: [0, -3, 0] as const },
      { size: [0.8, 6, 0.8] as const, centre: [-2, 0, 0] as const },
      { size: [4, 0.4, 1] as const, centre: [-0.4, 3.2, 0] as const },
    ].map((box) => ({ ...box, colour: [grey, grey, grey, 1] as const })),
  );
const GATE = makeGate(1);
const FROM_ABOVE = [0, 14, 14] as const;
const OFF: FileLights = { isOn: false, strength: 1 };
const ON: FileLights = { isOn: true, strength: 1 };

let tests: TestBrowser;
let page: Page;
beforeAll(async () => {
  buildKernel();
  tests = await openViewerTests();
  page = await openViewerPage(tests);
  await page.evaluate(
    (colour) => window.harness.viewer.api.setBackground({ kind: 'colour', colour }),
    COLOUR,
  );
});
afterAll(() => tests.close());

function sky(changes: Partial<Extract<Environment, { kind: 'sky' }>> = {}): Environment {
  return {
    kind: 'sky',
    elevationDegrees: 50,
    haze: 3,
    hasSun: true,
    sunDegrees: 0.53,
    rotationDegrees: -60,
    stops: 0,
    isSeen: false,
    blur: 0,
    ...changes,
  };
}

const show = (glb: Uint8Array, from: readonly number[]) =>
  page.evaluate(
    async ([shown, at]) => {
      await window.harness.show(shown);
      await window.harness.look([...at]);
    },
    [base64(glb), from] as const,
  );

async function stageOf(
  environment: Environment | null,
  shadowIntensity = 1,
  fileLights: FileLights = OFF,
): Promise<{ stage: Pixels; ids: Pixels }> {
  await page.evaluate(
    async ([told, intensity, lights]) => {
      const { api } = window.harness.viewer;
      await api.setFileLights(lights);
      await api.setEnvironment(told === null ? null : { environment: told, picture: null });
      await api.setShadow(intensity);
    },
    [environment, shadowIntensity, fileLights] as const,
  );
  const { snapshot, ids } = await captureOf(page, ['snapshot', 'ids'], SIZE);
  if (snapshot === null || ids === null) throw new Error('nothing was drawn');
  return { stage: snapshot, ids };
}

const pictureOf = (
  glb: Uint8Array,
  environment: Environment | null,
  shadowIntensity = 1,
  fileLights: FileLights = OFF,
): Promise<Pixels> =>
  traceAsStaged(page, glb, SIZE, {
    background: { kind: 'colour', colour: COLOUR },
    scene: { environment, shadowIntensity, fileLights },
  });

/** A model with two directional lights of its own, of which one is much the brighter, and stands after the other. */
async function withSuns(glb: Uint8Array): Promise<Uint8Array> {
  const document = await openGlb(glb);
  const extension = document.createExtension(KHRLightsPunctual);
  for (const [intensity, turn, down] of [
    [2, -0.9, 0.5],
    [20, 2.6, 0.95],
  ] as const) {
    // Turned about the vertical, and then looking down.
    const [s, c, S, C] = [Math.sin(turn / 2), Math.cos(turn / 2), Math.sin(-down / 2), Math.cos(-down / 2)];
    const node = document
      .createNode('sun')
      .setRotation([c * S, s * C, -s * S, c * C])
      .setExtension(
        'KHR_lights_punctual',
        extension.createLight().setType('directional').setIntensity(intensity),
      );
    document.getRoot().listScenes()[0]?.addChild(node);
  }
  return writeGlb(document);
}

/** Places of the floor that are darker than half way from the brightest to the darkest, a pixel away from the product. */
function shadowOf(pixels: Pixels, isFloor: (x: number, y: number) => boolean): Set<number> {
  const light = new Map<number, number>();
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) if (isFloor(x, y)) light.set(y * SIZE + x, pixels.at(x, y)[1]);
  const sorted = [...light.values()].sort((a, b) => a - b);
  const half = ((sorted[Math.floor(sorted.length * 0.005)] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
  return new Set([...light].filter(([, value]) => value < half).map(([at]) => at));
}

function compareFloors(stage: Pixels, picture: Pixels, ids: Pixels): void {
  const isFloor = (x: number, y: number): boolean =>
    x > 1 &&
    y > 1 &&
    x < SIZE - 2 &&
    y < SIZE - 2 &&
    [-2, 0, 2].every((d) => ids.at(x + d, y)[0] === 0 && ids.at(x, y + d)[0] === 0);
  const [drawn, traced] = [shadowOf(stage, isFloor), shadowOf(picture, isFloor)];
  const both = [...drawn].filter((at) => traced.has(at)).length;
  expect(traced.size).toBeGreaterThan(100);
  const apart = differencesOf(stage, picture, isFloor);
  expect(apart[Math.floor(apart.length * 0.9)]).toBeLessThanOrEqual(MAX.floor);
  const inShadow = differencesOf(stage, picture, (x, y) => traced.has(y * SIZE + x));
  expect(inShadow[inShadow.length >> 1]).toBeLessThanOrEqual(MAX.shadow);
  expect(both / (drawn.size + traced.size - both)).toBeGreaterThan(LEAST_IN_BOTH);
}

test.each([
  ['high', sky()],
  ['low and from the front', sky({ elevationDegrees: 25, rotationDegrees: 150 })],
  ['large and hazy', sky({ sunDegrees: 4, rotationDegrees: 60, haze: 4 })],
] as const)(
  'the shadow of a post lies on the floor of the stage where the picture has it: %s',
  async (_name, environment) => {
    await show(POST, FROM_ABOVE);
    const { stage, ids } = await stageOf(environment);
    compareFloors(stage, await pictureOf(POST, environment), ids);
  },
);

test('so does that of the brightest directional light of a file', async () => {
  const glb = await withSuns(POST);
  await show(glb, FROM_ABOVE);
  const { stage, ids } = await stageOf(null, 1, ON);
  compareFloors(stage, await pictureOf(glb, null, 1, ON), ids);
});

test('the shadow on the floor is as strong as a person sets it', async () => {
  await show(POST, FROM_ABOVE);
  const { stage, ids } = await stageOf(sky(), 0.3);
  const picture = await pictureOf(POST, sky(), 0.3);
  const traced = shadowOf(picture, (x, y) => [-3, 0, 3].every((d) => ids.at(x + d, y)[0] === 0));
  const apart = differencesOf(stage, picture, (x, y) => traced.has(y * SIZE + x));
  expect(apart[apart.length >> 1]).toBeLessThanOrEqual(MAX.floor);
  await stageOf(sky(), 1);
});

test('the product throws its shadow on itself, and has none left when the sun goes', async () => {
  await show(GATE, [3, 8, 14]);
  const { stage, ids } = await stageOf(sky());
  const picture = await pictureOf(GATE, sky());
  const isProduct = (x: number, y: number): boolean =>
    [-1, 0, 1].every((d) => ids.at(x + d, y)[0] > 0 && ids.at(x, y + d)[0] > 0);
  const all = differencesOf(stage, picture, isProduct);
  expect(all[all.length >> 1]).toBeLessThanOrEqual(MAX.median);
  expect(all[Math.floor(all.length * 0.9)]).toBeLessThanOrEqual(MAX.most);
  const before = (await stageOf(sky({ hasSun: false }))).stage;
  await stageOf(sky());
  const after = (await stageOf(sky({ hasSun: false }))).stage;
  expect(differencesOf(before, after, () => true).at(-1)).toBe(0);
});

test('the brightest directional light of a file throws the shadow of the product on itself', async () => {
  const glb = await withSuns(makeGate(0.2));
  await show(glb, [3, 8, 14]);
  const { stage, ids } = await stageOf(null, 1, ON);
  const picture = await pictureOf(glb, null, 1, ON);
  const isProduct = (x: number, y: number): boolean =>
    [-1, 0, 1].every((d) => ids.at(x + d, y)[0] > 0 && ids.at(x, y + d)[0] > 0);
  // The top of the plate, on which the roof's shadow lies.
  const isPlate = (x: number, y: number): boolean => y > SIZE * 0.57 && y < SIZE * 0.82 && isProduct(x, y);
  const [drawn, traced] = [shadowOf(stage, isPlate), shadowOf(picture, isPlate)];
  const both = [...drawn].filter((at) => traced.has(at)).length;
  expect(traced.size).toBeGreaterThan(100);
  expect(both / (drawn.size + traced.size - both)).toBeGreaterThan(LEAST_IN_BOTH);
  const all = differencesOf(stage, picture, isProduct);
  expect(all[all.length >> 1]).toBeLessThanOrEqual(MAX.median);
  expect(all[Math.floor(all.length * 0.9)]).toBeLessThanOrEqual(MAX.most);
  const { stage: before } = await stageOf(null);
  await stageOf(null, 1, ON);
  expect(differencesOf(before, (await stageOf(null)).stage, () => true).at(-1)).toBe(0);
});
