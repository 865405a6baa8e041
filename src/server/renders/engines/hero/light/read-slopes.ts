import type { PictureSize } from '../../../../../tracer/picture.ts';
import { DIRECTIONS } from './directions.ts';

/** Pixels on either side. */
const REACH = 3;
/** Change of the logarithm over a pixel at which a slope counts most: more is an edge of things, not of light. */
const EDGE = 0.03;
/** So many pixels are worth as much as knowing nothing. */
const UNKNOWN = 50;
const MOST = 1.2;

/**
 * How slopes of brightness go with the direction of the light: fitted on 100 synthetic rooms, mean, gain by the direction and
 * deviation, slopes per hundred pixels. Floors grow brighter towards a lamp, and so do walls and what is round.
 */
const SLOPES = [
  { of: 'floor', along: 'x', axis: 0, mean: -0.043, gain: 0.216, deviation: 0.195 },
  { of: 'floor', along: 'y', axis: 2, mean: 0.165, gain: 0.385, deviation: 0.26 },
  { of: 'rest', along: 'x', axis: 0, mean: -0.008, gain: 0.28, deviation: 0.281 },
  { of: 'rest', along: 'y', axis: 1, mean: -0.017, gain: -0.41, deviation: 0.285 },
] as const;

/**
 * What gentle slopes of brightness on the floor and on all else tell, as logarithms of how likely each of {@link DIRECTIONS} is.
 *
 * @param levels Logarithm of the luminance of each pixel.
 * @param kinds What each pixel shows: 0 the product, 1 the floor, 2 something else.
 * @returns Also how much there was to see, 0 to 1.
 */
export function readSlopes(
  levels: Float64Array,
  kinds: Uint8Array,
  { widthPx, heightPx }: PictureSize,
): { readonly likelihood: Float64Array; readonly seen: number } {
  const sums = { floor: { x: 0, y: 0, count: 0 }, rest: { x: 0, y: 0, count: 0 } };
  const down = REACH * widthPx;
  for (let y = REACH; y < heightPx - REACH; y++) {
    for (let x = REACH; x < widthPx - REACH; x++) {
      const at = y * widthPx + x;
      const kind = kinds[at]!;
      if (kind === 0 || [at - REACH, at + REACH, at - down, at + down].some((other) => kinds[other] !== kind))
        continue;
      const sum = kind === 1 ? sums.floor : sums.rest;
      sum.x += gentle((levels[at + REACH]! - levels[at - REACH]!) / 2 / REACH);
      sum.y += gentle((levels[at + down]! - levels[at - down]!) / 2 / REACH);
      sum.count += 1;
    }
  }
  const slopes = SLOPES.map(({ of, along }) => {
    const slope = (100 * sums[of][along]) / (sums[of].count + UNKNOWN);
    return Math.max(-MOST, Math.min(MOST, slope));
  });
  const likelihood = Float64Array.from(DIRECTIONS, ({ towards }) =>
    SLOPES.reduce((sum, { axis, mean, gain, deviation }, i) => {
      return sum - ((slopes[i]! - mean - gain * towards[axis]) / deviation) ** 2 / 2;
    }, 0),
  );
  const seen = Math.min(1, Math.max(...slopes.map(Math.abs)) / 0.1);
  return { likelihood, seen };
}

function gentle(slope: number): number {
  return slope / (1 + (slope / EDGE) ** 2);
}
