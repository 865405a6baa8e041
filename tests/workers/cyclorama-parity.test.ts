import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Environment } from '../../src/contract/scene/environment.ts';
import type { FloorSettings } from '../../src/contract/scene/floor.ts';
import { CYCLORAMA_DEFAULT, FLOOR_BEFORE } from '../../src/contract/scene/floor-defaults.ts';
import type { LightRig } from '../../src/contract/scene/light-rig.ts';
import { openRigPreset } from '../../src/tracer/light/rig-presets.ts';
import { makeBoxes } from '../support/box-model.ts';
import { differencesOf } from '../support/compare-pictures.ts';
import {
  bothOf,
  isAroundAt,
  isProductAt,
  openParity,
  PARITY_PX,
  type Parity,
  type ParityScene,
  shareOf,
  showFrom,
  stageOf,
} from '../support/parity.ts';
import { captureOf } from '../support/viewer-page.ts';

const BACKGROUND = '#b04040';
/** CIEDE2000: medians of the sweep and of the product, and what nine of ten pixels of the sweep keep. */
const MAX = { sweep: 2, sweepMost: 5, product: 4 };
const BLOCK = makeBoxes([{ size: [5, 7, 5], centre: [0, 0, 0], colour: [0.5, 0.5, 0.5, 1] }]);

let parity: Parity;
beforeAll(async () => {
  parity = await openParity(BACKGROUND);
});
afterAll(() => parity.tests.close());

type Set = ParityScene & { readonly from: readonly [number, number, number] };

const sweep = (colour: string, changes: Partial<FloorSettings> = {}): FloorSettings => ({
  ...FLOOR_BEFORE,
  cyclorama: { ...CYCLORAMA_DEFAULT, colour },
  ...changes,
});

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
  ['white, by the lights of the house', { floor: sweep('#ffffff'), from: [8, 5, 20], shadowIntensity: 0.2 }],
  ['grey, from behind', { floor: sweep('#8d9297'), from: [-6, 8, -18], lightRig: openRigPreset('white') }],
  [
    'near and bent a little, from the side',
    {
      floor: sweep('#c9cdd1', {
        cyclorama: { colour: '#c9cdd1', distance: 3, radius: 0.8 },
        isShadowOnly: true,
      }),
      from: [18, 6, 3],
      lightRig: openRigPreset('textile'),
    },
  ],
  ['with leaves before the light', { floor: sweep('#c9cdd1'), from: [0, 7, 22], lightRig: LEAVES }],
  [
    'with a back light that would hang in the wall',
    { floor: sweep('#8d9297'), from: [0, 7, 22], lightRig: BACK },
  ],
  ['in the sun', { floor: sweep('#c9cdd1'), from: [0, 7, 22], environment: SKY }],
  ['the sun behind it', { floor: sweep('#c9cdd1'), from: [0, 7, -22], environment: SKY }],
])('a cyclorama is on the stage what it is in the picture: %s', async (_, set) => {
  const { from, ...scene } = set;
  const pictures = await bothOf(parity, BLOCK, from, scene);
  const { stage, picture } = pictures;
  const own = differencesOf(stage, picture, isProductAt(pictures));
  const around = differencesOf(stage, picture, isAroundAt(pictures));
  expect(shareOf(around, 0.5)).toBeLessThanOrEqual(MAX.sweep);
  expect(shareOf(around, 0.9)).toBeLessThanOrEqual(MAX.sweepMost);
  expect(shareOf(own, 0.5)).toBeLessThanOrEqual(MAX.product);
});

test('it covers the background and is in no pass that tells where the product is', async () => {
  await showFrom(parity, BLOCK, [8, 5, 20]);
  const passesOf = async (floor: FloorSettings) => {
    await stageOf(parity, { floor });
    return captureOf(parity.page, ['snapshot', 'ids', 'depth', 'alpha'], PARITY_PX);
  };
  const covered = await passesOf(sweep('#8d9297'));
  const bare = await passesOf({ ...FLOOR_BEFORE, colour: '#8d9297' });
  const [r = 0, , b = 0] = bare.snapshot?.at(3, 3) ?? [];
  expect(r - b).toBeGreaterThan(60);
  const far = PARITY_PX - 4;
  for (const [x, y] of [
    [3, 3],
    [far, 3],
    [3, far],
    [far, far],
  ] as const) {
    const [red = 0, , blue = 255] = covered.snapshot?.at(x, y) ?? [];
    expect(Math.abs(red - blue)).toBeLessThan(30);
  }
  for (const pass of ['ids', 'depth', 'alpha'] as const) {
    const [one, other] = [covered[pass], bare[pass]];
    if (one === null || other === null) throw new Error('nothing was drawn');
    expect(differencesOf(one, other, () => true).filter((apart) => apart > 0)).toEqual([]);
  }
});
