import { expect, it } from 'vitest';
import { BATCH_MAX, HOUSE_SEEDS } from '../../../src/contract/constants.ts';
import { LightRig } from '../../../src/contract/scene/light-rig.ts';
import { irradianceOf } from '../../../src/tracer/light/area-light.ts';
import { chooseLightRig } from '../../../src/tracer/light/choose-light-rig.ts';
import { colourOfKelvin, directionOf, hangLights, RIG_FRAME } from '../../../src/tracer/light/hang-lights.ts';
import { luminance } from '../../../src/tracer/picture.ts';

const house = chooseLightRig(0, 1);
const PLACE = { middle: [0, 0, 0], radius: 1 } as const;

/** From the product to its key light. */
function keyOf({ lights: [key] }: LightRig): readonly [number, number, number] {
  if (key === undefined) throw new Error('a rig without lights');
  return directionOf(key, RIG_FRAME);
}

it('is the house rig for every seed at creativity 0', () => {
  for (const seed of [0, 2, 77, Number.MAX_SAFE_INTEGER]) expect(chooseLightRig(0, seed)).toEqual(house);
});

it('is the house rig where an order begins that chose no seed, and no longer in the second picture of its batch', () => {
  for (const first of [0, HOUSE_SEEDS, 4_294_967_280]) {
    expect(chooseLightRig(1, first)).toEqual(house);
    expect(chooseLightRig(1, first + 1)).not.toEqual(house);
    expect(chooseLightRig(1, first + BATCH_MAX - 1)).not.toEqual(house);
  }
});

it('is neutral at creativity 0: daylight', () => {
  for (const { kelvin } of house.lights) expect(colourOfKelvin(kelvin)).toEqual([1, 1, 1]);
});

it('lights a floor to full white, whatever the seed, and by what its lamps make of the stage under a preset', () => {
  const floor = (rig: LightRig) =>
    hangLights(rig, PLACE, RIG_FRAME, 1, [1, 1, 1]).reduce(
      (sum, light) => sum + irradianceOf(light, [0, 0, 0], [0, 1, 0], 0) * luminance(...light.radiance),
      0,
    ) / Math.PI;
  for (let seed = 1; seed < 40; seed++) expect(floor(chooseLightRig(1, seed))).toBeCloseTo(1, 6);
  expect(floor(chooseLightRig(0, 0, 'render'))).toBeCloseTo(1.31, 6);
});

it('gives the pictures of a batch clearly different keys', () => {
  const keys = [10, 11, 12, 13].map((seed) => keyOf(chooseLightRig(1, seed)));
  for (const [i, a] of keys.entries()) {
    for (const b of keys.slice(i + 1)) {
      const cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
      expect(cosine).toBeLessThan(0.97);
    }
  }
});

it('moves further with more creativity, and stays a rig', () => {
  const [hx, hy, hz] = keyOf(house);
  const turned = (creativity: number) => {
    const [x, y, z] = keyOf(chooseLightRig(creativity, 5));
    return 1 - (x * hx + y * hy + z * hz);
  };
  expect(turned(0.2)).toBeGreaterThan(0);
  expect(turned(0.8)).toBeGreaterThan(turned(0.2));
  for (let seed = 0; seed < 200; seed++) {
    const rig = LightRig.parse(chooseLightRig(1, seed));
    for (const { elevationDegrees, width, height, kelvin, intensity } of rig.lights) {
      expect(elevationDegrees).toBeGreaterThan(0);
      expect(Math.min(width, height, intensity)).toBeGreaterThan(0);
      // Warmer or cooler, never green or magenta, and never so much that brown leather turns pink.
      const [r, g, b] = colourOfKelvin(kelvin);
      expect(Math.abs(r / g - 1)).toBeLessThan(0.3);
      expect(Math.sign(r - g)).toBe(Math.sign(g - b));
    }
  }
});

it('scales each light as the preset scales its lamp on the stage, and leaves the house rig alone', () => {
  const render = chooseLightRig(0, 1, 'render');
  expect(chooseLightRig(0, 1, 'studio')).toEqual(house);
  const ratios = render.lights.map(({ intensity }, i) => intensity / (house.lights[i]?.intensity ?? 1));
  // Key, strip, rim and top: main 0.8 / 0.6, front 0.3 / 0.2, fill 0.2 / 0.1, ambient 0.5 / 0.4, beside the key.
  for (const [i, ratio] of [1, 9 / 8, 3 / 2, 15 / 16].entries())
    expect((ratios[i] ?? 0) / (ratios[0] ?? 1)).toBeCloseTo(ratio, 12);
  const places = ({ lights }: LightRig) => lights.map((light) => ({ ...light, intensity: 0 }));
  expect(places(render)).toEqual(places(house));
});
