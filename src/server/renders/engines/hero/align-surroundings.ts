import type { PictureSize } from '../../../../tracer/picture.ts';
import { drawEdges, type EdgeField, halve, halveMask, levelsOf, listBand } from './align/edge-field.ts';
import { moveLine } from './align/move-picture.ts';

/** How far painted surroundings have slid from where they belong, in pixels: to the right, and down. */
export interface Shift {
  readonly x: number;
  readonly y: number;
  /** Agreement of the edges where they fit best, 0 to 1. */
  readonly agreement: number;
}

/** Of the longer side: what slid farther leaves too much of the border to be guessed, and is painted anew. */
export const SHIFT_SHARE_MAX = 1 / 128;
/** On a small plate a shift of less is no more than the error of the measurement. */
const FAR_LEAST_PX = 2;
/** Pixels below which nothing is moved: resampling would cost more sharpness than the shift. */
export const SHIFT_LEAST_PX = 0.15;

/** Of the longer side, how far is looked: edit models were seen to slide by a few pixels, and once by a fifth. */
const LOOK_SHARE = 0.1;
/** Longer side from which all shifts are tried. */
const COARSE_PX = 160;
/** Longer side at which the last fraction is measured. */
const FINE_PX = 1_024;
/** Pixels around the silhouette whose edges count, at every level: the model's own edge of the product lies there. */
const BAND_PX = 4;
/** Fewer are no silhouette. */
const BAND_MIN = 60;
/** Edges that agree less are not the product's: noise and other rooms were measured at up to 0.16, true ones from 0.3. */
const AGREEMENT_MIN = 0.22;
/** The best shift agrees by so much more than any that is not beside it. */
const LEAD_MIN = 1.12;

/**
 * Measures how far a painted picture has slid against what it was painted from, by the edges at the product's known silhouette and
 * within it, whichever side of them is the brighter one. What was painted farther away is another picture and does not count.
 *
 * Finds shifts of up to a tenth of the longer side to about a tenth of a pixel; some tenths of a second for a megapixel, so not on a thread that serves others.
 *
 * @param plate Linear RGB. @param painted The same, of the same size. @param product A byte per pixel, above 127 is product.
 * @returns Null where it cannot be told: no product, nothing painted, or another product.
 */
export function measureShift(
  plate: Float32Array,
  painted: Float32Array,
  product: Uint8Array,
  size: PictureSize,
): Shift | null {
  // 1. Ever smaller pictures; the last one is so small that every shift can be tried.
  let level = { plate: levelsOf(plate), painted: levelsOf(painted), product, size, scale: 1 };
  const pyramid: (typeof level)[] = [];
  for (;;) {
    const longest = Math.max(level.size.widthPx, level.size.heightPx);
    if (longest <= FINE_PX) pyramid.unshift(level);
    if (longest <= COARSE_PX) break;
    level = {
      plate: halve(level.plate, level.size),
      painted: halve(level.painted, level.size),
      product: halveMask(level.product, level.size),
      size: { widthPx: level.size.widthPx >> 1, heightPx: level.size.heightPx >> 1 },
      scale: level.scale * 2,
    };
  }

  // 2. Coarse to fine.
  let found: { x: number; y: number } | null = null;
  let agreement = 0;
  let scale = 1;
  for (const one of pyramid) {
    const band = listBand(one.product, one.size, BAND_PX);
    if (band.length < BAND_MIN) return null;
    const [own, other] = [drawEdges(one.plate, one.size), drawEdges(one.painted, one.size)];
    const judge = (x: number, y: number): number => compare(own, other, band, one.size, x, y);
    if (found === null) {
      found = lookEverywhere(judge, Math.ceil(LOOK_SHARE * Math.max(one.size.widthPx, one.size.heightPx)));
      if (found === null) return null;
    } else {
      found = climb(
        judge,
        Math.round(found.x * (scale / one.scale)),
        Math.round(found.y * (scale / one.scale)),
      );
    }
    scale = one.scale;
    if (one !== pyramid.at(-1)) continue;
    // 3. Between pixels.
    for (const step of [1, 0.5]) found = between(judge, found.x, found.y, step);
    agreement = judge(found.x, found.y);
  }
  if (found === null || agreement < AGREEMENT_MIN) return null;
  return {
    x: Math.round(found.x * scale * 100) / 100,
    y: Math.round(found.y * scale * 100) / 100,
    agreement: Math.min(1, Math.round(agreement * 1_000) / 1_000),
  };
}

/** Whether surroundings have slid so far that they are to be painted anew. */
export function isTooFar({ x, y }: Shift, { widthPx, heightPx }: PictureSize): boolean {
  return Math.hypot(x, y) > Math.max(FAR_LEAST_PX, SHIFT_SHARE_MAX * Math.max(widthPx, heightPx));
}

