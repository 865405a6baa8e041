import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createSums } from '../../../../src/tracer/accumulation.ts';
import { denoise } from '../../../../src/tracer/post/denoise.ts';
import {
  type FilterExports,
  type FilterPlace,
  openFilters,
  runFilters,
} from '../../../../src/tracer/post/filter-passes.ts';
import { buildKernel, TRACER_FOLDER } from '../../../support/trace-host.ts';
import { denoise as denoiseByReference } from './denoise.ts';

/** No multiple of four wide. */
const SIZE = { widthPx: 75, heightPx: 58 };
const SAMPLES = 16;

let kernel: WebAssembly.Module;

beforeAll(() => {
  buildKernel();
  kernel = new WebAssembly.Module(readFileSync(join(TRACER_FOLDER, 'kernel.wasm')));
});

/** Repeatable noise from 0 to 1. */
function createNoise(): () => number {
  let state = 815;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/**
 * What one sample of a pixel may see: a ball of two colours, a pane of glass, and a floor that mirrors both; in the lowest rows a
 * cyclorama, whose floor covers what the product's layer covers too.
 */
function takeSample(x: number, y: number, noise: () => number) {
  const isBall = Math.hypot(x - 30, y - 22) < 17 + noise();
  const isPane = x > 56 && y < 40;
  const cover = isBall || (isPane && noise() < 0.3) ? 1 : 0;
  const mirrored = !isBall && !isPane && y > 30 && noise() < 0.25 ? 0.4 : 0;
  const tone = x < 30 ? 0.2 : 0.7;
  const light = cover * tone * (0.4 + noise()) * (noise() < 0.02 ? 20 : 1) + mirrored * noise();
  const shade = (0.5 + 0.5 * Math.min(1, Math.abs(x - 30) / 40)) * (0.6 + 0.8 * noise());
  if (y >= 52 && !isPane && !isBall)
    return { isBall, isPane, cover: 1, mirrored: 0, tone, light: tone, shade, isCyclorama: true };
  return { isBall, isPane, cover, mirrored, tone, light, shade, isCyclorama: false };
}

function paint() {
  const noise = createNoise();
  const sums = createSums(SIZE.widthPx, SIZE.heightPx, SAMPLES);
  sums.samples.fill(SAMPLES);
  for (let i = 0; i < SIZE.widthPx * SIZE.heightPx; i++) {
    for (let sample = 0; sample < SAMPLES; sample++) {
      const x = i % SIZE.widthPx;
      const seen = takeSample(x, Math.floor(i / SIZE.widthPx), noise);
      const alpha = seen.cover + seen.mirrored;
      const ground = seen.isCyclorama ? 1 : 1 - alpha;
      const isHalf = sample % 8 >= 4;
      for (let k = 0; k < 3; k++) {
        sums.object[i * 4 + k]! += seen.light * (1 - 0.2 * k);
        sums.floor[i * 4 + k]! += seen.shade * ground * (1 - 0.1 * k);
        sums.albedo[i * 3 + k]! += seen.cover * seen.tone;
      }
      sums.object[i * 4 + 3]! += alpha;
      sums.floor[i * 4 + 3]! += ground;
      sums.normal[i * 3 + 2]! += seen.cover;
      const light = seen.light * (0.2126 + 0.7152 * 0.8 + 0.0722 * 0.6);
      const shade = seen.shade * ground * (0.2126 + 0.7152 * 0.9 + 0.0722 * 0.8);
      sums.luminanceSquared[i]! += light * light;
      sums.floorSquared[i]! += shade * shade;
      if (isHalf) sums.halfLight[i]! += light;
      if (isHalf) sums.halfFloor[i]! += shade;
      if (!seen.isPane || seen.isBall) continue;
      sums.veiled[i]! += 1;
      sums.veiledAlbedoSquared[i]! += (seen.cover * seen.tone) ** 2;
      sums.veiledCoverSquared[i]! += (0.2126 * alpha + 0.7152 * ground) ** 2;
    }
  }
  return sums;
}

it('gives what the reference gives, within the rounding of single floats', async () => {
  const sums = paint();
  for (const isPreview of [false, true]) {
    const made = await denoise(sums, openFilters(kernel), isPreview);
    const wanted = denoiseByReference(sums, isPreview);
    for (const layer of ['object', 'coverage', 'floor', 'floorCoverage'] as const) {
      const apart = made[layer].map((value, i) => Math.abs(value - wanted[layer][i]!));
      expect(Math.max(...apart)).toBeLessThan(1e-4);
    }
    expect(Math.max(...wanted.object)).toBeGreaterThan(0.5);
  }
});

/** Filters pieces of seven rows, the last of them first. */
function openBackwards(): FilterPlace {
  const memory = new WebAssembly.Memory({ initial: 64 });
  const { exports } = new WebAssembly.Instance(kernel, { env: { memory } });
  return {
    reserve: () => ({ memory, start: 4096 }),
    run(stage, heightPx) {
      let count = 0;
      for (let from = heightPx - (heightPx % 7); from >= 0; from -= 7)
        count += runFilters(exports as unknown as FilterExports, stage, from, Math.min(heightPx, from + 7));
      return count;
    },
  };
}

it('gives the same bits whichever rows come first, and in memory that was used before', async () => {
  const sums = paint();
  const inOrder = await denoise(sums, openFilters(kernel));
  const used = openFilters(kernel);
  await denoise({ ...paint(), widthPx: SIZE.heightPx, heightPx: SIZE.widthPx }, used, true);
  for (const place of [openBackwards(), used]) {
    const made = await denoise(sums, place);
    for (const layer of ['object', 'coverage', 'floor', 'floorCoverage'] as const)
      expect(made[layer]).toEqual(inOrder[layer]);
  }
});
