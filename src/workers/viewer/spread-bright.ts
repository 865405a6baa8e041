/** A little less than a half float holds. */
const BRIGHTEST = 60_000;

/**
 * Spreads pixels of a sky that are brighter than half floats hold over those beside them in their rows, as far as is needed: a
 * small light becomes a little wider and gives as much as before. Pixels of a row are equally large, and its end meets its beginning.
 *
 * @param rgb Three floats a pixel. Changed in place; none is above {@link BRIGHTEST} afterwards.
 */
export function spreadBright(rgb: Float32Array, widthPx: number): void {
  for (let from = 0; from < rgb.length; from += widthPx * 3) {
    const row = rgb.subarray(from, from + widthPx * 3);
    if (row.some((value) => value > BRIGHTEST)) spreadRow(row, widthPx);
  }
}

function spreadRow(row: Float32Array, widthPx: number): void {
  const held = row.slice();
  const bright: number[] = [];
  for (let x = 0; x < widthPx; x++) {
    const at = x * 3;
    if (Math.max(row[at] ?? 0, row[at + 1] ?? 0, row[at + 2] ?? 0) <= BRIGHTEST) continue;
    bright.push(x);
    held.fill(0, at, at + 3);
  }
  let spread = held;
  for (let reach = 1; 2 * reach < widthPx; reach *= 2) {
    spread = held.slice();
    for (const x of bright) {
      for (let away = -reach; away <= reach; away++) {
        const to = ((x + away + widthPx) % widthPx) * 3;
        for (let k = 0; k < 3; k++)
          spread[to + k] = (spread[to + k] ?? 0) + (row[x * 3 + k] ?? 0) / (2 * reach + 1);
      }
    }
    if (spread.every((value) => value <= BRIGHTEST)) break;
  }
  // More than a whole row of the brightest is no light that can be set.
  for (const [at, value] of spread.entries()) row[at] = Math.min(BRIGHTEST, value);
}
