import type { Accumulation } from '../../../../src/tracer/accumulation.ts';
import { cleanReflection, seesOnlyFloor } from './clean-reflection.ts';
import { cleanVeils, isVeil, type ProductGuides } from './clean-veils.ts';
import { filterLayer, LUMA, trustHalves } from './filter-layer.ts';
import { meanAround } from './mean-around.ts';

/** The two layers of a picture after denoising, all in scene radiance. */
export interface PictureLayers {
  readonly widthPx: number;
  readonly heightPx: number;
  /** rgb, not premultiplied; 0 where `coverage` is 0. */
  readonly object: Float32Array;
  /** Share of the pixel the product covers, 0 to 1. */
  readonly coverage: Float32Array;
  /** rgb shadow ratio of the floor: 1 leaves the background as it is. */
  readonly floor: Float32Array;
  /** Share of the pixel the floor covers. */
  readonly floorCoverage: Float32Array;
}

/** Samples' cover that a mean normal is taken of, at least. */
const LEAST_COVER = 1e-3;
/** Keeps albedo division away from black. */
const ALBEDO_FLOOR = 0.02;

/**
 * Turns the kernel's sums into clean layers: variance-guided a-trous filters, the product on albedo-divided colour
 * with normal and albedo stops, what the floor mirrors and its shadow ratio apart and without them. A constant picture stays as it is.
 *
 * @param isPreview Filters half as far, for pictures that will be replaced soon.
 */
export function denoise(sums: Accumulation, isPreview = false): PictureLayers {
  const { widthPx, heightPx } = sums;
  const size = { widthPx, heightPx };
  const guides = readGuides(sums);
  cleanVeils(sums, guides);
  const { floorCoverage } = guides;
  const { object, coverage, albedo, normal, variance } = readProduct(sums, guides);
  const ground = readFloor(sums, guides);
  const clean = filterLayer(
    { ...size, colour: object, weight: coverage, variance, guides: { albedo, normal } },
    { rounds: isPreview ? 3 : 4, tolerance: 1.3, isSmoothGuide: true, leastLeft: 0.3 },
    { reach: 2, caution: 1.5 },
  );
  for (let i = 0; i < clean.length; i++) clean[i] = (clean[i] ?? 0) * (albedo[i] ?? 0);
  const share = floorCoverage.slice();
  cleanReflection(sums, { object: clean, coverage, floorCoverage }, isPreview);
  const floor = filterLayer(
    { ...size, colour: ground.ratio, weight: ground.coverage, variance: ground.variance, guides: null },
    { rounds: isPreview ? 4 : 5, tolerance: 1.5, isSmoothGuide: true, leastLeft: 0.35 },
    { reach: 3, caution: 2 },
  );
  addChange(share, { object: clean, coverage: guides.coverage, floor, floorCoverage });
  return { ...size, object: clean, coverage, floor, floorCoverage };
}

/** Product and floor that cover more of a pixel are a product and a cyclorama. */
const MOST_COVER = 1 + 1 / 4096;

/** What a product changes on a cyclorama goes into the product's layer, which has the rest of it. @param share Of the floor. */
function addChange(
  share: Float32Array,
  { object, coverage, floor, floorCoverage }: Omit<PictureLayers, 'widthPx' | 'heightPx'>,
): void {
  for (let i = 0; i < coverage.length; i++) {
    const [cover, ground] = [coverage[i] ?? 0, share[i] ?? 0];
    if (Math.fround(cover + ground) <= MOST_COVER) continue;
    floorCoverage[i] = 0;
    for (let k = i * 3; k < i * 3 + 3; k++) {
      const change = Math.fround(Math.fround(Math.fround((floor[k] ?? 0) - 1) * ground) / cover);
      object[k] = Math.max(0, (object[k] ?? 0) + change);
      floor[k] = 1;
    }
  }
}

/** Means of the samples. */
function readGuides({ samples, object, floor, albedo }: Accumulation): ProductGuides {
  const mean = (sum: number, i: number) => sum / Math.max(1, samples[i] ?? 0);
  return {
    coverage: samples.map((_, i) => Math.min(1, mean(object[i * 4 + 3] ?? 0, i))),
    floorCoverage: samples.map((_, i) => Math.min(1, mean(floor[i * 4 + 3] ?? 0, i))),
    albedo: albedo.map((sum, k) => mean(sum, Math.floor(k / 3))),
  };
}

