import { WAITING_NODE } from '../../../contract/render-events.ts';
import type { EngineName } from '../../../contract/render-spec.ts';
import { findPace, type Pace } from './job-pace.ts';

/** The status loader of S3 4 as a pure machine: what came in goes to {@link advanceLoader}, what is shown comes out. */
export type LoaderPhase = 'idle' | 'starting' | 'queued' | 'processing' | 'error';

export interface RenderJob {
  /** Key of the order on this device, or `render:<id>` for a render found on the server. */
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
  /** Null while nothing can be said about the time left. */
  readonly pace: Pace | null;
  /** True once a value above 1 came: this job counts in percent, not in fractions (I19). */
  readonly countsPercent: boolean;
}

export interface LoaderState {
  readonly phase: LoaderPhase;
  readonly jobs: readonly RenderJob[];
  readonly activeServers: number;
  readonly totalServers: number;
  readonly hasServers: boolean;
  /** A server of an AI engine is there. */
  readonly hasAi: boolean;
  /** Renders that finished since the page was opened. */
  readonly completedCount: number;
  /** Failure code of the render that failed last, while it is shown. */
  readonly failedCode: string | null;
}

export type LoaderEvent =
  | { readonly kind: 'ordered'; readonly id: string; readonly engine: EngineName | null }
  | {
      readonly kind: 'accepted';
      readonly id: string;
      readonly renderId: number;
      readonly queuePosition: number | null;
    }
  | { readonly kind: 'rejected'; readonly id: string }
  | {
      readonly kind: 'progressed';
      readonly renderId: number;
      readonly progress: number;
      readonly nodeId: string | null;
      readonly at: number;
    }
  | { readonly kind: 'queued'; readonly renderId: number; readonly queuePosition: number }
  | {
      readonly kind: 'finished';
      readonly renderId: number;
      readonly status: 'completed' | 'error' | 'cancelled';
      readonly code: string | null;
    }
  /** What was left of a render is a new order for another engine. */
  | {
      readonly kind: 'switched';
      readonly renderId: number;
      readonly nextId: number;
      readonly engine: EngineName;
      readonly queuePosition: number;
    }
  | {
      readonly kind: 'systemSeen';
      readonly activeServers: number;
      readonly totalServers: number;
      readonly hasAi: boolean;
      readonly pending: readonly {
        readonly id: number;
        readonly queuePosition: number;
        readonly engine: EngineName;
      }[];
      readonly running: readonly {
        readonly id: number;
        readonly progress: number;
        readonly nodeId: string | null;
        readonly engine: EngineName;
      }[];
      readonly at: number;
    }
  | { readonly kind: 'queuedShown' }
  | { readonly kind: 'errorDismissed' };

export function initialLoader(): LoaderState {
  return {
    phase: 'idle',
    jobs: [],
    activeServers: 0,
    totalServers: 0,
    hasServers: false,
    hasAi: false,
    completedCount: 0,
    failedCode: null,
  };
}

/** The next state. Never mutates; an event about an unknown render is ignored unless the server lists it. */
export function advanceLoader(state: LoaderState, event: LoaderEvent): LoaderState {
  switch (event.kind) {
    case 'ordered':
      return order(state, event.id, event.engine);
    case 'accepted':
      return accept(state, event);
    case 'rejected':
      return settle({ ...state, jobs: state.jobs.filter((job) => job.id !== event.id) });
    case 'progressed':
      return showProcessing(
        update(state, event.renderId, (job) => progressJob(job, event.progress, event.nodeId, event.at)),
      );
    case 'queued':
      return update(state, event.renderId, (job) =>
        job.stage === 'processing' ? job : { ...job, stage: 'queued', queuePosition: event.queuePosition },
      );
    case 'finished':
      return finish(state, event.renderId, event.status, event.code);
    case 'switched':
      return replace(state, event);
    case 'systemSeen':
      return merge(state, event);
    case 'queuedShown':
      return state.phase === 'queued' ? { ...state, phase: 'idle' } : state;
    case 'errorDismissed':
      return settle({ ...state, phase: 'idle', failedCode: null });
  }
}

/** The job whose progress is shown: the one that is processed, else the one that starts. */
export function shownJob(state: LoaderState): RenderJob | null {
  return (
    state.jobs.find((job) => job.stage === 'processing') ??
    state.jobs.find((job) => job.stage === 'starting') ??
    null
  );
}

/** How many own orders wait behind the one that is shown. */
export function queuedCount(state: LoaderState): number {
  const shown = shownJob(state);
  return state.jobs.filter((job) => job !== shown).length;
}

/** Whether an AI order waits for a server to be there at all. */
export function waitsForServer(state: Pick<LoaderState, 'hasAi'>, job: RenderJob): boolean {
  if (job.engine !== 'comfyui' || job.renderId === null) return false;
  return job.nodeId === WAITING_NODE || (job.stage !== 'processing' && !state.hasAi);
}

function newJob(id: string, renderId: number | null, known: Partial<RenderJob> = {}): RenderJob {
  return {
    id,
    renderId,
    stage: 'starting',
    engine: null,
    progress: 0,
    nodeId: null,
    queuePosition: null,
    pace: null,
    countsPercent: false,
    ...known,
  };
}

