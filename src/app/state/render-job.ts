import type { EngineName } from '../../contract/engine-name.ts';
import type { SecondsRange } from '../../contract/http/renders.ts';
import { TURN_NODE, WAITING_NODE } from '../../contract/render-nodes.ts';

/** One order of this person, as the loader knows it. */
export interface RenderJob {
  /** Key of the order on this device, or `render:<id>` for a render found on the server (I20). */
  readonly id: string;
  /** Null until the server has answered the order. */
  readonly renderId: number | null;
  readonly stage: 'starting' | 'queued' | 'processing';
  /** Null until the server has told. */
  readonly engine: EngineName | null;
  /** 0 to 100, never falls. */
  readonly progress: number;
  readonly nodeId: string | null;
  /** 1 is the next to run. */
  readonly queuePosition: number | null;
  /** Orders that its engine draws now, null until the channel has told. */
  readonly enginesBusy: number | null;
  /** How long all its images take, null while nobody knows. */
  readonly seconds: SecondsRange | null;
  /** How often the server was looked for while it started and no engine was there. */
  readonly attempt: number;
  /** `broken`: being opened again; `lost`: given up, and the render is only looked at every 30 s (I8). */
  readonly channel: 'open' | 'broken' | 'lost';
  /** True once a value above 1 came: this job counts in percent, not in fractions (I19). */
  readonly countsPercent: boolean;
}

/** A job as it begins; `known` says what is not so. */
export function newJob(id: string, renderId: number | null, known: Partial<RenderJob> = {}): RenderJob {
  return {
    id,
    renderId,
    stage: 'starting',
    engine: null,
    progress: 0,
    nodeId: null,
    queuePosition: null,
    enginesBusy: null,
    seconds: null,
    attempt: 0,
    channel: 'open',
    countsPercent: false,
    ...known,
  };
}

/**
 * The job with progress as it came. It never goes back; a value of at most 1 is a fraction until one was larger,
 * unless it says its unit (I19, H3).
 */
export function progressJob(
  job: RenderJob,
  value: number,
  nodeId: string | null,
  isPercent: boolean,
): RenderJob {
  const countsPercent = job.countsPercent || isPercent || value > 1;
  const percent = Math.min(100, Math.max(0, countsPercent ? value : value * 100));
  return {
    ...job,
    stage: 'processing',
    progress: Math.max(job.progress, percent),
    nodeId: nodeId ?? job.nodeId,
    queuePosition: null,
    countsPercent,
  };
}

/** The job after its engine's queue has told its place. One that is being drawn is past that. */
export function queueJob(job: RenderJob, queuePosition: number, enginesBusy: number | null): RenderJob {
  if (isDrawn(job)) return job;
  const told = { ...job, queuePosition, enginesBusy };
  const isNext = queuePosition <= 1 && enginesBusy === 0;
  return isNext ? told : { ...told, stage: 'queued' };
}

/** Whether an engine has said what it does for this job. */
export function isDrawn(job: RenderJob): boolean {
  return job.stage === 'processing' && (job.progress > 0 || job.nodeId !== null);
}

/** Whether an AI order waits for a server to be there at all. */
export function waitsForServer(state: { readonly hasAi: boolean }, job: RenderJob): boolean {
  if (job.engine !== 'comfyui' || job.renderId === null) return false;
  return job.nodeId === WAITING_NODE || (!isDrawn(job) && !state.hasAi);
}

/** Seconds that are left, from the last orders of its kind; null while nobody knows, or nothing is being drawn. */
export function timeLeft(job: RenderJob): SecondsRange | null {
  if (job.seconds === null || !isDrawn(job)) return null;
  if (job.nodeId === WAITING_NODE || job.nodeId === TURN_NODE) return null;
  const left = (100 - job.progress) / 100;
  return { low: Math.max(1, job.seconds.low * left), high: Math.max(1, job.seconds.high * left) };
}
