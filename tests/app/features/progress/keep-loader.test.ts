import { beforeEach, expect, test, vi } from 'vitest';
import { createLoaderStore } from '../../../../src/app/features/progress/keep-loader.ts';
import { initialLoader, type LoaderState } from '../../../../src/app/state/loader-state.ts';
import { newJob } from '../../../../src/app/state/render-job.ts';
import { LOADER_SWEEP_MS } from '../../../../src/contract/constants.ts';

const KEY = 'vitrine_loader';
const HOUR_MS = 3_600_000;
let now: number;
let local: Map<string, string>;
let session: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers();
  now = Date.parse('2026-06-01T12:00:00Z');
  local = new Map();
  session = new Map();
  return () => vi.useRealTimers();
});

const storage = (values: Map<string, string>) => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
});
const open = (userId = 7) =>
  createLoaderStore(
    { localStorage: storage(local), sessionStorage: storage(session), now: () => now },
    userId,
  );
const loaderOf = (progress: number, ...ids: number[]): LoaderState => ({
  ...initialLoader(),
  jobs: ids.map((id) => newJob(`render:${id}`, id, { progress, nodeId: 'denoise', engine: 'studio' })),
  orderedCount: 3,
  completedCount: 2,
});
const recalled = (userId = 7) => {
  const store = open(userId);
  const { jobs, ordered, completed } = store.recall();
  store.stop();
  return { renders: jobs.map(({ renderId, progress }) => [renderId, progress]), ordered, completed };
};
const NOTHING = { renders: [], ordered: 0, completed: 0 };

test('what was under way is there after a reload, and the session’s counters', () => {
  const store = open();
  store.keep(loaderOf(40, 5, 6));
  store.keep(loaderOf(55, 5, 6));
  store.flush();
  store.stop();
  expect(recalled()).toEqual({
    renders: [
      [5, 55],
      [6, 55],
    ],
    ordered: 3,
    completed: 2,
  });
  expect(JSON.parse(local.get(KEY) ?? '')).toMatchObject({ version: '1.0.0', timestamp: now });
  // A new tab has a session of its own; somebody else sees nothing.
  session.clear();
  expect(recalled()).toEqual({
    renders: [
      [5, 55],
      [6, 55],
    ],
    ordered: 0,
    completed: 0,
  });
  expect(recalled(8)).toEqual(NOTHING);
});

test('an entry is dropped after an hour, also when it is written again and again (I5)', () => {
  const store = open();
  store.keep(loaderOf(10, 5));
  now += HOUR_MS - 1;
  store.keep(loaderOf(10, 5, 6));
  expect(recalled().renders).toEqual([
    [5, 10],
    [6, 10],
  ]);
  now += 2;
  store.keep(loaderOf(20, 5, 6, 7));
  store.stop();
  expect(recalled().renders).toEqual([
    [6, 20],
    [7, 20],
  ]);
});

test('24 h in local storage, 2 h in the session, another version never', () => {
  const store = open();
  store.keep(loaderOf(10, 5));
  store.stop();
  now += 2 * HOUR_MS + 1;
  expect(recalled()).toEqual(NOTHING);
  const fresh = open();
  fresh.keep(loaderOf(10, 6));
  fresh.stop();
  local.set(KEY, (local.get(KEY) ?? '').replace('1.0.0', '0.9.0'));
  session.set(KEY, 'no json');
  expect(recalled()).toEqual(NOTHING);
});

test('every five minutes what is too old goes', () => {
  const store = open();
  store.keep(loaderOf(10, 5));
  now += 25 * HOUR_MS;
  vi.advanceTimersByTime(LOADER_SWEEP_MS);
  expect(JSON.parse(local.get(KEY) ?? '')).toMatchObject({ renders: [], timestamp: now });
  store.stop();
  const other = open(9);
  now += 25 * HOUR_MS;
  vi.advanceTimersByTime(LOADER_SWEEP_MS);
  other.stop();
  expect([local.size, session.size]).toEqual([0, 0]);
});

test('a storage that is forbidden or full costs only the memory', () => {
  const broken = {
    getItem: () => {
      throw new Error('denied');
    },
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => {
      throw new Error('denied');
    },
  };
  const store = createLoaderStore({ localStorage: broken, sessionStorage: broken, now: () => now }, 7);
  expect(store.recall().jobs).toEqual([]);
  store.keep(loaderOf(10, 5));
  vi.advanceTimersByTime(LOADER_SWEEP_MS);
  store.stop();
});
