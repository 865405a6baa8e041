import type { Accumulation } from '../../../../src/tracer/accumulation.ts';
import { filterLayer, LUMA, trustHalves } from './filter-layer.ts';
import { meanAround } from './mean-around.ts';

/** Shares of a pixel below it are none: a plate keeps its own bytes there. */
const LEAST_SHARE = 1 / 4096;
/** Pixels to each side among which there is one all of whose samples are mirrored, where a reflection is dense at all. */
const FULL_REACH_PX = 8;

/** Whether no sample of a pixel met the product before the floor: what it has of the product is a reflection. */
export function seesOnlyFloor({ normal, albedo, floor }: Accumulation, pixel: number): boolean {
  const at = pixel * 3;
  return (
    (floor[pixel * 4 + 3] ?? 0) > 0 &&
    normal[at] === 0 &&
    normal[at + 1] === 0 &&
    normal[at + 2] === 0 &&
    albedo[at] === 0 &&
    albedo[at + 1] === 0 &&
    albedo[at + 2] === 0
  );
}

/**
 * Filters what the floor alone mirrors: its light and its share, each as a layer that is everywhere. A sample mirrors the
 * product or it does not, and bright spots are found by few of them, so a filter of the covered pixels' colour alone would
 * leave the grain of the cover.
 *
 * @param layers The pixels that {@link seesOnlyFloor} names are filled in.
 */
export function cleanReflection(
  sums: Accumulation,
  layers: {
    readonly object: Float32Array;
    readonly coverage: Float32Array;
    readonly floorCoverage: Float32Array;
  },
  isPreview: boolean,
): void {
  const { widthPx, heightPx, samples } = sums;
  const count = widthPx * heightPx;
  const weight = new Float32Array(count);
  const light = new Float32Array(count * 3);
  const share = new Float32Array(count);
  const spread = new Float32Array(count);
  const apart = new Float32Array(count);
  let isMirrored = false;
  for (let i = 0; i < count; i++) {
    if (!seesOnlyFloor(sums, i)) continue;
    const scale = 1 / Math.max(1, samples[i] ?? 0);
    weight[i] = 1;
    share[i] = Math.min(1, (sums.object[i * 4 + 3] ?? 0) * scale);
    if (share[i] === 0) continue;
    isMirrored = true;
    let mean = 0;
    for (const k of [0, 1, 2] as const) {
      light[i * 3 + k] = (sums.object[i * 4 + k] ?? 0) * scale;
      mean += (light[i * 3 + k] ?? 0) * LUMA[k];
    }
    const rate = 1 / Math.max(1, (samples[i] ?? 0) - 1);
    spread[i] = Math.max(0, (sums.luminanceSquared[i] ?? 0) * scale - mean * mean) * rate;
    const half = 2 * (sums.halfLight[i] ?? 0) * scale - mean;
    apart[i] = half * half;
  }
  if (!isMirrored) return;
  const size = { widthPx, heightPx, weight, guides: null };
  const options = { rounds: isPreview ? 4 : 5, tolerance: 1.5, isSmoothGuide: true, leastLeft: 0.35 };
  const detail = { reach: 3, caution: 2 };
  const variance = spread.slice();
  trustHalves(variance, spread, apart, sums);
  const steady = meanAround(variance, widthPx, heightPx, 3);
  const clean = filterLayer({ ...size, colour: light, variance: steady }, options, detail);
  const uncertain = meanAround(varianceOfShare(share, sums), widthPx, heightPx, 3);
  const shares = filterLayer({ ...size, colour: thrice(share), variance: uncertain }, options, detail);
  for (let i = 0; i < count; i++) {
    if (weight[i] === 0) continue;
    const alpha = Math.min(1, shares[i * 3] ?? 0);
    const all = (layers.floorCoverage[i] ?? 0) + (share[i] ?? 0);
    const isSeen = alpha >= LEAST_SHARE;
    layers.coverage[i] = isSeen ? alpha : 0;
    layers.floorCoverage[i] = isSeen ? Math.max(0, all - alpha) : all;
    for (let k = i * 3; k < i * 3 + 3; k++) layers.object[k] = isSeen ? (clean[k] ?? 0) / alpha : 0;
  }
}

/**
 * Of the mean of samples that each mirror the product, by a share f, or nothing: m (f - m) / n. The largest mean around
 * stands for f, which changes slowly over a floor.
 */
function varianceOfShare(share: Float32Array, { widthPx, heightPx, samples }: Accumulation): Float32Array {
  const full = greatestAround(greatestAround(share, widthPx, heightPx, 1), widthPx, heightPx, widthPx);
  return share.map((mean, i) => (mean * Math.max(0, (full[i] ?? 0) - mean)) / Math.max(1, samples[i] ?? 0));
}

/** Greatest value among pixels to both sides along rows (step 1) or columns (step width). */
function greatestAround(values: Float32Array, widthPx: number, heightPx: number, step: number): Float32Array {
  const [length, lines] = step === 1 ? [widthPx, heightPx] : [heightPx, widthPx];
  const out = new Float32Array(values.length);
  for (let line = 0; line < lines; line++) {
    const first = step === 1 ? line * widthPx : line;
    for (let at = 0; at < length; at++) {
      let greatest = 0;
      const last = Math.min(length - 1, at + FULL_REACH_PX);
      for (let near = Math.max(0, at - FULL_REACH_PX); near <= last; near++)
        greatest = Math.max(greatest, values[first + near * step] ?? 0);
      out[first + at * step] = greatest;
    }
  }
  return out;
}

function thrice(values: Float32Array): Float32Array {
  const out = new Float32Array(values.length * 3);
  for (let i = 0; i < out.length; i++) out[i] = values[Math.floor(i / 3)] ?? 0;
  return out;
}
