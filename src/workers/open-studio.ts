import { STAGE_PICTURE_MAX_PX } from '../contract/constants.ts';
import { AppError } from '../contract/failure.ts';
import type {
  DeviceEvent,
  DeviceJob,
  LiveEvent,
  LiveFrame,
  LiveJob,
  LivePicture,
  StudioApi,
} from '../contract/studio-api.ts';
import { connect } from './rpc.ts';
import { forgetSums } from './studio/forget-sums.ts';
import type { TileOrder } from './studio/tile-worker.ts';

/** Studio on this device, as the page calls it. */
export interface StudioClient {
  /** False where WebAssembly lacks the instructions that the tracer is made of. */
  readonly isSupported: boolean;
  /** Longest side of what the live view traces: a picture of 2048 px takes 1 GB. */
  readonly liveMaxPx: number;
  /** Workers that it traces with: every core but the one that the page and the stage need. */
  readonly threadCount: number;
  /**
   * Makes the pictures of an order in workers of its own, which are ended with it.
   *
   * @param onOpen Gets what holds it, before anything is traced.
   * @throws AppError as `StudioApi.trace`, `worker-crashed`; an AbortError at once when `signal` aborts.
   */
  trace(
    job: Omit<DeviceJob, 'memoryBytes'>,
    onEvent: (event: Exclude<DeviceEvent, { kind: 'finished' }>) => void,
    signal: AbortSignal,
    onOpen?: (pace: TracePace) => void,
  ): Promise<void>;
  /** Lets go of what {@link trace} kept of orders that were interrupted. */
  forget(): Promise<void>;
  /** Starts workers that refine pictures of what is looked at, until they are closed. */
  openLive(): LiveStudio;
}

/** Holds workers after the tiles that they are at, or lets them go on. What they make does not depend on it. */
export interface TracePace {
  setPaused(isPaused: boolean): void;
}

/** Workers that refine one scene after another. */
export interface LiveStudio {
  /**
   * Refines the picture of a scene. Whatever it refined before has to be ended.
   *
   * @param onFrame Gets each whole picture.
   * @param signal Ends it: workers stop after the tiles that they are at.
   * @returns The picture of the recipe.
   * @throws As `StudioClient.trace`.
   */
  refine(job: LiveJob, onFrame: (frame: LiveFrame) => void, signal: AbortSignal): Promise<LivePicture>;
  /** Ends its workers and what is refined. */
  close(): void;
}

/** The least module that has a 128-bit number in it. */
const SIMD_MODULE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15],
  ...[253, 98, 11],
);

/** Copies of a scene on a device of 8 GB or more, and on a tablet or a small one. */
const MEMORY_BYTES = { large: 2 * 1024 ** 3, small: 1024 ** 3 };
/** Tracing threads on a tablet at most: each holds a copy of the scene. */
const SMALL_THREADS_MAX = 3;

/** Chromium says how much memory there is, 8 GB at most; of the others tablets are known by their touch. */
function isSmallDevice(): boolean {
  const { deviceMemory = null, maxTouchPoints } = navigator as Navigator & { deviceMemory?: number };
  return deviceMemory === null ? maxTouchPoints > 1 : deviceMemory < 8;
}

/**
 * Nothing starts before the first order.
 *
 * @param threadCount 1 to 63; absent: as many as the device has cores and memory for.
 */
export function openStudio(threadCount?: number, isSmall = isSmallDevice()): StudioClient {
  const cores = Math.min(isSmall ? SMALL_THREADS_MAX : 63, Math.max(1, navigator.hardwareConcurrency - 1));
  return createClient(threadCount ?? cores, isSmall);
}