/** The product's layer: light over albedo, guides, and the variance of the mean luminance of that light. */
function readProduct(sums: Accumulation, guides: ProductGuides) {
  const { widthPx, heightPx, samples } = sums;
  const count = widthPx * heightPx;
  const object = new Float32Array(count * 3);
  const coverage = new Float32Array(count);
  const albedo = new Float32Array(count * 3);
  const normal = new Float32Array(count * 3);
  const variance = new Float32Array(count);
  const apart = new Float32Array(count);
  const spread = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const scale = 1 / Math.max(1, samples[i] ?? 0);
    const rate = 1 / Math.max(1, (samples[i] ?? 0) - 1);
    const alpha = guides.coverage[i] ?? 0;
    if (alpha <= 0 || seesOnlyFloor(sums, i)) continue;
    coverage[i] = alpha;
    const share = scale / alpha;
    let light = 0;
    let mean = 0;
    for (let k = 0; k < 3; k++) {
      const surface = Math.min(4, (guides.albedo[i * 3 + k] ?? 0) / alpha) + ALBEDO_FLOOR;
      const sum = sums.object[i * 4 + k] ?? 0;
      albedo[i * 3 + k] = surface;
      normal[i * 3 + k] = (sums.normal[i * 3 + k] ?? 0) / Math.max(LEAST_COVER, sums.object[i * 4 + 3] ?? 0);
      object[i * 3 + k] = (sum * share) / surface;
      mean += sum * scale * (LUMA[k] ?? 0);
      light += surface * (LUMA[k] ?? 0);
    }
    spread[i] = Math.max(0, (sums.luminanceSquared[i] ?? 0) * scale - mean * mean) * rate;
    const half = 2 * (sums.halfLight[i] ?? 0) * scale - mean;
    apart[i] = half * half;
    // Coverage alone makes border pixels vary, and colour along with it: that part is not noise of the product's colour.
    const edge = isVeil(sums, i) ? 0 : mean * mean * ((1 - alpha) / alpha) * rate;
    variance[i] = Math.max(0, spread[i]! - edge) / (alpha * alpha * light * light);
  }
  trustHalves(variance, spread, apart, sums);
  return { object, coverage, albedo, normal, variance };
}

/** The floor's layer. */
function readFloor(sums: Accumulation, { floorCoverage }: ProductGuides) {
  const { widthPx, heightPx, samples } = sums;
  const count = widthPx * heightPx;
  const ratio = new Float32Array(count * 3).fill(1);
  const coverage = new Float32Array(count);
  const variance = new Float32Array(count);
  const apart = new Float32Array(count);
  const spread = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const scale = 1 / Math.max(1, samples[i] ?? 0);
    const rate = 1 / Math.max(1, (samples[i] ?? 0) - 1);
    const ground = floorCoverage[i] ?? 0;
    coverage[i] = ground;
    if (ground <= 0) continue;
    let mean = 0;
    for (let k = 0; k < 3; k++) {
      const sum = (sums.floor[i * 4 + k] ?? 0) * scale;
      ratio[i * 3 + k] = sum / ground;
      mean += sum * (LUMA[k] ?? 0);
    }
    spread[i] = Math.max(0, (sums.floorSquared[i] ?? 0) * scale - mean * mean) * rate;
    const half = 2 * (sums.halfFloor[i] ?? 0) * scale - mean;
    apart[i] = half * half;
    const isWhole = isVeil(sums, i) || seesOnlyFloor(sums, i);
    const edge = isWhole ? 0 : mean * mean * ((1 - ground) / ground) * rate;
    variance[i] = Math.max(0, spread[i]! - edge) / (ground * ground);
  }
  trustHalves(variance, spread, apart, sums);
  // A shadow is even, and its samples are rare and bright: one pixel's own say little.
  return { ratio, coverage, variance: meanAround(variance, widthPx, heightPx, 3) };
}
