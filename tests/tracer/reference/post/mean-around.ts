/**
 * Mean of the square around each pixel; beyond the border there is nothing, which counts.
 *
 * @param half Pixels to each side.
 */
export function meanAround(
  values: Float32Array,
  widthPx: number,
  heightPx: number,
  half: number,
): Float32Array<ArrayBuffer> {
  const rows = new Float32Array(values.length);
  const out = new Float32Array(values.length);
  const share = 1 / (2 * half + 1);
  for (let y = 0; y < heightPx; y++) {
    const row = y * widthPx;
    let sum = 0;
    for (let x = -half; x < widthPx; x++) {
      if (x + half < widthPx) sum += values[row + x + half]!;
      if (x - half - 1 >= 0) sum -= values[row + x - half - 1]!;
      if (x >= 0) rows[row + x] = Math.max(0, sum) * share;
    }
  }
  // All columns at once, row by row: memory is read in its order.
  const sums = new Float64Array(widthPx);
  for (let y = -half; y < heightPx; y++) {
    const enters = (y + half) * widthPx;
    const leaves = (y - half - 1) * widthPx;
    if (y + half < heightPx) for (let x = 0; x < widthPx; x++) sums[x]! += rows[enters + x]!;
    if (leaves >= 0) for (let x = 0; x < widthPx; x++) sums[x]! -= rows[leaves + x]!;
    if (y >= 0) for (let x = 0; x < widthPx; x++) out[y * widthPx + x] = Math.max(0, sums[x]!) * share;
  }
  return out;
}
