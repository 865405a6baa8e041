import { type AiNodeId, WAITING_NODE } from '../../../contract/render-events.ts';
import type { RenderJob } from './loader-machine.ts';

/** From when, in milliseconds since the epoch, and from which progress a render goes on evenly. */
export interface Pace {
  readonly since: number;
  readonly from: number;
}

/** Waiting for a server and loading models take as long as they take: they say nothing about what comes after. */
const UNEVEN: readonly AiNodeId[] = [WAITING_NODE, 'send-images', 'load-ai-model', 'encode-prompt'];

/** @param at Milliseconds since the epoch when the job was as it is. */
export function findPace(
  before: Pace | null,
  job: Pick<RenderJob, 'nodeId' | 'engine' | 'progress'>,
  at: number,
): Pace | null {
  if (UNEVEN.some((node) => node === job.nodeId)) return null;
  return before ?? { since: at, from: job.engine === 'comfyui' ? job.progress : 0 };
}

/** Seconds left by the pace so far, null before it can be known (5 % and 3 s in). */
export function secondsLeft({ pace, progress }: RenderJob, now: number): number | null {
  if (pace === null) return null;
  const elapsed = (now - pace.since) / 1000;
  const done = progress - pace.from;
  return elapsed < 3 || done < 5 ? null : Math.max(1, Math.round((elapsed * (100 - progress)) / done));
}
