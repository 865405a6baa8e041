import type { AddressInfo } from 'node:net';
import { subscribe } from 'valtio';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { App } from '../../../../src/app/core/app.ts';
import { systemQuery } from '../../../../src/app/core/render-queries.ts';
import type { OutboxRow } from '../../../../src/app/data/outbox-row.ts';
import { cancelRender } from '../../../../src/app/features/progress/cancel-render.ts';
import { followRenders } from '../../../../src/app/features/progress/follow-renders.ts';
import type { LiveTimes } from '../../../../src/app/features/progress/watch-render.ts';
import { showOrdered } from '../../../../src/app/orders/show-ordered.ts';
import { advanceLoader, shownJob } from '../../../../src/app/state/loader-machine.ts';
import { SOCKET_MAX_ATTEMPTS } from '../../../../src/contract/constants.ts';
import { RenderId } from '../../../../src/contract/ids.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, until } from '../../../support/fake-outside.ts';
import { type RenderServer, startRenderServer } from '../../../support/render-server.ts';
import type { Person } from '../../../support/server.ts';
import { startTcpProxy, type TcpProxy } from '../../../support/tcp-proxy.ts';

/** Waits that a test can live with; what it is not about never comes. */
const TIMES: LiveTimes = { reconnectMs: 5, pollMs: 3_600_000, openMs: 3_600_000, silenceMs: 3_600_000 };

let server: RenderServer;
/** In front of the live channel; calls over HTTP go past it, so that the server stays reachable (L5). */
let line: TcpProxy;
const stops: (() => void)[] = [];
beforeAll(async () => {
  server = await startRenderServer();
  line = await startTcpProxy(server.url);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  line.mode = 'pass';
});
afterAll(async () => {
  await line.close();
  await server.stop();
});

/** Runs of the engine stop before this image, until released or the test is over. */
function hold(batchIndex = 0) {
  const gate = server.engine.hold(batchIndex);
  stops.push(gate.release);
  return gate;
}

/** A page of this person, which has asked for the state once. */
async function openPage(person: Person, times: Partial<LiveTimes> = {}, through = line) {
  const outside = createFakeOutside(createFakeServer());
  outside.localStorage.setItem('access_token', person.session.access_token);
  const app = createTestApp({
    ...outside,
    fetch: (input, init) => fetch(server.url + input, init),
    openSocket: (url) => openSocket(url, through),
  });
  const seen = watchLoader(app);
  stops.push(followRenders(app, 7, { ...TIMES, ...times }));
  await app.queries.fetchQuery(systemQuery(app));
  return { app, ...seen };
}
function openSocket(url: string, { url: proxy }: Pick<TcpProxy, 'url'>): globalThis.WebSocket {
  const socket = new WebSocket(url.replace('ws://localhost:8000', proxy.replace('http', 'ws')));
  // A browser reports it and goes on; without a listener Node would end.
  socket.on('error', () => {});
  return socket as unknown as globalThis.WebSocket;
}
/** Everything that the loader showed: steps of the progress, ends, words. */
function watchLoader(app: App) {
  const progress: number[] = [];
  const announced: string[] = [];
  let heard = app.state.progress.announcement.count;
  stops.push(
    subscribe(
      app.state.progress,
      () => {
        const job = shownJob(app.state.progress.loader);
        if (job !== null && app.state.progress.loader.ending === null) progress.push(job.progress);
        const { announcement } = app.state.progress;
        if (announcement.count !== heard) announced.push(announcement.text);
        heard = announcement.count;
      },
      true,
    ),
  );
  const loader = () => app.state.progress.loader;
  return {
    progress,
    announced,
    loader,
    toasts: () => app.toasts.queue.visibleToasts.map(({ content }) => content.title),
  };
}
const isRising = (values: readonly number[]): boolean =>
  values.every((value, index) => index === 0 || value >= values[index - 1]!);

test('a line that is cut again and again: the result comes once, progress never goes back', async () => {
  const person = await server.signUp();
  const gate = hold(1);
  const { body } = await server.order(person, { batch_size: 2 });
  await gate.reached;
  const page = await openPage(person);
  for (let cuts = 0; cuts < 3; cuts += 1) {
    await until(() => line.open > 0 && page.loader().jobs.some(({ channel }) => channel === 'open'));
    line.cut();
    await until(() => page.loader().jobs[0]?.channel === 'broken');
  }
  gate.release();
  await until(() => page.loader().completedCount > 0);
  expect(page.announced).toEqual(['The render is finished.']);
  expect(isRising(page.progress)).toBe(true);
  expect(await server.finish(person, body.id)).toMatchObject({ status: 'completed' });
  await until(() => line.open === 0);
  expect([page.loader().completedCount, page.loader().jobs]).toEqual([1, []]);
});

