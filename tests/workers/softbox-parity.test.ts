import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LightRig, RigPreset } from '../../src/contract/scene/light-rig.ts';
import { openRigPreset } from '../../src/tracer/light/rig-presets.ts';
import { makeBoxes } from '../support/box-model.ts';
import { differencesOf } from '../support/compare-pictures.ts';
import {
  type Both,
  bothOf,
  isAroundAt,
  openParity,
  PARITY_PX,
  type Parity,
  shadowOf,
  shareOf,
} from '../support/parity.ts';

/** CIEDE2000: what nine of ten places of the floor keep, and the median of those in shadow. Without shadows of lights it is 3.6 to 20. */
const MAX = { floor: 2, shadow: 2 };
const POST = makeBoxes([{ size: [2, 5, 2], centre: [0, 0, 0] }]);
const FROM_ABOVE = [0, 14, 14] as const;

let parity: Parity;
beforeAll(async () => {
  parity = await openParity('#c0c0c0');
});
afterAll(() => parity.tests.close());

function floorOf(pictures: Both) {
  const last = PARITY_PX - 2;
  const isFree = isAroundAt(pictures, 2);
  return (x: number, y: number): boolean => x > 1 && y > 1 && x < last && y < last && isFree(x, y);
}

async function compare(lightRig: LightRig, from: readonly number[], shadowIntensity = 1): Promise<void> {
  const pictures = await bothOf(parity, POST, from, { lightRig, shadowIntensity });
  const { stage, picture } = pictures;
  const isFloor = floorOf(pictures);
  const traced = shadowOf(picture, isFloor);
  const inShadow = differencesOf(stage, picture, (x, y) => traced.has(y * PARITY_PX + x));
  expect(shareOf(differencesOf(stage, picture, isFloor), 0.9)).toBeLessThanOrEqual(MAX.floor);
  expect(shareOf(inShadow, 0.5)).toBeLessThanOrEqual(MAX.shadow);
}

test.each<readonly [preset: RigPreset, from: readonly number[]]>([
  ['drama', FROM_ABOVE],
  ['food', FROM_ABOVE],
  ['textile', FROM_ABOVE],
  ['soft', FROM_ABOVE],
  // A small light far away.
  ['sun', FROM_ABOVE],
  // Lights turn with the camera.
  ['drama', [-12, 9, 10]],
])('the shadows of softboxes lie on the floor of the stage as in the picture: %s', async (preset, from) => {
  await compare(openRigPreset(preset), from);
});

test('they are as strong as a person sets it', async () => {
  await compare(openRigPreset('drama'), FROM_ABOVE, 0.4);
});

test('one light alone throws its own', async () => {
  const rig = openRigPreset('drama');
  const [first] = rig.lights;
  await compare({ ...rig, soloId: first?.id ?? null }, FROM_ABOVE);
});
