import { setImmediate } from 'node:timers/promises';
import type { Raster } from './frame.ts';

/** Points of a contour that lie together and look about the same way. */
export interface ContourPiece {
  /** Of each point x, y, and its unit normal's x and y, which shows outwards. */
  readonly points: Float32Array;
  readonly count: number;
}

/** Side of the cells in which points belong together: short enough for a bend, long enough to average grain away. */
const CELL_PX = 24;
/** Ways a contour can look. */
const DIRECTIONS = 8;
/** Fewer points say nothing. */
const POINTS_MIN = 8;
/** The slope of the cover is taken over so many pixels to each side. */
const SLOPE_PX = 2;
/** So many rows are looked through before others have their turn. */
const ROWS = 32;

/** Finds the contour of what is covered, between the pixels, in pieces. */
export async function findContour(cover: Raster): Promise<ContourPiece[]> {
  const { widthPx, heightPx, pixels } = cover;
  const pieces = new Map<number, number[]>();
  const columns = Math.ceil(widthPx / CELL_PX);
  const keep = (x: number, y: number) => {
    const normal = lookOutwards(cover, Math.round(x), Math.round(y));
    if (normal === null) return;
    const turn = Math.atan2(normal[1], normal[0]) / (2 * Math.PI) + 1;
    const cell = Math.floor(y / CELL_PX) * columns + Math.floor(x / CELL_PX);
    const key = cell * DIRECTIONS + (Math.round(turn * DIRECTIONS) % DIRECTIONS);
    const piece = pieces.get(key);
    if (piece === undefined) pieces.set(key, [x, y, ...normal]);
    else piece.push(x, y, ...normal);
  };
  for (let y = 0; y < heightPx - 1; y++) {
    for (let x = 0; x < widthPx - 1; x++) {
      const at = y * widthPx + x;
      const here = pixels[at] ?? 0;
      const across = findCrossing(here, pixels[at + 1] ?? 0);
      const below = findCrossing(here, pixels[at + widthPx] ?? 0);
      if (across !== null) keep(x + across, y);
      if (below !== null) keep(x, y + below);
    }
    if (y % ROWS === 0) await setImmediate();
  }
  return [...pieces.values()]
    .filter(({ length }) => length >= POINTS_MIN * 4)
    .map((values) => ({ points: Float32Array.from(values), count: values.length / 4 }));
}

/** Share of the way to the next pixel at which half is covered; null where that does not happen. */
function findCrossing(here: number, next: number): number | null {
  return here < 127.5 === next < 127.5 ? null : (127.5 - here) / (next - here);
}

function lookOutwards(cover: Raster, x: number, y: number): readonly [number, number] | null {
  const { widthPx, heightPx, pixels } = cover;
  let [dx, dy] = [0, 0];
  for (let j = -SLOPE_PX; j <= SLOPE_PX; j++) {
    const row = Math.min(heightPx - 1, Math.max(0, y + j)) * widthPx;
    for (let i = -SLOPE_PX; i <= SLOPE_PX; i++) {
      const value = pixels[row + Math.min(widthPx - 1, Math.max(0, x + i))] ?? 0;
      dx -= i * value;
      dy -= j * value;
    }
  }
  const length = Math.hypot(dx, dy);
  return length === 0 ? null : [dx / length, dy / length];
}
