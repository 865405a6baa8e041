import { describe, expect, it } from 'vitest';
import type { Accumulation } from '../../../src/tracer/accumulation.ts';
import { createSums } from '../../../src/tracer/accumulation.ts';
import { denoiseSums } from '../../support/denoise-sums.ts';

const SIZE = 48;
const SAMPLES = 16;

/** Repeatable noise from 0 to 1. */
function createNoise(): () => number {
  let state = 12345;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

interface Surface {
  readonly albedo: number;
  readonly light: number;
  readonly coverage: number;
}

/** Sums of pixels that show the given surface, each sample's light multiplied by `1 + spread * noise`. */
function paint(at: (x: number, y: number) => Surface, spread: number): Accumulation {
  const sums = createSums(SIZE, SIZE, SAMPLES);
  const noise = createNoise();
  sums.samples.fill(SAMPLES);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const { albedo, light, coverage } = at(i % SIZE, Math.floor(i / SIZE));
    const hits = Math.round(coverage * SAMPLES);
    for (let sample = 0; sample < hits; sample++) {
      const value = albedo * light * (1 + spread * (noise() * 2 - 1));
      for (let k = 0; k < 3; k++) {
        sums.object[i * 4 + k]! += value;
        sums.albedo[i * 3 + k]! += albedo;
      }
      sums.normal[i * 3 + 2]! += 1;
      sums.object[i * 4 + 3]! += 1;
      sums.luminanceSquared[i]! += value * value;
      if (sample % 8 >= 4) sums.halfLight[i]! += value;
    }
    for (let k = 0; k < 3; k++) sums.floor[i * 4 + k] = SAMPLES - hits;
    sums.floor[i * 4 + 3] = SAMPLES - hits;
    sums.floorSquared[i] = SAMPLES - hits;
    sums.halfFloor[i] = (SAMPLES - hits) / 2;
  }
  return sums;
}

/** Makes a pixel floor alone, lit by the mean ratio more or less: half of the noise is each half's own. */
function shade(sums: Accumulation, i: number, mean: number, spread: number, noise: () => number): void {
  let [sum, squares, half] = [0, 0, 0];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const ratio = mean + spread * (noise() - 0.5);
    sum += ratio;
    squares += ratio * ratio;
    if (sample % 8 >= 4) half += ratio;
  }
  for (let k = 0; k < 3; k++) sums.floor[i * 4 + k] = sum;
  sums.floorSquared[i] = squares;
  sums.halfFloor[i] = half;
}

function spreadOf(values: number[]): number {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  return Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length) / mean;
}

