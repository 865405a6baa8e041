import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GoboPattern, LightRig, RigLight } from '../../src/contract/scene/light-rig.ts';
import { makeBoxes } from '../support/box-model.ts';
import { differencesOf } from '../support/compare-pictures.ts';
import { bothOf, isProductAt, openParity, type Parity, shareOf, stageOf } from '../support/parity.ts';

/** CIEDE2000: the median, and what nine of ten pixels keep. Without the patterns it is 7 to 28. */
const MAX = { median: 4, most: 6 };
/** Nothing throws light on it, which the stage does not know. */
const WALL = makeBoxes([{ size: [10, 8, 0.2], centre: [0, 0, 0] }]);
const PLATE = makeBoxes([{ size: [10, 0.2, 10], centre: [0, 0, 0] }]);

let parity: Parity;
beforeAll(async () => {
  parity = await openParity('#404040');
});
afterAll(() => parity.tests.close());

function rigOf(pattern: GoboPattern, changes: Partial<RigLight> = {}, softness = 0.1): LightRig {
  const light: RigLight = {
    id: 'key',
    role: 'window',
    shape: 'rectangle',
    azimuthDegrees: 30,
    elevationDegrees: 35,
    distance: 4,
    width: 0.4,
    height: 0.4,
    kelvin: 5_600,
    intensity: 1,
    isOn: true,
    gobo: { pattern, softness },
    ...changes,
  };
  return { name: '', preset: null, lights: [light], soloId: null, surroundings: 0.3, level: 1 };
}

test.each([
  ['window', WALL, {}, 0.1, [0, 0, 16]],
  ['leaves', PLATE, {}, 0.1, [0, 12, 12]],
  // As large and as soft as a person may make it, from the side, and turned with the camera.
  ['blinds', WALL, { width: 2, height: 1 }, 0.4, [6, 4, 15]],
  ['leaves', WALL, { shape: 'octagon', azimuthDegrees: -50 }, 0.8, [-5, 6, 15]],
] as const)(
  'the shadow of %s lies on the stage as in the picture',
  async (pattern, glb, changes, softness, from) => {
    const pictures = await bothOf(parity, glb, from, { lightRig: rigOf(pattern, changes, softness) });
    const { stage, picture } = pictures;
    const own = differencesOf(stage, picture, isProductAt(pictures));
    expect(shareOf(own, 0.5)).toBeLessThanOrEqual(MAX.median);
    expect(shareOf(own, 0.9)).toBeLessThanOrEqual(MAX.most);
    const bare = await stageOf(parity, { lightRig: rigOf('none', changes) });
    expect(shareOf(differencesOf(bare.stage, picture, isProductAt(pictures)), 0.9)).toBeGreaterThan(MAX.most);
  },
);
