import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { deviceRendersQuery } from '../../../../src/app/core/render-queries.ts';
import { cancelHere, drawAgain } from '../../../../src/app/features/device/change-order.ts';
import { followDeviceRenders } from '../../../../src/app/features/device/follow-device-renders.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import type { DeviceRenderRow } from '../../../../src/app/values/device-render.ts';
import { AppError } from '../../../../src/contract/failure.ts';
import { RENDER_WARNINGS_MAX } from '../../../../src/contract/render-spec.ts';
import type { DeviceEvent } from '../../../../src/contract/studio-api.ts';
import type { StudioClient } from '../../../../src/workers/open-studio.ts';
import { createFakeServer, type FakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf, until } from '../../../support/fake-outside.ts';
import { createSpec } from '../../../support/trace-host.ts';

/** One call of Studio, answered by the test. */
interface Call {
  readonly job: Parameters<StudioClient['trace']>[0];
  readonly tell: (event: DeviceEvent) => void;
  readonly end: () => void;
  readonly fail: (error: unknown) => void;
}

const MODEL = new Uint8Array([1, 2, 3]);
const KERNEL = 'a'.repeat(64);

let server: FakeServer;
let outside: ReturnType<typeof createFakeOutside>;
let app: App;
let calls: Call[];
let forgotten: number;
let stops: (() => void)[];

beforeEach(async () => {
  server = createFakeServer();
  outside = createFakeOutside(server);
  calls = [];
  forgotten = 0;
  const trace: StudioClient['trace'] = (job, tell, signal) =>
    new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')));
      calls.push({ job, tell: tell as Call['tell'], end: resolve, fail: reject });
    });
  Object.assign(outside.workers, {
    studio: { isSupported: true, threadCount: 1, trace, forget: async () => void (forgotten += 1) },
  });
  app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  await app.storage.put(hashOf(MODEL), new Blob([MODEL]));
  outside.setOnline(false);
  stops = [];
});
afterEach(() => {
  for (const stop of stops) stop();
});

const follow = (): (() => void) => {
  const stop = followDeviceRenders(app, 7, (error) => {
    throw error;
  });
  stops.push(stop);
  return stop;
};
const row = (key: string, changes: Partial<DeviceRenderRow> = {}): DeviceRenderRow => ({
  key,
  userId: 7,
  projectKey: app.state.project.key ?? '',
  recipe: createSpec(hashOf(MODEL), { batchSize: 2, positivePrompt: key }),
  state: 'waiting',
  images: [],
  warnings: [],
  createdAt: 1_000,
  finishedAt: null,
  failure: null,
  ...changes,
});
const read = (key: string) => app.db.deviceRenders.get(key);
const image = (batchIndex: number): DeviceEvent => ({
  kind: 'image',
  batchIndex,
  widthPx: 64,
  heightPx: 64,
  picture: new Blob([`picture ${batchIndex}`], { type: 'image/png' }),
});
const finishedOnes = () => app.queries.getQueryData(deviceRendersQuery().queryKey) ?? [];
const nth = async (index: number): Promise<Call> => {
  await until(() => calls.length > index);
  return calls[index]!;
};

