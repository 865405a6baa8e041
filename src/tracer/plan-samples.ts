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
 * @param white Radiance that is shown as white, above 0.
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
  const { widthPx, heightPx } = sums;
  const columns = Math.ceil(widthPx / PLAN_BLOCK_PX);
  const rows = Math.ceil((heightPx - from) / PLAN_BLOCK_PX);
  const blocks = new Float64Array(columns * rows);
  // Whole rows, as they lie in memory: going from block to block takes three times as long.
  for (let y = from; y < heightPx; y++) {
    const row = Math.floor((y - from) / PLAN_BLOCK_PX) * columns;
    for (let column = 0; column < columns; column++) {
      blocks[row + column] = addVariance(sums, white, column, y, blocks[row + column] ?? 0);
    }
  }
  for (let block = 0; block < blocks.length; block++) {
    const top = from + Math.floor(block / columns) * PLAN_BLOCK_PX;
    const pixels =
      Math.min(PLAN_BLOCK_PX, widthPx - (block % columns) * PLAN_BLOCK_PX) *
      Math.min(PLAN_BLOCK_PX, heightPx - top);
    blocks[block] = Math.sqrt((blocks[block] ?? 0) / pixels);
  }
  return blocks;
}

/** Mean samples per pixel so far: all pixels of a block have had as many. */
export function meanSamples({ widthPx, heightPx, samples }: Accumulation): number {
  let sum = 0;
  for (let y = 0; y < heightPx; y += PLAN_BLOCK_PX) {
    const rows = Math.min(PLAN_BLOCK_PX, heightPx - y);
    for (let x = 0; x < widthPx; x += PLAN_BLOCK_PX) {
      sum += (samples[y * widthPx + x] ?? 0) * rows * Math.min(PLAN_BLOCK_PX, widthPx - x);
    }
  }
  return sum / (widthPx * heightPx);
}

/**
 * The plan of a picture: no block gets less than the least, and one whose deviation is no number the most.
 *
 * @param deviations As {@link measureBlocks} gives them, of all its blocks.
 */
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
      return wanted < most ? Math.min(most, Math.ceil(wanted / STEP) * STEP) : most;
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

/** Adds the variances of one sample, as they will be seen once noise is filtered, of a block's pixels in a row to a sum. */
function addVariance(sums: Accumulation, white: number, column: number, y: number, sum: number): number {
  const { widthPx } = sums;
  const endX = Math.min(widthPx, (column + 1) * PLAN_BLOCK_PX);
  let all = sum;
  for (let x = column * PLAN_BLOCK_PX; x < endX; x++) {
    const i = y * widthPx + x;
    const seen = seenVariance(sums, white, i);
    if (seen !== 0) all += seen * keptShare(sums, i, x > 0 ? i - 1 : i, y > 0 ? i - widthPx : i);
  }
  return all;
}

/** Share of a pixel's noise that no neighbour helps to filter: much where albedo, normal or coverage are others. */
function keptShare(sums: Accumulation, i: number, left: number, up: number): number {
  const apart = squaresApart(sums, i, up, squaresApart(sums, i, left, 0));
  const share = (sums.floor[i * 4 + 3] ?? 0) * (1 / Math.max(1, sums.samples[i] ?? 0));
  const least = share > 0.5 ? LEAST_KEPT_OF_FLOOR : LEAST_KEPT;
  return least + (1 - least) * Math.min(1, DETAIL * apart);
}

/** Adds the squares of what two pixels differ by to a sum. */
function squaresApart(
  { albedo, normal, object, samples }: Accumulation,
  i: number,
  j: number,
  sum: number,
): number {
  const here = 1 / Math.max(1, samples[i] ?? 0);
  const there = 1 / Math.max(1, samples[j] ?? 0);
  let apart = sum;
  for (let k = 0; k < 3; k++) {
    const surface = (albedo[i * 3 + k] ?? 0) * here - (albedo[j * 3 + k] ?? 0) * there;
    const turn = (normal[i * 3 + k] ?? 0) * here - (normal[j * 3 + k] ?? 0) * there;
    apart += surface * surface + turn * turn;
  }
  const alpha = (object[i * 4 + 3] ?? 0) * here - (object[j * 4 + 3] ?? 0) * there;
  return apart + alpha * alpha;
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
  const product = lightOf(object, i, count) / white;
  const ground = lightOf(floor, i, count);
  const own = Math.max(0, (luminanceSquared[i] ?? 0) / count / (white * white) - product * product);
  const cover = (object[i * 4 + 3] ?? 0) / count;
  const share = (floor[i * 4 + 3] ?? 0) / count;
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

/** Mean luminance of a pixel. */
function lightOf(sums: Float32Array, i: number, count: number): number {
  return luminance(sums[i * 4] ?? 0, sums[i * 4 + 1] ?? 0, sums[i * 4 + 2] ?? 0) / count;
}

/** A variance by the square of the slope of the sRGB curve, roughly; a highlight is compressed. */
function asSeen(variance: number, seen: number): number {
  return (variance * 0.18) / ((seen + 0.03) * (1 + seen * seen));
}
