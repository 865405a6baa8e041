import type { Kernel, SharedKernel, SharedScene, Tile } from './kernel/kernel.ts';
import { attachKernel, openKernel } from './kernel/open-kernel.ts';
import type { FilterStage } from './post/filter-passes.ts';
import type { PackedScene } from './scene/pack-scene.ts';
import { cutTile } from './tile-sums.ts';

/** Orders to a worker. Everything can be posted. Stopping is ending the worker. */
export type TraceRequest =
  | { readonly kind: 'prepare'; readonly wasm: WebAssembly.Module; readonly scene: WorkerScene }
  /** The sums begin with another row of the picture from the next tile on. Not answered. */
  | { readonly kind: 'move'; readonly top: number }
  /** Orders of tiles. Workers that share memory share them, too: each takes the next one that nobody took. */
  | { readonly kind: 'pass'; readonly orders: readonly (readonly Tile[])[] }
  /** Pieces of so many rows, taken in the same way. Only on shared memory. */
  | {
      readonly kind: 'filter';
      readonly stage: FilterStage;
      readonly rows: number;
      readonly heightPx: number;
    };

/** The scene in memory that all workers share, or a copy for this worker alone. */
export type WorkerScene =
  | { readonly kind: 'shared'; readonly shared: SharedScene; readonly workerNumber: number }
  | { readonly kind: 'private'; readonly packed: PackedScene; readonly rows: number };

export type TraceReply =
  | { readonly kind: 'prepared' }
  /** Each tile's own sums so far, planes in the order of `Accumulation`; not on shared memory. */
  | {
      readonly kind: 'tileSums';
      readonly tiles: readonly Tile[];
      readonly sums: readonly Float32Array<ArrayBuffer>[];
    }
  | { readonly kind: 'passDone'; readonly rayCount: number }
  | { readonly kind: 'filtered'; readonly count: number }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * The worker's side of the pool, the same in Node and in a browser: the host's entry file passes messages through.
 *
 * @param reply Posts to the pool; the second argument lists buffers to transfer.
 */
export function createTraceWorker(reply: (message: TraceReply, transfer: ArrayBuffer[]) => void): {
  handle(request: TraceRequest): void;
} {
  let kernel: Kernel | null = null;
  let shared: SharedKernel | null = null;
  let top = 0;
  let turns: Int32Array = new Int32Array(1);
  /** Takes pieces of what is to be done until there are none. */
  const eachTurn = (count: number, take: (piece: number) => void) => {
    if (shared === null) turns[0] = 0;
    for (let piece = Atomics.add(turns, 0, 1); piece < count; piece = Atomics.add(turns, 0, 1)) take(piece);
  };
  const run = (request: TraceRequest): void => {
    if (request.kind === 'prepare') {
      const { scene, wasm } = request;
      top = 0;
      if (scene.kind === 'shared') turns = scene.shared.turns;
      shared = scene.kind === 'shared' ? attachKernel(wasm, scene.shared, scene.workerNumber) : null;
      kernel = scene.kind === 'private' ? openKernel(wasm, scene.packed, scene.rows) : shared;
      reply({ kind: 'prepared' }, []);
      return;
    }
    if (kernel === null) throw new Error('A tile came before its scene');
    if (request.kind === 'move') {
      top = request.top;
      kernel.moveTo(top);
      // The pool keeps what was added so far; nothing more comes to rows that stay.
      if (shared === null) kernel.clear();
      return;
    }
    if (request.kind === 'filter') {
      if (shared === null) throw new Error('Filters need memory that is shared');
      const { stage, rows, heightPx } = request;
      const own = shared;
      let count = 0;
      eachTurn(Math.ceil(heightPx / rows), (piece) => {
        count += own.filter(stage, piece * rows, Math.min(heightPx, (piece + 1) * rows));
      });
      reply({ kind: 'filtered', count }, []);
      return;
    }
    const own = kernel;
    let rayCount = 0;
    eachTurn(request.orders.length, (place) => {
      const tiles = request.orders[place] ?? [];
      for (const tile of tiles) rayCount += own.traceTile(tile);
      if (shared !== null) return;
      const sums = tiles.map((tile) => cutTile(own.accumulation(0), tile, top));
      reply(
        { kind: 'tileSums', tiles, sums },
        sums.map(({ buffer }) => buffer),
      );
    });
    reply({ kind: 'passDone', rayCount }, []);
  };
  return {
    handle(request) {
      try {
        run(request);
      } catch (error) {
        reply({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }, []);
      }
    },
  };
}