/**
 * Moves a picture back by a shift, between pixels by Catmull-Rom; at the border its last pixels go on.
 *
 * @returns A new picture, or the given one where the shift is too small to be worth it.
 */
export function layRight(
  painted: Float32Array,
  { widthPx, heightPx }: PictureSize,
  { x, y }: Shift,
): Float32Array {
  if (Math.hypot(x, y) < SHIFT_LEAST_PX) return painted;
  const columns = moveLine(widthPx, x);
  const rows = moveLine(heightPx, y);
  const across = new Float32Array(painted.length);
  for (let row = 0; row < heightPx; row++) {
    for (let column = 0; column < widthPx; column++) {
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (let tap = 0; tap < 4; tap++) {
          sum += columns.weights[tap]! * painted[(row * widthPx + columns.from[column * 4 + tap]!) * 3 + k]!;
        }
        across[(row * widthPx + column) * 3 + k] = sum;
      }
    }
  }
  const moved = new Float32Array(painted.length);
  const stride = widthPx * 3;
  for (let row = 0; row < heightPx; row++) {
    for (let at = 0; at < stride; at++) {
      let sum = 0;
      for (let tap = 0; tap < 4; tap++)
        sum += rows.weights[tap]! * across[rows.from[row * 4 + tap]! * stride + at]!;
      moved[row * stride + at] = Math.max(0, sum);
    }
  }
  return moved;
}

/** How well edges agree when the second picture is looked at so far away, -1 to 1. */
function compare(
  own: EdgeField,
  other: EdgeField,
  band: Int32Array,
  { widthPx, heightPx }: PictureSize,
  x: number,
  y: number,
): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [x - left, y - top];
  const [a, b, c, d] = [(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v];
  let [along, first, second] = [0, 0, 0];
  for (const at of band) {
    const column = (at % widthPx) + left;
    const row = Math.floor(at / widthPx) + top;
    if (column < 0 || row < 0 || column + 1 >= widthPx || row + 1 >= heightPx) continue;
    const to = row * widthPx + column;
    const below = to + widthPx;
    const cosine =
      a * other.cosine[to]! +
      b * other.cosine[to + 1]! +
      c * other.cosine[below]! +
      d * other.cosine[below + 1]!;
    const sine =
      a * other.sine[to]! + b * other.sine[to + 1]! + c * other.sine[below]! + d * other.sine[below + 1]!;
    along += own.cosine[at]! * cosine + own.sine[at]! * sine;
    first += own.cosine[at]! ** 2 + own.sine[at]! ** 2;
    second += cosine * cosine + sine * sine;
  }
  const energy = first * second;
  return energy > 1e-12 ? along / Math.sqrt(energy) : 0;
}

/** The best of all shifts; null where another one far from it is nearly as good. */
function lookEverywhere(
  judge: (x: number, y: number) => number,
  reach: number,
): { x: number; y: number } | null {
  const tried: { x: number; y: number; score: number }[] = [];
  for (let y = -reach; y <= reach; y++)
    for (let x = -reach; x <= reach; x++) tried.push({ x, y, score: judge(x, y) });
  const best = tried.reduce((most, one) => (one.score > most.score ? one : most));
  if (!(best.score > 0)) return null;
  const rival = tried
    .filter(({ x, y }) => Math.max(Math.abs(x - best.x), Math.abs(y - best.y)) > 3)
    .reduce((most, { score }) => Math.max(most, score), 0);
  return best.score >= rival * LEAD_MIN ? best : null;
}

/** Goes to the best whole pixel near by. */
function climb(
  judge: (x: number, y: number) => number,
  fromX: number,
  fromY: number,
): { x: number; y: number } {
  let best = { x: fromX, y: fromY, score: -1 };
  for (let y = fromY - 2; y <= fromY + 2; y++) {
    for (let x = fromX - 2; x <= fromX + 2; x++) {
      const score = judge(x, y);
      if (score > best.score) best = { x, y, score };
    }
  }
  return best;
}

/** The top of the parabolas through a place and its neighbours. */
function between(
  judge: (x: number, y: number) => number,
  x: number,
  y: number,
  step: number,
): { x: number; y: number } {
  const middle = judge(x, y);
  const top = (before: number, after: number): number => {
    const bend = before - 2 * middle + after;
    return bend < -1e-9 ? Math.max(-1, Math.min(1, (0.5 * (before - after)) / bend)) * step : 0;
  };
  return {
    x: x + top(judge(x - step, y), judge(x + step, y)),
    y: y + top(judge(x, y - step), judge(x, y + step)),
  };
}
