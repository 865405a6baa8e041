import { createSrgbTables } from '../../../../tracer/post/srgb-tables.ts';
import type { PlateParts, SettledSurroundings } from './plate-parts.ts';

/** A floor that keeps more of its light is not shaded. */
const SHADED = 0.96;
/** Bytes of a reflection, its light or its share of the floor, that nobody sees. */
const UNSEEN = 5;
/** So far around shadow and reflection their floor is looked at, as a share of the picture's shorter side. */
const REACH_SHARE = 0.06;
/** Fewer pixels tell nothing. */
const PIXELS_LEAST = 200;
/** So many pixels are enough. */
const PIXELS_MOST = 65_536;
/** Less of a shadow than this share is what a floor's own pattern may make of itself. */
const SHADOW_LEAST = 0.5;
/** The same of a reflection, which has colours and a shape of its own. */
const REFLECTION_LEAST = 0.25;
/** Linear light: what changes the floor by less is not seen in it. */
const CHANGE_LEAST = 0.002;
/** Each knows better than the last how bright the floor is under shadow and reflection. */
const ROUNDS = 4;

type Contact = Pick<SettledSurroundings, 'shadowShare' | 'reflectionShare'>;
type Known = Pick<PlateParts, 'widthPx' | 'heightPx' | 'shadow' | 'reflection'>;

/** Terms of a floor's light over the picture: it glows behind a product, and falls off. */
const TERMS = 6;
/** Where the shares stand behind those of red, green and blue. */
const SHARES = [3 * TERMS, 3 * TERMS + 1] as const;

/** What a floor is: {@link TERMS} of each channel's light, and shares. */
interface Floor extends Contact {
  readonly terms: readonly number[];
}

/**
 * Measures how much of the product's shadow, and of its reflection in the floor, a model has painted itself: light on the floor
 * beside the product, even over the picture but for a slope and a bend, less what follows the traced shadow, and changed by what follows the traced
 * reflection, which hides a share of the floor and shows the product in its place (least squares).
 *
 * @param rgb Painted, linear, of the plate's size.
 * @param distances Of each pixel from the product. @param clearPx Nearer pixels carry the model's own product edge.
 * @returns Shares of 0 to 1; 0 where it is less than half of the shadow or a quarter of the reflection, or cannot be told.
 */
export function measureContact(
  rgb: Float32Array,
  known: Known,
  distances: Float32Array,
  clearPx: number,
): Contact {
  const { widthPx, heightPx, shadow, reflection } = known;
  const isShaded = (i: number): boolean => (shadow[i] ?? 255) < SHADED * 255;
  const isMirrored = (i: number): boolean =>
    reflection?.subarray(i * 4, i * 4 + 4).some((byte) => byte > UNSEEN) ?? false;
  const isClear = (i: number): boolean => (distances[i] ?? 0) > clearPx;
  const reach = Math.max(2, Math.round(REACH_SHARE * Math.min(widthPx, heightPx)));
  const box = boxAround((i) => isClear(i) && (isShaded(i) || isMirrored(i)), widthPx, heightPx, reach);
  if (box === null) return { shadowShare: 0, reflectionShare: 0 };
  const area = (box.right - box.left + 1) * (box.bottom - box.top + 1);
  const step = Math.max(1, Math.floor(Math.sqrt(area / PIXELS_MOST)));
  const pixels: number[] = [];
  for (let y = box.top; y <= box.bottom; y += step) {
    for (let x = box.left; x <= box.right; x += step)
      if (isClear(y * widthPx + x)) pixels.push(y * widthPx + x);
  }
  const least = PIXELS_LEAST / step ** 2;
  const bare = pixels.filter((i) => !(isShaded(i) || isMirrored(i)));
  // Of both, whatever is told: what is left out would pass for the other.
  let floor = fitFloor(rgb, known, bare.length >= least ? bare : pixels, null);
  for (let round = 0; round < ROUNDS && floor !== null; round++) floor = fitFloor(rgb, known, pixels, floor);
  const { shadowShare = 0, reflectionShare = 0 } = floor ?? {};
  const isEnough = (isIn: (i: number) => boolean): boolean => pixels.filter(isIn).length >= least;
  return {
    shadowShare: shadowShare >= SHADOW_LEAST && isEnough(isShaded) ? shadowShare : 0,
    reflectionShare: reflectionShare >= REFLECTION_LEAST && isEnough(isMirrored) ? reflectionShare : 0,
  };
}

/**
 * @param before As it was known before; null: only its light is looked for.
 * @returns Null where it has no one answer.
 */
