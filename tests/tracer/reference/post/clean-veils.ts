import type { Accumulation } from '../../../../src/tracer/accumulation.ts';
import { filterLayer, LUMA } from './filter-layer.ts';

/** What is seen of the product besides its light, per pixel, as means of the samples. */
export interface ProductGuides {
  /** Share of the pixel the product covers, 0 to 1. */
  readonly coverage: Float32Array;
  /** Share of the pixel the floor covers. */
  readonly floorCoverage: Float32Array;
  /** rgb, premultiplied by the coverage. */
  readonly albedo: Float32Array;
}

const OPTIONS = { rounds: 4, tolerance: 1.5, isSmoothGuide: true, leastLeft: 0.3 };
const DETAIL = { reach: 2, caution: 1.5 };

/** Whether every sample of a pixel met such a surface first. */
export function isVeil({ veiled, samples }: Accumulation, pixel: number): boolean {
  return veiled[pixel]! > 1 && veiled[pixel] === samples[pixel];
}

/**
 * Filters what glass and blended materials cover, and the albedo that is seen on and through them. There each sample
 * mirrors or passes by chance, so that both are estimates with a grain of their own, which would show on any background
 * however clean the light is. Pixels with samples beside such a surface are outlines and stay.
 *
 * @param guides Changed in place.
 */
export function cleanVeils(sums: Accumulation, guides: ProductGuides): void {
  const { widthPx, heightPx } = sums;
  const count = widthPx * heightPx;
  const weight = new Float32Array(count);
  let isVeiled = false;
  for (let i = 0; i < count; i++) {
    if (!isVeil(sums, i)) continue;
    weight[i] = 1;
    isVeiled = true;
  }
  if (!isVeiled) return;
  const size = { widthPx, heightPx, weight, guides: null };
  const cover = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    cover[i * 3] = guides.coverage[i]!;
    cover[i * 3 + 1] = guides.floorCoverage[i]!;
  }
  const coverNoise = varianceOf(cover, sums.veiledCoverSquared, sums, weight);
  const shares = filterLayer({ ...size, colour: cover, variance: coverNoise }, OPTIONS, DETAIL);
  const albedoNoise = varianceOf(guides.albedo, sums.veiledAlbedoSquared, sums, weight);
  const albedo = filterLayer({ ...size, colour: guides.albedo, variance: albedoNoise }, OPTIONS, DETAIL);
  for (let i = 0; i < count; i++) {
    if (weight[i] === 0) continue;
    guides.coverage[i] = Math.min(1, Math.max(0, shares[i * 3]!));
    guides.floorCoverage[i] = Math.min(1 - guides.coverage[i]!, Math.max(0, shares[i * 3 + 1]!));
    for (let k = i * 3; k < i * 3 + 3; k++) guides.albedo[k] = albedo[k]!;
  }
}

/** Variance of a mean's luminance by the squares of its samples. */
function varianceOf(
  mean: Float32Array,
  squared: Float32Array,
  { samples }: Accumulation,
  weight: Float32Array,
): Float32Array {
  return squared.map((sum, i) => {
    if (weight[i] === 0) return 0;
    let light = 0;
    for (const k of [0, 1, 2] as const) light += mean[i * 3 + k]! * LUMA[k];
    return Math.max(0, sum / samples[i]! - light * light) / (samples[i]! - 1);
  });
}
