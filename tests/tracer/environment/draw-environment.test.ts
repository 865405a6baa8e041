import { expect, test } from 'vitest';
import type { Environment } from '../../../src/contract/scene/environment.ts';
import { drawEnvironment } from '../../../src/tracer/environment/draw-environment.ts';
import { directionOfSun, hangSun } from '../../../src/tracer/environment/hang-sun.ts';
import {
  environmentLevel,
  lightByEnvironment,
} from '../../../src/tracer/environment/light-by-environment.ts';
import { shrinkMap, softenMap, turnMap } from '../../../src/tracer/environment/resample-map.ts';
import { decodeRgbe, encodeRgbe } from '../../../src/tracer/environment/rgbe.ts';
import { irradianceOf } from '../../../src/tracer/light/area-light.ts';
import { chooseLightRig } from '../../../src/tracer/light/choose-light-rig.ts';
import { RIG_FRAME } from '../../../src/tracer/light/hang-lights.ts';
import { type LinearPicture, luminance } from '../../../src/tracer/picture.ts';

const PLACING = { rotationDegrees: 0, stops: 0, isSeen: false, blur: 0 } as const;
const PICTURE: Environment = { kind: 'picture', imageHash: 'a'.repeat(64) as never, name: 'x', ...PLACING };
const SKY: Environment = {
  kind: 'sky',
  elevationDegrees: 40,
  haze: 2.5,
  hasSun: true,
  sunDegrees: 0.53,
  ...PLACING,
};
const STAND = { frame: RIG_FRAME, place: { middle: [0, 0, 0], radius: 1 }, tint: [1, 1, 1] } as const;

/** Radiance by direction. */
function paint(heightPx: number, radiance: (x: number, y: number, z: number) => number): LinearPicture {
  const widthPx = 2 * heightPx;
  const rgb = new Float32Array(widthPx * heightPx * 3);
  for (let row = 0; row < heightPx; row++) {
    const theta = (Math.PI * (row + 0.5)) / heightPx;
    for (let column = 0; column < widthPx; column++) {
      const phi = 2 * Math.PI * ((column + 0.5) / widthPx - 0.5);
      const [x, y, z] = [
        Math.sin(theta) * Math.sin(phi),
        Math.cos(theta),
        -Math.sin(theta) * Math.cos(phi),
      ] as const;
      rgb.fill(radiance(x, y, z), (row * widthPx + column) * 3, (row * widthPx + column) * 3 + 3);
    }
  }
  return { widthPx, heightPx, rgb };
}

/** Irradiance on a surface by brute force, of the upper half alone. */
function irradiance(map: LinearPicture, normal: readonly [number, number, number]): number {
  let sum = 0;
  for (let row = 0; row < map.heightPx / 2; row++) {
    const theta = (Math.PI * (row + 0.5)) / map.heightPx;
    for (let column = 0; column < map.widthPx; column++) {
      const phi = 2 * Math.PI * ((column + 0.5) / map.widthPx - 0.5);
      const cosine =
        Math.sin(theta) * Math.sin(phi) * normal[0] +
        Math.cos(theta) * normal[1] -
        Math.sin(theta) * Math.cos(phi) * normal[2];
      const solid = Math.sin(theta) * (Math.PI / map.heightPx) * ((2 * Math.PI) / map.widthPx);
      const at = (row * map.widthPx + column) * 3;
      const [r = 0, g = 0, b = 0] = map.rgb.subarray(at, at + 3);
      sum += Math.max(0, cosine) * solid * luminance(r, g, b);
    }
  }
  return sum;
}

/** A lamp ten degrees wide at an elevation, straight behind, in a dim room. */
function lampAt(degrees: number, dim = 0.01): LinearPicture {
  const e = (degrees * Math.PI) / 180;
  const inside = Math.cos((5 * Math.PI) / 180);
  return paint(128, (_x, y, z) => (y * Math.sin(e) - z * Math.cos(e) > inside ? 500 : dim));
}

test('light that was kept in a PNG is the light that was there, to half a percent of its brightest colour', () => {
  const rgb = Float32Array.from([0, 0, 0, 1, 1, 1, 0.5, 0.25, 1e-6, 65_000, 3, 0.2, 1e-12, 2e-12, 3e-12]);
  const back = decodeRgbe({ widthPx: 5, heightPx: 1, rgba: encodeRgbe({ widthPx: 5, heightPx: 1, rgb }) });
  for (let at = 0; at < 15; at += 3) {
    const most = Math.max(...rgb.subarray(at, at + 3));
    for (let k = at; k < at + 3; k++)
      expect(Math.abs((back.rgb[k] ?? 0) - (rgb[k] ?? 0))).toBeLessThanOrEqual(0.004 * most);
  }
});

