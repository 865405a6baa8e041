import { setImmediate } from 'node:timers/promises';
import type { Raster } from './frame.ts';

/** So many rows are looked at before others have their turn. */
const ROWS = 64;

/** What encloses everything that is covered by half or more; null when nothing is. */
export async function findBox({ pixels, widthPx, heightPx }: Raster): Promise<{
  left: number;
  top: number;
  width: number;
  height: number;
} | null> {
  let [left, right, top, bottom] = [widthPx, -1, heightPx, -1];
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      if ((pixels[y * widthPx + x] ?? 0) < 128) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
    if (y % ROWS === 0) await setImmediate();
  }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}
