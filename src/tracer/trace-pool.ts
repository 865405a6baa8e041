import { AppError } from '../contract/failure.ts';
import type { Accumulation } from './accumulation.ts';
import { createSums, shiftSums } from './accumulation.ts';
import { bundleTiles, cutCells, cutTiles, TILE_CELL_PX } from './cut-tiles.ts';
import type { Kernel, SharedScene, Tile } from './kernel/kernel.ts';
import { attachKernel, kernelBytes, openKernel, shareScene } from './kernel/open-kernel.ts';
import type { Band } from './picture.ts';
import type { SamplePlan } from './plan-samples.ts';
import { type FilterPlace, type FilterStage, openFilters } from './post/filter-passes.ts';
import type { PackedScene } from './scene/pack-scene.ts';
import { cutTile, pasteTile } from './tile-sums.ts';
import type { TraceHost, TraceWorkerPort } from './trace-events.ts';
import type { TraceReply, WorkerScene } from './trace-worker.ts';

/** One round over all tiles. */
export interface TracePass {
  /** For every pixel, or for those whose plan has so many left. */
  readonly sampleCount: number;
  /** 32 bits. */
  readonly seed: number;
  /** How many each block gets in all; null adds to every pixel. */
  readonly plan: SamplePlan | null;
  /** Rows that it is about, as `cutTiles` has them; all that have sums by default. */
  readonly band?: Band;
}

/** Workers that trace one scene after another. */
export interface TracePool {
  /**
   * Hands a scene to every worker; sums start at zero.
   *
   * @param rows That have sums at a time, from the top of the picture on; all of them by default.
   */
  prepare(packed: PackedScene, signal: AbortSignal, rows?: number): Promise<void>;
  /**
   * The sums begin with this row of the picture from now on. Rows that had sums and still have them keep theirs, and get
   * no more samples; further up, or with `clears`, all are zero.
   */
  moveTo(top: number, clears?: boolean): void;
  /** The sums were filled from outside, with what was traced before of the same scene: workers go on from there. */
  restore(): void;
  /**
   * Adds samples to every pixel and waits for the last tile: sums of one pixel are always added in sample order. An aborted
   * pass ends where the workers are; its sums are of no use then, and the next scene may be prepared at once.
   *
   * @returns Rays cast.
   */
  tracePass(pass: TracePass, signal: AbortSignal): Promise<number>;
  /** The sums, live; `sampleCount` is the mean of what pixels have received. */
  accumulation(sampleCount: number): Accumulation;
  /** Filters for the sums: on all workers in the memory that they share, else as {@link smallFilters} are. */
  filters(signal: AbortSignal): FilterPlace;
  /** Filters on this thread, for what is small. Workers need not wait for them. */
  smallFilters(): FilterPlace;
  /** Looks for nearest hits in the scene at hand, on this thread. */
  probe(): Pick<Kernel, 'castRays'>;
  end(): void;
}

/** Pieces of a picture that filters give each worker: one may be slower than another. */
const PIECES = 4;

interface Member {
  readonly port: TraceWorkerPort;
  receive: (reply: TraceReply) => void;
}

