import { luminance } from '../../../../tracer/picture.ts';
import type { PlateParts } from './plate-parts.ts';

/** A floor that keeps more of its light is not shaded. */
const SHADED = 0.96;
/** So far around a shadow its floor is looked at, as a share of the picture's shorter side. */
const REACH_SHARE = 0.06;
/** Fewer shaded pixels tell nothing. */
const PIXELS_LEAST = 200;
/** Less of a shadow than this share is what a floor's own pattern may make of itself. */
const SHARE_LEAST = 0.5;

/**
 * Measures how much of the product's shadow a model has painted itself: light on the floor beside the product, as a plane over
 * the picture, less what follows the traced shadow (least squares).
 *
 * @param rgb Painted, linear, of the plate's size.
 * @param distances Of each pixel from the product. @param clearPx Nearer pixels carry the model's own product edge.
 * @returns 0 to 1; 0 where it is less than half, or cannot be told.
 */
export function measureContact(
  rgb: Float32Array,
  { widthPx, heightPx, shadow }: Pick<PlateParts, 'widthPx' | 'heightPx' | 'shadow'>,
  distances: Float32Array,
  clearPx: number,
): number {
  const reach = Math.max(2, Math.round(REACH_SHARE * Math.min(widthPx, heightPx)));
  const isShaded = (i: number): boolean => (shadow[i] ?? 255) < SHADED * 255 && (distances[i] ?? 0) > clearPx;
  const box = boxAround(isShaded, widthPx, heightPx, reach);
  if (box === null) return 0;
  // Normal equations of light = a + b x + c y - d (1 - shadow).
  const sums = new Float64Array(16);
  const right = new Float64Array(4);
  let shaded = 0;
  for (let y = box.top; y <= box.bottom; y++) {
    for (let x = box.left; x <= box.right; x++) {
      const i = y * widthPx + x;
      if ((distances[i] ?? 0) <= clearPx) continue;
      if (isShaded(i)) shaded++;
      const light = luminance(rgb[i * 3] ?? 0, rgb[i * 3 + 1] ?? 0, rgb[i * 3 + 2] ?? 0);
      const row = [1, x / widthPx - 0.5, y / heightPx - 0.5, -(1 - (shadow[i] ?? 255) / 255)];
      for (let a = 0; a < 4; a++) {
        right[a] = (right[a] ?? 0) + (row[a] ?? 0) * light;
        for (let b = 0; b < 4; b++) sums[a * 4 + b] = (sums[a * 4 + b] ?? 0) + (row[a] ?? 0) * (row[b] ?? 0);
      }
    }
  }
  if (shaded < PIXELS_LEAST) return 0;
  const solved = solve(sums, right);
  if (solved === null) return 0;
  const [level = 0, across = 0, down = 0, depth = 0] = solved;
  const floor =
    level +
    across * ((box.left + box.right) / 2 / widthPx - 0.5) +
    down * ((box.top + box.bottom) / 2 / heightPx - 0.5);
  if (floor <= 0.002) return 0;
  const share = Math.min(1, Math.max(0, depth / floor));
  return share < SHARE_LEAST ? 0 : share;
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
