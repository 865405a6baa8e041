import { availableParallelism } from 'node:os';
import {
  openWorkProcesses,
  type WorkLimits,
  type WorkListener,
  type WorkProcesses,
} from '../work/work-processes.ts';
import type { PictureLane, Pictures } from './pictures.ts';

/** Never more than there are cores. */
const PROCESSES = Math.min(2, availableParallelism());
/** Processes for uploads and background work: one fewer, so that a large upload holds up no order or finished render. */
const UPLOAD_PROCESSES = Math.max(1, PROCESSES - 1);
/**
 * Processes for orders: a core stays free of them, so that people who only read are answered as ever while many orders
 * come at once (on two cores 12 ms instead of 36 for 95 of 100 lists of projects beside 30 orders, `npm run bench:server`).
 */
const ORDER_PROCESSES = Math.max(1, Math.min(PROCESSES, availableParallelism() - 1));

/**
 * What pictures may take. An interlaced PNG of 64 megapixels and 16 bits, upright only after a turn, takes 0.8 GB and
 * 12 s on a busy machine; nothing takes more.
 */
const PICTURE_LIMITS: WorkLimits<PictureLane> = {
  processes: PROCESSES,
  lanes: {
    finished: { share: 8, atOnce: PROCESSES },
    order: { share: 4, atOnce: ORDER_PROCESSES },
    upload: { share: 4, atOnce: UPLOAD_PROCESSES },
    background: { share: 1, atOnce: UPLOAD_PROCESSES },
  },
  timeMs: 90_000,
  memoryBytes: 1_280 * 1024 ** 2,
  heapMegabytes: 512,
  // 5 s.
  idleHeartbeats: 10,
  restMs: 300_000,
};

/**
 * Everything that decodes and encodes pictures, in processes of its own.
 *
 * @param file Built from `picture-process.ts`.
 */
export function openPictures(file: string, listener: WorkListener): WorkProcesses<Pictures, PictureLane> {
  return openWorkProcesses<Pictures, PictureLane>(file, PICTURE_LIMITS, 'picture-work-failed', listener);
}
