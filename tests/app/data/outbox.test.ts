import { beforeEach, expect, test } from 'vitest';
import type { App } from '../../../src/app/core/app.ts';
import { assignSettings } from '../../../src/app/core/edit-settings.ts';
import { classifyFailure } from '../../../src/app/data/classify-failure.ts';
import { createOutbox, type Sender } from '../../../src/app/data/outbox.ts';
import { followOrders } from '../../../src/app/features/order/follow-orders.ts';
import { followSaves } from '../../../src/app/features/projects/follow-saves.ts';
import { keepWorkingCopy } from '../../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../../src/app/features/projects/load-active-project.ts';
import { saveProject } from '../../../src/app/features/projects/save-project.ts';
import { followSentOrders } from '../../../src/app/orders/drop-files.ts';
import { stopOrders } from '../../../src/app/orders/stop-orders.ts';
import {
  ANSWER_LIFETIME_MS,
  OFFLINE_ORDER_LIFETIME_MS,
  UPLOAD_PART_BYTES,
} from '../../../src/contract/constants.ts';
import { type ContentHash, RenderId } from '../../../src/contract/ids.ts';
import { createFakeServer, type FakeServer } from '../../support/fake-http.ts';
import {
  createFakeOutside,
  createTestApp,
  type FakeOutside,
  hashOf,
  until,
} from '../../support/fake-outside.ts';
import { makeOrderRequest } from '../../support/order-request.ts';

let server: FakeServer;
let outside: FakeOutside;
let app: App;

beforeEach(() => {
  server = createFakeServer();
  outside = createFakeOutside(server);
  app = createTestApp(outside);
});

async function open(opened: App = app): Promise<() => void> {
  await loadActiveProject(opened, 7, 'New');
  const copy = keepWorkingCopy(opened, (error) => {
    throw error;
  });
  opened.workingCopy.current = copy;
  const stop = opened.outbox.start(7);
  const stopProbing = opened.reachability.start();
  const stopSaves = followSaves(opened, (error) => {
    throw error;
  });
  const stopDropping = followSentOrders(opened, (error) => {
    throw error;
  });
  return () => {
    stop();
    stopProbing();
    stopSaves();
    stopDropping();
    copy.stop();
  };
}

const rows = (of: App = app) => of.db.outbox.toArray();

async function addOrder(options: { isOffline: boolean; key?: string; dependsOn?: string }): Promise<string> {
  const image = new Blob(['snapshot']);
  const hash = hashOf(new TextEncoder().encode('snapshot'));
  await app.storage.put(hash, image);
  const key = options.key ?? outside.randomUuid();
  await app.db.write(() =>
    app.outbox.add(7, [
      {
        key,
        projectKey: app.state.project.key!,
        dependsOn: options.dependsOn ?? null,
        work: {
          kind: 'order-render',
          request: makeOrderRequest({ imageCount: 2 }),
          files: [['viewer_snapshot', hash, 'snapshot.webp']],
          isOffline: options.isOffline,
          price: 400,
        },
      },
    ]),
  );
  return key;
}

/** Sends until nothing is left that could go, over every wait in between. */
async function drain(): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    await app.reachability.probe();
    await app.outbox.drain();
    if ((await rows()).every((row) => row.state === 'dead' || row.state === 'parked')) return;
    outside.advance(120_000);
  }
}

test('an order whose answer is lost twice is one render and one charge', async () => {
  const stop = await open();
  server.fail('/api/render/', 'lost-answer', 'lost-answer');
  await addOrder({ isOffline: false });
  await drain();
  expect(server.orders).toHaveLength(1);
  expect(server.user.credits).toBe(1600);
  expect(await rows()).toEqual([]);
  stop();
});

test('an order that never arrived is sent again until it is answered', async () => {
  const stop = await open();
  server.fail('/api/render/', 'lost-request', { status: 503 }, { status: 429, code: 'rate-limited' });
  const delayed: string[] = [];
  app.outbox.onEvent((event) => event.kind === 'delayed' && delayed.push(event.failure.code));
  const key = await addOrder({ isOffline: false });
  await drain();
  expect(server.orders.map((order) => order.key)).toEqual([key]);
  expect(server.orders[0]?.form.get('project_id')).toBe('31');
  expect(delayed).toEqual(['server-unreachable', 'server-failed', 'rate-limited']);
  stop();
});

