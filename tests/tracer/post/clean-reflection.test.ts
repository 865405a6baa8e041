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
