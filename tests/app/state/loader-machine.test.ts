import { expect, test } from 'vitest';
import {
  advanceLoader,
  type LoaderEvent,
  queuedCount,
  shownJob,
} from '../../../src/app/state/loader-machine.ts';
import { initialLoader, type LoaderPhase, type LoaderState } from '../../../src/app/state/loader-state.ts';
import { newJob, timeLeft, waitsForServer } from '../../../src/app/state/render-job.ts';
import type { EngineName } from '../../../src/contract/engine-name.ts';

function play(events: readonly LoaderEvent[], from: LoaderState = initialLoader()): LoaderState {
  return events.reduce(advanceLoader, from);
}

const ordered = (id: string, engine: EngineName = 'studio'): LoaderEvent => ({ kind: 'ordered', id, engine });
const accepted = (id: string, renderId: number, queuePosition = 1): LoaderEvent => ({
  kind: 'accepted',
  id,
  renderId,
  queuePosition,
});
const progressed = (
  renderId: number,
  progress: number,
  nodeId = 'path-trace',
  isPercent = false,
): LoaderEvent => ({
  kind: 'progressed',
  renderId,
  progress,
  nodeId,
  isPercent,
});
const queued = (renderId: number, queuePosition: number, enginesBusy = 1): LoaderEvent => ({
  kind: 'queued',
  renderId,
  queuePosition,
  enginesBusy,
});
const finished = (
  renderId: number,
  status: 'completed' | 'error' | 'cancelled' = 'completed',
  code: string | null = null,
): LoaderEvent => ({ kind: 'finished', renderId, status, code });
interface Seen {
  readonly running?: readonly number[];
  readonly pending?: readonly number[];
  readonly activeServers?: number;
  readonly hasAi?: boolean;
  readonly engine?: EngineName;
}
const seen = ({
  running = [],
  pending = [],
  activeServers = 1,
  hasAi = false,
  engine = 'studio',
}: Seen = {}) => ({
  activeServers,
  totalServers: 1,
  hasAi,
  running: running.map((id) => ({
    id,
    progress: 30,
    nodeId: 'denoise',
    queuePosition: null,
    engine,
    seconds: null,
  })),
  pending: pending.map((id, index) => ({ id, queuePosition: index + 1, engine, seconds: null })),
});
const system = (what: Seen = {}): LoaderEvent => ({ kind: 'systemSeen', ...seen(what) });
const recovered = (local: readonly number[], what: Seen = {}): LoaderEvent => ({
  kind: 'recovered',
  local: local.map((id) => newJob(`render:${id}`, id, { stage: 'processing', progress: 60 })),
  ...seen(what),
});
const told = (status: 'starting' | 'processing' | 'queued' | 'error' | 'hidden'): LoaderEvent => ({
  kind: 'told',
  renderId: 1,
  status,
});

/** A way into each phase; where there is an order it is `a`, render 1. */
const STATES: Readonly<Record<LoaderPhase, readonly LoaderEvent[]>> = {
  hidden: [system(), ordered('a'), { kind: 'rejected', id: 'a' }],
  idle: [system()],
  starting: [ordered('a'), accepted('a', 1)],
  processing: [system(), ordered('a'), accepted('a', 1), progressed(1, 30)],
  queued: [system(), ordered('a'), accepted('a', 1, 3)],
  error: [system(), ordered('a'), accepted('a', 1), finished(1, 'error')],
};
type Row = readonly [line: string, event: LoaderEvent, to: Readonly<Record<LoaderPhase, LoaderPhase>>];
const STAYS = {
  hidden: 'hidden',
  idle: 'idle',
  starting: 'starting',
  processing: 'processing',
  queued: 'queued',
  error: 'error',
} as const;
const ofOrder = (phase: LoaderPhase) => ({ ...STAYS, starting: phase, processing: phase, queued: phase });

