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
  | { readonly kind: 'tiles'; readonly tiles: readonly Tile[] }
  /** Only on shared memory. */
  | { readonly kind: 'filter'; readonly stage: FilterStage; readonly from: number; readonly until: number };

/** The scene in memory that all workers share, or a copy for this worker alone. */
export type WorkerScene =
  | { readonly kind: 'shared'; readonly shared: SharedScene; readonly workerNumber: number }
  | { readonly kind: 'private'; readonly packed: PackedScene; readonly rows: number };

export type TraceReply =
  | { readonly kind: 'prepared' }
  /** `sums` holds each tile's own sums so far, planes in the order of `Accumulation`; empty on shared memory. */
  | {
      readonly kind: 'tilesDone';
      readonly tiles: readonly Tile[];
      readonly rayCount: number;
      readonly sums: readonly Float32Array<ArrayBuffer>[];
    }
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
  const run = (request: TraceRequest): void => {
    if (request.kind === 'prepare') {
      const { scene, wasm } = request;
      top = 0;
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
      const { stage, from, until } = request;
      reply({ kind: 'filtered', count: shared.filter(stage, from, until) }, []);
      return;
    }
    const { tiles } = request;
    let rayCount = 0;
    for (const tile of tiles) rayCount += kernel.traceTile(tile);
    const own = kernel.accumulation(0);
    const sums = shared !== null ? [] : tiles.map((tile) => cutTile(own, tile, top));
    reply(
      { kind: 'tilesDone', tiles, rayCount, sums },
      sums.map(({ buffer }) => buffer),
    );
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
