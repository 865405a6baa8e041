import { luminance } from '../picture.ts';
import { exp2, log2 } from '../portable-maths.ts';

/** Colour statistics of a style picture and how strongly they are taken over. */
export interface StyleGrade {
  readonly target: OklabStatistics;
  /** 0 leaves every pixel as it is. */
  readonly strength: number;
}

/** Mean and standard deviation of L, a and b. */
export interface OklabStatistics {
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
}

/** Product pixels take at most this share of the grade: "protect product colours". */
export const PRODUCT_SHARE = 1 / 3;
/** Lightness follows by this share of what colour does: a dark style must not black out the product's stage. */
export const LIGHTNESS_SHARE = 0.5;
/** Contrast is changed by at most this factor; wider gains posterise. */
const MAX_GAIN = 1.4;
/** Spread in Oklab below which a picture counts as flat: its gain stays near 1. */
const FLAT = 0.01;

/**
 * Makes the function that moves a picture's colours towards a style's, by mean and spread in Oklab.
 *
 * @param own Of the whole picture. @param limit Ends at what a display can show; sRGB without it.
 * @returns Changes one display-linear pixel in place; `coverage` 0 is background, 1 is product.
 */
export function createGrade(
  own: OklabStatistics,
  style: StyleGrade,
  limit: (rgb: [number, number, number]) => void = limitToSrgb,
): (rgb: [number, number, number], coverage: number) => void {
  const { target, strength } = style;
  const gain = gainOf(own, target);
  return (rgb, coverage) => {
    const share = strength * (1 - coverage * (1 - PRODUCT_SHARE));
    if (share <= 0) return;
    const lab = toOklab(rgb);
    for (const k of [0, 1, 2] as const) {
      const moved = target.mean[k] + (lab[k] - own.mean[k]) * gain[k];
      lab[k] += (moved - lab[k]) * share * (k === 0 ? LIGHTNESS_SHARE : 1);
    }
    fromOklab(lab, rgb);
    limit(rgb);
  };
}

/** By how much a style widens or narrows the spread of L, a and b around their means. */
export function gainOf(own: OklabStatistics, target: OklabStatistics): [number, number, number] {
  const gain = (k: 0 | 1 | 2): number => {
    const wanted = (target.deviation[k] + FLAT) / (own.deviation[k] + FLAT);
    return Math.min(MAX_GAIN, Math.max(1 / MAX_GAIN, wanted));
  };
  return [gain(0), gain(1), gain(2)];
}

/** Side, in pixels, of what is looked at of a style: it holds the colours of any picture. */
export const STYLE_PX = 256;

/** Statistics over at most about 40,000 evenly spaced pixels. */
export function measureOklab(linear: Float32Array): OklabStatistics {
  const count = linear.length / 3;
  const step = Math.max(1, Math.floor(count / 40_000));
  const sum = [0, 0, 0];
  const square = [0, 0, 0];
  let samples = 0;
  for (let i = 0; i < count; i += step) {
    const lab = toOklab([linear[i * 3] ?? 0, linear[i * 3 + 1] ?? 0, linear[i * 3 + 2] ?? 0]);
    for (const k of [0, 1, 2] as const) {
      sum[k] = (sum[k] ?? 0) + lab[k];
      square[k] = (square[k] ?? 0) + lab[k] * lab[k];
    }
    samples++;
  }
  const mean = sum.map((value) => value / Math.max(1, samples));
  const deviation = square.map((value, k) => {
    const m = mean[k] ?? 0;
    return Math.sqrt(Math.max(0, value / Math.max(1, samples) - m * m));
  });
  const triple = ([a = 0, b = 0, c = 0]: readonly number[]) => [a, b, c] as const;
  return { mean: triple(mean), deviation: triple(deviation) };
}

/** The style's mean colour with luminance 1, for tinting lights; nearly black styles give white. */
export function styleTint(linear: Float32Array, strength: number): [number, number, number] {
  const mean = [0, 0, 0];
  const count = linear.length / 3;
  for (let i = 0; i < linear.length; i++) mean[i % 3] = (mean[i % 3] ?? 0) + (linear[i] ?? 0) / count;
  const [r = 0, g = 0, b = 0] = mean;
  const light = luminance(r, g, b);
  if (light < 1e-3) return [1, 1, 1];
  const tint = (value: number) => 1 + (Math.min(2, value / light) - 1) * strength * TINT_SHARE;
  const tinted: [number, number, number] = [tint(r), tint(g), tint(b)];
  const scale = luminance(...tinted);
  return [tinted[0] / scale, tinted[1] / scale, tinted[2] / scale];
}

/** How much of a style's cast the softboxes take at strength 1. */
const TINT_SHARE = 0.2;

/** Oklab (Ottosson 2020) of a linear Rec. 709 colour, each channel 0 to 1. */
function toOklab([r, g, b]: readonly [number, number, number]): [number, number, number] {
  const l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([L, a, b]: readonly [number, number, number], rgb: [number, number, number]): void {
  const l = cube(L + 0.3963377774 * a + 0.2158037573 * b);
  const m = cube(L - 0.1055613458 * a - 0.0638541728 * b);
  const s = cube(L - 0.0894841775 * a - 1.291485548 * b);
  rgb[0] = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  rgb[1] = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  rgb[2] = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
}

function cbrt(x: number): number {
  return x <= 1e-9 ? 0 : exp2(log2(Math.min(1, x)) / 3);
}

function cube(x: number): number {
  return x * x * x;
}

function limitToSrgb(rgb: [number, number, number]): void {
  for (const k of [0, 1, 2] as const) rgb[k] = Math.min(1, Math.max(0, rgb[k]));
}