test('an order that another tab of this device sends is one render on this page, too', async () => {
  const person = await server.signUp();
  const gate = hold();
  const page = await openPage(person);
  const { db } = page.app;
  const row = {
    key: 'pressed-here',
    userId: 7,
    projectKey: 'chair',
    stream: 'order:pressed-here',
    work: { kind: 'rerun-render', renderId: RenderId.parse(1), engine: 'studio' },
    ...{ state: 'ready', attempts: 0, wasSent: false, nextAt: 0, dependsOn: null, createdAt: 0 },
    ...{ visitId: 'here', failure: null },
  } as const satisfies OutboxRow;
  showOrdered(page.app, row.key, 'studio');
  await db.outbox.add(row);
  await until(() => page.loader().jobs.length === 1 && page.loader().jobs[0]?.renderId === null);
  // The other tab: it reaches the server, and takes the row away.
  const { body } = await server.order(person);
  await gate.reached;
  await db.outbox.where('key').equals(row.key).delete();
  await until(() => page.loader().jobs.some(({ renderId }) => renderId === body.id));
  await until(() => page.loader().jobs.length === 1);
  expect(page.loader().isHidden).toBe(false);
  gate.release();
  await until(() => page.loader().completedCount > 0);
  expect(page.loader().jobs).toEqual([]);
});

test('a line that dies without a word is noticed by its silence', async () => {
  const person = await server.signUp();
  const gate = hold();
  await server.order(person);
  await gate.reached;
  const page = await openPage(person, { silenceMs: 400, openMs: 400 });
  // It comes over the channel only.
  await until(() => page.app.state.progress.preview !== null);
  line.mode = 'blackhole';
  await until(() => page.loader().jobs[0]?.channel === 'broken');
  gate.release();
  line.mode = 'pass';
  await until(() => page.loader().completedCount > 0);
  expect(page.announced).toEqual(['The render is finished.']);
  expect(isRising(page.progress)).toBe(true);
});

test('refused thirty times: the loader is hidden with one warning, and the result comes by the check all the same', async () => {
  const person = await server.signUp();
  const gate = hold();
  await server.order(person);
  await gate.reached;
  line.mode = 'refuse';
  const before = line.refused;
  const page = await openPage(person, { pollMs: 200 });
  await until(() => page.loader().phase === 'hidden');
  expect(line.refused - before).toBe(SOCKET_MAX_ATTEMPTS);
  expect(page.toasts()).toEqual([
    'Could not connect to Render Engine. The render may be processing in the background.',
  ]);
  gate.release();
  await until(() => page.loader().completedCount > 0);
  expect([line.refused - before, page.loader().jobs, page.toasts().length]).toEqual([
    SOCKET_MAX_ATTEMPTS,
    [],
    1,
  ]);
  expect(page.announced).toEqual(['The render is finished.']);
});

test('a channel that was there and is gone for good says so in its own words', async () => {
  const person = await server.signUp();
  const gate = hold();
  const { body } = await server.order(person);
  await gate.reached;
  const page = await openPage(person);
  // It comes over the channel only.
  await until(() => page.app.state.progress.preview !== null);
  line.mode = 'refuse';
  line.cut();
  await until(() => page.loader().phase === 'hidden');
  expect(page.toasts()).toEqual([
    'Lost connection to Render Engine. The render may be processing in the background.',
  ]);
  gate.release();
  await server.finish(person, body.id);
});

test('a cancelled render takes its preview away with it', async () => {
  const person = await server.signUp();
  const gate = hold();
  const { body } = await server.order(person);
  await gate.reached;
  const page = await openPage(person);
  await until(() => page.app.state.progress.preview !== null);
  await cancelRender(page.app, body.id);
  await until(() => page.loader().jobs.length === 0);
  await until(() => page.app.state.progress.preview === null);
  gate.release();
  await server.finish(person, body.id);
});

