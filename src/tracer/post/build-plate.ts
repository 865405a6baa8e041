import type { TwoColours } from '../../contract/scene/gradient.ts';
import type { DecodedImage } from '../gltf/decode-image.ts';
import { decodeSrgb, encodeSrgb } from '../parse-colour.ts';
import { type Band, type LinearPicture, samplePicture, shrinkPicture } from '../picture.ts';
import { exp2 } from '../portable-maths.ts';
import { blurPicture } from './blur-picture.ts';
import type { SrgbTables } from './srgb-tables.ts';

/** What stands behind the product, in the size of the picture. */
export interface Plate extends LinearPicture {
  /** The same as sRGB bytes, rgba, when unshadowed pixels must be kept exactly; null when they may be dithered. */
  readonly exact: Uint8Array | null;
  /** What light was painted on the stage is in it already. */
  readonly isLit?: true;
}

/** From there on a background is as sharp as its picture: shops keep the slider in the middle, and want no smudge. */
const SHARP_FROM = 0.5;

/** Blur at fidelity 0, as a fraction of the picture's width. */
const MAX_BLUR = 0.08;

/** Where a sweep glows, as shares of the picture from the top left corner, and how far to the sides and up and down. */
const GLOW = { u: 0.5, v: 0.38, across: 0.66, upwards: 0.6, widestAspect: 1.4 };
/** The glow halves so often in the square of that distance: exp(-1.9) at 1. */
const GLOW_HALVINGS = 1.9 * Math.LOG2E;
/** How far the glow lifts a colour to white, and how much of it is left where there is none. Both in sRGB. */
const LIFT = 0.22;
const DIMMEST = 0.9;
/** A colour whose darkest channel is above this dims less, and pure white not at all: shops ask for exactly that. */
const WHITE_FROM = 0.9;
const GLOW_STEPS = 1024;

/**
 * A studio sweep in one colour: it glows behind the product and falls off to the corners; pure white stays so, to the
 * byte. The stage has this formula as GLSL (`workers/viewer/backdrop.ts`), and a picture test compares the two. Change
 * them together.
 *
 * @param colour Linear.
 * @param band The rows that are wanted, of a picture of this size; the plate has no others.
 */
export function buildSweep(
  widthPx: number,
  heightPx: number,
  colour: readonly [number, number, number],
  { top, rows }: Band = { top: 0, rows: heightPx },
): Plate {
  const rgb = new Float32Array(widthPx * rows * 3);
  const isWhite = colour.every((channel) => channel >= 1);
  if (isWhite) {
    const exact = new Uint8Array(widthPx * rows * 4).fill(255);
    return { widthPx, heightPx: rows, rgb: rgb.fill(1), exact };
  }
  const encoded = colour.map(encodeSrgb);
  const t = Math.max(0, (Math.min(...encoded) - WHITE_FROM) / (1 - WHITE_FROM));
  const dimmest = DIMMEST + (1 - DIMMEST) * t * t * (3 - 2 * t);
  // Along the glow there is one colour: it is worked out once for each step of it.
  const shades = new Float32Array((GLOW_STEPS + 1) * 3);
  for (let step = 0; step <= GLOW_STEPS; step++) {
    const glow = step / GLOW_STEPS;
    for (const [k, channel] of encoded.entries()) {
      const lifted = channel + (1 - channel) * LIFT * glow;
      shades[step * 3 + k] = decodeSrgb(lifted * (dimmest + (1 - dimmest) * glow));
    }
  }
  const across = Math.min(widthPx / heightPx, GLOW.widestAspect) / GLOW.across;
  for (let y = top; y < top + rows; y++) {
    const up = ((y + 0.5) / heightPx - GLOW.v) / GLOW.upwards;
    for (let x = 0; x < widthPx; x++) {
      const aside = ((x + 0.5) / widthPx - GLOW.u) * across;
      const place = exp2(-GLOW_HALVINGS * (aside * aside + up * up)) * GLOW_STEPS;
      const step = Math.min(GLOW_STEPS - 1, Math.floor(place));
      const share = place - step;
      const at = ((y - top) * widthPx + x) * 3;
      for (let k = 0; k < 3; k++) {
        const from = shades[step * 3 + k] ?? 0;
        rgb[at + k] = from + ((shades[step * 3 + 3 + k] ?? 0) - from) * share;
      }
    }
  }
  return { widthPx, heightPx: rows, rgb, exact: null };
}

/**
 * A gradient from the top edge to the bottom one, of recipes that were made before gradients came as pictures.
 *
 * @param fidelity Below 0.5 it is softened like a picture.
 * @param band As {@link buildSweep} has it; all of it where {@link isSoft}.
 */
export function buildGradient(
  widthPx: number,
  heightPx: number,
  { from, to }: TwoColours,
  fidelity: number,
  { top: first, rows }: Band = { top: 0, rows: heightPx },
): Plate {
  const rgb = new Float32Array(widthPx * rows * 3);
  const byte = (hex: string, channel: number) =>
    Number.parseInt(hex.slice(1 + 2 * channel, 3 + 2 * channel), 16);
  for (let y = first; y < first + rows; y++) {
    const share = (y + 0.5) / heightPx;
    for (let k = 0; k < 3; k++) {
      const top = byte(from, k);
      const value = decodeSrgb((top + (byte(to, k) - top) * share) / 255);
      for (let x = 0; x < widthPx; x++) rgb[((y - first) * widthPx + x) * 3 + k] = value;
    }
  }
  return soften({ widthPx, heightPx: rows, rgb, exact: null }, fidelity);
}

