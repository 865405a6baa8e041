import { expect, it } from 'vitest';
import { BATCH_MAX, HOUSE_SEEDS } from '../../../src/contract/constants.ts';
import { chooseLightRig } from '../../../src/tracer/scene/choose-light-rig.ts';

const house = chooseLightRig(0, 1);

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

it('is neutral at creativity 0: white boxes', () => {
  for (const { radiance } of house) expect(new Set(radiance).size).toBe(1);
});

it('gives the pictures of a batch clearly different keys', () => {
  const keys = [10, 11, 12, 13].map((seed) => chooseLightRig(1, seed)[0]?.direction ?? [0, 0, 0]);
  for (const [i, a] of keys.entries()) {
    for (const b of keys.slice(i + 1)) {
      const cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
      expect(cosine).toBeLessThan(0.97);
    }
  }
});

it('moves further with more creativity, and stays a rig', () => {
  const turned = (creativity: number) => {
    const [x = 0, y = 0, z = 0] = chooseLightRig(creativity, 5)[0]?.direction ?? [];
    const [hx = 0, hy = 0, hz = 0] = house[0]?.direction ?? [];
    return 1 - (x * hx + y * hy + z * hz);
  };
  expect(turned(0.2)).toBeGreaterThan(0);
  expect(turned(0.8)).toBeGreaterThan(turned(0.2));
  for (let seed = 0; seed < 200; seed++) {
    for (const { direction, halfWidth, halfHeight, radiance } of chooseLightRig(1, seed)) {
      const [x, y, z] = direction;
      expect(x * x + y * y + z * z).toBeCloseTo(1, 9);
      expect(y).toBeGreaterThan(0);
      expect(Math.min(halfWidth, halfHeight, ...radiance)).toBeGreaterThan(0);
      // Warmer or cooler, never green or magenta: red and blue move opposite ways around green.
      const [r, g, b] = radiance;
      expect((r + b) / 2).toBeCloseTo(g, 9);
      expect(Math.abs(r / g - 1)).toBeLessThan(0.21);
    }
  }
});

it('scales each box as the preset scales its lamp on the stage, and leaves the house rig alone', () => {
  const render = chooseLightRig(0, 1, 'render');
  expect(chooseLightRig(0, 1, 'studio')).toEqual(house);
  const ratios = render.map(({ radiance }, box) => radiance[0] / (house[box]?.radiance[0] ?? 1));
  // Key, strip, rim and top: main 0.8 / 0.6, front 0.3 / 0.2, fill 0.2 / 0.1, ambient 0.5 / 0.4.
  for (const [box, ratio] of [4 / 3, 3 / 2, 2, 5 / 4].entries()) expect(ratios[box]).toBeCloseTo(ratio, 12);
  expect(render.map(({ direction }) => direction)).toEqual(house.map(({ direction }) => direction));
});