/** Every event in every phase, with the line of the specification that asks for it. The compiler wants each kind. */
const TABLE: { readonly [K in Exclude<LoaderEvent['kind'], 'told'> | `told ${string}`]: Row } = {
  ordered: [
    'S3 4: a new render begins as processing if servers are available and active, else starting',
    ordered('b'),
    { ...STAYS, hidden: 'processing', idle: 'processing', queued: 'processing', error: 'processing' },
  ],
  accepted: ['S3 4: it is replaced with the real id from the server', accepted('a', 1), STAYS],
  rejected: [
    'S3 8: 402 and other errors on creation: loader hidden',
    { kind: 'rejected', id: 'a' },
    ofOrder('hidden'),
  ],
  handedOver: [
    'another tab has sent it: what the server tells comes in its place',
    { kind: 'handedOver', id: 'a' },
    ofOrder('idle'),
  ],
  progressed: ['S3 4: progress moves a render to processing', progressed(1, 45), ofOrder('processing')],
  queued: [
    'S3 4: queued or waiting gives queued; a late word does not take back what is drawn',
    queued(1, 2),
    { ...STAYS, starting: 'queued' },
  ],
  'told starting': [
    'S3 4: engine starting or assigning gives starting',
    told('starting'),
    ofOrder('starting'),
  ],
  'told processing': [
    'S3 4: progress or processing gives processing',
    told('processing'),
    ofOrder('processing'),
  ],
  'told queued': ['S3 4: queued or waiting gives queued', told('queued'), ofOrder('queued')],
  'told error': ['S3 4: error gives error', told('error'), ofOrder('error')],
  'told hidden': ['S3 4: closed or clear-all gives hidden', told('hidden'), ofOrder('hidden')],
  finished: [
    'S3 4: on completion the progress animates to 0, only then the render is removed',
    finished(1),
    { ...STAYS, starting: 'processing', queued: 'idle' },
  ],
  switched: [
    'CONTRIBUTING: an order that goes to another engine is a new order',
    { kind: 'switched', renderId: 1, nextId: 9, engine: 'studio', queuePosition: 1 },
    {
      hidden: 'starting',
      idle: 'starting',
      starting: 'starting',
      processing: 'starting',
      queued: 'starting',
      error: 'starting',
    },
  ],
  systemSeen: [
    'S3 4: the backend idle status is ignored while local renders are starting or processing',
    system(),
    STAYS,
  ],
  recovered: [
    'S3 4: starting if any queued or active; skipped if the loader is already starting or processing',
    recovered([7]),
    { ...STAYS, hidden: 'starting', idle: 'starting', queued: 'starting', error: 'starting' },
  ],
  counted: ['S3 3: session counters', { kind: 'counted', ordered: 4, completed: 2 }, STAYS],
  channelBroken: [
    'S3 4: on error or unexpected close it reconnects',
    { kind: 'channelBroken', renderId: 1 },
    STAYS,
  ],
  channelSpoke: ['S3 4: one WebSocket per active render', { kind: 'channelSpoke', renderId: 1 }, STAYS],
  channelLost: [
    'S3 4, I8: after that the loader is hidden',
    { kind: 'channelLost', renderId: 1 },
    ofOrder('hidden'),
  ],
  cleared: [
    'S3 4: clear-all gives hidden; logout disposes everything',
    { kind: 'cleared' },
    {
      hidden: 'hidden',
      idle: 'hidden',
      starting: 'hidden',
      processing: 'hidden',
      queued: 'hidden',
      error: 'hidden',
    },
  ],
  queuedShown: [
    'S3 4: queued reverts to idle after 1.5 s',
    { kind: 'queuedShown' },
    { ...STAYS, queued: 'idle' },
  ],
  emptied: ['S3 4: then the loader goes idle if nothing is active', { kind: 'emptied' }, STAYS],
  barReset: ['S3 4, I4: progress reset 0.8 s', { kind: 'barReset' }, STAYS],
  errorDismissed: [
    'I10: back to idle after the fade or on dismiss',
    { kind: 'errorDismissed' },
    { ...STAYS, error: 'idle' },
  ],
  cleanedUp: ['S3 9: loader cleanup 10 s', { kind: 'cleanedUp' }, { ...STAYS, hidden: 'idle' }],
};

const PHASES = Object.keys(STATES) as LoaderPhase[];
const cells = Object.entries(TABLE).flatMap(([name, [line, event, to]]) =>
  PHASES.map((from) => [from, name, to[from], line, event] as const),
);

test.each(cells)('%s, %s: %s (%s)', (from, _name, to, _line, event) => {
  const before = play(STATES[from]);
  expect(before.phase).toBe(from);
  expect(advanceLoader(before, event).phase).toBe(to);
});

