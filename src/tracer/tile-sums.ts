import type { Accumulation } from './accumulation.ts';
import { planesOf } from './accumulation.ts';
import type { Tile } from './kernel/kernel.ts';

/**
 * Copies a tile's sums, planes in the order of {@link planesOf}, rows of the tile one after another.
 *
 * @param top Row of the picture that the sums begin with.
 */
export function cutTile(sums: Accumulation, tile: Tile, top = 0): Float32Array<ArrayBuffer> {
  const floats = planesOf(sums).reduce((all, plane) => all + plane.floats, 0);
  const out = new Float32Array(tile.width * tile.height * floats);
  eachRow(sums, tile, top, (plane, from, to, length) => {
    out.set(plane.subarray(from, from + length), to);
  });
  return out;
}

/** Puts sums from {@link cutTile} in their place. */
export function pasteTile(sums: Accumulation, tile: Tile, values: Float32Array, top = 0): void {
  eachRow(sums, tile, top, (plane, to, from, length) => {
    plane.set(values.subarray(from, from + length), to);
  });
}

/** Visits each row of each plane: its start in the sums, its start in the tile, its length in floats. */
function eachRow(
  sums: Accumulation,
  tile: Tile,
  top: number,
  visit: (plane: Float32Array, whole: number, own: number, length: number) => void,
): void {
  let own = 0;
  for (const { values, floats } of planesOf(sums)) {
    for (let row = 0; row < tile.height; row++) {
      const length = tile.width * floats;
      visit(values, ((tile.y - top + row) * sums.widthPx + tile.x) * floats, own, length);
      own += length;
    }
  }
}
