import { median } from '../../fidelity/median.ts';

/** What brings a painted picture's colours to the true ones, channel by channel, in linear light: `gain * value + offset`. */
export interface ColourDrift {
  readonly gain: readonly [number, number, number];
  readonly offset: readonly [number, number, number];
}

export const NO_DRIFT: ColourDrift = { gain: [1, 1, 1], offset: [0, 0, 0] };

/** Beyond these it is not a drift, but another product. */
const GAIN = { least: 0.8, most: 1.25 } as const;
const OFFSET_MOST = 0.05;
/** A product of fewer pixels tells nothing. */
const PIXELS_LEAST = 256;
const ROUNDS = 4;
/** Pixels that are off by more times the typical difference do not count in the next round. */
const OUTLIER = 2.5;
/** In linear light: where half of the pixels are off by more, the product was painted anew. */
const MOST_OFF = 0.06;
/** How strongly an offset is kept near 0, as a share of the pixels: in a product of one colour it cannot be told from a gain. */
const STIFFNESS = 0.05;

/**
 * Fits colours that a model gave back to the true ones of the same pixels, without those that differ for another reason.
 *
 * @param model Linear rgb. @param truth The same pixels'.
 * @param pixels Indices of those that both show.
 * @returns {@link NO_DRIFT} where they tell nothing that can be trusted.
 */
export function fitDrift(model: Float32Array, truth: Float32Array, pixels: readonly number[]): ColourDrift {
  if (pixels.length < PIXELS_LEAST) return NO_DRIFT;
  const gain: [number, number, number] = [1, 1, 1];
  const offset: [number, number, number] = [0, 0, 0];
  for (const k of [0, 1, 2] as const) {
    const fit = fitChannel(model, truth, pixels, k);
    if (fit === null) return NO_DRIFT;
    gain[k] = fit.gain;
    offset[k] = fit.offset;
  }
  return { gain, offset };
}

function fitChannel(model: Float32Array, truth: Float32Array, pixels: readonly number[], k: 0 | 1 | 2) {
  let [gain, offset] = [1, 0];
  let limit = Number.POSITIVE_INFINITY;
  const off = (i: number): number =>
    Math.abs(gain * (model[i * 3 + k] ?? 0) + offset - (truth[i * 3 + k] ?? 0));
  for (let round = 0; round < ROUNDS; round++) {
    let [n, m, mm, t, mt] = [0, 0, 0, 0, 0];
    for (const i of pixels) {
      if (off(i) > limit) continue;
      const [x, y] = [model[i * 3 + k] ?? 0, truth[i * 3 + k] ?? 0];
      n++;
      m += x;
      mm += x * x;
      t += y;
      mt += x * y;
    }
    const stiff = n * (1 + STIFFNESS);
    const determinant = mm * stiff - m * m;
    if (n === 0 || determinant <= 1e-12) return null;
    gain = Math.min(GAIN.most, Math.max(GAIN.least, (mt * stiff - m * t) / determinant));
    offset = Math.min(OFFSET_MOST, Math.max(-OFFSET_MOST, (t - gain * m) / stiff));
    const typical = typicalOf(pixels, off);
    if (typical > MOST_OFF && round === ROUNDS - 1) return null;
    limit = Math.max(OUTLIER * typical, 1 / 255);
  }
  return { gain, offset };
}

/** The median of at most about 4,096 of them. */
function typicalOf(pixels: readonly number[], value: (i: number) => number): number {
  const step = Math.max(1, Math.floor(pixels.length / 4_096));
  const values: number[] = [];
  for (let at = 0; at < pixels.length; at += step) values.push(value(pixels[at] ?? 0));
  return median(values);
}
