import { converter, differenceCiede2000 } from 'culori';
import type { Pixels } from './pixels.ts';

const toLab = converter('lab65');
const differenceBetween = differenceCiede2000();

/** CIEDE2000 of the pixels that count, from the least to the greatest. */
export function differencesOf(
  one: Pixels,
  other: Pixels,
  counts: (x: number, y: number) => boolean,
): number[] {
  const lab = (pixels: Pixels, x: number, y: number) => {
    const [r, g, b] = pixels.at(x, y).map((value) => value / 255);
    return toLab({ mode: 'rgb', r: r ?? 0, g: g ?? 0, b: b ?? 0 });
  };
  const found: number[] = [];
  for (let y = 0; y < one.widthPx; y++)
    for (let x = 0; x < one.widthPx; x++) {
      if (!counts(x, y)) continue;
      const [a, b] = [lab(one, x, y), lab(other, x, y)];
      if (a !== undefined && b !== undefined) found.push(differenceBetween(a, b));
    }
  return found.sort((a, b) => a - b);
}