function createClient(threadCount: number, isSmall: boolean): StudioClient {
  const memoryBytes = MEMORY_BYTES[isSmall ? 'small' : 'large'];
  return {
    liveMaxPx: isSmall ? 1024 : STAGE_PICTURE_MAX_PX,
    isSupported: WebAssembly.validate(SIMD_MODULE),
    threadCount,
    async trace(job, onEvent, signal, onOpen) {
      signal.throwIfAborted();
      const group = startGroup(threadCount);
      const { port1, port2 } = new MessageChannel();
      // Events and the answer come by ports of their own, in no certain order.
      const isTold = new Promise<void>((resolve) => {
        port1.onmessage = ({ data }: MessageEvent<DeviceEvent>) => {
          if (data.kind === 'finished') resolve();
          else onEvent(data);
        };
      });
      const stop = (): void => group.fail(cancelled());
      signal.addEventListener('abort', stop);
      onOpen?.(group);
      try {
        await group.api.trace({ ...job, memoryBytes }, port2, ...group.ways);
        await isTold;
      } finally {
        signal.removeEventListener('abort', stop);
        group.end();
        port1.close();
      }
    },
    forget: forgetSums,
    openLive: () => openLive(threadCount, memoryBytes),
  };
}

function openLive(threadCount: number, memoryBytes: number): LiveStudio {
  const group = startGroup(threadCount);
  const isOpen = group.api.open(memoryBytes, ...group.ways);
  isOpen.catch(() => undefined);
  return {
    async refine(job, onFrame, signal) {
      signal.throwIfAborted();
      const { port1, port2 } = new MessageChannel();
      const finished = new Promise<LivePicture>((resolve) => {
        port1.onmessage = ({ data: { kind, ...data } }: MessageEvent<LiveEvent>) => {
          if (signal.aborted) return;
          if (kind === 'frame') onFrame(data as LiveFrame);
          else resolve(data as LivePicture);
        };
      });
      let stop = (): void => {};
      const isStopped = new Promise<never>((_, reject) => {
        stop = () => {
          // At once, whatever the one that leads is at; it gives up the rest when it hears of it.
          group.setPaused(true);
          group.api.halt().catch(() => undefined);
          reject(cancelled());
        };
      });
      signal.addEventListener('abort', stop);
      const refine = async (): Promise<LivePicture> => {
        await isOpen;
        signal.throwIfAborted();
        group.setPaused(false);
        await group.api.refine(job, port2);
        return finished;
      };
      try {
        return await Promise.race([refine(), isStopped]);
      } finally {
        signal.removeEventListener('abort', stop);
        port1.close();
      }
    },
    close() {
      group.fail(cancelled());
      group.end();
    },
  };
}

/** A worker that leads, and those that trace tiles for it. */
interface WorkerGroup extends TracePace {
  readonly api: StudioApi;
  /** Ways to the tracing workers, to be handed to the one that leads. */
  readonly ways: readonly MessagePort[];
  /** Rejects every call under way and every later one. */
  fail(reason: Error): void;
  end(): void;
}

function startGroup(threadCount: number): WorkerGroup {
  const leader = new Worker(new URL('./studio/studio-worker.ts', import.meta.url), { type: 'module' });
  // Started by the page: Chromium keeps a worker that is ended together with workers of its own.
  const tiles = Array.from(
    { length: threadCount },
    () => new Worker(new URL('./studio/tile-worker.ts', import.meta.url), { type: 'module' }),
  );
  const tell = (tile: Worker, order: TileOrder, ports: MessagePort[] = []): void =>
    tile.postMessage(order, ports);
  const ways = tiles.map((tile) => {
    const { port1, port2 } = new MessageChannel();
    tell(tile, { isPaused: false }, [port1]);
    return port2;
  });
  const workers = [leader, ...tiles];
  const { api, fail } = connect<StudioApi>(leader);
  const crash = (): void => fail(new AppError({ code: 'worker-crashed', worker: 'studio' }));
  for (const each of workers) {
    each.addEventListener('error', crash);
    each.addEventListener('messageerror', crash);
  }
  return {
    api,
    ways,
    fail,
    setPaused(isPaused) {
      for (const tile of tiles) tell(tile, { isPaused });
    },
    end() {
      for (const each of workers) each.terminate();
    },
  };
}

function cancelled(): DOMException {
  return new DOMException('The picture was cancelled.', 'AbortError');
}