describe('denoise', () => {
  it('leaves a constant picture as it is', async () => {
    const { object, coverage, floor } = await denoiseSums(
      paint(() => ({ albedo: 0.4, light: 1, coverage: 1 }), 0),
    );
    for (const value of object) expect(value).toBeCloseTo(0.4, 5);
    expect(coverage.every((value) => value === 1)).toBe(true);
    expect(floor.every((value) => value === 1)).toBe(true);
  });

  it('removes at least five sixths of plain noise and keeps the mean', async () => {
    const noisy = paint(() => ({ albedo: 0.5, light: 1, coverage: 1 }), 1);
    const before = spreadOf(Array.from({ length: SIZE * SIZE }, (_, i) => noisy.object[i * 4]! / SAMPLES));
    const { object } = await denoiseSums(noisy);
    const after = Array.from({ length: SIZE * SIZE }, (_, i) => object[i * 3]!);
    expect(spreadOf(after)).toBeLessThan(before / 6);
    expect(after.reduce((a, b) => a + b, 0) / after.length).toBeCloseTo(0.5, 2);
  });

  it('keeps a texture sharp while its light is noisy', async () => {
    const stripe = (x: number) => (Math.floor(x / 3) % 2 === 0 ? 0.2 : 0.7);
    const { object } = await denoiseSums(paint((x) => ({ albedo: stripe(x), light: 1, coverage: 1 }), 0.8));
    for (let x = 4; x < SIZE - 4; x++) {
      expect(Math.abs(object[(20 * SIZE + x) * 3]! / stripe(x) - 1)).toBeLessThan(0.12);
    }
  });

  it('is no further from the truth than the samples where these are good: rare glints stay', async () => {
    // One pixel in seven, as in the facets of a cut stone or a brushed metal: no neighbour is like it.
    const glint = (x: number, y: number) => ((x + 3 * y) % 7 === 0 ? 1.25 : 1);
    const at = (x: number, y: number) => ({ albedo: 0.5, light: glint(x, y), coverage: 1 });
    const sums = paint(at, 0.45);
    const errorOf = (colour: (i: number) => number): number => {
      let sum = 0;
      for (let i = 0; i < SIZE * SIZE; i++)
        sum += (colour(i) - 0.5 * glint(i % SIZE, Math.floor(i / SIZE))) ** 2;
      return Math.sqrt(sum / (SIZE * SIZE));
    };
    const { object } = await denoiseSums(sums);
    expect(errorOf((i) => object[i * 3] ?? 0)).toBeLessThan(
      errorOf((i) => (sums.object[i * 4] ?? 0) / SAMPLES),
    );
  });

  it('leaves no single bright or dark pixels', async () => {
    const sums = paint(() => ({ albedo: 0.5, light: 1, coverage: 1 }), 0.5);
    const hot = 20 * SIZE + 20;
    const cold = 30 * SIZE + 12;
    for (let k = 0; k < 3; k++) {
      sums.object[hot * 4 + k]! *= 60;
      sums.object[cold * 4 + k] = 0;
    }
    sums.luminanceSquared[hot]! *= 60 * 60;
    sums.luminanceSquared[cold] = 0;
    const { object } = await denoiseSums(sums);
    for (let i = 0; i < SIZE * SIZE; i++) {
      expect(object[i * 3]).toBeGreaterThan(0.4);
      expect(object[i * 3]).toBeLessThan(0.65);
    }
  });

  it('leaves no clouds on a plain surface', async () => {
    const { object } = await denoiseSums(paint(() => ({ albedo: 0.9, light: 1, coverage: 1 }), 1));
    // Means of 4 x 4 pixels: noise of single pixels is gone from them, clouds are not.
    const means: number[] = [];
    for (let y = 4; y < SIZE - 4; y += 4) {
      for (let x = 4; x < SIZE - 4; x += 4) {
        let sum = 0;
        for (let k = 0; k < 16; k++) sum += object[((y + (k >> 2)) * SIZE + x + (k & 3)) * 3]!;
        means.push(sum / 16);
      }
    }
    expect(spreadOf(means)).toBeLessThan(0.008);
  });

  it('leaves no dots along a seam, whose pixels have no neighbours like themselves', async () => {
    const sums = paint(() => ({ albedo: 0.9, light: 1, coverage: 1 }), 0.8);
    const seam = 24;
    for (let y = 0; y < SIZE; y++) {
      // Corners of the surface: every pixel of the seam has a normal of its own.
      const turn = y % 2 === 0 ? 0.8 : -0.8;
      const at = (y * SIZE + seam) * 3;
      sums.normal.set([turn * SAMPLES, 0.6 * SAMPLES * (y % 3 === 0 ? 1 : -1), 0], at);
    }
    const { object } = await denoiseSums(sums);
    const at = (x: number, y: number) => object[(y * SIZE + x) * 3]!;
    for (let y = 1; y < SIZE - 1; y++) {
      const around = [-1, 0, 1].flatMap((dy) =>
        [-1, 0, 1].map((dx) => (dx === 0 && dy === 0 ? [] : [at(seam + dx, y + dy)])),
      );
      expect(at(seam, y)).toBeLessThan(1.05 * Math.max(...around.flat()));
      expect(at(seam, y)).toBeGreaterThan(0.95 * Math.min(...around.flat()));
    }
  });

  it('gives half-covered border pixels the colour of the product, not of the void', async () => {
    const at = (x: number) => ({ albedo: 0.6, light: 1, coverage: x < 24 ? 1 : x === 24 ? 0.5 : 0 });
    const { object, coverage } = await denoiseSums(paint(at, 0.4));
    const border = 10 * SIZE + 24;
    expect(coverage[border]).toBe(0.5);
    expect(object[border * 3]).toBeGreaterThan(0.54);
    expect(object[border * 3]).toBeLessThan(0.66);
    expect(coverage[border + 1]).toBe(0);
  });

  it('smooths a noisy shadow and leaves the open floor at exactly 1', async () => {
    const sums = paint(() => ({ albedo: 0, light: 0, coverage: 0 }), 0);
    const noise = createNoise();
    for (let y = 0; y < SIZE; y++) {
      for (let x = 0; x < 16; x++) {
        shade(sums, y * SIZE + x, 0.5, 1.6, noise);
      }
    }
    const { floor } = await denoiseSums(sums);
    const shadow = Array.from({ length: 20 }, (_, y) => floor[((y + 14) * SIZE + 6) * 3]!);
    expect(spreadOf(shadow)).toBeLessThan(0.03);
    expect(floor[(20 * SIZE + 40) * 3]).toBe(1);
  });

  it('leaves no clouds in a wide shadow, and its dark core dark', async () => {
    const sums = paint(() => ({ albedo: 0, light: 0, coverage: 0 }), 0);
    const noise = createNoise();
    for (let i = 0; i < SIZE * SIZE; i++) {
      shade(sums, i, i % SIZE < 8 ? 0.3 : 0.8, 1.2, noise);
    }
    const { floor } = await denoiseSums(sums);
    const at = (x: number) => Array.from({ length: 40 }, (_, y) => floor[((y + 4) * SIZE + x) * 3]!);
    expect(spreadOf([...at(20), ...at(30), ...at(40)])).toBeLessThan(0.004);
    for (const value of at(2)) expect(value).toBeLessThan(0.4);
  });

  it('keeps the thin shadow at a foot', async () => {
    const sums = paint(() => ({ albedo: 0, light: 0, coverage: 0 }), 0);
    const noise = createNoise();
    for (let i = 0; i < SIZE * SIZE; i++) {
      const away = Math.abs((i % SIZE) - 24);
      shade(sums, i, 0.9 - 0.4 * Math.max(0, 1 - away / 6), 3.6, noise);
    }
    const { floor } = await denoiseSums(sums);
    const core = Array.from({ length: 40 }, (_, y) => floor[((y + 4) * SIZE + 24) * 3]!);
    expect(core.reduce((a, b) => a + b, 0) / core.length).toBeLessThan(0.67);
  });

  it('never makes a number that is not finite out of an empty picture', async () => {
    const layers = await denoiseSums(createSums(8, 8, 0));
    for (const plane of [layers.object, layers.coverage, layers.floor, layers.floorCoverage]) {
      expect(plane.every(Number.isFinite)).toBe(true);
    }
  });
});
