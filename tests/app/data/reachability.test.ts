import { expect, test, vi } from 'vitest';
import { createReachability } from '../../../src/app/data/reachability.ts';
import { createFakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, until } from '../../support/fake-outside.ts';

test('one lost call asks the server, which answers: still online', async () => {
  const server = createFakeServer();
  const reachability = createReachability(createFakeOutside(server));
  reachability.noteFailure();
  await until(() => server.calls.some((call) => call.path === '/api/health'));
  expect(reachability.connection()).toBe('online');
});

test('after two lost calls the server is gone, an answer is online again, and both are told once', () => {
  const reachability = createReachability(createFakeOutside(createFakeServer()));
  const told: string[] = [];
  reachability.onChange((connection) => told.push(connection));
  reachability.noteFailure();
  reachability.noteFailure();
  reachability.noteFailure();
  reachability.noteAnswer();
  reachability.noteAnswer();
  expect(told).toEqual(['gone', 'online']);
});

test('a captive portal that answers 200 with its page is not the server', async () => {
  const outside = createFakeOutside(createFakeServer());
  const portal = { ...outside, fetch: async () => new Response('<html>Welcome</html>', { status: 200 }) };
  const reachability = createReachability(portal);
  expect(await reachability.probe()).toBe(false);
  expect(reachability.connection()).toBe('gone');
});

test('the browser is believed when it says offline, never when it says online', () => {
  const server = createFakeServer();
  const outside = createFakeOutside(server);
  const reachability = createReachability(outside);
  const stop = reachability.start();
  outside.setOnline(false);
  expect(reachability.connection()).toBe('offline');
  server.isDown = true;
  outside.setOnline(true);
  expect(reachability.connection()).toBe('gone');
  stop();
});

test('a page at rest learns by itself that the server is gone, that it is back, and that other engines are there', async () => {
  vi.useFakeTimers();
  try {
    const server = createFakeServer();
    const outside = createFakeOutside(server);
    let mark = 'one';
    const marked = {
      ...outside,
      fetch: async (input: string, init?: RequestInit) => {
        const answer = await outside.fetch(input, init);
        return Response.json({ ...(await answer.json()), engines_mark: mark });
      },
    };
    const reachability = createReachability(marked);
    const told: string[] = [];
    reachability.onChange((connection) => told.push(connection));
    reachability.onEngines(() => told.push('engines'));
    const stop = reachability.start();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual([]);
    server.isDown = true;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual(['gone']);
    await vi.advanceTimersByTimeAsync(600_000);
    server.isDown = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual(['gone', 'online']);
    mark = 'two';
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual(['gone', 'online', 'engines']);
    stop();
    const asked = server.calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.calls.length).toBe(asked);
  } finally {
    vi.useRealTimers();
  }
});

test('a server that is late with one answer while it gives others is not gone', async () => {
  const outside = createFakeOutside(createFakeServer());
  let fail = (): void => {};
  const slow = {
    ...outside,
    fetch: () =>
      new Promise<Response>((_resolve, reject) => {
        fail = () => reject(new DOMException('too late', 'TimeoutError'));
      }),
  };
  const reachability = createReachability(slow);
  const asked = reachability.probe();
  reachability.noteAnswer();
  fail();
  expect(await asked).toBe(true);
});
