import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApp } from '../../../../src/app/create-app.ts';
import { watchRender } from '../../../../src/app/features/progress/watch-render.ts';
import {
  LIVE_SILENCE_MS,
  SOCKET_MAX_ATTEMPTS,
  SOCKET_OPEN_MS,
  SOCKET_RECONNECT_MS,
} from '../../../../src/contract/constants.ts';
import { RenderId } from '../../../../src/contract/ids.ts';
import type { RenderMessage } from '../../../../src/contract/render-events.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside } from '../../../support/fake-outside.ts';

class FakeSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  isClosed = false;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
  }
  close(): void {
    this.isClosed = true;
    this.onclose?.();
  }
  say(message: unknown): void {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const server = createFakeServer();
  const sockets: FakeSocket[] = [];
  /** Readings under way; none is answered. */
  const readings: string[] = [];
  const page = { isVisible: true, isPushWanted: false, mayNotify: true, isCutOff: false };
  const freezing = new Set<() => void>();
  let tickets = 0;
  const outside = createFakeOutside(server);
  const app = createApp({
    ...outside,
    fetch: async (input, init) => {
      if (input.endsWith('/api/render/5/')) {
        readings.push(input);
        return new Promise(() => {});
      }
      if (input.endsWith('/api/health')) {
        const health = { service: 'vitrine', status: 'ok', version: '1.0.0', engines_mark: null };
        return new Response(JSON.stringify(health), { headers: { 'content-type': 'application/json' } });
      }
      if (!input.includes('/ticket/')) return outside.fetch(input, init);
      if (page.isCutOff) throw new TypeError('Failed to fetch');
      tickets += 1;
      return new Response(JSON.stringify({ ticket: `t${tickets}` }), {
        headers: { 'content-type': 'application/json' },
      });
    },
    page: {
      ...outside.page,
      isVisible: () => page.isVisible,
      onFreeze: (listener) => {
        freezing.add(listener);
        return () => freezing.delete(listener);
      },
    },
    push: { ...outside.push, isWanted: () => page.isPushWanted },
    notifications: {
      permission: () => (page.mayNotify ? 'granted' : 'default'),
      ask: async () => undefined,
      show: () => {},
    },
    openSocket: (url) => {
      const socket = new FakeSocket(url);
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
  });
  const heard: RenderMessage[] = [];
  const lost = vi.fn();
  const said: string[] = [];
  const stop = watchRender(app, RenderId.parse(5), {
    onMessage: (message) => heard.push(message),
    onTold: (status) => said.push(status),
    onRead: () => {},
    onBroken: () => said.push('broken'),
    onSpoke: () => said.push('spoke'),
    onLost: lost,
  });
  const freeze = (): void => {
    for (const listener of freezing) listener();
  };
  return { sockets, readings, page, heard, said, lost, stop, app, outside, freeze };
}

const progress = (sequence: number, value: number) => ({
  type: 'render_progress',
  sequence,
  progress: value,
  current_node: 'Path trace',
  node_id: 'path-trace',
  message: '',
});

test('the channel opens with a ticket, never with the token', async () => {
  const { sockets, stop } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  expect(sockets.map((socket) => socket.url)).toEqual(['ws://localhost:8000/ws/render_5/?ticket=t1']);
  stop();
  expect(sockets[0]?.isClosed).toBe(true);
});

test('what is older than the last message or not of the contract is dropped', async () => {
  const { sockets, heard, stop } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  for (const message of [progress(2, 20), progress(1, 10), 'not json', { type: 'other' }, progress(3, 30)]) {
    sockets[0]?.say(message);
  }
  expect(heard.map((message) => message.sequence)).toEqual([2, 3]);
  stop();
});

test('a broken channel is opened again with a new ticket', async () => {
  const { sockets, heard, stop } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  sockets[0]?.close();
  await vi.advanceTimersByTimeAsync(SOCKET_RECONNECT_MS);
  expect(sockets.map((socket) => socket.url.slice(-2))).toEqual(['t1', 't2']);
  sockets[1]?.say(progress(9, 60));
  expect(heard).toHaveLength(1);
  stop();
});

test('after 30 tries it says so once and stops trying; a word in between starts the count anew', async () => {
  const { sockets, lost, stop } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  const breakNext = async (): Promise<void> => {
    sockets.at(-1)?.close();
    await vi.advanceTimersByTimeAsync(SOCKET_RECONNECT_MS);
  };
  for (let count = 0; count < 20; count += 1) await breakNext();
  sockets.at(-1)?.say(progress(1, 1));
  for (let count = 0; count < SOCKET_MAX_ATTEMPTS + 5; count += 1) await breakNext();
  expect(lost).toHaveBeenCalledTimes(1);
  expect(sockets).toHaveLength(20 + SOCKET_MAX_ATTEMPTS);
  stop();
});

test('a channel that falls silent is opened anew; a heartbeat is a word', async () => {
  const { sockets, said, heard, stop } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  sockets[0]?.onopen?.();
  for (let beat = 0; beat < 4; beat += 1) {
    await vi.advanceTimersByTimeAsync(LIVE_SILENCE_MS - 1);
    sockets[0]?.say({ type: 'heartbeat' });
  }
  expect([sockets.length, said, heard]).toEqual([1, ['spoke'], []]);
  await vi.advanceTimersByTimeAsync(LIVE_SILENCE_MS + SOCKET_RECONNECT_MS);
  expect([sockets.length, sockets[0]?.isClosed, said]).toEqual([2, true, ['spoke', 'broken']]);
  // What the dead one says after all is nobody's.
  sockets[0]?.say(progress(5, 50));
  sockets[1]?.say(progress(6, 60));
  expect(heard.map(({ sequence }) => sequence)).toEqual([6]);
  expect(said).toEqual(['spoke', 'broken', 'spoke']);
  stop();
});

test('a channel that never opens is given up and counts as a try', async () => {
  const { sockets, lost, stop } = setUp();
  await vi.advanceTimersByTimeAsync((SOCKET_OPEN_MS + SOCKET_RECONNECT_MS) * (SOCKET_MAX_ATTEMPTS + 1));
  expect(sockets).toHaveLength(SOCKET_MAX_ATTEMPTS);
  expect(lost.mock.calls).toEqual([[false]]);
  stop();
});

test('errors that are carried as a status end it, an unknown status is processing (I6, I22)', async () => {
  const { sockets, heard, said, app, stop } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  sockets[0]?.say({ type: 'progress', progress: 0.4 });
  sockets[0]?.say({ status: 'warming up' });
  sockets[0]?.say({ status: 'waiting' });
  sockets[0]?.say({ status: 'error', error: 'engine-lost' });
  expect(heard).toMatchObject([
    { type: 'render_progress', progress: 0.4, isLoose: true },
    { type: 'render_completed', status: 'error', error: 'engine-lost', render_id: 5 },
  ]);
  expect(said).toEqual(['spoke', 'processing', 'queued']);
  expect(app.outside).toMatchObject({ warnings: ['Unknown status of a render: warming up'] });
  stop();
});

test('a hidden page opens nothing and loses no tries', async () => {
  const { sockets, page, lost, stop } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  page.isVisible = false;
  sockets[0]?.close();
  await vi.advanceTimersByTimeAsync(SOCKET_RECONNECT_MS * (SOCKET_MAX_ATTEMPTS + 5));
  expect([sockets.length, lost.mock.calls.length]).toEqual([1, 0]);
  stop();
});

test('a page that was asleep opens its channel anew at once: the old one may be dead without a word', async () => {
  const { sockets, outside, page, stop } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  sockets[0]?.say({ type: 'heartbeat' });
  // One that has just spoken stays.
  outside.setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(sockets).toHaveLength(1);
  // Ten minutes later; none of the page's timers ran meanwhile.
  page.isVisible = false;
  outside.advance(600_000);
  page.isVisible = true;
  outside.setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  stop();
});

test('a page that wakes before its network tries again once anything is answered', async () => {
  const { sockets, outside, page, app, stop } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  sockets[0]?.say({ type: 'heartbeat' });
  outside.advance(600_000);
  page.isCutOff = true;
  outside.setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  // One call alone proves nothing: the page still says that it is online.
  expect([sockets.length, app.reachability.connection()]).toEqual([1, 'online']);
  page.isCutOff = false;
  await app.reachability.probe();
  // The second recovery within moments waits a little.
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sockets).toHaveLength(2);
  stop();
});