test('orders are drawn one after the other, each is kept, and then on its way to the server with its recipe', async () => {
  await app.db.deviceRenders.bulkAdd([row('first'), row('second', { createdAt: 2_000 })]);
  follow();
  const first = await nth(0);
  expect(first.job.recipe.positivePrompt).toBe('first');
  expect([...first.job.files.keys()]).toEqual([hashOf(MODEL)]);
  expect(app.state.progress.hereCount).toBe(2);
  first.tell({ kind: 'started', kernelHash: KERNEL });
  first.tell({ kind: 'progress', percent: 40, nodeId: 'path-trace' });
  expect(app.state.progress.here).toMatchObject({ key: 'first', percent: 40, nodeId: 'path-trace' });
  first.tell({ kind: 'warned', warning: { kind: 'unreadable-image', name: 'wood' } });
  first.tell(image(0));
  first.tell(image(1));
  first.end();
  const second = await nth(1);
  expect(second.job.recipe.positivePrompt).toBe('second');
  expect(await read('first')).toMatchObject({
    state: 'finished',
    images: [{ batchIndex: 0 }, { batchIndex: 1 }],
    recipe: { engineBuild: { kernelHash: KERNEL } },
  });
  const sent = await app.db.outbox.where('key').equals('first').first();
  expect(sent?.work).toMatchObject({
    kind: 'import-render',
    render: {
      engine: 'studio',
      made_on_device: true,
      warnings: [{ kind: 'unreadable-image', name: 'wood' }],
      recipe: { positivePrompt: 'first', engineBuild: { kernelHash: KERNEL } },
      images: [
        { batch_index: 0, width: 64, image_hash: hashOf(new TextEncoder().encode('picture 0')) },
        { batch_index: 1 },
      ],
    },
  });
  await until(() => finishedOnes().length === 1);
  const [shown] = finishedOnes();
  expect(shown?.projectKey).toBe(app.state.project.key);
  expect(shown?.render).toMatchObject({ status: 'completed', made_on_device: true, price: 0 });
  expect(shown?.render.id).toBeLessThan(0);
  expect(shown?.render.output_images.map(({ image: url }) => url)).toEqual([
    expect.stringMatching(/^blob:/),
    expect.stringMatching(/^blob:/),
  ]);
  // Whatever asks for everything again finds it as well.
  await app.queries.invalidateQueries();
  expect(finishedOnes()).toHaveLength(1);
});

test('one that a tab left in the middle is taken up without what it had finished', async () => {
  const kept = { batchIndex: 0, hash: hashOf(MODEL), widthPx: 64, heightPx: 64 };
  await app.db.deviceRenders.add(row('left', { state: 'drawing', images: [kept] }));
  follow();
  const call = await nth(0);
  expect(call.job.skips).toEqual([0]);
  call.tell(image(1));
  call.end();
  await until(async () => (await read('left'))?.state === 'finished');
  expect((await read('left'))?.images.map(({ batchIndex }) => batchIndex)).toEqual([0, 1]);
});

test('what could not be drawn is said once each, and no more often than a render can keep', async () => {
  await app.db.deviceRenders.add(row('first'));
  follow();
  const call = await nth(0);
  for (let index = 0; index < 60; index++)
    call.tell({ kind: 'warned', warning: { kind: 'unreadable-image', name: `wood ${index % 30}` } });
  call.tell(image(0));
  call.end();
  await until(async () => (await read('first'))?.state === 'finished');
  const names = (await read('first'))?.warnings.map(({ name }) => name) ?? [];
  expect(names).toHaveLength(RENDER_WARNINGS_MAX);
  expect(new Set(names).size).toBe(RENDER_WARNINGS_MAX);
});

test('one that is taken back ends in whatever tab draws it, and nothing of it is left', async () => {
  await app.db.deviceRenders.bulkAdd([row('first'), row('second', { createdAt: 2_000 })]);
  follow();
  await nth(0);
  await cancelHere(app, 'first');
  const second = await nth(1);
  expect(second.job.recipe.positivePrompt).toBe('second');
  expect(await read('first')).toBeUndefined();
  expect(app.state.progress.here?.key).toBe('second');
  expect(await app.db.outbox.where('key').equals('first').count()).toBe(0);
});

test('one that fails says why, and is drawn again when the person asks', async () => {
  await app.db.deviceRenders.add(row('first'));
  follow();
  (await nth(0)).fail(new AppError({ code: 'worker-crashed', worker: 'studio' }));
  await until(async () => (await read('first'))?.state === 'failed');
  expect(await read('first')).toMatchObject({ failure: { code: 'worker-crashed' } });
  expect(app.state.progress.here).toBeNull();
  expect(app.toasts.queue.visibleToasts[0]?.content.title).toBe(
    'A background task stopped unexpectedly. Nothing was changed; try again.',
  );
  await drawAgain(app, 'first');
  await nth(1);
  expect(await read('first')).toMatchObject({ state: 'drawing', failure: null });
});

