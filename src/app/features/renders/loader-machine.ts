/** The status loader of S3 4 as a pure machine: what came in goes to {@link advanceLoader}, what is shown comes out. */
export type LoaderPhase = 'idle' | 'starting' | 'queued' | 'processing' | 'error';

export interface RenderJob {
  /** Key of the order on this device, or `render:<id>` for a render found on the server. */
  readonly id: string;
  /** Null until the server has answered the order. */
  readonly renderId: number | null;
  readonly stage: 'starting' | 'queued' | 'processing';
  /** 0 to 100, never falls. */
  readonly progress: number;
  readonly nodeId: string | null;
  /** 1 is the next to run. */
  readonly queuePosition: number | null;
  /** Milliseconds since the epoch when it began to be processed, for the time left. */
  readonly processingSince: number | null;
  /** True once a value above 1 came: this job counts in percent, not in fractions (I19). */
  readonly countsPercent: boolean;
}

export interface LoaderState {
  readonly phase: LoaderPhase;
  readonly jobs: readonly RenderJob[];
  readonly activeServers: number;
  readonly totalServers: number;
  readonly hasServers: boolean;
  /** Renders that finished since the page was opened. */
  readonly completedCount: number;
  /** Failure code of the render that failed last, while it is shown. */
  readonly failedCode: string | null;
}

export type LoaderEvent =
  | { readonly kind: 'ordered'; readonly id: string }
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
  | {
      readonly kind: 'systemSeen';
      readonly activeServers: number;
      readonly totalServers: number;
      readonly pending: readonly { readonly id: number; readonly queuePosition: number }[];
      readonly running: readonly {
        readonly id: number;
        readonly progress: number;
        readonly nodeId: string | null;
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
    completedCount: 0,
    failedCode: null,
  };
}

/** The next state. Never mutates; an event about an unknown render is ignored unless the server lists it. */
export function advanceLoader(state: LoaderState, event: LoaderEvent): LoaderState {
  switch (event.kind) {
    case 'ordered':
      return order(state, event.id);
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

/** Seconds left by the pace so far, null before it can be known (5 % and 3 s in). */
export function secondsLeft(job: RenderJob, now: number): number | null {
  if (job.processingSince === null || job.progress < 5) return null;
  const elapsed = (now - job.processingSince) / 1000;
  return elapsed < 3 ? null : Math.max(1, Math.round((elapsed * (100 - job.progress)) / job.progress));
}

function order(state: LoaderState, id: string): LoaderState {
  const isBusy = state.jobs.some((job) => job.stage === 'processing');
  const job: RenderJob = {
    id,
    renderId: null,
    stage: isBusy ? 'queued' : 'starting',
    progress: 0,
    nodeId: null,
    queuePosition: null,
    processingSince: null,
    countsPercent: false,
  };
  return settle({ ...state, jobs: [...state.jobs, job], failedCode: null });
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
  return {
    ...job,
    stage: 'processing',
    progress: Math.max(job.progress, percent),
    nodeId: nodeId ?? job.nodeId,
    queuePosition: null,
    processingSince: job.processingSince ?? at,
    countsPercent,
  };
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
  const found = (id: number, stage: RenderJob['stage']): RenderJob => ({
    id: `render:${id}`,
    renderId: id,
    stage,
    progress: 0,
    nodeId: null,
    queuePosition: null,
    processingSince: null,
    countsPercent: true,
  });
  const added = [
    ...event.running.filter((entry) => !known.has(entry.id)).map((entry) => found(entry.id, 'starting')),
    ...event.pending.filter((entry) => !known.has(entry.id)).map((entry) => found(entry.id, 'queued')),
  ];
  const running = new Map(event.running.map((entry) => [entry.id, entry]));
  const pending = new Map(event.pending.map((entry) => [entry.id, entry]));
  const jobs = [...state.jobs, ...added].map((job) => {
    const now = job.renderId === null ? undefined : running.get(job.renderId);
    if (now !== undefined) {
      return progressJob({ ...job, countsPercent: true }, now.progress, now.nodeId, event.at);
    }
    const waiting = job.renderId === null ? undefined : pending.get(job.renderId);
    if (waiting === undefined || job.stage === 'processing') return job;
    return { ...job, queuePosition: waiting.queuePosition };
  });
  return settle({
    ...state,
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