test('a page that is put to sleep lets go of its channel, so that the server knows that nobody listens', async () => {
  const { sockets, outside, freeze, stop } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  sockets[0]?.say({ type: 'heartbeat' });
  freeze();
  expect(sockets[0]?.isClosed).toBe(true);
  outside.setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(sockets).toHaveLength(2);
  stop();
});

test('out of sight on a device that the server tells, the channel closes; in sight it is there again', async () => {
  const { sockets, outside, page, stop } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  sockets[0]?.say({ type: 'heartbeat' });
  page.isVisible = false;
  outside.setOnline(true);
  expect(sockets[0]?.isClosed).toBe(false);
  page.isPushWanted = true;
  outside.setOnline(true);
  expect(sockets[0]?.isClosed).toBe(true);
  page.isVisible = true;
  outside.setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(sockets).toHaveLength(2);
  stop();
});

test('out of sight where it may show nothing, the channel closes: another device is told then', async () => {
  const { sockets, page, outside, stop } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  page.mayNotify = false;
  page.isVisible = false;
  outside.setOnline(true);
  expect(sockets[0]?.isClosed).toBe(true);
  await vi.advanceTimersByTimeAsync(SOCKET_RECONNECT_MS);
  expect(sockets).toHaveLength(1);
  page.isVisible = true;
  outside.setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(sockets).toHaveLength(2);
  stop();
});

test('signing out in the middle of a reading is no error of the page', async () => {
  const errors: unknown[] = [];
  const listen = (error: unknown): void => void errors.push(error);
  process.on('unhandledRejection', listen);
  const { sockets, stop, app, readings } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  sockets[0]?.onopen?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(readings).toHaveLength(1);
  app.queries.clear();
  vi.useRealTimers();
  // Rejections that nobody took are told after a turn of the event loop.
  await new Promise((resolve) => setTimeout(resolve));
  expect(errors).toEqual([]);
  process.off('unhandledRejection', listen);
  stop();
});
