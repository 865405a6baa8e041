import type { EngineName } from '../../contract/engine-name.ts';
import { initialLoader, type LoaderPhase, type LoaderState } from './loader-state.ts';
import { mergeSystem, type SystemSeen } from './merge-system.ts';
import { newJob, progressJob, queueJob, type RenderJob } from './render-job.ts';

/** More do not end between a question and its answer. */
const ENDED_MAX = 200;

type OfRender<Kind extends string> = { readonly kind: Kind; readonly renderId: number };

export type LoaderEvent =
  | { readonly kind: 'ordered'; readonly id: string; readonly engine: EngineName | null }
  | {
      readonly kind: 'accepted';
      readonly id: string;
      readonly renderId: number;
      readonly queuePosition: number | null;
    }
  /** The order was refused. */
  | { readonly kind: 'rejected'; readonly id: string }
  /** Another tab has sent it: the server tells of its render. */
  | { readonly kind: 'handedOver'; readonly id: string }
  | (OfRender<'progressed'> & {
      readonly progress: number;
      readonly nodeId: string | null;
      readonly isPercent: boolean;
    })
  | (OfRender<'queued'> & { readonly queuePosition: number; readonly enginesBusy: number | null })
  /** A word of the engine's, see `read-status.ts`. */
  | (OfRender<'told'> & { readonly status: 'starting' | 'processing' | 'queued' | 'error' | 'hidden' })
  | (OfRender<'finished'> & {
      readonly status: 'completed' | 'error' | 'cancelled';
      readonly code: string | null;
    })
  /** What was left of a render is a new order for another engine. */
  | (OfRender<'switched'> & {
      readonly nextId: number;
      readonly engine: EngineName;
      readonly queuePosition: number;
    })
  | ({ readonly kind: 'systemSeen' } & SystemSeen)
  /** After a reload: what this device remembers, beside what the server says. */
  | ({ readonly kind: 'recovered'; readonly local: readonly RenderJob[] } & SystemSeen)
  | { readonly kind: 'counted'; readonly ordered: number; readonly completed: number }
  | OfRender<'channelBroken'>
  | OfRender<'channelSpoke'>
  | OfRender<'channelLost'>
  /** Everything of this person is over: they signed out. */
  | { readonly kind: 'cleared' }
  | { readonly kind: 'queuedShown' }
  | { readonly kind: 'emptied' }
  | { readonly kind: 'barReset' }
  | { readonly kind: 'errorDismissed' }
  | { readonly kind: 'cleanedUp' };

/** The next state. Never mutates; an event about an unknown render is ignored unless the server lists it. */
export function advanceLoader(state: LoaderState, event: LoaderEvent): LoaderState {
  return settle(TRANSITIONS[event.kind](state, event as never));
}

