import { availableParallelism } from 'node:os';
import type { Pictures } from './images/pictures.ts';
import { openWorkProcesses, type WorkLimits, type WorkProcesses } from './work/work-processes.ts';

/**
 * What pictures may take. An interlaced PNG of 64 megapixels and 16 bits, upright only after a turn, takes 0.8 GB and
 * 12 s on a busy machine; nothing takes more.
 */
const PICTURE_LIMITS: WorkLimits = {
  // One beside another: a large upload does not hold up an order. Never more than there are cores.
  processes: Math.min(2, availableParallelism()),
  timeMs: 90_000,
  memoryBytes: 1_280 * 1024 ** 2,
  heapMegabytes: 512,
  // 5 s.
  idleBeats: 10,
  restMs: 300_000,
};

/**
 * Everything that decodes and encodes pictures, in processes of its own.
 *
 * @param file Built from `picture-process.ts`.
 * @param onLost Hears of every process that was lost, and why.
 */
export function openPictures(
  file: string,
  onLost: (work: string, reason: string) => void,
): WorkProcesses<Pictures> {
  return openWorkProcesses<Pictures>(file, PICTURE_LIMITS, 'picture-work-failed', onLost);
}
