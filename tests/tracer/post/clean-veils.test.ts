import { expect, test } from 'vitest';
import { createSums } from '../../../src/tracer/accumulation.ts';
import { denoiseSums } from '../../support/denoise-sums.ts';

const SIZE = 64;
const SAMPLES = 64;
/** Share of the samples that a pane mirrors, what they find, and what an even sky would show of it. */
const CHANCE = 0.12;
const LIGHT = 0.8;

/** Repeatable noise from 0 to 1. */
function createNoise(): () => number {
  let state = 4711;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/**
 * A pane of glass before a bright wall: its left half mirrors more than its right. In the last column half of the samples
 * miss it.
 */
function lookThroughGlass() {
  const random = createNoise();
  const sums = createSums(SIZE, SIZE, SAMPLES);
  sums.samples.fill(SAMPLES);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const x = i % SIZE;
    const chance = x < SIZE / 2 ? CHANCE * 3 : CHANCE;
    for (let sample = 0; sample < SAMPLES; sample++) {
      if (x === SIZE - 1 && sample % 2 === 0) continue;
      const cover = random() < chance ? 1 : 0;
      const light = cover * LIGHT;
      sums.veiled[i]! += 1;
      sums.veiledCoverSquared[i]! += (0.2126 * cover) ** 2;
      sums.veiledAlbedoSquared[i]! += cover;
      for (let k = 0; k < 3; k++) sums.albedo[i * 3 + k]! += cover;
      sums.normal[i * 3 + 2]! += cover;
      for (let k = 0; k < 3; k++) sums.object[i * 4 + k]! += light;
      sums.object[i * 4 + 3]! += cover;
      sums.luminanceSquared[i]! += light * light;
      if (sample % 8 >= 4) sums.halfLight[i]! += light;
    }
  }
  return sums;
}

test('glass has no grain of its own: cover, and light times cover, are even, true, and end where they end', async () => {
  const sums = lookThroughGlass();
  const { object, coverage } = await denoiseSums(sums);
  for (const [from, to, chance] of [
    [6, 26, CHANCE * 3],
    [38, 58, CHANCE],
  ] as const) {
    const pixels = Array.from({ length: 40 }, (_, y) => y + 12).flatMap((y) =>
      Array.from({ length: to - from }, (_, x) => y * SIZE + from + x),
    );
    const seen = pixels.map((i) => coverage[i]!);
    const lit = pixels.map((i) => coverage[i]! * object[i * 3]!);
    expect(mean(seen) / chance).toBeGreaterThan(0.96);
    expect(mean(seen) / chance).toBeLessThan(1.04);
    expect(mean(lit) / (chance * LIGHT)).toBeGreaterThan(0.96);
    expect(mean(lit) / (chance * LIGHT)).toBeLessThan(1.04);
    // A quarter of what the samples of a pixel alone differ by.
    const grain = Math.sqrt((chance * (1 - chance)) / SAMPLES);
    expect(deviation(seen)).toBeLessThan(grain / 4);
    expect(deviation(lit)).toBeLessThan((LIGHT * grain) / 4);
  }
});

test('an outline of glass stays as its samples say', async () => {
  const sums = lookThroughGlass();
  const { coverage } = await denoiseSums(sums);
  for (let i = SIZE - 1; i < SIZE * SIZE; i += SIZE)
    expect(coverage[i]).toBeCloseTo(sums.object[i * 4 + 3]! / SAMPLES, 6);
});

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}