/** What each event does to jobs and flags; the phase follows from those in {@link settle} (S3 4, settled by I1 to I6). */
const TRANSITIONS: {
  readonly [K in LoaderEvent['kind']]: (
    state: LoaderState,
    event: Extract<LoaderEvent, { kind: K }>,
  ) => LoaderState;
} = {
  // It is in work at once where a server of its engine is there, else it starts; beside one in work it only waits.
  ordered(state, { id, engine }) {
    const isBusy = state.ending !== null || state.jobs.some((job) => job.stage === 'processing');
    const isThere = engine === 'comfyui' ? state.hasAi : state.hasServers;
    const job = newJob(id, null, { engine, stage: isBusy ? 'queued' : isThere ? 'processing' : 'starting' });
    const orderedCount = state.orderedCount + 1;
    return { ...state, jobs: [...state.jobs, job], orderedCount, failedCode: null, isQueueTold: false };
  },
  // From here on it goes by the id that the server gave it.
  accepted(state, { id, renderId, queuePosition }) {
    const known = state.jobs.find((job) => job.renderId === renderId && job.id !== id);
    const rest = state.jobs.filter((job) => job !== known);
    const jobs = rest.map((job): RenderJob => {
      if (job.id !== id) return job;
      if (known !== undefined) return { ...job, ...known, id };
      const next = { ...job, renderId, queuePosition };
      return queuePosition !== null && queuePosition > 1 ? queueJob(next, queuePosition, null) : next;
    });
    return { ...state, jobs };
  },
  // A toast says why; the loader has nothing to show.
  rejected(state, { id }) {
    const jobs = state.jobs.filter((job) => job.id !== id);
    return jobs.length === state.jobs.length ? state : { ...state, jobs, isHidden: true };
  },
  handedOver: (state, { id }) => ({ ...state, jobs: state.jobs.filter((job) => job.id !== id) }),
  // Whatever makes progress is in work.
  progressed: (state, { renderId, progress, nodeId, isPercent }) =>
    update(state, renderId, (job) => progressJob(job, progress, nodeId, isPercent)),
  // One that waits is counted, and shown by nothing else.
  queued: (state, { renderId, queuePosition, enginesBusy }) =>
    update(state, renderId, (job) => queueJob(job, queuePosition, enginesBusy)),
  // The engine's own words, as `read-status.ts` reads them.
  told(state, { renderId, status }) {
    if (status === 'error') return end(state, renderId, 'error', null);
    if (status !== 'hidden') return update(state, renderId, (job) => ({ ...job, stage: status }));
    const jobs = state.jobs.filter((job) => job.renderId !== renderId);
    return jobs.length === state.jobs.length ? state : { ...state, jobs, isHidden: true };
  },
  finished: (state, { renderId, status, code }) => end(state, renderId, status, code),
  switched(state, { renderId, nextId, engine, queuePosition }) {
    const left = state.jobs.filter((job) => job.renderId !== renderId && job.renderId !== nextId);
    const known = { engine, stage: 'queued' as const, queuePosition, countsPercent: true };
    return {
      ...noteEnd(state, renderId),
      jobs: promote([...left, newJob(`render:${nextId}`, nextId, known)]),
    };
  },
  // A server that is idle says nothing against orders that this page knows to be on their way.
  systemSeen: mergeSystem,
  // After a reload; an order that was made since then knows better.
  recovered(state, event) {
    if (state.phase === 'starting' || state.phase === 'processing') return state;
    const known = new Set([...state.jobs.map((job) => job.renderId), ...state.endedIds]);
    const local = event.local.filter((job) => job.renderId !== null && !known.has(job.renderId));
    const jobs = [...state.jobs, ...local.map((job) => ({ ...job, stage: 'starting' as const }))];
    return mergeSystem({ ...state, jobs }, event);
  },
  counted: (state, { ordered, completed }) => ({
    ...state,
    orderedCount: ordered,
    completedCount: completed,
  }),
  // The channel is opened again by itself; the loader says so meanwhile.
  channelBroken: (state, { renderId }) =>
    update(state, renderId, (job) => ({ ...job, channel: job.channel === 'lost' ? 'lost' : 'broken' })),
  channelSpoke: (state, { renderId }) => update(state, renderId, (job) => ({ ...job, channel: 'open' })),
  // It did not come back: a toast warns, and the check every 30 s goes on (I8).
  channelLost: (state, { renderId }) => ({
    ...update(state, renderId, (job) => ({ ...job, channel: 'lost' })),
    isHidden: state.isHidden || state.jobs.some((job) => job.renderId === renderId),
  }),
  cleared: (state) => ({ ...initialLoader(), isHidden: true, hasServers: state.hasServers }),
  // That all orders wait is said for 1.5 s.
  queuedShown: (state) => ({ ...state, isQueueTold: true }),
  // The bar of a finished render has run back to 0 (0.4 s): the next one takes its place.
  emptied(state) {
    if (state.ending === null) return state;
    const isDone = { ...state, ending: null, isBarEmpty: true };
    if (state.jobs.some((job) => job.stage === 'processing')) return isDone;
    const next = state.jobs.find((job) => job.stage === 'starting');
    if (next === undefined || !state.hasServers) return { ...isDone, jobs: promote(state.jobs) };
    const jobs = state.jobs.map((job) => (job === next ? { ...job, stage: 'processing' as const } : job));
    return { ...isDone, jobs };
  },
  // 0.8 s after that (I4).
  barReset: (state) => ({ ...state, isBarEmpty: false }),
  // I10: back to idle after the fade or on dismiss.
  errorDismissed: (state) => ({ ...state, failedCode: null }),
  // 10 s after what hid it.
  cleanedUp: (state) => ({ ...state, isHidden: false }),
};