test('late and out-of-order messages take nothing back, and an end counts once', async () => {
  const socketServer = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  stops.push(() => void socketServer.close());
  await new Promise((resolve) => socketServer.once('listening', resolve));
  const { port } = socketServer.address() as AddressInfo;
  const through = await startTcpProxy(`http://127.0.0.1:${port}`);
  stops.push(() => void through.close());
  const drawn = (sequence: number, percent: number) => ({
    type: 'render_progress',
    sequence,
    progress: percent,
    current_node: '',
    node_id: 'path-trace',
    message: '',
  });
  const ended = {
    type: 'render_completed',
    status: 'completed',
    render_id: 5,
    image_urls: [],
    featured_image: null,
    error: null,
    refunded: 0,
  };
  const script = [
    drawn(4, 0.5),
    drawn(5, 60),
    drawn(3, 30),
    { type: 'queue_status', sequence: 5, queue_position: 2, queue_running: 1 },
    drawn(6, 40),
    { type: 'heartbeat' },
    { ...ended, sequence: 9 },
    drawn(8, 90),
    { ...ended, sequence: 10 },
  ];
  socketServer.on('connection', (socket) => {
    for (const message of script) socket.send(JSON.stringify(message));
  });

  const fake = createFakeServer();
  const app = createTestApp({
    ...createFakeOutside(fake),
    fetch: async (input, init) =>
      input.includes('/ticket/') ? Response.json({ ticket: 't' }) : fake.fetch(input, init),
    openSocket: (url) => openSocket(url, through),
  });
  const { progress, announced, loader } = watchLoader(app);
  stops.push(followRenders(app, 7, TIMES));
  for (const event of [
    { kind: 'ordered', id: 'a', engine: 'studio' },
    { kind: 'accepted', id: 'a', renderId: 5, queuePosition: 1 },
  ] as const) {
    app.state.progress.loader = advanceLoader(app.state.progress.loader, event);
  }
  await until(() => loader().completedCount > 0 && through.open === 0);
  expect(isRising(progress)).toBe(true);
  expect(new Set(progress)).toEqual(new Set([0, 0.5, 60]));
  expect([loader().completedCount, announced]).toEqual([1, ['The render is finished.']]);
});

test('two devices of one person show the same: orders, progress, a cancel, and what ended unseen', async () => {
  const person = await server.signUp();
  const gate = hold();
  const first = await server.order(person);
  await gate.reached;
  const [one, two] = [await openPage(person), await openPage(person)];
  const truth = (page: typeof one) =>
    page.loader().jobs.map(({ renderId, progress }) => [renderId, progress]);
  await until(() => [one, two].every((page) => page.loader().jobs[0]?.progress === 10));
  expect(truth(one)).toEqual(truth(two));
  const second = await server.order(person);
  // Asked again until an answer is younger than the order.
  for (const page of [one, two]) {
    await until(async () => {
      await page.app.queries.fetchQuery(systemQuery(page.app));
      return page.loader().jobs.length === 2;
    });
  }
  expect(truth(one)).toEqual([
    [first.body.id, 10],
    [second.body.id, 0],
  ]);
  expect(truth(two)).toEqual(truth(one));

  await server.post(person, `/api/render/${second.body.id}/cancel/`);
  await until(() => [one, two].every((page) => page.loader().jobs.length === 1));
  gate.release();
  await until(() => [one, two].every((page) => page.loader().completedCount === 1));

  // Begun and over between two questions: the lists are asked for again.
  const asked: unknown[] = [];
  const { app } = two;
  app.queries.setQueryData(['renders', 1], []);
  app.queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'invalidate') asked.push(event.query.queryKey);
  });
  const third = await server.order(person);
  await server.finish(person, third.body.id);
  await until(async () => {
    await app.queries.fetchQuery(systemQuery(app));
    return asked.length > 0;
  });
  expect(asked).toContainEqual(['renders', 1]);
});

test('a render that finished while the page was closed is told after the reload', async () => {
  const person = await server.signUp();
  const gate = hold();
  const { body } = await server.order(person);
  await gate.reached;
  const outside = createFakeOutside(createFakeServer());
  outside.localStorage.setItem('access_token', person.session.access_token);
  const open = () =>
    createTestApp({
      ...outside,
      fetch: (input, init) => fetch(server.url + input, init),
      openSocket: (url) => openSocket(url, line),
    });
  const before = open();
  const stop = followRenders(before, 7, TIMES);
  await until(() => before.state.progress.loader.jobs[0]?.progress === 10);
  stop();
  gate.release();
  await server.finish(person, body.id);

  const after = open();
  stops.push(followRenders(after, 7, TIMES));
  await until(() => after.state.progress.loader.completedCount === 1);
  expect(after.state.progress.announcement.text).toBe('The render is finished.');
});
