import { expect, test } from 'vitest';
import { secondsLeft } from '../../../../src/app/features/renders/job-pace.ts';
import {
  advanceLoader,
  initialLoader,
  type LoaderEvent,
  type LoaderState,
  queuedCount,
  shownJob,
  waitsForServer,
} from '../../../../src/app/features/renders/loader-machine.ts';
import type { EngineName } from '../../../../src/contract/render-spec.ts';

function play(events: readonly LoaderEvent[], from: LoaderState = initialLoader()): LoaderState {
  return events.reduce(advanceLoader, from);
}

const ordered = (id: string, engine: EngineName = 'studio'): LoaderEvent => ({ kind: 'ordered', id, engine });
const accepted = (id: string, renderId: number): LoaderEvent => ({
  kind: 'accepted',
  id,
  renderId,
  queuePosition: 1,
});
const progressed = (renderId: number, progress: number, at = 0, nodeId = 'path-trace'): LoaderEvent => ({
  kind: 'progressed',
  renderId,
  progress,
  nodeId,
  at,
});
const finished = (
  renderId: number,
  status: 'completed' | 'error' | 'cancelled' = 'completed',
  code: string | null = null,
): LoaderEvent => ({ kind: 'finished', renderId, status, code });
const system = (running: number[] = [], pending: number[] = [], activeServers = 1): LoaderEvent => ({
  kind: 'systemSeen',
  activeServers,
  totalServers: 1,
  hasAi: false,
  running: running.map((id) => ({ id, progress: 30, nodeId: 'denoise', engine: 'studio' })),
  pending: pending.map((id, index) => ({ id, queuePosition: index + 1, engine: 'studio' })),
  at: 0,
});
/** What the server says while no AI server is there, or one is. */
const aiSystem = (hasAi: boolean, pending: number[] = []): LoaderEvent => ({
  kind: 'systemSeen',
  activeServers: 1,
  totalServers: 1,
  hasAi,
  running: [],
  pending: pending.map((id, index) => ({ id, queuePosition: index + 1, engine: 'comfyui' })),
  at: 0,
});

test.each<[string, LoaderEvent[], LoaderState['phase']]>([
  ['nothing happened', [], 'idle'],
  ['an order begins as starting', [ordered('a')], 'starting'],
  ['accepted is still starting', [ordered('a'), accepted('a', 1)], 'starting'],
  ['progress makes it processing', [ordered('a'), accepted('a', 1), progressed(1, 5)], 'processing'],
  ['a finished render leaves it idle', [ordered('a'), accepted('a', 1), finished(1)], 'idle'],
  ['a refused order leaves it idle', [ordered('a'), { kind: 'rejected', id: 'a' }], 'idle'],
  ['a failed render shows the error', [ordered('a'), accepted('a', 1), finished(1, 'error')], 'error'],
  ['a cancelled render does not', [ordered('a'), accepted('a', 1), finished(1, 'cancelled')], 'idle'],
  [
    'the error goes when dismissed',
    [ordered('a'), accepted('a', 1), finished(1, 'error'), { kind: 'errorDismissed' }],
    'idle',
  ],
  [
    'a new order replaces the error',
    [ordered('a'), accepted('a', 1), finished(1, 'error'), ordered('b')],
    'starting',
  ],
  ['an idle server does not stop what starts here', [ordered('a'), system()], 'starting'],
  [
    'an idle server does not stop what runs here',
    [ordered('a'), accepted('a', 1), progressed(1, 5), system()],
    'processing',
  ],
  ['a reload finds what runs', [system([8])], 'processing'],
  ['a reload finds what waits', [system([], [8])], 'starting'],
  ['an end of something unknown is ignored', [finished(99)], 'idle'],
])('%s', (_name, events, phase) => {
  expect(play(events).phase).toBe(phase);
});

test('progress never goes back, in fractions or percent', () => {
  const begun = [ordered('a'), accepted('a', 1)];
  const values = [0.1, 0.4, 0.2, 45, 1, 60];
  const seen: number[] = [];
  values.reduce((state, value) => {
    const next = advanceLoader(state, progressed(1, value));
    seen.push(shownJob(next)?.progress ?? -1);
    return next;
  }, play(begun));
  expect(seen).toEqual([10, 40, 40, 45, 45, 60]);
});