test('what does not get through while the server answers all else is sent less and less', async () => {
  const stop = await open();
  server.fail('/api/render/', ...Array.from({ length: 300 }, () => 'lost-request' as const));
  const delayed: string[] = [];
  app.outbox.onEvent((event) => event.kind === 'delayed' && delayed.push(event.failure.code));
  await addOrder({ isOffline: false });
  for (let second = 0; second < 200; second += 1) {
    await app.reachability.probe();
    await app.outbox.drain();
    outside.advance(1_000);
  }
  expect(app.reachability.connection()).toBe('online');
  expect(delayed.length).toBeGreaterThan(5);
  expect(delayed.length).toBeLessThan(12);
  stop();
});

test('what was put off while the clock was a day ahead does not wait for that day', async () => {
  const stop = await open();
  outside.advance(86_400_000);
  server.fail('/api/render/', { status: 503 });
  await addOrder({ isOffline: false });
  await app.outbox.drain();
  expect(await rows()).toMatchObject([{ state: 'ready', attempts: 1 }]);
  outside.advance(-86_400_000);
  await app.outbox.drain();
  expect(server.orders).toHaveLength(1);
  expect(await rows()).toEqual([]);
  stop();
});

test('captures leave this device when the server has them, unless another order needs them', async () => {
  const stop = await open();
  await addOrder({ isOffline: false });
  await addOrder({ isOffline: false });
  server.fail('/api/render/', 'lost-answer');
  await drain();
  expect(server.orders).toHaveLength(2);
  await until(async () => (await app.storage.list()).length === 0);
  stop();
});

test('an order has its captures for as long as its row is there: a page that ends in between sends it again', async () => {
  const stop = await open();
  const waiting: string[][] = [];
  const { delete: remove } = app.storage;
  app.storage.delete = async (hash) => {
    waiting.push((await rows()).map(({ work }) => work.kind));
    await remove(hash);
  };
  await addOrder({ isOffline: false });
  await drain();
  await until(() => waiting.length > 0);
  expect(waiting).toEqual([[]]);
  stop();
});

test('without enough credits the order waits for the person, and a new key asks anew', async () => {
  const stop = await open();
  server.user.credits = 100;
  const key = await addOrder({ isOffline: false });
  const failures: string[] = [];
  app.outbox.onEvent((event) => event.kind === 'stopped' && failures.push(event.failure.code));
  await drain();
  expect(failures).toEqual(['credits-insufficient']);
  expect(await rows()).toMatchObject([{ state: 'parked', key }]);
  server.user.credits = 1000;
  await app.outbox.release(key);
  expect(server.orders).toHaveLength(1);
  expect(server.orders[0]?.key).not.toBe(key);
  stop();
});

test('an answer that this device has no room to note is no refusal: the order goes again under its key, and is one', async () => {
  const stop = await open();
  let isFull = true;
  app.db.outbox.hook('deleting', () => {
    if (isFull) throw new DOMException('No room', 'QuotaExceededError');
  });
  const key = await addOrder({ isOffline: false });
  await app.reachability.probe();
  await app.outbox.drain();
  expect(await rows()).toMatchObject([{ key, state: 'ready', wasSent: true, failure: null }]);
  isFull = false;
  await drain();
  expect(await rows()).toEqual([]);
  expect(server.orders).toHaveLength(1);
  expect(server.user.credits).toBe(1600);
  stop();
});

test.each(['device-storage-full', 'server-failed'] as const)(
  'what stopped with %s was refused by nobody: it goes again under its key',
  async (code) => {
    const stop = await open();
    const key = await addOrder({ isOffline: true });
    await app.db.outbox.toCollection().modify({ state: 'dead', failure: { code } });
    await app.reachability.probe();
    await app.outbox.release(key);
    expect(server.orders.map((order) => order.key)).toEqual([key]);
    stop();
  },
);

/** Another tab of this browser, which finds the network back. */
const openTab = (): FakeOutside => ({ ...outside, page: { ...outside.page, mayBeOnline: () => true } });
/** The same after this page is gone, with what it held. */
const reload = (): FakeOutside => ({ ...openTab(), locks: createFakeOutside(server).locks });

