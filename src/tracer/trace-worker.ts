import { PLANE_FLOATS, PLANES } from './accumulation.ts';
import type { Kernel, SharedScene, Tile } from './kernel/kernel.ts';
import { attachKernel, openKernel } from './kernel/open-kernel.ts';
import type { PackedScene } from './pack-scene.ts';
import type { Accumulation } from './scene.ts';

/** Orders to a worker. Everything can be posted. Stopping is ending the worker. */
export type TraceRequest =
  | { readonly kind: 'prepare'; readonly wasm: WebAssembly.Module; readonly scene: WorkerScene }
  | { readonly kind: 'tile'; readonly tile: Tile };

/** The scene in memory that all workers share, or a copy for this worker alone. */
export type WorkerScene =
  | { readonly kind: 'shared'; readonly shared: SharedScene; readonly workerNumber: number }
  | { readonly kind: 'private'; readonly packed: PackedScene };

export type TraceReply =
  | { readonly kind: 'prepared' }
  /** `sums` holds the tile's own sums so far, planes in the order of `Accumulation`; null on shared memory. */
  | {
      readonly kind: 'tileDone';
      readonly tile: Tile;
      readonly rayCount: number;
      readonly sums: Float32Array<ArrayBuffer> | null;
    }
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
  let isShared = false;
  const run = (request: TraceRequest): void => {
    if (request.kind === 'prepare') {
      const { scene, wasm } = request;
      isShared = scene.kind === 'shared';
      kernel =
        scene.kind === 'shared'
          ? attachKernel(wasm, scene.shared, scene.workerNumber)
          : openKernel(wasm, scene.packed);
      reply({ kind: 'prepared' }, []);
      return;
    }
    if (kernel === null) throw new Error('A tile came before its scene');
    const { tile } = request;
    const rayCount = kernel.traceTile(tile);
    const sums = isShared ? null : cutTile(kernel.accumulation(0), tile);
    reply({ kind: 'tileDone', tile, rayCount, sums }, sums === null ? [] : [sums.buffer]);
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

function cutTile(sums: Accumulation, tile: Tile): Float32Array<ArrayBuffer> {
  const out = new Float32Array(tile.width * tile.height * PLANE_FLOATS);
  eachRow(tile, sums.widthPx, (name, from, to, length) => {
    out.set(sums[name].subarray(from, from + length), to);
  });
  return out;
}

/** Puts a tile's sums from {@link TraceReply} in their place. */
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
