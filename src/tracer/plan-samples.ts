import type { Accumulation } from './accumulation.ts';
import { luminance } from './picture.ts';

/** Side of the squares that get equally many samples. */
export const PLAN_BLOCK_PX = 16;

/** How many samples each block of a picture gets in all, row by row. */
export interface SamplePlan {
  readonly columns: number;
  readonly samples: Uint16Array;
}

/**
 * Counts above half of it are multiples of this, so that both halves of the samples are equally many; half of it is too few to
 * be halved.
 */
const STEP = 8;

/** Share of the variance that filtering leaves on an even surface, and how soon a surface counts as uneven. */
const LEAST_KEPT = 0.1;
/** The same of a floor, whose light changes slowly. A sample of its shadow costs twice as much as one of the product. */
const LEAST_KEPT_OF_FLOOR = 0.05;
const DETAIL = 20;

/** See `Accumulation`. */
const MOST_COVER = 1 + 1 / 4096;

/** Bounds of a plan, in samples a pixel. */
export interface SampleBudget {
  /** What the picture may cost, as the mean of all pixels. */
  readonly mean: number;
  readonly least: number;
  readonly most: number;
}

/**
 * Shares samples out so that the whole error is least: to each block in proportion to the deviation of its samples, as it
 * will be seen. Depends on the sums alone.
 *
 * @param sums Every pixel has had some samples; 8 tell enough.
 * @param white Radiance that is shown as white.
 */
export function planSamples(sums: Accumulation, white: number, budget: SampleBudget): SamplePlan {
  return shareSamples(sums.widthPx, measureBlocks(sums, white, 0), budget);
}

/**
 * Deviation of one sample as it will be seen, for each block row by row: what a plan is made of.
 *
 * @param from First row of the sums that is measured, where a row of blocks begins. A row above it is looked at, too.
 */
export function measureBlocks(sums: Accumulation, white: number, from: number): Float64Array {
  const columns = Math.ceil(sums.widthPx / PLAN_BLOCK_PX);
  const rows = Math.ceil((sums.heightPx - from) / PLAN_BLOCK_PX);
  return Float64Array.from({ length: columns * rows }, (_, block) =>
    Math.sqrt(
      blockVariance(sums, white, block % columns, from + Math.floor(block / columns) * PLAN_BLOCK_PX),
    ),
  );
}

/** The plan of a picture. @param deviations As {@link measureBlocks} gives them, of all its blocks. */
export function shareSamples(
  widthPx: number,
  deviations: Float64Array,
  { mean, least, most }: SampleBudget,
): SamplePlan {
  const columns = Math.ceil(widthPx / PLAN_BLOCK_PX);
  const countsAt = (share: number) =>
    Uint16Array.from(deviations, (deviation) => {
      const wanted = deviation * share;
      if (wanted <= Math.max(least, STEP / 2)) return wanted <= least ? least : STEP / 2;
      return Math.min(most, Math.ceil(wanted / STEP) * STEP);
    });
  // The share is searched by halves: counts grow with it.
  let [low, high] = [0, 1e6];
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    let sum = 0;
    for (const count of countsAt(middle)) sum += count;
    if (sum > mean * deviations.length) high = middle;
    else low = middle;
  }
  return { columns, samples: countsAt(low) };
}

/** Variance of one sample as it will be seen once noise is filtered: the mean of a block that begins in a row. */
function blockVariance(sums: Accumulation, white: number, column: number, top: number): number {
  let sum = 0;
  let pixels = 0;
  const endY = Math.min(sums.heightPx, top + PLAN_BLOCK_PX);
  const endX = Math.min(sums.widthPx, (column + 1) * PLAN_BLOCK_PX);
  for (let y = top; y < endY; y++) {
    for (let x = column * PLAN_BLOCK_PX; x < endX; x++) {
      const i = y * sums.widthPx + x;
      sum +=
        seenVariance(sums, white, i) * keptShare(sums, i, x > 0 ? i - 1 : i, y > 0 ? i - sums.widthPx : i);
      pixels++;
    }
  }
  return pixels > 0 ? sum / pixels : 0;
}

/** Share of a pixel's noise that no neighbour helps to filter: much where albedo, normal or coverage are others. */
function keptShare(
  { albedo, normal, object, floor, samples }: Accumulation,
  i: number,
  left: number,
  up: number,
): number {
  const here = 1 / Math.max(1, samples[i] ?? 0);
  let apart = 0;
  for (const j of [left, up]) {
    const there = 1 / Math.max(1, samples[j] ?? 0);
    for (let k = 0; k < 3; k++) {
      const surface = (albedo[i * 3 + k] ?? 0) * here - (albedo[j * 3 + k] ?? 0) * there;
      const turn = (normal[i * 3 + k] ?? 0) * here - (normal[j * 3 + k] ?? 0) * there;
      apart += surface * surface + turn * turn;
    }
    const alpha = (object[i * 4 + 3] ?? 0) * here - (object[j * 4 + 3] ?? 0) * there;
    apart += alpha * alpha;
  }
  const least = (floor[i * 4 + 3] ?? 0) * here > 0.5 ? LEAST_KEPT_OF_FLOOR : LEAST_KEPT;
  return least + (1 - least) * Math.min(1, DETAIL * apart);
}

/**
 * Variance of one sample of a pixel in display units squared. Product and floor are seldom in one sample: where both
 * are in a pixel, as along an outline, their difference is what varies.
 */
function seenVariance(
  { object, floor, luminanceSquared, floorSquared, samples }: Accumulation,
  white: number,
  i: number,
): number {
  const count = samples[i] ?? 0;
  if (count === 0) return 0;
  const light = (sums: Float32Array) =>
    luminance(sums[i * 4] ?? 0, sums[i * 4 + 1] ?? 0, sums[i * 4 + 2] ?? 0) / count;
  const product = light(object) / white;
  const ground = light(floor);
  const own = Math.max(0, (luminanceSquared[i] ?? 0) / count / (white * white) - product * product);
  const [cover, share] = [(object[i * 4 + 3] ?? 0) / count, (floor[i * 4 + 3] ?? 0) / count];
  if (cover + share > MOST_COVER) {
    // A cyclorama: what the product changes on it, beside what is there without.
    const mixed = ground * ground * (1 / share - 1);
    const change = Math.max(0, (floorSquared[i] ?? 0) / count - ground * ground - mixed) / (white * white);
    return asSeen(own + change, Math.max(0, product + (ground - share) / white));
  }
  const grounds = Math.max(0, (floorSquared[i] ?? 0) / count - ground * ground);
  const variance = Math.max(own + grounds - 2 * product * ground, (own + grounds) / 2);
  // A ratio of few samples may be below black.
  return asSeen(variance, Math.max(0, product + ground));
}

/** A variance by the square of the slope of the sRGB curve, roughly; a highlight is compressed. */
function asSeen(variance: number, seen: number): number {
  return (variance * 0.18) / ((seen + 0.03) * (1 + seen * seen));
}