/** A tab that ended without a word: nothing of it is heard any more. */
async function crash(key: string): Promise<void> {
  const left = await read(key);
  for (const stop of stops.splice(0)) stop();
  await until(() => app.state.progress.here === null);
  await until(async () => (await read(key))?.attempts === 0);
  await app.db.deviceRenders.put(left!);
}

test('one that ended the tab twice is not begun again until the person asks, and what waits is', async () => {
  await app.db.deviceRenders.bulkAdd([row('first'), row('second', { createdAt: 2_000 })]);
  for (const index of [0, 1]) {
    follow();
    expect((await nth(index)).job.recipe.positivePrompt).toBe('first');
    await crash('first');
  }
  follow();
  expect((await nth(2)).job.recipe.positivePrompt).toBe('second');
  expect(await read('first')).toMatchObject({ state: 'failed', failure: { code: 'device-overwhelmed' } });
  expect(app.toasts.queue.visibleToasts[0]?.content.title).toMatch(/too much for this device/);
  await cancelHere(app, 'second');
  await drawAgain(app, 'first');
  expect((await nth(3)).job.recipe.positivePrompt).toBe('first');
  expect(await read('first')).toMatchObject({ state: 'drawing', attempts: 1 });
});

test('a tab that the person left or that was hidden when it ended was not ended by its picture', async () => {
  const { look, leave } = listen();
  await app.db.deviceRenders.add(row('first'));
  for (const index of [0, 1, 2]) {
    follow();
    await nth(index);
    leave();
    const noted = outside.localStorage.getItem('vitrine-device-hidden');
    await crash('first');
    outside.localStorage.setItem('vitrine-device-hidden', noted ?? '');
  }
  follow();
  await nth(3);
  look(false);
  expect(outside.localStorage.getItem('vitrine-device-hidden')).toBe('first');
  look(true);
  expect(outside.localStorage.getItem('vitrine-device-hidden')).toBeNull();
});

test('a file that is nowhere is a failure of its order alone', async () => {
  const gone = hashOf(new Uint8Array([9]));
  await app.db.deviceRenders.bulkAdd([
    row('first', { recipe: createSpec(gone) }),
    row('second', { createdAt: 2_000 }),
  ]);
  follow();
  expect((await nth(0)).job.recipe.positivePrompt).toBe('second');
  expect(await read('first')).toMatchObject({ state: 'failed', failure: { code: 'traced-files-missing' } });
});

test('who leaves takes nothing along: what is drawn stays for them, and others do not see it', async () => {
  await app.db.deviceRenders.bulkAdd([row('mine'), row('theirs', { userId: 8 })]);
  const stop = follow();
  await nth(0);
  stop();
  await until(() => app.state.progress.here === null);
  expect(app.state.progress.hereCount).toBe(0);
  expect(await read('mine')).toMatchObject({ state: 'drawing' });
  expect(await read('theirs')).toMatchObject({ state: 'waiting' });
  expect(calls).toHaveLength(1);
});

test('a finished one that has fallen out of the outbox is put back into it, once', async () => {
  const images = [{ batchIndex: 0, hash: hashOf(MODEL), widthPx: 64, heightPx: 64 }];
  await app.db.deviceRenders.add(row('done', { state: 'finished', finishedAt: 2_000, images }));
  follow();
  await until(async () => (await app.db.outbox.where('key').equals('done').count()) === 1);
  follow();
  await until(() => finishedOnes().length === 1);
  expect(await app.db.outbox.where('key').equals('done').count()).toBe(1);
  // Sent again after a refusal it has another key, and is the same picture.
  const [sent] = await app.db.outbox.where('key').equals('done').toArray();
  await app.db.outbox.update(sent?.seq ?? 0, { state: 'dead', failure: { code: 'not-found' } });
  await app.outbox.release('done');
  // A later one is put back after it has been looked at.
  await app.db.deviceRenders.add(
    row('later', { state: 'finished', createdAt: 3_000, finishedAt: 4_000, images }),
  );
  follow();
  await until(async () => (await app.db.outbox.where('key').equals('later').count()) === 1);
  const rows = await app.db.outbox
    .filter(({ work }) => work.kind === 'import-render' && work.deviceKey === 'done')
    .toArray();
  expect(rows).toHaveLength(1);
  expect(rows[0]?.key).not.toBe('done');
});