test('what is no light, or too much of it, is put right', () => {
  const rgb = Float32Array.from([Number.NaN, -4, 1, Number.POSITIVE_INFINITY, 1, 1]);
  const { rgb: back } = decodeRgbe({
    widthPx: 2,
    heightPx: 1,
    rgba: encodeRgbe({ widthPx: 2, heightPx: 1, rgb }),
  });
  expect([...back.subarray(0, 3)]).toEqual([0, 0, 1]);
  expect(back[3]).toBeGreaterThan(1e6);
  expect(back.every(Number.isFinite)).toBe(true);
  const all = decodeRgbe({ widthPx: 1, heightPx: 1, rgba: Uint8Array.of(255, 255, 255, 255) });
  expect([...all.rgb].every((value) => value <= 1e7)).toBe(true);
});

test.each([
  [64, 32],
  [50, 25],
])('a smaller map gives as much light from above and from the side: %i x %i', (widthPx, heightPx) => {
  const map = lampAt(50);
  const small = shrinkMap(map, widthPx, heightPx);
  for (const normal of [
    [0, 1, 0],
    [0, 0, -1],
  ] as const) {
    expect(irradiance(small, normal) / irradiance(map, normal)).toBeCloseTo(1, 1);
  }
  expect(irradiance(small, [0, 1, 0]) / irradiance(map, [0, 1, 0])).toBeGreaterThan(0.985);
});

test('an uneven floor of pixels is averaged by how much of the sphere they are', () => {
  // All light in the row at the pole, which is little of the sphere.
  const map = paint(4, (_x, y) => (y > 0.9 ? 1 : 0));
  const { rgb } = shrinkMap(map, 2, 1);
  expect(rgb[0]).toBeCloseTo((1 - Math.cos(Math.PI / 4)) / 2, 5);
});

test('a turn to the right brings what is behind the product to its right', () => {
  const map = lampAt(0);
  const turned = turnMap(map, 90);
  expect(irradiance(turned, [1, 0, 0])).toBeCloseTo(irradiance(map, [0, 0, -1]), 3);
  expect(irradiance(turned, [0, 0, -1])).toBeLessThan(0.2 * irradiance(map, [0, 0, -1]));
  expect(turnMap(turnMap(map, 33.3), -33.3).widthPx).toBe(map.widthPx);
  // No angle loses light.
  expect(irradiance(turnMap(map, 33.3), [0, 1, 0])).toBeCloseTo(irradiance(map, [0, 1, 0]), 4);
});

test('out of focus there is as much light, and less of it in one place', () => {
  const map = lampAt(30);
  const soft = softenMap(map, 8);
  expect(Math.max(...soft.rgb)).toBeLessThan(0.6 * Math.max(...map.rgb));
  expect(irradiance(soft, [0, 1, 0]) / irradiance(map, [0, 1, 0])).toBeGreaterThan(0.9);
  expect(irradiance(soft, [0, 1, 0]) / irradiance(map, [0, 1, 0])).toBeLessThan(1.1);
  expect(softenMap(map, 0)).toBe(map);
});

test.each([
  ['a uniform one', paint(64, () => 7)],
  ['a bright one', paint(64, () => 4_000)],
  ['one with a lamp above', lampAt(60)],
])('in any surroundings a white floor is full white: %s', (_name, picture) => {
  const { map } = drawEnvironment(PICTURE, picture, 64);
  expect(irradiance(map, [0, 1, 0]) / Math.PI).toBeCloseTo(1, 1);
  const brighter = drawEnvironment({ ...PICTURE, stops: 1 } as Environment, picture, 64);
  expect(irradiance(brighter.map, [0, 1, 0]) / Math.PI).toBeCloseTo(2, 1);
});

test('where the light comes from the side, what faces it is twice full white and no more', () => {
  const { map } = drawEnvironment(PICTURE, lampAt(8, 0), 128);
  expect(irradiance(map, [0, 0, -1]) / Math.PI).toBeCloseTo(2, 1);
  expect(irradiance(map, [0, 1, 0]) / Math.PI).toBeLessThan(1);
});

test('a black picture stays black', () => {
  const { map, ground } = drawEnvironment(
    PICTURE,
    paint(16, () => 0),
    64,
  );
  expect(map.rgb.every((value) => value === 0)).toBe(true);
  expect(ground).toEqual([0, 0, 0]);
});

