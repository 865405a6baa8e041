import { setImmediate } from 'node:timers/promises';
import type { PictureSize } from '../../../../../tracer/picture.ts';
import type { SrgbTables } from '../../../../../tracer/post/srgb-tables.ts';

/** Fractions of a pixel below which whole pixels are moved: resampling would cost more sharpness than it sets right. */
const FRACTION_LEAST = 0.1;
/** So many rows are worked on at a stretch. */
const ROWS = 32;

/**
 * Moves a picture to the left and up, between pixels by Catmull-Rom in linear light; at the border its last pixels go on. By whole
 * pixels, or nearly so, its bytes stay as they are.
 *
 * @param rgba Opaque, sRGB. @param by Pixels of it. @returns A new picture, or the given one where nothing is to be moved.
 */
export async function movePicture(
  rgba: Uint8Array,
  { widthPx, heightPx }: PictureSize,
  by: { readonly x: number; readonly y: number },
  srgb: SrgbTables,
): Promise<Uint8Array> {
  const [x, y] = [snap(by.x), snap(by.y)];
  if (x === 0 && y === 0) return rgba;
  const columns = moveLine(widthPx, x);
  const rows = moveLine(heightPx, y);
  const isExact = Number.isInteger(x) && Number.isInteger(y);
  const moved = new Uint8Array(rgba.length).fill(255);
  /** Source rows that were moved sideways, by their index: four are needed at a time. */
  const across = new Map<number, Float32Array>();
  const readAcross = (row: number): Float32Array => {
    const known = across.get(row);
    if (known !== undefined) return known;
    const line = new Float32Array(widthPx * 3);
    for (let at = 0; at < line.length; at++) {
      const [column, k] = [Math.floor(at / 3), at % 3];
      for (let tap = 0; tap < 4; tap++) {
        const from = row * widthPx + (columns.from[column * 4 + tap] ?? 0);
        line[at] =
          (line[at] ?? 0) + (columns.weights[tap] ?? 0) * (srgb.decode[rgba[from * 4 + k] ?? 0] ?? 0);
      }
    }
    across.set(row, line);
    return line;
  };
  for (let row = 0; row < heightPx; row++) {
    // The second tap is where a whole shift comes from.
    if (isExact) {
      const from = (rows.from[row * 4 + 1] ?? 0) * widthPx;
      for (let column = 0; column < widthPx; column++) {
        const at = (from + (columns.from[column * 4 + 1] ?? 0)) * 4;
        moved.set(rgba.subarray(at, at + 3), (row * widthPx + column) * 4);
      }
    } else {
      const taps = [0, 1, 2, 3].map((tap) => rows.from[row * 4 + tap] ?? 0);
      for (const known of across.keys()) if (!taps.includes(known)) across.delete(known);
      const lines = taps.map(readAcross);
      for (let at = 0; at < widthPx * 3; at++) {
        let sum = 0;
        for (let tap = 0; tap < 4; tap++) sum += (rows.weights[tap] ?? 0) * (lines[tap]?.[at] ?? 0);
        const to = (row * widthPx + Math.floor(at / 3)) * 4 + (at % 3);
        moved[to] = Math.round(srgb.encode(Math.min(1, Math.max(0, sum))));
      }
    }
    if (row % ROWS === ROWS - 1) await setImmediate();
  }
  return moved;
}

function snap(by: number): number {
  const whole = Math.round(by);
  return Math.abs(by - whole) < FRACTION_LEAST ? whole : by;
}

/** Where each pixel of a line comes from, four for each, and how much each counts. */
export function moveLine(
  length: number,
  by: number,
): { readonly from: Int32Array; readonly weights: readonly number[] } {
  const first = Math.floor(by);
  const t = by - first;
  const weights = [
    0.5 * (-t + 2 * t * t - t * t * t),
    0.5 * (2 - 5 * t * t + 3 * t * t * t),
    0.5 * (t + 4 * t * t - 3 * t * t * t),
    0.5 * (-t * t + t * t * t),
  ];
  const from = new Int32Array(length * 4);
  for (let i = 0; i < length; i++) {
    for (let tap = 0; tap < 4; tap++) {
      from[i * 4 + tap] = Math.min(length - 1, Math.max(0, i + first + tap - 1));
    }
  }
  return { from, weights };
}