/** Three orders, each waiting for the one before. */
async function addChain(options: { isOffline: boolean }): Promise<[string, string, string]> {
  const first = await addOrder(options);
  const second = await addOrder({ ...options, dependsOn: first });
  return [first, second, await addOrder({ ...options, dependsOn: second })];
}

test('a refused order stops all that waits for it, which says why; they go together or are taken back together', async () => {
  const stop = await open();
  server.user.credits = 100;
  const stopped: [string, string][] = [];
  app.outbox.onEvent((event) => event.kind === 'stopped' && stopped.push([event.row.key, event.cause.key]));
  const keys = await addChain({ isOffline: false });
  await drain();
  expect(stopped).toEqual(keys.map((key) => [key, keys[0]]));
  expect((await rows()).map(({ state }) => state)).toEqual(['parked', 'parked', 'parked']);
  server.user.credits = 900;
  await app.outbox.release(keys[0]);
  // The third is refused for itself.
  expect(server.orders.map(({ key }) => keys.indexOf(key))).toEqual([-1, 1]);
  expect(stopped.at(-1)).toEqual([keys[2], keys[2]]);

  const [first] = await addChain({ isOffline: false });
  await app.outbox.drain();
  expect(await app.outbox.withdraw(first)).toBe(true);
  expect((await rows()).map(({ key }) => key)).toEqual([keys[2]]);
  stop();
});

test('orders of an earlier visit that wait for each other go with one yes', async () => {
  const stop = await open();
  outside.setOnline(false);
  const keys = await addChain({ isOffline: true });
  stop();

  const reloaded = createTestApp(reload());
  const stopAgain = await open(reloaded);
  await reloaded.outbox.drain();
  expect((await rows(reloaded)).map(({ state }) => state)).toEqual(['parked', 'parked', 'parked']);
  await reloaded.outbox.release(keys[0]);
  expect(server.orders.map((order) => order.key)).toEqual(keys);
  stopAgain();
});

async function addRerun(): Promise<string> {
  const key = outside.randomUuid();
  const work = { kind: 'rerun-render', renderId: RenderId.parse(1), engine: 'studio' } as const;
  const projectKey = app.state.project.key!;
  await app.db.write(() => app.outbox.add(7, [{ key, projectKey, dependsOn: null, work }]));
  return key;
}

test.each([
  ['an order', () => addOrder({ isOffline: false })],
  ['a rerun', addRerun],
])('%s whose answer was lost asks once the server may have forgotten its key', async (_, add) => {
  const stop = await open();
  const key = await add();
  server.fail('/api/render/', 'lost-answer', 'lost-answer');
  await app.outbox.drain();
  outside.advance(ANSWER_LIFETIME_MS / 2);
  await app.reachability.probe();
  await app.outbox.drain();
  expect(await rows()).toMatchObject([{ key, state: 'ready', wasSent: true }]);
  // That it was sent once more in between is no help: the server counts from the first time.
  outside.advance(ANSWER_LIFETIME_MS / 2);
  await drain();
  expect(await rows()).toMatchObject([{ key, state: 'parked', failure: { code: 'order-unanswered' } }]);
  expect(server.orders).toHaveLength(1);

  await app.outbox.release(key);
  await drain();
  expect(await rows()).toEqual([]);
  expect(server.orders).toHaveLength(2);
  stop();
});

test.each([
  ['an order', () => addOrder({ isOffline: false })],
  ['a rerun', addRerun],
])(
  '%s that was taken back and never answered is not sent any more once the server may have forgotten its key',
  async (_, add) => {
    const stops = [await open(), followOrders(app)];
    await add();
    server.fail('/api/render/', 'lost-answer', 'lost-answer');
    await app.outbox.drain();
    expect(await stopOrders(app)).toBe(1);
    outside.advance(ANSWER_LIFETIME_MS);
    await drain();
    expect(await rows()).toEqual([]);
    expect(server.orders).toHaveLength(1);
    const said = app.toasts.queue.visibleToasts.map(({ content }) => content.title);
    expect(said).toContain(app.texts().t.order.neverAnswered);
    await until(async () => (await app.storage.list()).length === 0);
    for (const stop of stops) stop();
  },
);

