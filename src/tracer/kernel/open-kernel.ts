import type { Accumulation } from '../accumulation.ts';
import { type FilterExports, filterBytes, runFilters } from '../post/filter-passes.ts';
import type { PackedScene } from '../scene/pack-scene.ts';
import type { Kernel, SharedKernel, SharedScene, Tile } from './kernel.ts';
import {
  ACCUMULATION_FLOATS,
  BLOCK_START,
  MAX_WORKERS,
  REFLECTION_FLOATS,
  SCRATCH_BYTES,
  SCRATCH_RAYS,
  SCRATCH_START,
} from './layout.ts';

/** What `assembly/kernel.ts` exports. */
interface KernelExports extends FilterExports {
  open(scratch: number, block: number, sums: number): void;
  openBand(top: number, rows: number): void;
  traceTile(x: number, y: number, w: number, h: number, first: number, count: number, seed: number): number;
  castRays(rays: number, hits: number, count: number): void;
  rejectedSamples(): number;
}

const PAGE_BYTES = 65_536;
/** Rays that fit into a worker's scratch block beside the stack. */
const RAYS_PER_CALL = 40;

/**
 * Opens a kernel on memory of its own: one worker, or one of several that each hold the whole scene.
 *
 * @param wasm `kernel.wasm`, compiled or as bytes.
 * @param packed Copied; not kept.
 * @param rows That have sums at a time, see {@link Kernel.moveTo}.
 */
export function openKernel(
  wasm: WebAssembly.Module | Uint8Array,
  packed: PackedScene,
  rows = packed.heightPx,
): Kernel {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(filterStart(packed, rows) / PAGE_BYTES) });
  new Uint8Array(memory.buffer).set(packed.bytes, BLOCK_START);
  return instantiate(wasm, layOut(packed, memory, rows), 0);
}

/**
 * Copies a scene into memory that several workers can attach to, with room to filter its sums. Needs SharedArrayBuffer.
 *
 * @param packed Copied; not kept.
 * @param rows As {@link openKernel} has it.
 */
export function shareScene(packed: PackedScene, rows = packed.heightPx): SharedScene {
  const bytes = filterStart(packed, rows) + filterBytes(packed.widthPx, rows);
  const pages = Math.ceil(bytes / PAGE_BYTES);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  new Uint8Array(memory.buffer).set(packed.bytes, BLOCK_START);
  return { ...layOut(packed, memory, rows), turns: new Int32Array(new SharedArrayBuffer(4)) };
}

/**
 * Opens a kernel on a shared scene. All kernels of a scene add to the same sums.
 *
 * @param wasm `kernel-shared.wasm`, compiled or as bytes.
 * @param workerNumber 0 to 63, different for every kernel in use at the same time.
 */
export function attachKernel(
  wasm: WebAssembly.Module | Uint8Array,
  scene: SharedScene,
  workerNumber: number,
): SharedKernel {
  return instantiate(wasm, scene, workerNumber);
}

/** Where a scene, its sums and its filters lie. */
type SceneLayout = Omit<SharedScene, 'turns'>;

function layOut(packed: PackedScene, memory: WebAssembly.Memory, rows: number): SceneLayout {
  const { widthPx, bytes, splitsReflection } = packed;
  const blockBytes = bytes.byteLength;
  return { memory, widthPx, rows, blockBytes, filterStart: filterStart(packed, rows), splitsReflection };
}

function sumsStart(blockBytes: number): number {
  return BLOCK_START + ((blockBytes + 127) & ~127);
}

/** Floats per pixel of all planes that a scene sums. */
export function sumFloats({ splitsReflection }: Pick<PackedScene, 'splitsReflection'>): number {
  return ACCUMULATION_FLOATS + (splitsReflection ? REFLECTION_FLOATS : 0);
}

/** What {@link openKernel} takes. */
export function kernelBytes(packed: PackedScene, rows = packed.heightPx): number {
  return filterStart(packed, rows);
}

/** Where the sums end. */
function filterStart(packed: PackedScene, rows: number): number {
  const { bytes, widthPx } = packed;
  return sumsStart(bytes.byteLength) + widthPx * rows * sumFloats(packed) * 4;
}

function instantiate(
  wasm: WebAssembly.Module | Uint8Array,
  scene: SceneLayout,
  workerNumber: number,
): SharedKernel {
  if (!(workerNumber >= 0 && workerNumber < MAX_WORKERS)) throw new Error(`No worker ${workerNumber}`);
  const module = wasm instanceof WebAssembly.Module ? wasm : new WebAssembly.Module(wasm);
  const { memory, widthPx, rows, blockBytes, splitsReflection } = scene;
  const instance = new WebAssembly.Instance(module, { env: { memory } });
  const kernel = instance.exports as unknown as KernelExports;
  const scratch = SCRATCH_START + workerNumber * SCRATCH_BYTES;
  const sums = sumsStart(blockBytes);
  const pixels = widthPx * rows;
  const views = sumViews(memory.buffer, sums, pixels, splitsReflection);
  kernel.open(scratch, BLOCK_START, sums);
  kernel.openBand(0, rows);
  return {
    traceTile: ({ x, y, width, height, firstSample, sampleCount, seed }: Tile) =>
      kernel.traceTile(x, y, width, height, firstSample, sampleCount, seed | 0),
    accumulation: (sampleCount) => ({ widthPx, heightPx: rows, sampleCount, ...views }),
    moveTo: (top) => kernel.openBand(top, rows),
    clear: () => {
      new Float32Array(memory.buffer, sums, pixels * sumFloats(scene)).fill(0);
    },
    filter: (stage, from, until) => runFilters(kernel, stage, from, until),
    rejectedSamples: () => kernel.rejectedSamples(),
    castRays: (rays, hits) => {
      const rayArea = scratch + SCRATCH_RAYS;
      const hitArea = rayArea + RAYS_PER_CALL * 24;
      for (let first = 0; first * 6 < rays.length; first += RAYS_PER_CALL) {
        const count = Math.min(RAYS_PER_CALL, rays.length / 6 - first);
        new Float32Array(memory.buffer, rayArea, count * 6).set(
          rays.subarray(first * 6, (first + count) * 6),
        );
        kernel.castRays(rayArea, hitArea, count);
        hits.set(new Float64Array(memory.buffer, hitArea, count * 2), first * 2);
      }
    },
  };
}

type SumViews = Omit<Accumulation, 'widthPx' | 'heightPx' | 'sampleCount'>;

/** The planes of the accumulation, one after the other; the reflection's own is the last. */
export function sumViews(
  buffer: ArrayBufferLike,
  start: number,
  pixels: number,
  splitsReflection: boolean,
): SumViews {
  let at = start;
  const plane = (floatsPerPixel: number) => {
    const view = new Float32Array(buffer, at, pixels * floatsPerPixel);
    at += view.byteLength;
    return view;
  };
  return {
    object: plane(4),
    floor: plane(4),
    albedo: plane(3),
    normal: plane(3),
    luminanceSquared: plane(1),
    floorSquared: plane(1),
    samples: plane(1),
    halfLight: plane(1),
    halfFloor: plane(1),
    veiled: plane(1),
    veiledAlbedoSquared: plane(1),
    veiledCoverSquared: plane(1),
    ...(splitsReflection && { reflection: plane(REFLECTION_FLOATS) }),
  };
}