export function createTracePool(host: TraceHost): TracePool {
  const members: Member[] = [];
  let broken: Error | null = null;
  let fail: (error: Error) => void = () => {};
  let sums: Accumulation | null = null;
  let probe: (() => Pick<Kernel, 'castRays'>) | null = null;
  let shared: SharedScene | null = null;
  let small: FilterPlace | null = null;
  let top = 0;
  /** Those that trace the scene at hand. */
  let crew: readonly Member[] = members;
  /** Resolves when no worker is at a pass that was aborted. */
  let drained: Promise<unknown> = Promise.resolve();

  for (let i = 0; i < host.threadCount; i++) {
    const member: Member = { port: host.startWorker(), receive: () => {} };
    members.push(member);
    const crash = (reason: string) => {
      broken ??= new AppError({ code: 'engine-failed', reason });
      fail(broken);
    };
    member.port.listen((reply) => {
      if (reply.kind === 'failed') crash(reply.reason);
      else member.receive(reply);
    }, crash);
  }

  /** Runs work that ends by `resolve`, by a worker's failure or by the signal. */
  const watch = <T>(signal: AbortSignal, start: (resolve: (value: T) => void) => void): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const onAbort = () => settle(() => reject(abortError(signal)));
      const settle = (finish: () => void) => {
        signal.removeEventListener('abort', onAbort);
        for (const member of members) member.receive = () => {};
        finish();
      };
      fail = (error) => settle(() => reject(error));
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      else if (broken !== null) fail(broken);
      else start((value) => settle(() => resolve(value)));
    });

  return {
    async prepare(packed, signal, rows = packed.heightPx) {
      await drained;
      return watch<void>(signal, (resolve) => {
        shared = host.sharedKernel === null ? null : shareScene(packed, rows);
        top = 0;
        crew = members.slice(0, shared === null ? countCopies(host, packed, rows) : members.length);
        if (shared !== null && host.sharedKernel !== null) {
          // Worker 0 is this side: it looks at the sums, and after the tracing for surfaces.
          const own = attachKernel(host.sharedKernel, shared, 0);
          sums = own.accumulation(0);
          probe = () => own;
        } else {
          probe = () => openKernel(host.kernel, packed, rows);
          sums = createSums(packed.widthPx, rows, 0, packed.splitsReflection);
        }
        let waiting = crew.length;
        for (const [index, member] of crew.entries()) {
          member.receive = (reply) => {
            if (reply.kind === 'prepared' && --waiting === 0) resolve();
          };
          const scene: WorkerScene =
            shared === null
              ? { kind: 'private', packed, rows }
              : { kind: 'shared', shared, workerNumber: index + 1 };
          member.port.post({ kind: 'prepare', wasm: host.sharedKernel ?? host.kernel, scene });
        }
      });
    },

    moveTo(next, clears = false) {
      if (sums === null) throw new Error('moveTo before prepare');
      shiftSums(sums, clears || next < top ? sums.heightPx : next - top);
      top = next;
      for (const { port } of crew) port.post({ kind: 'move', top });
    },

    restore() {
      if (sums === null) throw new Error('restore before prepare');
      const target = sums;
      if (shared !== null) return;
      for (const [index, { port }] of crew.entries()) {
        const tiles = cutCells(target).filter((cell) => ownerOf(cell, crew.length) === index);
        port.post({ kind: 'restore', tiles, sums: tiles.map((tile) => cutTile(target, tile)) });
      }
    },

    tracePass(pass, signal) {
      let waiting = 0;
      const traced = watch<number>(signal, (resolve) => {
        if (sums === null) throw new Error('tracePass before prepare');
        const target = sums;
        const tiles = cutTiles(target, pass, top);
        if (tiles.length === 0) {
          resolve(0);
          return;
        }
        // Private copies must keep each pixel with one worker for ever; shared sums may be added by any.
        const common = bundleTiles(tiles);
        if (shared !== null) Atomics.store(shared.turns, 0, 0);
        let rays = 0;
        waiting = crew.length;
        for (const [index, member] of crew.entries()) {
          member.receive = (reply) => {
            if (reply.kind === 'tileSums') {
              for (const [i, values] of reply.sums.entries()) {
                const tile = reply.tiles[i];
                if (tile !== undefined) pasteTile(target, tile, values, top);
              }
            }
            if (reply.kind !== 'passDone') return;
            rays += reply.rayCount;
            if (--waiting === 0) resolve(rays);
          };
          const isOwn = (tile: Tile) => ownerOf(tile, crew.length) === index;
          const orders = shared !== null ? common : bundleTiles(tiles.filter(isOwn));
          member.port.post({ kind: 'pass', orders });
        }
      });
      const drain = (): void => {
        if (!signal.aborted || waiting === 0 || broken !== null) return;
        drained = new Promise<void>((resolve) => {
          for (const member of crew) {
            member.port.post({ kind: 'halt' });
            member.receive = (reply) => {
              if (reply.kind === 'passDone' && --waiting === 0) resolve();
            };
          }
        });
      };
      traced.catch(drain);
      return traced;
    },

    filters(signal) {
      if (shared === null) return this.smallFilters();
      const { memory, filterStart, turns } = shared;
      const run = (stage: FilterStage, heightPx: number) =>
        watch<number>(signal, (resolve) => {
          const rows = Math.ceil(heightPx / (members.length * PIECES));
          let count = 0;
          let waiting = members.length;
          Atomics.store(turns, 0, 0);
          for (const member of members) {
            member.receive = (reply) => {
              if (reply.kind !== 'filtered') return;
              count += reply.count;
              if (--waiting === 0) resolve(count);
            };
            member.port.post({ kind: 'filter', stage, rows, heightPx });
          }
        });
      return { reserve: () => ({ memory, start: filterStart }), run };
    },

    smallFilters() {
      small ??= openFilters(host.kernel);
      return small;
    },

    accumulation(sampleCount) {
      if (sums === null) throw new Error('accumulation before prepare');
      return { ...sums, sampleCount };
    },

    probe() {
      if (probe === null) throw new Error('probe before prepare');
      return probe();
    },

    end() {
      for (const { port } of members) port.end();
      members.length = 0;
    },
  };
}

/** The error of a cancelled call: the signal's reason when it is an `AbortError`, else a new one. */
export function abortError(signal: AbortSignal): Error {
  const { reason } = signal;
  return reason instanceof Error && reason.name === 'AbortError'
    ? reason
    : new DOMException('The render was cancelled', 'AbortError');
}

/** The member that draws a tile when each has sums of its own: all tiles over one place, large or small, are one's. */
function ownerOf({ x, y }: Tile, memberCount: number): number {
  return (Math.floor(x / TILE_CELL_PX) + Math.floor(y / TILE_CELL_PX)) % memberCount;
}

/** How many workers may have a copy of a scene each. The picture does not depend on it. */
function countCopies(
  { threadCount, memoryBytes = Number.POSITIVE_INFINITY }: TraceHost,
  packed: PackedScene,
  rows: number,
): number {
  return Math.max(1, Math.min(threadCount, Math.floor(memoryBytes / kernelBytes(packed, rows))));
}
