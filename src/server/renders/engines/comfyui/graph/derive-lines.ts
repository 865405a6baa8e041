import { luminance } from '../../../../../tracer/picture.ts';
import { inBands } from './in-bands.ts';
import { blurGrey, type Grey, type Rgb, type Size } from './rasters.ts';

/** Softens noise and the grain of textures, which are no lines. */
const SOFT_PX = 1.2;
/** Steps in brightness that begin to be a line, and that are one: of 255, over two pixels. */
const FAINT = 12;
const CLEAR = 48;

/** White lines on black where a picture's brightness steps: for orders that came without an outline (I15). */
export async function deriveLines(pixels: Rgb, size: Size): Promise<Grey> {
  const { widthPx, heightPx } = size;
  const grey = new Uint8Array(widthPx * heightPx);
  await inBands(grey.length, (from, to) => {
    for (let at = from; at < to; at++) {
      grey[at] = Math.round(luminance(pixels[at * 3] ?? 0, pixels[at * 3 + 1] ?? 0, pixels[at * 3 + 2] ?? 0));
    }
  });
  const soft = await blurGrey(grey, size, SOFT_PX);
  const lines = new Uint8Array(grey.length);
  await inBands(lines.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const x = at % widthPx;
      const left = x > 0 ? at - 1 : at;
      const right = x < widthPx - 1 ? at + 1 : at;
      const above = at >= widthPx ? at - widthPx : at;
      const below = at + widthPx < soft.length ? at + widthPx : at;
      const step = Math.hypot(
        (soft[right] ?? 0) - (soft[left] ?? 0),
        (soft[below] ?? 0) - (soft[above] ?? 0),
      );
      lines[at] = Math.round(255 * Math.min(1, Math.max(0, (step - FAINT) / (CLEAR - FAINT))));
    }
  });
  return lines;
}
