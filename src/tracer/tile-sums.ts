import { PLANE_FLOATS, PLANES } from './accumulation.ts';
import type { Tile } from './kernel/kernel.ts';
import type { Accumulation } from './scene.ts';

/** Copies a tile's sums, planes in the order of {@link PLANES}, rows of the tile one after another. */
export function cutTile(sums: Accumulation, tile: Tile): Float32Array<ArrayBuffer> {
  const out = new Float32Array(tile.width * tile.height * PLANE_FLOATS);
  eachRow(tile, sums.widthPx, (name, from, to, length) => {
    out.set(sums[name].subarray(from, from + length), to);
  });
  return out;
}

/** Puts sums from {@link cutTile} in their place. */
export function pasteTile(sums: Accumulation, tile: Tile, values: Float32Array): void {
  eachRow(tile, sums.widthPx, (name, to, from, length) => {
    sums[name].set(values.subarray(from, from + length), to);
  });
}

/** Visits each row of each plane: its start in the whole picture, its start in the tile, its length in floats. */
function eachRow(
  tile: Tile,
  widthPx: number,
  visit: (name: (typeof PLANES)[number][0], whole: number, own: number, length: number) => void,
): void {
  let own = 0;
  for (const [name, floats] of PLANES) {
    for (let row = 0; row < tile.height; row++) {
      const length = tile.width * floats;
      visit(name, ((tile.y + row) * widthPx + tile.x) * floats, own, length);
      own += length;
    }
  }
}
