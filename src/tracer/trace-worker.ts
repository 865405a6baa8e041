import type { Kernel, SharedKernel, SharedScene, Tile } from './kernel/kernel.ts';
import { attachKernel, openKernel } from './kernel/open-kernel.ts';
import type { FilterStage } from './post/filter-passes.ts';
import type { PackedScene } from './scene/pack-scene.ts';
import { cutTile, pasteTile } from './tile-sums.ts';

/** Orders to a worker. Everything can be posted. Stopping is ending the worker. */
export type TraceRequest =
  | { readonly kind: 'prepare'; readonly wasm: WebAssembly.Module; readonly scene: WorkerScene }
  /** The sums begin with another row of the picture from the next tile on. Not answered. */
  | { readonly kind: 'move'; readonly top: number }
  /** Sums that go on from here, of tiles that this worker traces; planes in the order of `Accumulation`. Not answered. */
  | {
      readonly kind: 'restore';
      readonly tiles: readonly Tile[];
      readonly sums: readonly Float32Array<ArrayBuffer>[];
    }
  /** Orders of tiles. Workers that share memory share them, too: each takes the next one that nobody took. */
  | { readonly kind: 'pass'; readonly orders: readonly (readonly Tile[])[] }
  /** Ends the pass under way after the tiles at hand: it is answered as if it was done. */
  | { readonly kind: 'halt' }
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

/** A worker's side of the pool. */
export interface TraceWorker {
  handle(request: TraceRequest): void;
  /** Holds it after the tiles at hand, or lets it go on. The sums do not depend on it. */
  setPaused(isPaused: boolean): void;
}

/**
 * The worker's side of the pool, the same in Node and in a browser: the host's entry file passes messages through.
 *
 * @param reply Posts to the pool; the second argument lists buffers to transfer.
 * @param later Goes on after the messages that wait: a pass can be held and halted then. Without it a pass is one task.
 */
export function createTraceWorker(
  reply: (message: TraceReply, transfer: ArrayBuffer[]) => void,
  later: ((work: () => void) => void) | null = null,
): TraceWorker {
  let kernel: Kernel | null = null;
  let shared: SharedKernel | null = null;
  let top = 0;
  let turns: Int32Array = new Int32Array(1);
  let isPaused = false;
  let isHalted = false;
  /** Traces the next order of the pass under way. @returns False when there is none. */
  let traceNext: (() => boolean) | null = null;

  const guard = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      traceNext = null;
      reply({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }, []);
    }
  };
  const goOn = (): void => {
    while (traceNext !== null && !isPaused) {
      if (!traceNext()) traceNext = null;
      else if (later !== null) {
        later(() => guard(goOn));
        return;
      }
    }
  };
  /** Takes pieces of what is to be done until there are none. */
  const takeTurn = (): number => Atomics.add(turns, 0, 1);
  const beginPass = (own: Kernel, orders: readonly (readonly Tile[])[]): void => {
    let rayCount = 0;
    if (shared === null) turns[0] = 0;
    isHalted = false;
    traceNext = () => {
      const place = isHalted ? orders.length : takeTurn();
      const tiles = orders[place];
      if (tiles === undefined) {
        reply({ kind: 'passDone', rayCount }, []);
        return false;
      }
      for (const tile of tiles) rayCount += own.traceTile(tile);
      if (shared === null) {
        const sums = tiles.map((tile) => cutTile(own.accumulation(0), tile, top));
        reply(
          { kind: 'tileSums', tiles, sums },
          sums.map(({ buffer }) => buffer),
        );
      }
      return true;
    };
    goOn();
  };
  const run = (request: TraceRequest): void => {
    if (request.kind === 'prepare') {
      const { scene, wasm } = request;
      top = 0;
      // The scene before it may be as large as this one.
      kernel = shared = null;
      if (scene.kind === 'shared') turns = scene.shared.turns;
      shared = scene.kind === 'shared' ? attachKernel(wasm, scene.shared, scene.workerNumber) : null;
      kernel = scene.kind === 'private' ? openKernel(wasm, scene.packed, scene.rows) : shared;
      reply({ kind: 'prepared' }, []);
      return;
    }
    if (request.kind === 'halt') {
      isHalted = true;
      // One that is held has no turn to see it.
      if (isPaused && traceNext?.() === false) traceNext = null;
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
    if (request.kind === 'restore') {
      const { tiles, sums } = request;
      for (const [i, tile] of tiles.entries()) {
        const values = sums[i];
        if (values !== undefined) pasteTile(kernel.accumulation(0), tile, values, top);
      }
      return;
    }
    if (request.kind === 'filter') {
      if (shared === null) throw new Error('Filters need memory that is shared');
      const { stage, rows, heightPx } = request;
      const pieces = Math.ceil(heightPx / rows);
      let count = 0;
      for (let piece = takeTurn(); piece < pieces; piece = takeTurn()) {
        count += shared.filter(stage, piece * rows, Math.min(heightPx, (piece + 1) * rows));
      }
      reply({ kind: 'filtered', count }, []);
      return;
    }
    beginPass(kernel, request.orders);
  };
  return {
    handle: (request) => guard(() => run(request)),
    setPaused(wanted) {
      const wasPaused = isPaused;
      isPaused = wanted;
      if (wasPaused && !wanted) guard(goOn);
    },
  };
}