test.each(['room', 'overcast', 'sunset'] as const)(
  '%s is bright, finite and no darker than it is',
  (preset) => {
    const { map, sun, ground } = drawEnvironment({ kind: 'preset', preset, ...PLACING }, null, 64);
    expect(map.rgb.every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
    const high =
      sun === null ? 0 : luminance(...sun.irradiance) * Math.sin((sun.elevationDegrees * Math.PI) / 180);
    const floor = (irradiance(map, [0, 1, 0]) + high) / Math.PI;
    expect(floor).toBeGreaterThan(preset === 'sunset' ? 0.3 : 0.97);
    expect(floor).toBeLessThan(1.03);
    for (const channel of ground) {
      expect(channel).toBeGreaterThan(0.05);
      expect(channel).toBeLessThanOrEqual(0.9);
    }
  },
);

test('a high sun is some times as bright on the floor as its blue sky, and nearly white; a low one is red', () => {
  const high = drawEnvironment({ ...SKY, elevationDegrees: 60 } as Environment, null, 64);
  const [r, g, b] = high.sun?.irradiance ?? [0, 0, 0];
  const direct = luminance(r, g, b) * Math.sin(Math.PI / 3);
  const diffuse = irradiance(high.map, [0, 1, 0]);
  expect(direct / diffuse).toBeGreaterThan(2.5);
  expect(direct / diffuse).toBeLessThan(9);
  expect(r / b).toBeGreaterThan(1);
  expect(r / b).toBeLessThan(1.35);
  const low = drawEnvironment({ ...SKY, elevationDegrees: 3 } as Environment, null, 64).sun;
  expect((low?.irradiance[0] ?? 0) / (low?.irradiance[2] ?? 1)).toBeGreaterThan(3);
  const middle = (32 * high.map.widthPx + 10) * 3;
  const zenith = high.map.rgb.subarray(0, 3);
  expect((zenith[2] ?? 0) / (zenith[0] ?? 1)).toBeGreaterThan(1.3);
  expect(high.map.rgb[middle]).toBeGreaterThan(0);
  expect(drawEnvironment({ ...SKY, hasSun: false } as Environment, null, 32).sun).toBeNull();
});

test('the sun stands where the sky is brightest, and turns with it', () => {
  const [x, y, z] = directionOfSun({ elevationDegrees: 30 }, 0);
  expect([x, y, z].map((value) => Math.round(value * 1e6) / 1e6 + 0)).toEqual([0, 0.5, -0.866025]);
  expect(directionOfSun({ elevationDegrees: 0 }, 90)[0]).toBeCloseTo(1, 9);
  const { map } = drawEnvironment(SKY, null, 64);
  let brightest = 0;
  for (let at = 1; at < map.rgb.length; at += 3)
    if ((map.rgb[at] ?? 0) > (map.rgb[brightest] ?? 0)) brightest = at;
  const pixel = Math.floor(brightest / 3);
  expect(Math.abs((pixel % map.widthPx) - map.widthPx / 2)).toBeLessThanOrEqual(1);
});

test('the sun as a light gives what it has, through a disc of its size', () => {
  const sun = { elevationDegrees: 35, degrees: 2, irradiance: [3, 2, 1] } as const;
  const light = hangSun(sun, 70, { middle: [1, 2, 3], radius: 5 }, 0.5);
  const to = directionOfSun(sun, 70);
  for (const k of [0, 1, 2] as const) {
    const arrives = irradianceOf(light, [1, 2, 3], to, Number.NEGATIVE_INFINITY) * light.radiance[k];
    expect(arrives).toBeCloseTo(sun.irradiance[k] / 2, 9);
  }
  const away = Math.hypot(...light.centre.map((value, k) => value - ([1, 2, 3][k] ?? 0)));
  const across = (2 * Math.atan(Math.hypot(...light.right) / away) * 180) / Math.PI;
  expect(across).toBeCloseTo(2, 3);
});

test('alone they are all of the light; a rig adds its lights and takes its share', () => {
  const drawn = { ...drawEnvironment(SKY, null, 64), rotationDegrees: 0 };
  const alone = lightByEnvironment(drawn, null, STAND);
  expect(alone.lights).toHaveLength(1);
  const rig = chooseLightRig(0, 0);
  const beside = lightByEnvironment(drawn, rig, STAND);
  expect(beside.lights).toHaveLength(1 + rig.lights.length);
  expect((beside.sky.radiance[0] ?? 0) / (alone.sky.radiance[0] ?? 1)).toBeCloseTo(0.5, 6);
  expect(environmentLevel({ ...rig, surroundings: 0.25, level: 2 })).toBe(0.5);
  expect(lightByEnvironment(drawn, { ...rig, surroundings: 0 }, STAND).sky.radiance[0]).toBe(0);
});
