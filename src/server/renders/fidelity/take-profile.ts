import type { ContourPiece } from './find-contour.ts';
import type { Raster } from './frame.ts';

/** Half the distance over which a picture's slope is taken. */
const STEP_PX = 0.75;

/**
 * How steep a picture is across a piece of contour, on average over its points.
 *
 * @param channels Of the picture: 1 or 3.
 * @returns From `reachPx` inside of the contour to as much outside of it, a value each pixel, in levels a pixel.
 */
export function takeProfile(
  picture: Raster,
  channels: 1 | 3,
  { points, count }: ContourPiece,
  reachPx: number,
): Float32Array {
  const profile = new Float32Array(2 * reachPx + 1);
  const [before, after] = [new Float32Array(3), new Float32Array(3)];
  for (let k = 0; k < count * 4; k += 4) {
    const [x = 0, y = 0, nx = 0, ny = 0] = points.subarray(k, k + 4);
    for (let i = 0; i < profile.length; i++) {
      const d = i - reachPx;
      sample(picture, channels, x + nx * (d - STEP_PX), y + ny * (d - STEP_PX), before);
      sample(picture, channels, x + nx * (d + STEP_PX), y + ny * (d + STEP_PX), after);
      const [r = 0, g = 0, b = 0] = before;
      const [red = 0, green = 0, blue = 0] = after;
      const slope = Math.sqrt((red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2);
      profile[i] = (profile[i] ?? 0) + slope / (2 * STEP_PX * count);
    }
  }
  return profile;
}

/** Bilinear, beyond the edges as at the edges. */
function sample(
  { pixels, widthPx, heightPx }: Raster,
  channels: number,
  x: number,
  y: number,
  into: Float32Array,
): void {
  const [cx, cy] = [Math.min(widthPx - 1, Math.max(0, x)), Math.min(heightPx - 1, Math.max(0, y))];
  const [column, row] = [Math.min(widthPx - 2, Math.floor(cx)), Math.min(heightPx - 2, Math.floor(cy))];
  const [fx, fy] = [cx - column, cy - row];
  const at = (row * widthPx + column) * channels;
  const below = at + widthPx * channels;
  for (let k = 0; k < channels; k++) {
    const upper = (pixels[at + k] ?? 0) * (1 - fx) + (pixels[at + channels + k] ?? 0) * fx;
    const lower = (pixels[below + k] ?? 0) * (1 - fx) + (pixels[below + channels + k] ?? 0) * fx;
    into[k] = upper * (1 - fy) + lower * fy;
  }
}