test('an order pressed offline is sent in this visit, can be withdrawn, and expires', async () => {
  const stop = await open();
  outside.setOnline(false);
  const sent = await addOrder({ isOffline: true });
  const withdrawn = await addOrder({ isOffline: true });
  expect(await app.outbox.withdraw(withdrawn)).toBe(true);
  outside.setOnline(true);
  await drain();
  expect(server.orders.map((order) => order.key)).toEqual([sent]);
  await until(async () => (await app.storage.list()).length === 0);

  const late = await addOrder({ isOffline: true });
  outside.advance(OFFLINE_ORDER_LIFETIME_MS + 1);
  await drain();
  expect(server.orders).toHaveLength(1);
  expect(await rows()).toMatchObject([{ key: late, state: 'parked', failure: { code: 'order-expired' } }]);

  // Asked once more, the person says that it goes: it does, and has another hour if the connection is gone again.
  outside.setOnline(false);
  await app.outbox.release(late);
  outside.advance(OFFLINE_ORDER_LIFETIME_MS / 2);
  outside.setOnline(true);
  await drain();
  expect(server.orders).toHaveLength(2);
  stop();
});

test('an order pressed offline is sent by another tab, too, for as long as the page is there that it was pressed in', async () => {
  const stop = await open();
  outside.setOnline(false);
  const key = await addOrder({ isOffline: true });
  // This tab is not the one that sends.
  stop();
  const other = createTestApp(openTab());
  const stopOther = await open(other);
  await other.outbox.drain();
  expect(server.orders.map((order) => order.key)).toEqual([key]);
  stopOther();
});

test('an order of an earlier visit is not sent before the person has seen it', async () => {
  const stop = await open();
  outside.setOnline(false);
  const key = await addOrder({ isOffline: true });
  stop();

  const reloaded = createTestApp(reload());
  const stopAgain = await open(reloaded);
  await reloaded.outbox.drain();
  expect(server.orders).toEqual([]);
  expect(await rows(reloaded)).toMatchObject([{ key, state: 'parked', failure: null }]);
  await reloaded.outbox.release(key);
  expect(server.orders.map((order) => order.key)).toEqual([key]);
  stopAgain();
});

test.each([
  ['is worked on', { status: 503, code: 'maintenance' }],
  ['is asked too often', { status: 429, code: 'rate-limited' }],
  ['signs everybody out', { status: 401, code: 'not-authenticated' }],
] as const)(
  'an order for later that meets a server that %s has not been sent: it can be withdrawn, and asks again',
  async (_, fault) => {
    const stop = await open();
    server.isRefreshAllowed = fault.status !== 401;
    outside.setOnline(false);
    const [key, other] = [await addOrder({ isOffline: true }), await addOrder({ isOffline: true })];
    server.fail('/api/render/', fault);
    outside.setOnline(true);
    await app.reachability.probe();
    await app.outbox.drain();
    expect(await rows()).toMatchObject([
      { key, state: 'ready', wasSent: false },
      { key: other, state: 'ready', wasSent: false },
    ]);
    stop();
    expect(await app.outbox.withdraw(other)).toBe(true);
    server.isRefreshAllowed = true;
    const reloaded = createTestApp(reload());
    reloaded.outside.localStorage.setItem('access_token', server.validToken);
    const stopAgain = await open(reloaded);
    outside.advance(600_000);
    await reloaded.outbox.drain();
    expect(await rows(reloaded)).toMatchObject([{ key, state: 'parked', failure: null }]);
    expect(server.orders).toEqual([]);
    stopAgain();
  },
);

test('an order for later whose answer was lost goes on, whatever the next answers are', async () => {
  const stop = await open();
  outside.setOnline(false);
  const key = await addOrder({ isOffline: true });
  server.fail('/api/render/', 'lost-answer', { status: 503, code: 'maintenance' });
  outside.setOnline(true);
  await app.reachability.probe();
  await app.outbox.drain();
  expect(await app.outbox.withdraw(key)).toBe(false);
  outside.advance(60_000);
  await app.reachability.probe();
  await app.outbox.drain();
  expect(await rows()).toMatchObject([{ key, state: 'ready', wasSent: true }]);
  outside.advance(2 * OFFLINE_ORDER_LIFETIME_MS);
  await drain();
  expect(server.orders.map((order) => order.key)).toEqual([key]);
  expect(await rows()).toEqual([]);
  stop();
});

