import { expect, it } from 'vitest';
import type { LightRig, RigLight } from '../../../src/contract/scene/light-rig.ts';
import { irradianceOf } from '../../../src/tracer/light/area-light.ts';
import {
  colourOfKelvin,
  hangLights,
  RIG_FRAME,
  rigFrame,
  rigPlace,
} from '../../../src/tracer/light/hang-lights.ts';

const box: RigLight = {
  id: 'key',
  role: 'key',
  shape: 'rectangle',
  azimuthDegrees: 90,
  elevationDegrees: 0,
  distance: 3,
  width: 2,
  height: 1,
  kelvin: 5_600,
  intensity: 1,
  isOn: true,
};
const rigOf = (...lights: RigLight[]): LightRig => ({
  name: '',
  preset: null,
  lights,
  soloId: null,
  surroundings: 0,
  level: 1,
});
const PLACE = { middle: [1, 2, 3], radius: 2 } as const;
const hang = (rig: LightRig, camera = RIG_FRAME) => hangLights(rig, PLACE, camera, 1, [1, 1, 1]);

it('hangs a light to the right of the camera, as far as it says in radii of the product, facing its middle', () => {
  const [light] = hang(rigOf(box));
  const round = (v: readonly number[] = []) => v.map((value) => Math.round(value * 1e6) / 1e6 + 0);
  expect(round(light?.centre)).toEqual([7, 2, 3]);
  // Level, and upright.
  expect(round(light?.right).map(Math.abs)).toEqual([0, 0, 2]);
  expect(round(light?.up)).toEqual([0, 1, 0]);
  expect(irradianceOf(light ?? expect.fail(), [1, 2, 3], [1, 0, 0], -100)).toBeGreaterThan(0);
});

it('turns with the compass direction of the camera, and keeps its height', () => {
  const fromTheRight = rigFrame({ position: [50, 40, 0], target: [0, 0, 0], up: [0, 1, 0] });
  const [light] = hang(rigOf({ ...box, azimuthDegrees: 0, elevationDegrees: 30 }), fromTheRight);
  const [x = 0, y = 0, z = 0] = light?.centre ?? [];
  expect([x - 1, y - 2, z - 3].map((value) => Math.round(value * 1e3) / 1e3 + 0)).toEqual([5.196, 3, 0]);
});

it('lights what faces it by its intensity, whatever its size, its distance and its shape', () => {
  for (const changes of [
    {},
    { distance: 1.2, width: 12, height: 12 },
    { distance: 20, width: 0.05 },
    { shape: 'octagon' },
  ] as const) {
    const [light] = hang(rigOf({ ...box, ...changes, intensity: 0.7 }));
    if (light === undefined) throw new Error('no light');
    const arriving = irradianceOf(light, PLACE.middle, [1, 0, 0], -100) * light.radiance[0];
    expect(arriving / Math.PI).toBeCloseTo(0.7, 6);
  }
});

it('hangs what is on, or the one that is alone', () => {
  const off = { ...box, id: 'fill', isOn: false };
  expect(hang(rigOf(box, off))).toHaveLength(1);
  const alone = hang({ ...rigOf(box, off), soloId: 'fill' });
  expect(alone).toHaveLength(1);
  // A light that is gone is not alone.
  expect(hang({ ...rigOf(box, off), soloId: 'gone' })).toHaveLength(1);
});

it('is warm below daylight and cool above, of the same brightness', () => {
  const luminanceOf = ([r, g, b]: readonly number[]) =>
    0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
  expect(colourOfKelvin(5_600)).toEqual([1, 1, 1]);
  let last = Number.POSITIVE_INFINITY;
  for (let kelvin = 1_800; kelvin <= 12_000; kelvin += 200) {
    const [r, , b] = colourOfKelvin(kelvin);
    expect(luminanceOf(colourOfKelvin(kelvin))).toBeCloseTo(1, 9);
    expect(r / b, String(kelvin)).toBeLessThan(last);
    last = r / b;
  }
  // A candle, a halogen lamp: sRGB of Mitchell Charity's table of black bodies, over its white at 5600 K.
  const [r, g] = colourOfKelvin(3_200);
  expect(r / g).toBeGreaterThan(1.5);
  expect(r / g).toBeLessThan(1.9);
});

it('counts an empty stage as a product of radius 1', () => {
  expect(rigPlace([0, 0, 0, 0, 0, 0])).toEqual({ middle: [0, 0, 0], radius: 1 });
  const nothing = [Number.POSITIVE_INFINITY, 0, 0, Number.NEGATIVE_INFINITY, 0, 0];
  expect(rigPlace(nothing)).toEqual({ middle: [0, 0, 0], radius: 1 });
});
