import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Environment } from '../../src/contract/scene/environment.ts';
import type { FloorSettings } from '../../src/contract/scene/floor.ts';
import { CYCLORAMA_DEFAULT, FLOOR_BEFORE } from '../../src/contract/scene/floor-defaults.ts';
import type { LightRig } from '../../src/contract/scene/light-rig.ts';
import { openRigPreset } from '../../src/tracer/light/rig-presets.ts';
import { makeBoxes } from '../support/box-model.ts';
import type { TestBrowser } from '../support/browser.ts';
import { differencesOf } from '../support/compare-pictures.ts';
import type { Pixels } from '../support/pixels.ts';
import { traceAsStaged } from '../support/trace-as-staged.ts';
import { buildKernel } from '../support/trace-host.ts';
import { base64, captureOf, openViewerPage, openViewerTests } from '../support/viewer-page.ts';

const SIZE = 128;
const BACKGROUND = '#b04040';
/** CIEDE2000: medians of the sweep and of the product, and what nine of ten pixels of the sweep keep. */
const MAX = { sweep: 2, sweepMost: 5, product: 4 };
const BLOCK = makeBoxes([{ size: [5, 7, 5], centre: [0, 0, 0], colour: [0.5, 0.5, 0.5, 1] }]);

let tests: TestBrowser;
let page: Page;
beforeAll(async () => {
  buildKernel();
  tests = await openViewerTests();
  page = await openViewerPage(tests);
  await page.evaluate(
    (colour) => window.harness.viewer.api.setBackground({ kind: 'colour', colour }),
    BACKGROUND,
  );
});
afterAll(() => tests.close());

interface Set {
  readonly floor: FloorSettings;
  readonly rig?: LightRig | null;
  readonly environment?: Environment | null;
  /** Of the shadow, which a cyclorama does not heed. */
  readonly shadow?: number;
  readonly from: readonly [number, number, number];
}

const sweep = (colour: string, changes: Partial<FloorSettings> = {}): FloorSettings => ({
  ...FLOOR_BEFORE,
  cyclorama: { ...CYCLORAMA_DEFAULT, colour },
  ...changes,
});

async function stageOf({ floor, rig = null, environment = null, shadow = 1, from }: Set) {
  await page.evaluate(
    async ([glb, at, laid, own, around, intensity]) => {
      const { api } = window.harness.viewer;
      await window.harness.show(glb);
      await window.harness.look([...at]);
      await api.setFloor(laid);
      await api.setEnvironment(around === null ? null : { environment: around, picture: null });
      await api.setLighting({ lighting: 'studio', creativity: 0, seed: 0, rig: own });
      await api.setShadow(intensity);
    },
    [base64(BLOCK), from, floor, rig, environment, shadow] as const,
  );
  const { snapshot, ids, depth, alpha } = await captureOf(page, ['snapshot', 'ids', 'depth', 'alpha'], SIZE);
  if (snapshot === null || ids === null || depth === null || alpha === null)
    throw new Error('nothing was drawn');
  return { stage: snapshot, ids, depth, alpha };
}

function pictureOf({ floor, rig = null, environment = null, shadow = 1 }: Set): Promise<Pixels> {
  return traceAsStaged(page, BLOCK, SIZE, {
    background: { kind: 'colour', colour: BACKGROUND },
    scene: {
      floor,
      shadowIntensity: shadow,
      ...(rig !== null && { lightRig: rig }),
      ...(environment !== null && { environment }),
    },
  });
}

const SKY: Environment = {
  kind: 'sky',
  elevationDegrees: 45,
  haze: 3,
  hasSun: true,
  sunDegrees: 2,
  rotationDegrees: 140,
  stops: 0,
  isSeen: true,
  blur: 0,
};

const LEAVES: LightRig = {
  name: '',
  preset: null,
  lights: [
    {
      id: 'key',
      role: 'window',
      shape: 'rectangle',
      azimuthDegrees: 25,
      elevationDegrees: 35,
      distance: 4,
      width: 0.4,
      height: 0.4,
      kelvin: 5_600,
      intensity: 1.5,
      isOn: true,
      gobo: { pattern: 'leaves', softness: 0.2 },
    },
  ],
  soloId: null,
  surroundings: 0.3,
  level: 1,
};

/** A soft key, and a large light behind that would hang in the wall. */
const SOFT = openRigPreset('soft');
const BACK: LightRig = {
  ...SOFT,
  lights: [...SOFT.lights, ...openRigPreset('glass').lights.filter(({ role }) => role === 'back')],
};

test.each<readonly [string, Set]>([
  ['white, by the lights of the house', { floor: sweep('#ffffff'), from: [8, 5, 20], shadow: 0.2 }],
  ['grey, from behind', { floor: sweep('#8d9297'), from: [-6, 8, -18], rig: openRigPreset('white') }],
  [
    'near and bent a little, from the side',
    {
      floor: sweep('#c9cdd1', {
        cyclorama: { colour: '#c9cdd1', distance: 3, radius: 0.8 },
        isShadowOnly: true,
      }),
      from: [18, 6, 3],
      rig: openRigPreset('textile'),
    },
  ],
  ['with leaves before the light', { floor: sweep('#c9cdd1'), from: [0, 7, 22], rig: LEAVES }],
  ['with a back light that would hang in the wall', { floor: sweep('#8d9297'), from: [0, 7, 22], rig: BACK }],
  ['in the sun', { floor: sweep('#c9cdd1'), from: [0, 7, 22], environment: SKY }],
  ['the sun behind it', { floor: sweep('#c9cdd1'), from: [0, 7, -22], environment: SKY }],
])('a cyclorama is on the stage what it is in the picture: %s', async (_, set) => {
  const { stage, ids } = await stageOf(set);
  const picture = await pictureOf(set);
  const isProduct = (x: number, y: number): boolean => ids.at(x, y)[0] > 0;
  const all = [-1, 0, 1];
  const own = differencesOf(stage, picture, (x, y) => all.every((d) => isProduct(x + d, y)));
  const around = differencesOf(stage, picture, (x, y) => !all.some((d) => isProduct(x + d, y)));
  const at = (found: number[], share: number) => found[Math.floor(found.length * share)] ?? Number.NaN;
  expect(at(around, 0.5)).toBeLessThanOrEqual(MAX.sweep);
  expect(at(around, 0.9)).toBeLessThanOrEqual(MAX.sweepMost);
  expect(at(own, 0.5)).toBeLessThanOrEqual(MAX.product);
});

test('it covers the background and is in no pass that tells where the product is', async () => {
  const from = [8, 5, 20] as const;
  const covered = await stageOf({ floor: sweep('#8d9297'), from });
  const bare = await stageOf({ floor: { ...FLOOR_BEFORE, colour: '#8d9297' }, from });
  const [r = 0, , b = 0] = bare.stage.at(3, 3);
  expect(r - b).toBeGreaterThan(60);
  for (const [x, y] of [
    [3, 3],
    [124, 3],
    [3, 124],
    [124, 124],
  ] as const) {
    const [red, , blue] = covered.stage.at(x, y);
    expect(Math.abs(red - blue)).toBeLessThan(30);
  }
  for (const pass of ['ids', 'depth', 'alpha'] as const) {
    const changed = differencesOf(covered[pass], bare[pass], () => true).filter((one) => one > 0);
    expect(changed).toEqual([]);
  }
});
