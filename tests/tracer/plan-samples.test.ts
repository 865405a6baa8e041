import { expect, it } from 'vitest';
import { createSums } from '../../src/tracer/accumulation.ts';
import { cutTiles } from '../../src/tracer/cut-tiles.ts';
import {
  meanSamples,
  measureBlocks,
  PLAN_BLOCK_PX,
  planSamples,
  shareSamples,
} from '../../src/tracer/plan-samples.ts';

const SIDE = 4 * PLAN_BLOCK_PX;
const BUDGET = { mean: 16, least: 8, most: 64 };

/** A lit surface after 8 samples; in the first block of the second row each sample is black or twice as bright. */
function createPicture() {
  const sums = createSums(SIDE, SIDE, 8);
  sums.samples.fill(8);
  for (let i = 0; i < SIDE * SIDE; i++) {
    const [column, row] = [i % SIDE, Math.floor(i / SIDE)].map((at) => Math.floor(at / PLAN_BLOCK_PX));
    const isNoisy = column === 0 && row === 1;
    sums.object.set([4, 4, 4, 8], i * 4);
    sums.luminanceSquared[i] = isNoisy ? 4 : 2;
  }
  return sums;
}

it('gives samples to the blocks that vary, within the budget, and the least to the others', () => {
  const { columns, samples } = planSamples(createPicture(), 1, BUDGET);
  expect(columns).toBe(4);
  expect(samples[4]).toBe(64);
  expect([...samples].filter((count) => count === 8)).toHaveLength(15);
  const mean = samples.reduce((sum, count) => sum + count, 0) / samples.length;
  expect(mean).toBeLessThanOrEqual(BUDGET.mean);
});

it('leaves a picture without noise at the least', () => {
  const sums = createSums(SIDE, SIDE, 8);
  sums.samples.fill(8);
  expect([...planSamples(sums, 1, BUDGET).samples]).toEqual(Array.from({ length: 16 }, () => 8));
});

it('gives samples where the floor came out below black by chance: contact shadows are not left at the least', () => {
  const sums = createPicture();
  const dark = PLAN_BLOCK_PX * SIDE + PLAN_BLOCK_PX / 2;
  sums.object.fill(0, dark * 4, dark * 4 + 4);
  sums.floor.set([-0.25, -0.25, -0.25, 8], dark * 4);
  sums.floorSquared[dark] = 20;
  expect(planSamples(sums, 1, BUDGET).samples[4]).toBe(64);
});

it('gives the most to what cannot be measured, and never less than the least', () => {
  const budget = { mean: 64, least: 8, most: 64 };
  const { samples } = shareSamples(4 * PLAN_BLOCK_PX, Float64Array.of(Number.NaN, 0, 1e-300, 1e9), budget);
  expect([...samples]).toEqual([64, 8, 8, 64]);
});

it('traces what is left of a plan, each pixel once, and nothing when all have theirs', () => {
  const sums = createPicture();
  const plan = planSamples(sums, 1, BUDGET);
  const pass = { sampleCount: 8, seed: 1, plan };
  expect(cutTiles(sums, pass)).toEqual([
    {
      x: 0,
      y: PLAN_BLOCK_PX,
      width: PLAN_BLOCK_PX,
      height: PLAN_BLOCK_PX,
      firstSample: 8,
      sampleCount: 8,
      seed: 1,
    },
  ]);
  sums.samples.fill(64);
  expect(cutTiles(sums, pass)).toEqual([]);
  const seen = new Uint8Array(SIDE * SIDE);
  for (const { x, y, width, height } of cutTiles(sums, { ...pass, plan: null })) {
    for (let i = 0; i < width * height; i++) seen[(y + Math.floor(i / width)) * SIDE + x + (i % width)]! += 1;
  }
  expect(seen.every((times) => times === 1)).toBe(true);
});

it('measures each block by its own pixels, and the mean of the samples, also where blocks are cut off', () => {
  const [width, height] = [2 * PLAN_BLOCK_PX + 5, PLAN_BLOCK_PX + 3];
  const sums = createSums(width, height, 8);
  let total = 0;
  for (let i = 0; i < width * height; i++) {
    const isLeft = i % width < PLAN_BLOCK_PX;
    const count = isLeft ? 8 : 4;
    sums.samples[i] = count;
    total += count;
    sums.object.set([count / 2, count / 2, count / 2, count], i * 4);
    // Each sample is black or twice as bright as the mean.
    sums.luminanceSquared[i] = isLeft ? count / 2 : count / 4;
  }
  expect(meanSamples(sums)).toBeCloseTo(total / (width * height), 12);
  const blocks = measureBlocks(sums, 1, 0);
  expect(blocks).toHaveLength(6);
  expect(blocks[3]! / blocks[0]!).toBeCloseTo(1, 12);
  expect(blocks[0]!).toBeGreaterThan(0);
  for (const even of [1, 2, 4, 5]) expect(blocks[even]!).toBeCloseTo(0, 6);
  expect([...measureBlocks(sums, 1, PLAN_BLOCK_PX)]).toEqual([...blocks.slice(3)]);
});