function order(state: LoaderState, id: string, engine: EngineName | null): LoaderState {
  const isBusy = state.jobs.some((job) => job.stage === 'processing');
  const job = newJob(id, null, { engine, stage: isBusy ? 'queued' : 'starting' });
  return settle({ ...state, jobs: [...state.jobs, job], failedCode: null });
}

function replace(state: LoaderState, event: Extract<LoaderEvent, { kind: 'switched' }>): LoaderState {
  const { renderId, nextId, engine, queuePosition } = event;
  const left = state.jobs.filter((job) => job.renderId !== renderId && job.renderId !== nextId);
  const next = newJob(`render:${nextId}`, nextId, {
    engine,
    stage: 'queued',
    queuePosition,
    countsPercent: true,
  });
  return settle({ ...state, jobs: promote([...left, next]) });
}

function accept(state: LoaderState, event: Extract<LoaderEvent, { kind: 'accepted' }>): LoaderState {
  const known = state.jobs.find((job) => job.renderId === event.renderId && job.id !== event.id);
  const rest = known === undefined ? state.jobs : state.jobs.filter((job) => job !== known);
  const jobs = rest.map((job) =>
    job.id === event.id
      ? { ...job, ...known, id: event.id, renderId: event.renderId, queuePosition: event.queuePosition }
      : job,
  );
  return settle({ ...state, jobs });
}

function update(state: LoaderState, renderId: number, change: (job: RenderJob) => RenderJob): LoaderState {
  return settle({
    ...state,
    jobs: state.jobs.map((job) => (job.renderId === renderId ? change(job) : job)),
  });
}

function progressJob(job: RenderJob, value: number, nodeId: string | null, at: number): RenderJob {
  const countsPercent = job.countsPercent || value > 1;
  const percent = Math.min(100, Math.max(0, countsPercent ? value : value * 100));
  const next: RenderJob = {
    ...job,
    stage: 'processing',
    progress: Math.max(job.progress, percent),
    nodeId: nodeId ?? job.nodeId,
    queuePosition: null,
    countsPercent,
  };
  return { ...next, pace: findPace(job.pace, next, at) };
}

function finish(
  state: LoaderState,
  renderId: number,
  status: 'completed' | 'error' | 'cancelled',
  code: string | null,
): LoaderState {
  if (!state.jobs.some((job) => job.renderId === renderId)) return state;
  const left = state.jobs.filter((job) => job.renderId !== renderId);
  const next: LoaderState = {
    ...state,
    jobs: promote(left),
    completedCount: state.completedCount + (status === 'completed' ? 1 : 0),
    failedCode: status === 'error' ? (code ?? 'engine-failed') : state.failedCode,
  };
  return settle(next);
}

/** With nothing processed or starting, the first waiting order becomes the starting one. */
function promote(jobs: readonly RenderJob[]): readonly RenderJob[] {
  if (jobs.some((job) => job.stage !== 'queued')) return jobs;
  return jobs.map((job, index) => (index === 0 ? { ...job, stage: 'starting' } : job));
}

/** The server's list wins on what exists; this device's progress is never taken back. */
function merge(state: LoaderState, event: Extract<LoaderEvent, { kind: 'systemSeen' }>): LoaderState {
  const known = new Set(state.jobs.map((job) => job.renderId));
  const found = (id: number, stage: RenderJob['stage']): RenderJob =>
    newJob(`render:${id}`, id, { stage, countsPercent: true });
  const added = [
    ...event.running.filter((entry) => !known.has(entry.id)).map((entry) => found(entry.id, 'starting')),
    ...event.pending.filter((entry) => !known.has(entry.id)).map((entry) => found(entry.id, 'queued')),
  ];
  const running = new Map(event.running.map((entry) => [entry.id, entry]));
  const pending = new Map(event.pending.map((entry) => [entry.id, entry]));
  const jobs = [...state.jobs, ...added].map((job) => {
    const now = job.renderId === null ? undefined : running.get(job.renderId);
    if (now !== undefined) {
      const { engine } = now;
      return progressJob({ ...job, engine, countsPercent: true }, now.progress, now.nodeId, event.at);
    }
    const waiting = job.renderId === null ? undefined : pending.get(job.renderId);
    if (waiting === undefined) return job;
    const { engine, queuePosition } = waiting;
    if (job.stage !== 'processing') return { ...job, engine, queuePosition };
    // The server that drew it is gone, and no other is there.
    return engine === 'comfyui' && !event.hasAi ? { ...job, engine, nodeId: WAITING_NODE, pace: null } : job;
  });
  return settle({
    ...state,
    hasAi: event.hasAi,
    jobs: promote(jobs),
    activeServers: event.activeServers,
    totalServers: event.totalServers,
    hasServers: event.activeServers > 0,
  });
}

function showProcessing(state: LoaderState): LoaderState {
  return state.jobs.some((job) => job.stage === 'processing') ? { ...state, phase: 'processing' } : state;
}

/** The phase that follows from the jobs. A failure stays in view until it is dismissed or a new order begins. */
function settle(state: LoaderState): LoaderState {
  if (state.jobs.some((job) => job.stage === 'processing')) return { ...state, phase: 'processing' };
  if (state.jobs.some((job) => job.stage === 'starting')) return { ...state, phase: 'starting' };
  if (state.failedCode !== null) return { ...state, phase: 'error' };
  return { ...state, phase: state.jobs.length > 0 ? 'queued' : 'idle' };
}
