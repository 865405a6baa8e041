import { STAGE_PICTURE_MAX_PX } from '../contract/constants.ts';
import { AppError } from '../contract/failure.ts';
import type { DeviceEvent, DeviceJob, LiveStudio, TracePace } from '../contract/studio-api.ts';
import { forgetSums } from './studio/forget-sums.ts';

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
    async trace(job, ...how) {
      const { trace } = await loadRun();
      return trace({ ...job, memoryBytes }, threadCount, ...how);
    },
    forget: forgetSums,
    openLive() {
      const opened = loadRun().then(({ openLive }) => openLive(threadCount, memoryBytes));
      opened.catch(() => undefined);
      return {
        async refine(job, onFrame, signal) {
          signal.throwIfAborted();
          return (await opened).refine(job, onFrame, signal);
        },
        close: () => void opened.then((live) => live.close()).catch(() => undefined),
      };
    },
  };
}

/** What starts the workers comes when it is first needed, as they do: a page begins without it. @throws AppError `worker-crashed`. */
async function loadRun(): Promise<typeof import('./studio/run-studio.ts')> {
  try {
    return await import('./studio/run-studio.ts');
  } catch (cause) {
    throw new AppError({ code: 'worker-crashed', worker: 'studio' }, { cause });
  }
}