function fitFloor(
  rgb: Float32Array,
  { widthPx, heightPx, shadow, reflection }: Known,
  pixels: readonly number[],
  before: Floor | null,
): Floor | null {
  const { decode } = createSrgbTables();
  const size = 3 * TERMS + SHARES.length;
  const sums = new Float64Array(size * size);
  const right = new Float64Array(size);
  for (const i of pixels) {
    const [x, y] = [(i % widthPx) / widthPx - 0.5, Math.floor(i / widthPx) / heightPx - 0.5];
    const dark = 1 - (shadow[i] ?? 255) / 255;
    const hidden = (reflection?.[i * 4 + 3] ?? 0) / 255;
    const row = [1, x, y, x * x, x * y, y * y, 0, 0];
    for (let k = 0; k < 3; k++) {
      let light = 0;
      for (let a = 0; a < TERMS; a++) light += (before?.terms[k * TERMS + a] ?? 0) * (row[a] ?? 0);
      const shaded = light * (1 - (before?.shadowShare ?? 0) * dark);
      row[TERMS] = -dark * light * (1 - (before?.reflectionShare ?? 0) * hidden);
      row[TERMS + 1] = (decode[reflection?.[i * 4 + k] ?? 0] ?? 0) - hidden * shaded;
      const place = (a: number): number => (a < TERMS ? k * TERMS + a : SHARES[0] + a - TERMS);
      for (let a = 0; a < row.length; a++) {
        const at = place(a);
        right[at] = (right[at] ?? 0) + (row[a] ?? 0) * (rgb[i * 3 + k] ?? 0);
        for (let b = 0; b < row.length; b++) {
          const to = at * size + place(b);
          sums[to] = (sums[to] ?? 0) + (row[a] ?? 0) * (row[b] ?? 0);
        }
      }
    }
  }
  // What changes nothing has no share that could be found.
  for (const at of SHARES) {
    const isSeen = (sums[at * size + at] ?? 0) >= PIXELS_LEAST * CHANGE_LEAST ** 2;
    if (before === null || !isSeen) leaveOut(sums, right, at);
  }
  const solved = solve(sums, right);
  if (solved === null) return null;
  const [shadowShare, reflectionShare] = SHARES.map((at) => Math.min(1, Math.max(0, solved[at] ?? 0)));
  return {
    terms: solved,
    shadowShare: shadowShare ?? 0,
    reflectionShare: reflectionShare ?? 0,
  };
}

/** Makes an unknown 0. */
function leaveOut(sums: Float64Array, right: Float64Array, at: number): void {
  const size = right.length;
  for (let other = 0; other < size; other++) {
    sums[at * size + other] = 0;
    sums[other * size + at] = 0;
  }
  sums[at * size + at] = 1;
  right[at] = 0;
}

function boxAround(isIn: (i: number) => boolean, widthPx: number, heightPx: number, reach: number) {
  let [left, top, right, bottom] = [widthPx, heightPx, -1, -1];
  for (let i = 0; i < widthPx * heightPx; i++) {
    if (!isIn(i)) continue;
    const [x, y] = [i % widthPx, Math.floor(i / widthPx)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (right < 0) return null;
  return {
    left: Math.max(0, left - reach),
    right: Math.min(widthPx - 1, right + reach),
    top: Math.max(0, top - reach),
    bottom: Math.min(heightPx - 1, bottom + reach),
  };
}

/** Gauss with pivots; null where it has no one answer. */
function solve(matrix: Float64Array, right: Float64Array): number[] | null {
  const size = right.length;
  const m = Array.from({ length: size }, (_, a) => [
    ...matrix.subarray(a * size, (a + 1) * size),
    right[a] ?? 0,
  ]);
  for (let column = 0; column < size; column++) {
    let best = column;
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(m[row]?.[column] ?? 0) > Math.abs(m[best]?.[column] ?? 0)) best = row;
    }
    const pivot = m[best];
    const swapped = m[column];
    if (pivot === undefined || swapped === undefined || Math.abs(pivot[column] ?? 0) < 1e-9) return null;
    m[best] = swapped;
    m[column] = pivot;
    for (let row = 0; row < size; row++) {
      const other = m[row];
      if (row === column || other === undefined) continue;
      const factor = (other[column] ?? 0) / (pivot[column] ?? 1);
      for (let k = column; k <= size; k++) other[k] = (other[k] ?? 0) - factor * (pivot[k] ?? 0);
    }
  }
  return m.map((row, a) => (row[size] ?? 0) / (row[a] ?? 1));
}