test('what was kept of pictures in the making goes when none is, and not before', async () => {
  await app.db.deviceRenders.bulkAdd([row('first'), row('second', { createdAt: 2_000 })]);
  follow();
  const first = await nth(0);
  expect(first.job.keep).toMatchObject({ key: 'first' });
  await cancelHere(app, 'first');
  await nth(1);
  expect(forgotten).toBe(0);
  await cancelHere(app, 'second');
  await until(() => forgotten > 0);
});

/** What the page and the device tell from now on. */
function listen() {
  let isVisible = true;
  let changed = (): void => {};
  let left = (): void => {};
  let hidden = (): void => {};
  let unplug = (_isOnBattery: boolean): void => {};
  const page = {
    ...outside.page,
    isVisible: () => isVisible,
    onChange: (listener: () => void) => {
      changed = listener;
      return () => {
        changed = () => {};
      };
    },
  };
  Object.assign(page, {
    onHide: (listener: () => void) => {
      hidden = listener;
      return () => {};
    },
    onLeave: (listener: () => void) => {
      left = listener;
      return () => {};
    },
  });
  const device = {
    ...outside.device,
    onBattery: (listener: (isOnBattery: boolean) => void) => {
      unplug = listener;
      return () => {};
    },
  };
  Object.assign(outside, { page, device });
  return {
    look: (value: boolean) => {
      isVisible = value;
      changed();
      hidden();
    },
    leave: () => left(),
    unplug: (isOnBattery: boolean) => unplug(isOnBattery),
  };
}

test('out of sight and on a battery a tab makes way for another, and goes on once it is seen', async () => {
  const { look, unplug } = listen();
  await app.db.deviceRenders.add(row('oak'));
  follow();
  await nth(0);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // Plugged in it goes on; and a short look elsewhere is none.
  look(false);
  await vi.advanceTimersByTimeAsync(60_000);
  look(true);
  unplug(true);
  look(false);
  await vi.advanceTimersByTimeAsync(2_000);
  look(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(app.state.progress.isSparing).toBe(false);
  look(false);
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(app.state.progress).toMatchObject({ isSparing: true });
  await until(() => app.state.progress.here === null);
  expect(await read('oak')).toMatchObject({ state: 'waiting' });

  // Another tab has the lock while this one waits.
  let isFree = false;
  await outside.locks.request('vitrine-device-render', async () => {
    isFree = true;
  });
  expect(isFree).toBe(true);
  expect(calls).toHaveLength(1);
  look(true);
  await nth(1);
  expect(app.toasts.queue.visibleToasts.map(({ content }) => content.title)).toEqual([
    expect.stringMatching(/battery/),
  ]);
});

test('a database that fails is not asked again and again, and what waits is drawn once it answers', async () => {
  const tell = vi.fn();
  await app.db.deviceRenders.add(row('oak'));
  stops.push(followDeviceRenders(app, 7, tell));
  await until(() => calls.length === 1);
  const { run } = app.db;
  let failures = 300;
  vi.spyOn(app.db, 'run').mockImplementation((work) => {
    failures -= 1;
    return failures < 0 ? run(work) : Promise.reject(new Error('the database is away'));
  });
  const asked = vi.spyOn(outside.locks, 'request');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  calls[0]?.fail(new AppError({ code: 'worker-crashed', worker: 'studio' }));
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(tell.mock.calls.length).toBeGreaterThan(0);
  expect(asked.mock.calls.length).toBeLessThan(3);
  failures = 0;
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  await until(() => calls.length === 2);
});
