import type { EngineName } from '../../contract/engine-name.ts';
import type { SecondsRange } from '../../contract/http/renders.ts';
import { WAITING_NODE } from '../../contract/render-nodes.ts';
import type { LoaderState } from './loader-state.ts';
import { isDrawn, newJob, progressJob, type RenderJob } from './render-job.ts';

/** What the server says of the engines and of this person's orders. */
export interface SystemSeen {
  readonly activeServers: number;
  readonly totalServers: number;
  readonly hasAi: boolean;
  readonly pending: readonly {
    readonly id: number;
    readonly queuePosition: number;
    readonly engine: EngineName;
    readonly seconds: SecondsRange | null;
  }[];
  readonly running: readonly {
    readonly id: number;
    readonly progress: number;
    readonly nodeId: string | null;
    readonly queuePosition: number | null;
    readonly engine: EngineName;
    readonly seconds: SecondsRange | null;
  }[];
}
/** The server's list wins on what exists and in which order it waits; this device's progress is never taken back. */
export function mergeSystem(state: LoaderState, seen: SystemSeen): LoaderState {
  const hasServers = seen.activeServers > 0;
  const known = new Set([...state.jobs.map((job) => job.renderId), ...state.endedIds]);
  const added = [...seen.running, ...seen.pending]
    .filter(({ id }) => !known.has(id))
    .map(({ id }) => newJob(`render:${id}`, id, { stage: 'queued', countsPercent: true }));
  const running = new Map(seen.running.map((entry) => [entry.id, entry]));
  const pending = new Map(seen.pending.map((entry) => [entry.id, entry]));
  const jobs = [...state.jobs, ...added].map((job): RenderJob => {
    const now = running.get(job.renderId ?? 0);
    if (now !== undefined) {
      const { engine, seconds, queuePosition } = now;
      return { ...progressJob({ ...job, engine, seconds }, now.progress, now.nodeId, true), queuePosition };
    }
    const waiting = pending.get(job.renderId ?? 0);
    if (waiting === undefined) return job;
    const { engine, queuePosition, seconds } = waiting;
    const told = { ...job, engine, seconds, attempt: job.attempt + (hasServers ? 0 : 1) };
    if (!isDrawn(job)) return { ...told, queuePosition };
    // The server that drew it is gone, and no other is there.
    return engine === 'comfyui' && !seen.hasAi ? { ...told, nodeId: WAITING_NODE } : told;
  });
  // What a reload finds waiting is starting until its channel has told more.
  const isNew = added.length > 0 && jobs.every((job) => job.stage === 'queued');
  const { activeServers, totalServers, hasAi } = seen;
  return {
    ...state,
    hasAi,
    activeServers,
    totalServers,
    hasServers,
    jobs: isNew ? jobs.map((job) => (job === jobs[0] ? { ...job, stage: 'starting' } : job)) : jobs,
  };
}
