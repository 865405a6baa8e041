import { type Accumulation, PLANES } from '../accumulation.ts';
import * as F from './filter-layout.ts';

/** What `assembly/` exports: passes over rows of a frame. */
export type FilterName =
  | 'readGuides'
  | 'readVeils'
  | 'readProduct'
  | 'readFloor'
  | 'readReflection'
  | 'readShare'
  | 'takeVeils'
  | 'writeProduct'
  | 'writeFloor'
  | 'writeReflection'
  | 'meanRows'
  | 'meanColumns'
  | 'greatestRows'
  | 'greatestColumns'
  | 'measureLight'
  | 'calmOutliers'
  | 'weighAround'
  | 'smoothLight'
  | 'filterRound'
  | 'trustHalves'
  | 'noteApart'
  | 'mixDetail'
  | 'copyPlanes'
  | 'shrinkRows';

/** One pass with its own numbers; frame and rows are those of the {@link FilterStage}. */
export type FilterCall = readonly [name: FilterName, ...numbers: number[]];

/** Passes over the same rows, one after the other: none may read another row of what one before it wrote. */
export interface FilterStage {
  /** Address of the frame. */
  readonly frame: number;
  readonly calls: readonly FilterCall[];
}

/** The passes of an instance: frame, first row, the one after the last, and numbers of its own. */
export type FilterExports = Readonly<
  Record<FilterName, (frame: number, from: number, until: number, ...numbers: number[]) => number | undefined>
>;

/** Runs a stage over some rows. @returns What its passes counted. */
export function runFilters(
  exports: FilterExports,
  { frame, calls }: FilterStage,
  from: number,
  until: number,
) {
  let sum = 0;
  for (const [name, ...numbers] of calls) sum += exports[name](frame, from, until, ...numbers) ?? 0;
  return sum;
}

/** Where filters work. */
export interface FilterPlace {
  /**
   * Makes room, where there is none yet. @returns The memory, whose views end with the next call, and where the room begins.
   */
  reserve(bytes: number): { readonly memory: WebAssembly.Memory; readonly start: number };
  /** Runs a stage over all rows of a frame, in any order or at once. @returns What its passes counted. */
  run(stage: FilterStage, heightPx: number): number | Promise<number>;
}

const PAGE_BYTES = 65_536;
/** What lies below is the module's own. */
const FIRST_BYTE = 4096;

/**
 * Filters on this thread and in memory of their own, which grows with what is filtered.
 *
 * @param kernel `kernel.wasm`, compiled or as bytes.
 */
export function openFilters(kernel: WebAssembly.Module | Uint8Array): FilterPlace {
  const module = kernel instanceof WebAssembly.Module ? kernel : new WebAssembly.Module(kernel);
  const memory = new WebAssembly.Memory({ initial: 16 });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return {
    reserve(bytes) {
      const missing = FIRST_BYTE + bytes - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
      return { memory, start: FIRST_BYTE };
    },
    run: (stage, heightPx) => runFilters(exports as unknown as FilterExports, stage, 0, heightPx),
  };
}

/** The same place, which takes a step before each stage: the host's event loop turns, and what is not wanted any more ends. */
export function stepping(place: FilterPlace, step: () => Promise<void>): FilterPlace {
  return {
    reserve: (bytes) => place.reserve(bytes),
    async run(stage, heightPx) {
      await step();
      return place.run(stage, heightPx);
    },
  };
}

/** Bytes that filtering so many pixels takes beside their sums. */
export function filterBytes(widthPx: number, heightPx: number): number {
  const layers = widthPx * heightPx * F.LAYER_FLOATS * 4;
  return F.FRAME_BYTES + layers + F.PLANE_COUNT * planeBytesOf(widthPx, heightPx);
}

/** A frame that was laid out, and its finished layers, live. */
export interface Frame {
  readonly address: number;
  readonly object: Float32Array;
  readonly coverage: Float32Array;
  readonly floor: Float32Array;
  readonly floorCoverage: Float32Array;
  /** All planes, from the first pixel on. */
  readonly planes: Float32Array;
}

/** Lays a frame out for sums: where they lie in the place's own memory they are read there, else they are copied. */
export function layFrame(sums: Accumulation, place: FilterPlace): Frame {
  const { widthPx, heightPx } = sums;
  const pixels = widthPx * heightPx;
  const copied = PLANES.reduce((floats, plane) => floats + plane[1], 0) * pixels * 4;
  const { memory, start } = place.reserve(filterBytes(widthPx, heightPx) + copied);
  const { buffer } = memory;
  let at = start + F.FRAME_BYTES;
  const take = (floats: number): Float32Array => {
    const view = new Float32Array(buffer, at, pixels * floats);
    at += view.byteLength;
    return view;
  };
  const layers = { object: take(3), coverage: take(1), floor: take(3), floorCoverage: take(1) };
  const planeBytes = planeBytesOf(widthPx, heightPx);
  at += F.SIDE_FLOATS * 4;
  const planeFloats = (F.PLANE_COUNT * planeBytes) / 4 - F.SIDE_FLOATS;
  const planes = new Float32Array(buffer, at, planeFloats);
  at += planes.byteLength;
  const frame = new DataView(buffer, start, F.FRAME_BYTES);
  const put = (offset: number, value: number) => frame.setUint32(offset, value, true);
  put(F.FRAME_WIDTH, widthPx);
  put(F.FRAME_HEIGHT, heightPx);
  put(F.FRAME_ROW_BYTES, rowBytesOf(widthPx));
  put(F.FRAME_PLANE_BYTES, planeBytes);
  put(F.FRAME_PLANES, planes.byteOffset);
  put(F.FRAME_OBJECT, layers.object.byteOffset);
  put(F.FRAME_COVERAGE, layers.coverage.byteOffset);
  put(F.FRAME_FLOOR, layers.floor.byteOffset);
  put(F.FRAME_FLOOR_COVERAGE, layers.floorCoverage.byteOffset);
  for (const [index, [name, floats]] of PLANES.entries()) {
    const isThere = sums[name].buffer === buffer;
    const plane = isThere ? sums[name] : take(floats);
    if (!isThere) plane.set(sums[name]);
    put(F.FRAME_SUMS + index * 4, plane.byteOffset);
  }
  return { address: start, ...layers, planes };
}

function rowBytesOf(widthPx: number): number {
  return (Math.ceil(widthPx / 4) * 4 + F.SIDE_FLOATS) * 4;
}

/** With the zeros before its first row. */
function planeBytesOf(widthPx: number, heightPx: number): number {
  return rowBytesOf(widthPx) * heightPx + F.SIDE_FLOATS * 4;
}