test('a finished render is shown with an empty bar, then removed, and the next one is processing', () => {
  const busy = play([...STATES.processing, ordered('b'), accepted('b', 2)]);
  expect([queuedCount(busy), shownJob(busy)?.renderId]).toEqual([1, 1]);
  const ending = advanceLoader(busy, finished(1));
  expect([ending.phase, shownJob(ending)?.renderId, shownJob(ending)?.progress]).toEqual([
    'processing',
    1,
    0,
  ]);
  expect(ending.completedCount).toBe(1);
  const emptied = advanceLoader(ending, { kind: 'emptied' });
  expect([emptied.phase, shownJob(emptied)?.renderId, emptied.isBarEmpty]).toEqual(['starting', 2, true]);
  expect(advanceLoader(emptied, { kind: 'barReset' }).isBarEmpty).toBe(false);
  expect(play([progressed(2, 5), { kind: 'emptied' }], ending).phase).toBe('processing');

  const two = play([ordered('a'), accepted('a', 1), ordered('b'), accepted('b', 2)]);
  const next = play([system(), finished(1), { kind: 'emptied' }], two);
  expect([next.phase, shownJob(next)?.renderId]).toEqual(['processing', 2]);
  expect(play([...STATES.processing, finished(1), { kind: 'emptied' }]).phase).toBe('idle');
});

test('an answer that is older than an end does not bring the render back', () => {
  const done = play([...STATES.processing, finished(1), { kind: 'emptied' }]);
  const late = play([system({ running: [1] }), recovered([1], { pending: [1] })], done);
  expect([late.phase, late.jobs, late.completedCount]).toEqual(['idle', [], 1]);
  const cancelled = play([finished(1, 'cancelled'), system({ pending: [1] })], play(STATES.queued));
  expect(cancelled.jobs).toEqual([]);
});

test('that all own orders wait is said once, and anew for the next one (I1)', () => {
  const waiting = play([...STATES.queued, { kind: 'queuedShown' }]);
  expect([waiting.phase, queuedCount(waiting)]).toEqual(['idle', 1]);
  expect(play([system({ pending: [1] }), queued(1, 2)], waiting).phase).toBe('idle');
  expect(play([ordered('b'), accepted('b', 2, 4)], waiting).phase).toBe('queued');
});

test('the real id replaces the one of this device, also when the server listed it before', () => {
  const state = play([ordered('a'), system({ running: [7] }), accepted('a', 7)]);
  expect(state.jobs).toMatchObject([{ id: 'a', renderId: 7, progress: 30 }]);
});

test('progress never goes back, in fractions or percent (I19), nor by what the server lists', () => {
  const values = [0.1, 0.4, 0.2, 45, 1, 60];
  const shown: number[] = [];
  const last = values.reduce(
    (state, value) => {
      const next = advanceLoader(state, progressed(1, value));
      shown.push(shownJob(next)?.progress ?? -1);
      return next;
    },
    play([ordered('a'), accepted('a', 1)]),
  );
  expect(shown).toEqual([10, 40, 40, 45, 45, 60]);
  expect(shownJob(advanceLoader(last, system({ running: [1] })))?.progress).toBe(60);
  // A message in the contract's form says its unit (H3).
  const percent = play([ordered('a'), accepted('a', 1), progressed(1, 0.5, 'load-model', true)]);
  expect(shownJob(percent)?.progress).toBe(0.5);
});

test('a reload keeps the further progress, and finds what waits in the order of the queue', () => {
  const state = play([recovered([8], { running: [8], pending: [5, 6] })]);
  expect(state.phase).toBe('processing');
  expect(state.jobs.map(({ renderId, progress }) => [renderId, progress])).toEqual([
    [8, 60],
    [5, 0],
    [6, 0],
  ]);
  expect(play([system({ pending: [5] })]).phase).toBe('starting');
  const moved = advanceLoader(state, system({ running: [8], pending: [6, 5] }));
  expect(moved.jobs.map(({ renderId }) => renderId)).toEqual([8, 6, 5]);
});

