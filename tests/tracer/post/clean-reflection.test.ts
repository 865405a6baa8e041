import { expect, test } from 'vitest';
import { createSums } from '../../../src/tracer/accumulation.ts';
import { denoiseSums } from '../../support/denoise-sums.ts';

const SIZE = 96;
const SAMPLES = 32;
/** What a floor mirrors of straight light, how often a blurred ray meets the product, and what it meets there. */
const SHARE = 0.05;
const CHANCE = 0.12;
const LIGHT = 3;

/** A bare floor whose left half mirrors a bright product in few of its samples. */
function mirrorLeft() {
  const sums = createSums(SIZE, SIZE, SAMPLES);
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
  sums.samples.fill(SAMPLES);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const isLeft = i % SIZE < SIZE / 2;
    for (let sample = 0; sample < SAMPLES; sample++) {
      const share = isLeft && random() < CHANCE ? SHARE : 0;
      const light = share * LIGHT;
      const isHalf = sample % 8 >= 4;
      for (let k = 0; k < 3; k++) {
        sums.object[i * 4 + k]! += light;
        sums.floor[i * 4 + k]! += 1 - share;
      }
      sums.object[i * 4 + 3]! += share;
      sums.floor[i * 4 + 3]! += 1 - share;
      sums.luminanceSquared[i]! += light * light;
      sums.floorSquared[i]! += (1 - share) ** 2;
      if (isHalf) sums.halfLight[i]! += light;
      if (isHalf) sums.halfFloor[i]! += 1 - share;
    }
  }
  return sums;
}

test('a blurred reflection is even, as bright as its samples say, and ends where it ends', async () => {
  const { object, coverage, floorCoverage } = await denoiseSums(mirrorLeft());
  const rows = Array.from({ length: SIZE - 16 }, (_, y) => y + 8);
  const pixels = (from: number, to: number) =>
    rows.flatMap((y) => Array.from({ length: to - from }, (_, x) => y * SIZE + from + x));
  const left = pixels(8, 40).map((i) => coverage[i]! * object[i * 3]!);
  const mean = left.reduce((sum, value) => sum + value, 0) / left.length;
  expect(mean / (SHARE * CHANCE * LIGHT)).toBeGreaterThan(0.95);
  expect(mean / (SHARE * CHANCE * LIGHT)).toBeLessThan(1.05);
  // One pixel's samples alone differ by half of the mean.
  expect(Math.sqrt(left.reduce((sum, value) => sum + (value - mean) ** 2, 0) / left.length)).toBeLessThan(
    0.15 * mean,
  );
  for (const i of pixels(64, 88)) expect(coverage[i]! * object[i * 3]!).toBeLessThan(0.1 * mean);
  for (const i of pixels(0, SIZE)) expect(coverage[i]! + floorCoverage[i]!).toBeCloseTo(1, 5);
});

test('a shadow is as even where the floor mirrors as where it does not', async () => {
  const sums = createSums(SIZE, SIZE, SAMPLES);
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
  sums.samples.fill(SAMPLES);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const share = i % SIZE < SIZE / 2 ? SHARE : 0;
    for (let sample = 0; sample < SAMPLES; sample++) {
      // Well sampled: what its samples differ by is less than what is mirrored.
      const shadow = (0.75 + 0.1 * random()) * (1 - share);
      for (let k = 0; k < 3; k++) sums.floor[i * 4 + k]! += shadow;
      sums.floor[i * 4 + 3]! += 1 - share;
      sums.object[i * 4 + 3]! += share;
      sums.floorSquared[i]! += shadow * shadow;
      if (sample % 8 >= 4) sums.halfFloor[i]! += shadow;
    }
  }
  const { floor } = await denoiseSums(sums);
  const grain = (from: number) => {
    const values = Array.from({ length: (SIZE - 16) * 32 }, (_, n) => {
      const [y, x] = [8 + Math.floor(n / 32), from + (n % 32)];
      return floor[(y * SIZE + x) * 3]!;
    });
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  };
  expect(grain(8)).toBeLessThan(1.5 * grain(56));
});
