import { DIRECTIONS, neighbours } from './directions.ts';

/** What the product's shadow tells: for each direction how much more likely it makes it, and how soft it fits best. */
export interface ShadowMatch {
  /** Logarithms; 0 where nothing tells. */
  readonly likelihood: Float64Array;
  /** Angle of the light that explains most in each direction, degrees. */
  readonly spread: Float64Array;
  /** Part of what the floor varies by that the best one explains. */
  readonly explained: number;
}

/** Widths of lights, degrees. */
const SPREADS = [0, 11, 21] as const;
/** Pixels of a floor whose brightness errs together: grain, planks and tiles. */
const TOGETHER = 40;
/** Depth of a shadow in logarithms, and how much it differs from room to room. */
const DEPTH = -0.6;
const DEPTH_SPREAD = 0.35;
/** How likely a painted picture has the product's shadow at all. */
const DRAWN = 0.7;

/**
 * Compares a floor's brightness with the shadows that lights from everywhere would throw on it. What is even, what changes
 * slowly, and the shade of all the sky under the product are taken out of both before.
 *
 * @param levels Logarithm of the luminance at places of the floor.
 * @param weights How sure it is that a place is floor, 0 to 1.
 * @param slow Columns that vary slowly over the places.
 * @param shadows For each direction, from `throwShadows`.
 */
export function matchShadow(
  levels: Float64Array,
  weights: Float64Array,
  slow: readonly Float64Array[],
  shadows: readonly Float32Array[],
): ShadowMatch {
  const count = levels.length;
  const occlusion = new Float64Array(count);
  shadows.forEach((shadow, at) => {
    const { weight, towards } = DIRECTIONS[at]!;
    for (let i = 0; i < count; i++) occlusion[i]! += weight * towards[1] * shadow[i]!;
  });
  const { likelihood, spread, explained, rest } = judge(levels, weights, [...slow, occlusion], shadows);
  if (explained === 0) return { likelihood, spread, explained };
  // What stands about, and what is no floor after all, must not outvote the rest.
  const sizes = Array.from(rest, Math.abs).sort((a, b) => a - b);
  const usual = 1.5 * (sizes[sizes.length >> 1] ?? 0) + 0.02;
  const trusted = weights.map((weight, i) => weight / (1 + (rest[i]! / (2 * usual)) ** 2));
  return judge(levels, trusted, [...slow, occlusion], shadows);
}

function judge(
  levels: Float64Array,
  weights: Float64Array,
  columns: readonly Float64Array[],
  shadows: readonly Float32Array[],
): ShadowMatch & { readonly rest: Float64Array } {
  const count = levels.length;
  const basis = orthogonalise(columns, weights);
  const rest = without(levels, basis, weights);
  const whole = product(rest, rest, weights);
  const sure = weights.reduce((sum, value) => sum + value, 0);
  const likelihood = new Float64Array(shadows.length);
  const spread = new Float64Array(shadows.length);
  let explained = 0;
  let best: Float64Array | null = null;
  if (!(whole > 0) || sure / TOGETHER < 3) return { likelihood, spread, explained, rest };
  const fits: { at: number; degrees: number; slope: number; energy: number }[] = [];
  for (const degrees of SPREADS) {
    const near = neighbours(degrees);
    for (let at = 0; at < shadows.length; at++) {
      const soft = new Float64Array(count);
      const list = near[at]!;
      for (const other of list) {
        const shadow = shadows[other]!;
        for (let i = 0; i < count; i++) soft[i]! += shadow[i]! / list.length;
      }
      const own = without(soft, basis, weights);
      const energy = product(own, own, weights);
      if (energy < sure * 1e-5) continue;
      const slope = product(own, rest, weights) / energy;
      fits.push({ at, degrees, slope, energy });
      const share = slope < 0 ? (slope * slope * energy) / whole : 0;
      if (share <= explained) continue;
      explained = share;
      best = own.map((value) => value * slope);
    }
  }
  const noise = ((whole * Math.max(0.02, 1 - explained)) / sure) * TOGETHER;
  likelihood.fill(Number.NEGATIVE_INFINITY);
  for (const { at, degrees, slope, energy } of fits) {
    const variance = noise / energy;
    const wide = DEPTH_SPREAD ** 2 + variance;
    const gain =
      0.5 * Math.log(variance / wide) + slope ** 2 / (2 * variance) - (slope - DEPTH) ** 2 / (2 * wide);
    const likely = Math.log(1 - DRAWN + DRAWN * Math.exp(Math.min(60, gain)));
    if (likely <= likelihood[at]!) continue;
    likelihood[at] = likely;
    spread[at] = degrees;
  }
  for (let at = 0; at < likelihood.length; at++)
    if (likelihood[at] === Number.NEGATIVE_INFINITY) likelihood[at] = 0;
  if (best !== null) for (let i = 0; i < count; i++) rest[i]! -= best[i]!;
  return { likelihood, spread, explained, rest };
}

function product(a: Float64Array, b: Float64Array, weights: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]! * weights[i]!;
  return sum;
}

function orthogonalise(columns: readonly Float64Array[], weights: Float64Array): Float64Array[] {
  const basis: Float64Array[] = [];
  for (const column of columns) {
    const own = without(column, basis, weights);
    const length = Math.sqrt(product(own, own, weights));
    const before = Math.sqrt(product(column, column, weights));
    if (length > 1e-6 * before) basis.push(own.map((value) => value / length));
  }
  return basis;
}

function without(column: Float64Array, basis: readonly Float64Array[], weights: Float64Array): Float64Array {
  const rest = Float64Array.from(column);
  for (const one of basis) {
    const along = product(rest, one, weights);
    for (let i = 0; i < rest.length; i++) rest[i]! -= along * one[i]!;
  }
  return rest;
}
