import { toDisplayP3 } from '../../../contract/files/display-p3.ts';
import { decodeSrgb, encodeSrgb } from '../../../tracer/parse-colour.ts';

const STEPS = 4096;

/**
 * The same colours in numbers of Display P3, in place: what is sRGB lies within it, so that nothing is cut off, and nothing
 * becomes more colourful than it was made.
 *
 * @param rgba 8 bits, sRGB. Transparent pixels are converted too.
 */
export function convertToP3(rgba: Uint8ClampedArray): void {
  const decode = Float64Array.from({ length: 256 }, (_, byte) => decodeSrgb(byte / 255));
  // Even steps in the root, where the curve is steep.
  const encode = Uint8ClampedArray.from(
    { length: STEPS + 1 },
    (_, step) => 255 * encodeSrgb((step / STEPS) ** 2),
  );
  const rgb: [number, number, number] = [0, 0, 0];
  for (let at = 0; at < rgba.length; at += 4) {
    for (const k of [0, 1, 2] as const) rgb[k] = decode[rgba[at + k] ?? 0] ?? 0;
    if (rgb[0] === rgb[1] && rgb[1] === rgb[2]) continue;
    toDisplayP3(rgb);
    for (const k of [0, 1, 2] as const)
      rgba[at + k] = encode[Math.round(Math.sqrt(Math.min(1, Math.max(0, rgb[k]))) * STEPS)] ?? 0;
  }
}