test('what may have reached the server cannot be withdrawn', async () => {
  const stop = await open();
  server.fail('/api/render/', 'lost-answer');
  const key = await addOrder({ isOffline: false });
  await app.outbox.drain();
  expect(await app.outbox.withdraw(key)).toBe(false);
  stop();
});

test('a day of edits offline is one save, with only the fields that changed', async () => {
  const stop = await open();
  outside.setOnline(false);
  for (const name of ['A', 'B', 'C']) {
    assignSettings(app, { name, positive_prompt: `on ${name}` });
    expect(await saveProject(app)).toBe('waiting');
  }
  outside.setOnline(true);
  await drain();
  const saves = server.calls.filter((call) => call.method === 'PATCH');
  expect(saves.map((call) => call.body)).toEqual([{ name: 'C', positive_prompt: 'on C', revision: 1 }]);
  await until(() => app.state.project.dirtyFields.length === 0);
  stop();
});

test('a save whose answer is lost is repeated to the letter, later edits travel in the next one', async () => {
  const stop = await open();
  assignSettings(app, { name: 'First' });
  server.fail('/api/project/31/', 'lost-answer');
  await saveProject(app);
  await app.outbox.drain();
  assignSettings(app, { name: 'Second' });
  expect(await saveProject(app)).toBe('busy');
  await drain();
  await until(() => app.state.project.saving === null);
  // The page may have saved it by itself by now.
  expect(['sending', 'clean']).toContain(await saveProject(app));
  await drain();
  const saves = server.calls.filter((call) => call.method === 'PATCH');
  expect(saves.map((call) => (call.body as { name: string }).name)).toEqual(['First', 'First', 'Second']);
  expect(server.project?.name).toBe('Second');
  expect(server.project?.revision).toBe(3);
  stop();
});

test('two devices: this one keeps its edits, takes the other fields and keeps what it replaced', async () => {
  const stop = await open();
  server.project = { ...server.project!, name: 'Theirs', description: 'new', revision: 5 };
  assignSettings(app, { name: 'Mine' });
  await saveProject(app);
  await drain();
  expect(server.project).toMatchObject({ name: 'Mine', description: 'new' });
  await until(() => app.state.project.settings.description === 'new');
  expect(await app.db.backups.toArray()).toMatchObject([
    { lost: [{ part: 'name', value: { name: 'Theirs' } }] },
  ]);
  stop();
});

test('a model goes in parts, begins with what is missing, and comes before the save', async () => {
  const stop = await open();
  const bytes = new Uint8Array(UPLOAD_PART_BYTES + 10).fill(3);
  const hash: ContentHash = hashOf(bytes);
  await app.storage.put(hash, new Blob([bytes]));
  assignSettings(app, { model_hash: hash, model_name: 'chair.glb', positive_prompt: 'oak' });
  server.fail('/api/chunked-upload/', { status: 404, code: 'not-found' });
  server.fail('/api/chunked-upload/complete/', { status: 409, code: 'upload-incomplete' }, 'lost-answer');
  await saveProject(app);
  await drain();
  expect(server.models.get(hash)?.byteLength).toBe(bytes.byteLength);
  const parts = server.calls.filter((call) => call.form?.has('chunk_index') === true);
  expect(parts.map((call) => call.form?.get('chunk_index'))).toEqual(['0', '1']);
  expect(server.project).toMatchObject({ model_hash: hash, model_name: 'chair.glb' });
  const order = server.calls.map((call) => `${call.method} ${call.path}`);
  expect(order.indexOf('PATCH /api/project/31/')).toBeGreaterThan(
    order.indexOf('POST /api/chunked-upload/complete/'),
  );
  stop();
});

test('signed out in the middle: rows wait and go after the same person is back', async () => {
  const stop = await open();
  server.validToken = 'another';
  server.isRefreshAllowed = false;
  await addOrder({ isOffline: false });
  await app.outbox.drain();
  expect(server.orders).toEqual([]);
  expect(await rows()).toMatchObject([{ state: 'ready' }]);
  app.session.store('another');
  outside.advance(60_000);
  app.reachability.noteSignedOut(false);
  await until(() => server.orders.length === 1);
  stop();
});

