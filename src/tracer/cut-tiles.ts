import type { Accumulation } from './accumulation.ts';
import type { Tile } from './kernel/kernel.ts';
import type { Band, PictureSize } from './picture.ts';
import { PLAN_BLOCK_PX, type SamplePlan } from './plan-samples.ts';

/** All tiles, large or small, lie within one of these squares. A whole multiple of the other sides. */
export const TILE_CELL_PX = 64;
/** A tile of 8 samples takes about 25 ms, one of 2 a quarter: that bounds a cancellation. */
const TILE_PX = 32;
/** Passes this short have tiles of a whole cell: a message costs 0.1 ms on either side. */
const SHORT_PASS_SAMPLES = 2;

/** Samples of an order to a worker, about: as many as those of a whole tile. */
const ORDER_SAMPLES = 8 * TILE_PX ** 2;

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a pass adds, to a rectangle or to each part of it. */
interface Due {
  readonly firstSample: number;
  readonly sampleCount: number;
}

/** What a pass over a picture adds, and where. */
interface PassOrder {
  readonly sampleCount: number;
  readonly seed: number;
  readonly plan: SamplePlan | null;
  /** Rows that it is about, whose first is a multiple of {@link TILE_CELL_PX}; all that have sums by default. */
  readonly band?: Band;
}

/**
 * The tiles of a pass over a picture, in rows. With a plan, blocks that have had theirs are left out.
 *
 * @param top Row of the picture that the sums begin with.
 */
export function cutTiles(
  sums: Pick<Accumulation, 'widthPx' | 'heightPx' | 'samples'>,
  pass: PassOrder,
  top = 0,
): Tile[] {
  const { widthPx, heightPx, samples } = sums;
  const { plan, seed, sampleCount, band = { top, rows: heightPx } } = pass;
  const whole = { x: 0, y: band.top, width: widthPx, height: band.rows };
  const tiles: Tile[] = [];
  const isShort = sampleCount <= SHORT_PASS_SAMPLES;
  for (const place of cut(whole, isShort ? TILE_CELL_PX : TILE_PX)) {
    const dueAt = ({ x, y }: Rectangle): Due => {
      const firstSample = samples[(y - top) * widthPx + x] ?? 0;
      if (plan === null) return { firstSample, sampleCount };
      const block = Math.floor(y / PLAN_BLOCK_PX) * plan.columns + Math.floor(x / PLAN_BLOCK_PX);
      const left = (plan.samples[block] ?? 0) - firstSample;
      return { firstSample, sampleCount: Math.max(0, Math.min(sampleCount, left)) };
    };
    const blocks = plan === null ? [place] : cut(place, PLAN_BLOCK_PX);
    const dues = blocks.map(dueAt);
    const [first] = dues;
    const isEven = dues.every(
      (due) => due.firstSample === first?.firstSample && due.sampleCount === first.sampleCount,
    );
    (isEven ? [place] : blocks).forEach((block, i) => {
      const due = dues[i];
      if (due !== undefined && due.sampleCount > 0) tiles.push({ ...block, ...due, seed });
    });
  }
  return tiles;
}

/** All cells of a picture, as tiles that nothing is traced in. */
export function cutCells({ widthPx: width, heightPx: height }: PictureSize): Tile[] {
  const cells = cut({ x: 0, y: 0, width, height }, TILE_CELL_PX);
  return cells.map((cell) => ({ ...cell, firstSample: 0, sampleCount: 0, seed: 0 }));
}

/** Orders of about equally much work, in which small tiles go together. */
export function bundleTiles(tiles: readonly Tile[]): Tile[][] {
  const orders: Tile[][] = [];
  let room = 0;
  for (const tile of tiles) {
    if (room <= 0) {
      orders.push([]);
      room = ORDER_SAMPLES;
    }
    orders.at(-1)?.push(tile);
    room -= tile.width * tile.height * tile.sampleCount;
  }
  return orders;
}

/** Squares of a rectangle, row by row; the last of a row or column may be less. */
function cut({ x, y, width, height }: Rectangle, side: number): Rectangle[] {
  const squares: Rectangle[] = [];
  for (let top = y; top < y + height; top += side) {
    for (let left = x; left < x + width; left += side) {
      squares.push({
        x: left,
        y: top,
        width: Math.min(side, x + width - left),
        height: Math.min(side, y + height - top),
      });
    }
  }
  return squares;
}
