import type { MapReading } from '../compute-values.ts';

/**
 * Makes the values of a map of a picture's, in place.
 *
 * @param rgba 8 bits, row 0 at the top. Opaque afterwards.
 */
export function readMap(rgba: Uint8ClampedArray, reading: MapReading): void {
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    const green = rgba[at + 1] ?? 0;
    const blue = rgba[at + 2] ?? 0;
    if (reading === 'greenFlipped') rgba[at + 1] = 255 - green;
    if (reading === 'green') rgba.fill(green, at, at + 3);
    if (reading === 'blue') rgba.fill(blue, at, at + 3);
    if (reading === 'inverted') rgba.fill(255 - green, at, at + 3);
    rgba[at + 3] = 255;
  }
}