test('a project that began without a server is made there first, then saved', async () => {
  server.project = null;
  server.isDown = true;
  const stop = await open();
  expect(app.state.project).toMatchObject({ status: 'ready', serverId: null });
  assignSettings(app, { name: 'Offline chair' });
  await app.workingCopy.current?.flush();
  server.isDown = false;
  // As `start-app.ts` does when the server is there again.
  await loadActiveProject(app, 7, 'New');
  await drain();
  expect(server.project).toMatchObject({ name: 'Offline chair' });
  await until(() => app.state.project.serverId === 31);
  stop();
});

test.each([
  ['server-unreachable', 'wait'],
  ['server-unready', 'wait'],
  ['maintenance', 'wait'],
  ['not-authenticated', 'wait'],
  ['server-failed', 'retry'],
  ['idempotency-in-flight', 'retry'],
  ['credits-insufficient', 'ask'],
  ['forbidden', 'dead'],
] as const)('%s means %s', (code, verdict) => {
  expect(classifyFailure({ code } as Parameters<typeof classifyFailure>[0])).toBe(verdict);
});

test('an error of what stands between may pass, one that refuses does not', () => {
  expect(classifyFailure({ code: 'http-error', status: 502, body: '' })).toBe('retry');
  expect(classifyFailure({ code: 'http-error', status: 410, body: '' })).toBe('dead');
});

/** An outbox whose rows are sent when the test says so. */
async function openHeld(streams: readonly string[]) {
  const sent: { projectKey: string; finish: () => void }[] = [];
  const send: Sender = (row, _update, signal) =>
    new Promise((resolve, reject) => {
      sent.push({ projectKey: row.projectKey, finish: () => resolve(null) });
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const outbox = createOutbox(outside, app.db, app.reachability, {
    'create-project': send,
    'activate-project': send,
    'adopt-item': send,
    'import-render': send,
    'upload-model': send,
    'upload-texture': send,
    'upload-picture': send,
    'save-project': send,
    'sync-views': send,
    'sync-selection': send,
    'sync-look': send,
    'sync-environment': send,
    'sync-sketches': send,
    'sync-materials': send,
    'order-render': send,
    'rerun-render': send,
  });
  await app.db.write(() =>
    outbox.add(
      7,
      streams.map((projectKey) => ({
        key: outside.randomUuid(),
        projectKey,
        work: { kind: 'sync-views' } as const,
        dependsOn: null,
      })),
    ),
  );
  return { outbox, sent };
}

test('a call that is cut off by signing out waits, also when somebody signs in at once', async () => {
  const { outbox, sent } = await openHeld(['a']);
  const stop = outbox.start(7);
  await until(() => sent.length === 1);
  stop();
  const stopAgain = outbox.start(7);
  await until(() => sent.length === 2);
  expect(await rows()).toMatchObject([{ state: 'sending', attempts: 0, failure: null }]);
  sent[1]?.finish();
  await outbox.drain();
  expect(await rows()).toEqual([]);
  stopAgain();
});

test('what one person left unsent never goes out under the next one', async () => {
  const streams = ['a', 'b', 'c', 'd', 'e'];
  const { outbox, sent } = await openHeld(streams);
  const stop = outbox.start(7);
  await until(() => sent.length === 3);
  stop();
  const stopOther = outbox.start(8);
  await outbox.drain();
  expect(sent.map(({ projectKey }) => projectKey)).toEqual(['a', 'b', 'c']);
  expect((await rows()).map(({ state }) => state)).toEqual(streams.map(() => 'ready'));
  stopOther();
});

test('locks that the browser forbids are asked for once more, and not without end', async () => {
  const stop = await open();
  await app.outbox.drain();
  let asked = 0;
  Object.assign(outside.locks, {
    request: async () => {
      asked += 1;
      // What would go on for ever ends here.
      if (asked < 50) throw new DOMException('forbidden', 'SecurityError');
    },
  });
  await Promise.allSettled([app.outbox.drain(), app.outbox.drain()]);
  expect(asked).toBeLessThan(5);
  stop();
});