test('an order behind a running one only raises the count, and starts when that one ends', () => {
  const busy = play([ordered('a'), accepted('a', 1), progressed(1, 10), ordered('b'), accepted('b', 2)]);
  expect([busy.phase, queuedCount(busy), shownJob(busy)?.renderId]).toEqual(['processing', 1, 1]);
  const next = advanceLoader(busy, finished(1));
  expect([next.phase, shownJob(next)?.renderId, next.completedCount]).toEqual(['starting', 2, 1]);
});

test('an order that the server listed before it was answered is one job', () => {
  const state = play([ordered('a'), system([7]), accepted('a', 7)]);
  expect(state.jobs).toMatchObject([{ id: 'a', renderId: 7, progress: 30 }]);
});

test('time left is told from the pace, not before it can be known', () => {
  const state = play([ordered('a'), accepted('a', 1), progressed(1, 2, 0), progressed(1, 25, 10_000)]);
  const job = shownJob(state)!;
  expect(secondsLeft(job, 10_000)).toBe(30);
  expect(secondsLeft({ ...job, progress: 4 }, 10_000)).toBeNull();
  expect(secondsLeft(job, 1_000)).toBeNull();
});

test('loading a model says nothing about the time left; what comes after it does', () => {
  const order = [ordered('a', 'comfyui'), accepted('a', 1)];
  const loading = [progressed(1, 2, 0, 'send-images'), progressed(1, 9, 90_000, 'load-ai-model')];
  const early = shownJob(play([...order, ...loading]))!;
  expect(secondsLeft(early, 95_000)).toBeNull();
  const sampling = [progressed(1, 16, 100_000, 'sample'), progressed(1, 58, 121_000, 'sample')];
  const job = shownJob(play([...order, ...loading, ...sampling]))!;
  expect(secondsLeft(job, 121_000)).toBe(21);
});

test('an AI order waits while no AI server is there, in the queue and after one was lost; a Studio order never does', () => {
  const waits = (events: LoaderEvent[]): boolean => {
    const state = play(events);
    return waitsForServer(state, shownJob(state)!);
  };
  const order = [ordered('a', 'comfyui'), accepted('a', 1)];
  expect(waits([aiSystem(false), ...order])).toBe(true);
  expect(waits([aiSystem(true), ...order])).toBe(false);
  expect(waits([aiSystem(true), ...order, progressed(1, 40, 0, 'sample')])).toBe(false);
  expect(waits([aiSystem(true), ...order, progressed(1, 40, 0, 'wait-for-server')])).toBe(true);
  const lost = [aiSystem(true), ...order, progressed(1, 40, 0, 'sample'), aiSystem(false, [1])];
  expect(waits(lost)).toBe(true);
  expect(shownJob(play(lost))?.progress).toBe(40);
  expect(waits([...lost, aiSystem(true), progressed(1, 41, 0, 'sample')])).toBe(false);
  expect(waits([aiSystem(false), ordered('a'), accepted('a', 1)])).toBe(false);
  // Found on the server after a reload.
  expect(waits([aiSystem(false, [7])])).toBe(true);
});

test('an order that goes to another engine is a new one in its place', () => {
  const before = play([aiSystem(false), ordered('a', 'comfyui'), accepted('a', 1), ordered('b')]);
  const state = advanceLoader(before, {
    kind: 'switched',
    renderId: 1,
    nextId: 9,
    engine: 'studio',
    queuePosition: 2,
  });
  expect(state.jobs.map(({ id, renderId, engine }) => [id, renderId, engine])).toEqual([
    ['b', null, 'studio'],
    ['render:9', 9, 'studio'],
  ]);
  // The end of the old one, or the server's list, may come first.
  const late = play([finished(1, 'cancelled'), system([], [9])], before);
  const again = advanceLoader(late, {
    kind: 'switched',
    renderId: 1,
    nextId: 9,
    engine: 'studio',
    queuePosition: 2,
  });
  expect(again.jobs.filter(({ renderId }) => renderId === 9)).toHaveLength(1);
});
