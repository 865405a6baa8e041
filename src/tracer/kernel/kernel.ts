import type { Accumulation } from '../accumulation.ts';
import type { FilterStage } from '../post/filter-passes.ts';

/** A rectangle of pixels and a range of samples. Coordinates from the top left. */
export interface Tile {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Number of the first sample of every pixel, 0 for a fresh picture. */
  readonly firstSample: number;
  readonly sampleCount: number;
  /** 32 bits. Random numbers depend on (seed, pixel, sample, dimension) and nothing else. */
  readonly seed: number;
}

/**
 * An opened integrator. Float sums depend on their order, so two tiles over the same pixels must run one after
 * the other, in sample order; tiles over different pixels may run anywhere and in any order.
 */
export interface Kernel {
  /**
   * Adds samples of a tile to the accumulation. Blocking: 64 x 64 pixels by 8 samples take about 20 ms.
   *
   * @returns Rays cast.
   */
  traceTile(tile: Tile): number;
  /**
   * Live views of the sums of the rows that the kernel was opened for, valid for the kernel's life. All workers on one shared memory see the same sums.
   *
   * @param sampleCount What to report as `sampleCount`: samples every pixel has received.
   */
  accumulation(sampleCount: number): Accumulation;
  /** Sets the sums to zero. */
  clear(): void;
  /** Says which row of the picture the sums begin with from now on; they are left as they are. */
  moveTo(top: number): void;
  /** Samples dropped by this instance because a value was not finite. 0 in a healthy scene. */
  rejectedSamples(): number;
  /**
   * Nearest hits of single rays, for tests and benchmarks.
   *
   * @param rays Six numbers per ray: origin and unit direction.
   * @param hits Filled with two numbers per ray: distance and triangle, (Infinity, -1) for a miss.
   */
  castRays(rays: Float32Array, hits: Float64Array): void;
}

/** A kernel on memory that others share, which has room for filters. */
export interface SharedKernel extends Kernel {
  /** Runs filters over some rows of a frame in that memory. @returns What they counted. */
  filter(stage: FilterStage, from: number, until: number): number;
}

/** What another worker needs to work on the same scene and sums. Can be posted to workers. */
export interface SharedScene {
  /** A WebAssembly.Memory on a SharedArrayBuffer. */
  readonly memory: WebAssembly.Memory;
  readonly widthPx: number;
  /** Rows that have sums: all of the picture, or a band of it. */
  readonly rows: number;
  readonly blockBytes: number;
  /** Counts what workers took of a pass or a stage, so that none waits for an answer before it takes more. */
  readonly turns: Int32Array;
  /** Address of the room that filters have. */
  readonly filterStart: number;
  readonly splitsReflection: boolean;
}