test('what waits stands in the order of the queue, whichever word came first', () => {
  const orders = [ordered('a'), accepted('a', 1), progressed(1, 5), ordered('b'), ordered('c'), ordered('d')];
  const state = play([
    system(),
    ...orders,
    accepted('d', 4, 3),
    accepted('b', 2, 1),
    system({ running: [1] }),
  ]);
  expect(state.jobs.map(({ id }) => id)).toEqual(['a', 'b', 'd', 'c']);
  const moved = play([accepted('c', 3, 2), queued(2, 3), queued(4, 1)], state);
  expect(moved.jobs.map(({ id }) => id)).toEqual(['a', 'd', 'c', 'b']);
});

test('a channel that was given up shows nothing until it speaks again; its end still counts', () => {
  const lost = play([...STATES.processing, { kind: 'channelLost', renderId: 1 }]);
  expect(play([system({ running: [1] }), progressed(1, 70)], lost).phase).toBe('hidden');
  expect(play([{ kind: 'cleanedUp' }, system({ running: [1] })], lost).phase).toBe('idle');
  expect(play([{ kind: 'channelSpoke', renderId: 1 }], lost).phase).toBe('processing');
  expect(advanceLoader(lost, finished(1)).completedCount).toBe(1);
});

test('a start without engines counts how often it looked for one', () => {
  const state = play([...STATES.starting, system({ pending: [1], activeServers: 0 })]);
  expect(shownJob(advanceLoader(state, system({ pending: [1], activeServers: 0 })))?.attempt).toBe(2);
});

test('time left is a range that shrinks with the progress, and nothing while nobody knows', () => {
  const job = newJob('a', 1, { stage: 'processing', progress: 25, nodeId: 'path-trace' });
  expect(timeLeft({ ...job, seconds: { low: 80, high: 120 } })).toEqual({ low: 60, high: 90 });
  expect(timeLeft({ ...job, progress: 100, seconds: { low: 80, high: 120 } })).toEqual({ low: 1, high: 1 });
  expect(timeLeft(job)).toBeNull();
  expect(timeLeft({ ...job, nodeId: 'wait-for-server', seconds: { low: 80, high: 120 } })).toBeNull();
  expect(timeLeft(newJob('a', 1, { seconds: { low: 80, high: 120 } }))).toBeNull();
});

test('an AI order waits while no AI server is there, in the queue and after one was lost; a Studio order never does', () => {
  const waits = (events: LoaderEvent[]): boolean => {
    const state = play(events);
    return waitsForServer(state, shownJob(state)!);
  };
  const ai = (hasAi: boolean, pending: number[] = []) => system({ hasAi, pending, engine: 'comfyui' });
  const order = [ordered('a', 'comfyui'), accepted('a', 1)];
  expect(waits([ai(false), ...order])).toBe(true);
  expect(waits([ai(true), ...order])).toBe(false);
  expect(waits([ai(true), ...order, progressed(1, 40, 'sample')])).toBe(false);
  expect(waits([ai(true), ...order, progressed(1, 40, 'wait-for-server')])).toBe(true);
  const lost = [ai(true), ...order, progressed(1, 40, 'sample'), ai(false, [1])];
  expect(waits(lost)).toBe(true);
  expect(shownJob(play(lost))?.progress).toBe(40);
  expect(waits([...lost, ai(true), progressed(1, 41, 'sample')])).toBe(false);
  expect(waits([ai(false), ordered('a'), accepted('a', 1)])).toBe(false);
  // Found on the server after a reload.
  expect(waits([ai(false, [7])])).toBe(true);
});

test('an order that goes to another engine is a new one in its place', () => {
  const before = play([
    system({ activeServers: 0 }),
    ordered('a', 'comfyui'),
    accepted('a', 1),
    ordered('b'),
  ]);
  const change: LoaderEvent = {
    kind: 'switched',
    renderId: 1,
    nextId: 9,
    engine: 'studio',
    queuePosition: 2,
  };
  const state = advanceLoader(before, change);
  expect(state.jobs.map(({ id, renderId, engine }) => [id, renderId, engine])).toEqual([
    ['b', null, 'studio'],
    ['render:9', 9, 'studio'],
  ]);
  // The end of the old one, or the server's list, may come first.
  const late = play([finished(1, 'cancelled'), system({ pending: [9] }), change], before);
  expect(late.jobs.filter(({ renderId }) => renderId === 9)).toHaveLength(1);
});
