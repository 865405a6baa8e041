import type { Accumulation } from '../../../../src/tracer/accumulation.ts';
import { type AtrousOptions, filterAtrous, type NoisyLayer, withoutOutliers } from './filter-atrous.ts';
import { meanAround } from './mean-around.ts';

/** Rec. 709 luminance. */
export const LUMA = [0.2126, 0.7152, 0.0722] as const;

/**
 * Well spread samples err less than their own variance says: it is brought to what the two halves of the samples differ
 * by, in the middle of the pixels around (Rousselle 2012).
 */
export function trustHalves(
  variance: Float32Array,
  spread: Float32Array,
  apart: Float32Array,
  { widthPx, heightPx, samples }: Accumulation,
): void {
  const said = meanAround(spread, widthPx, heightPx, HALVES_REACH_PX);
  const seen = meanAround(apart, widthPx, heightPx, HALVES_REACH_PX);
  for (let i = 0; i < variance.length; i++) {
    if ((samples[i] ?? 0) < LEAST_FOR_HALVES || !said[i]) continue;
    const usual = Math.min(1, (USUAL * (said[i] ?? 0)) / Math.max(1e-30, spread[i] ?? 0));
    const trust = Math.min(1.5, Math.max(0.05, (seen[i] ?? 0) / (said[i] ?? 1)));
    variance[i] = (variance[i] ?? 0) * (usual * trust + (1 - usual));
  }
}

/** Times the mean around, up to which a variance is one of many: what is above is of a rare bright sample. */
const USUAL = 1;
/** Two times four. */
const LEAST_FOR_HALVES = 8;
/** To each side: fewer pixels would tell too little of so rough an estimate. */
const HALVES_REACH_PX = 7;

/** How the error of a filtered layer is estimated. */
interface DetailOptions {
  /** Pixels to each side over which an error is averaged. */
  readonly reach: number;
  /** How many times the variance counts: an estimate from few samples, or from neighbours, is itself uncertain. */
  readonly caution: number;
}

/** Filters a layer, and gives it back what it lost more of than it had of noise. */
export function filterLayer(layer: NoisyLayer, options: AtrousOptions, detail: DetailOptions): Float32Array {
  const calm = withoutOutliers(layer);
  const clean = filterAtrous({ ...layer, colour: calm.slice(), variance: layer.variance.slice() }, options);
  returnDetail(clean, { ...layer, colour: calm }, detail);
  return clean;
}

/** Among so many times as many pixels to each side, chance evens out: less caution is needed to call a difference detail. */
const WIDE = 3;
const WIDE_CAUTION = 1;
/** Times the caution at which few pixels alone tell detail from what chance makes of noise. */
const ALONE = 1.5;

/**
 * Where two layers differ by more than noise explains, the rest is detail: each pixel becomes the mix of both with the
 * least expected error (James and Stein), so that a filter never makes much worse what many samples made good. A few pixels
 * differ by twice their noise now and then; it is detail where many around do, or where it is more.
 *
 * @param clean The filtered one, changed in place.
 */
function returnDetail(
  clean: Float32Array,
  { colour: raw, widthPx, heightPx, weight, variance }: NoisyLayer,
  { reach, caution }: DetailOptions,
): void {
  const apart = new Float32Array(variance.length);
  for (let i = 0; i < apart.length; i++) {
    if (!weight[i]) continue;
    let light = 0;
    for (const k of [0, 1, 2] as const) light += ((clean[i * 3 + k] ?? 0) - (raw[i * 3 + k] ?? 0)) * LUMA[k];
    apart[i] = light * light;
  }
  const difference = meanAround(apart, widthPx, heightPx, reach);
  const noise = meanAround(variance, widthPx, heightPx, reach);
  const wideDifference = meanAround(apart, widthPx, heightPx, reach * WIDE);
  const wideNoise = meanAround(variance, widthPx, heightPx, reach * WIDE);
  for (let i = 0; i < apart.length; i++) {
    if (!weight[i]) continue;
    const near = shareOfDetail(difference[i] ?? 0, noise[i] ?? 0, caution);
    if (near === 0) continue;
    const wide = shareOfDetail(wideDifference[i] ?? 0, wideNoise[i] ?? 0, caution * WIDE_CAUTION);
    const share = Math.max(
      Math.min(near, wide),
      shareOfDetail(difference[i] ?? 0, noise[i] ?? 0, caution * ALONE),
    );
    if (share === 0) continue;
    for (let k = i * 3; k < i * 3 + 3; k++)
      clean[k] = (clean[k] ?? 0) + ((raw[k] ?? 0) - (clean[k] ?? 0)) * share;
  }
}

/** Of a mean squared difference, what noise of a variance does not explain, against that and noise together. */
function shareOfDetail(difference: number, noise: number, caution: number): number {
  const lost = Math.max(0, difference - caution * noise);
  return lost === 0 ? 0 : lost / (lost + noise);
}