/** The phase that follows from jobs and flags, and the jobs in their sequence. */
function settle(state: LoaderState): LoaderState {
  const shown = state.jobs.filter((job) => job.channel !== 'lost');
  const has = (stage: RenderJob['stage']): boolean => shown.some((job) => job.stage === stage);
  const isActive = state.ending !== null || has('processing') || has('starting');
  const isWaiting = !isActive && has('queued');
  const next = {
    ...state,
    jobs: [...state.jobs].sort((a, b) => placeOf(a) - placeOf(b)),
    isHidden: state.isHidden && !isActive,
    // The next wait is said anew.
    isQueueTold: state.isQueueTold && isWaiting,
  };
  const phase = (): LoaderPhase => {
    if (state.ending !== null || has('processing')) return 'processing';
    if (isActive) return 'starting';
    if (state.failedCode !== null) return 'error';
    if (state.isHidden) return 'hidden';
    return isWaiting && !state.isQueueTold ? 'queued' : 'idle';
  };
  return { ...next, phase: phase() };
}

/** What is in work first, then the queue as the server told it, then what it has not told of yet. */
function placeOf({ stage, queuePosition }: RenderJob): number {
  return stage === 'queued' ? (queuePosition ?? Number.MAX_SAFE_INTEGER) : 0;
}

/** The job whose progress is shown: the one that ends, the one that is processed, else the one that starts. */
export function shownJob(state: Pick<LoaderState, 'jobs' | 'ending'>): RenderJob | null {
  const jobs = state.jobs.filter((job) => job.channel !== 'lost');
  return (
    state.ending ??
    jobs.find((job) => job.stage === 'processing') ??
    jobs.find((job) => job.stage === 'starting') ??
    null
  );
}

/** How many own orders wait behind the one that is shown. */
export function queuedCount(state: Pick<LoaderState, 'jobs' | 'ending'>): number {
  const shown = shownJob(state);
  return state.jobs.filter((job) => job !== shown).length;
}

function update(state: LoaderState, renderId: number, change: (job: RenderJob) => RenderJob): LoaderState {
  return { ...state, jobs: state.jobs.map((job) => (job.renderId === renderId ? change(job) : job)) };
}

function end(
  state: LoaderState,
  renderId: number,
  status: 'completed' | 'error' | 'cancelled',
  code: string | null,
): LoaderState {
  const job = state.jobs.find((each) => each.renderId === renderId);
  if (job === undefined) return noteEnd(state, renderId);
  const left = state.jobs.filter((each) => each !== job);
  const isEmptying = status === 'completed' && job === shownJob(state);
  return {
    ...noteEnd(state, renderId),
    jobs: isEmptying ? left : promote(left),
    ending: isEmptying ? { ...job, progress: 0 } : state.ending,
    completedCount: state.completedCount + (status === 'completed' ? 1 : 0),
    failedCode: status === 'error' ? (code ?? 'engine-failed') : state.failedCode,
  };
}

function noteEnd(state: LoaderState, renderId: number): LoaderState {
  return { ...state, endedIds: [...state.endedIds, renderId].slice(-ENDED_MAX) };
}

/** With nothing processed or starting, the order that the engine takes next is the starting one. */
function promote(jobs: readonly RenderJob[]): readonly RenderJob[] {
  if (jobs.some((job) => job.stage !== 'queued')) return jobs;
  const next = jobs.find(({ queuePosition }) => queuePosition === null || queuePosition <= 1);
  return jobs.map((job) => (job === next ? { ...job, stage: 'starting' } : job));
}