/**
 * Fits a background picture to the size of the render: covering, centred, cut at the longer side.
 *
 * @param fidelity 0.5 and more gives the picture's pixels (resampled when sizes differ), less blurs it by up to
 * 8 % of the width and pulls it to a soft gradient of its own colours.
 * @param band As {@link buildSweep} has it; all of it where {@link isSoft}.
 */
export function buildImagePlate(
  image: DecodedImage,
  widthPx: number,
  heightPx: number,
  fidelity: number,
  srgb: SrgbTables,
  band: Band = { top: 0, rows: heightPx },
): Plate {
  const exact = fitImage(image, widthPx, heightPx, srgb, band);
  const rgb = new Float32Array(widthPx * band.rows * 3);
  for (let i = 0; i < widthPx * band.rows; i++) {
    for (let k = 0; k < 3; k++) rgb[i * 3 + k] = srgb.decode[exact[i * 4 + k] ?? 0] ?? 0;
  }
  return soften({ widthPx, heightPx: band.rows, rgb, exact }, fidelity);
}

/** Whether a background is blurred, so that each of its pixels depends on many others. */
export function isSoft(fidelity: number): boolean {
  return fidelity < SHARP_FROM;
}

/** Blurs a plate and pulls it to a soft gradient of its own colours, the more the lower the fidelity. */
export function soften(plate: Plate, fidelity: number): Plate {
  if (!isSoft(fidelity)) return plate;
  const softness = 1 - fidelity / SHARP_FROM;
  const { widthPx, heightPx, rgb } = plate;
  const blurred = blurPicture({ widthPx, heightPx, rgb }, softness * MAX_BLUR * widthPx);
  const palette = shrinkPicture(blurred, 3, 3);
  const pull = softness * softness;
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = (y * widthPx + x) * 3;
      for (let k = 0; k < 3; k++) {
        const soft = samplePicture(palette, (x + 0.5) / widthPx, (y + 0.5) / heightPx, k);
        const own = blurred.rgb[at + k] ?? 0;
        blurred.rgb[at + k] = own + (soft - own) * pull;
      }
    }
  }
  // The 3 x 3 palette is bilinear: one more blur hides its creases.
  const soft = pull > 0.01 ? blurPicture(blurred, pull * MAX_BLUR * widthPx) : blurred;
  return { widthPx, heightPx, rgb: soft.rgb, exact: null };
}

/** Area average when shrinking, bilinear when growing, both in linear light; transparent pixels over white. */
function fitImage(
  image: DecodedImage,
  widthPx: number,
  heightPx: number,
  srgb: SrgbTables,
  { top: first, rows: count }: Band,
): Uint8Array {
  const scale = Math.max(widthPx / image.widthPx, heightPx / image.heightPx);
  const left = (image.widthPx - widthPx / scale) / 2;
  const top = (image.heightPx - heightPx / scale) / 2;
  const out = new Uint8Array(widthPx * count * 4);
  const isSame = image.widthPx === widthPx && image.heightPx === heightPx;
  const columns = Array.from({ length: widthPx }, (_, x) =>
    taps(left + (x + 0.5) / scale, 1 / scale, image.widthPx),
  );
  for (let y = first; y < first + count; y++) {
    const rows = taps(top + (y + 0.5) / scale, 1 / scale, image.heightPx);
    for (let x = 0; x < widthPx; x++) {
      const to = ((y - first) * widthPx + x) * 4;
      out[to + 3] = 255;
      const same = (y * widthPx + x) * 4;
      if (isSame && image.rgba[same + 3] === 255) {
        for (let k = 0; k < 3; k++) out[to + k] = image.rgba[same + k] ?? 0;
        continue;
      }
      const across = columns[x] ?? rows;
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (const row of rows) {
          for (const column of across) {
            const from = (row.index * image.widthPx + column.index) * 4;
            const alpha = (image.rgba[from + 3] ?? 255) / 255;
            const value = srgb.decode[image.rgba[from + k] ?? 0] ?? 0;
            sum += row.weight * column.weight * (value * alpha + 1 - alpha);
          }
        }
        out[to + k] = Math.round(srgb.encode(sum));
      }
    }
  }
  return out;
}

interface Tap {
  readonly index: number;
  readonly weight: number;
}

/** Source pixels under one target pixel, with a tent of at least one pixel. Weights add up to 1. */
function taps(centre: number, step: number, size: number): Tap[] {
  const reach = Math.max(1, step);
  const found: { index: number; weight: number }[] = [];
  let total = 0;
  for (let i = Math.floor(centre - reach); i <= Math.ceil(centre + reach); i++) {
    const weight = 1 - Math.abs(i + 0.5 - centre) / reach;
    if (weight <= 0) continue;
    found.push({ index: Math.min(size - 1, Math.max(0, i)), weight });
    total += weight;
  }
  return found.map(({ index, weight }) => ({ index, weight: weight / total }));
}
