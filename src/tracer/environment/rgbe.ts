import type { DecodedImage } from '../gltf/decode-image.ts';
import type { LinearPicture } from '../picture.ts';

/**
 * How the light of surroundings is kept in a PNG of 8 bits for each channel: as Ward's shared exponent, in which Radiance
 * files have it. Red, green and blue are the mantissas of linear Rec. 709, alpha is the exponent they share:
 * `value = channel * 2 ** (alpha - 136)`, and alpha 0 is black. Rows go from straight up to straight down, the middle
 * column is the middle of the picture. Steps are 0.4 % of the brightest channel, from 1e-38 to 1e38.
 */
const BIAS = 136;
/** What is brighter is as bright as this: no sun shines more, and no sum of such leaves a float. */
export const BRIGHTEST = 1e7;

/** 2 to the power of each exponent. */
const SCALES = Float64Array.from({ length: 256 }, (_, exponent) => powerOfTwo(exponent - BIAS));

/** @param picture What is negative, no number or too bright is put right. */
export function encodeRgbe({ widthPx, heightPx, rgb }: LinearPicture): Uint8Array {
  const rgba = new Uint8Array(widthPx * heightPx * 4);
  for (let at = 0; at < widthPx * heightPx; at++) {
    const [r, g, b] = [0, 1, 2].map((k) => tame(rgb[at * 3 + k] ?? 0)) as [number, number, number];
    const most = Math.max(r, g, b);
    if (most < 1e-30) continue;
    let exponent = BIAS - 8;
    while (exponent < 255 && most / (SCALES[exponent] ?? 1) > 255.5) exponent++;
    while (exponent > 1 && most / (SCALES[exponent] ?? 1) <= 127.75) exponent--;
    const scale = SCALES[exponent] ?? 1;
    rgba[at * 4] = Math.min(255, Math.round(r / scale));
    rgba[at * 4 + 1] = Math.min(255, Math.round(g / scale));
    rgba[at * 4 + 2] = Math.min(255, Math.round(b / scale));
    rgba[at * 4 + 3] = exponent;
  }
  return rgba;
}

/** The light of a picture whose bytes {@link encodeRgbe} made, or somebody who is not to be trusted. */
export function decodeRgbe({ widthPx, heightPx, rgba }: DecodedImage): LinearPicture {
  const rgb = new Float32Array(widthPx * heightPx * 3);
  for (let at = 0; at < widthPx * heightPx; at++) {
    const exponent = rgba[at * 4 + 3] ?? 0;
    if (exponent === 0) continue;
    const scale = SCALES[exponent] ?? 0;
    for (let k = 0; k < 3; k++) rgb[at * 3 + k] = Math.min(BRIGHTEST, (rgba[at * 4 + k] ?? 0) * scale);
  }
  return { widthPx, heightPx, rgb };
}

function tame(value: number): number {
  return value > 0 ? Math.min(BRIGHTEST, value) : 0;
}

function powerOfTwo(exponent: number): number {
  let value = 1;
  for (let i = 0; i < Math.abs(exponent); i++) value *= exponent < 0 ? 0.5 : 2;
  return value;
}
