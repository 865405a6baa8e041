import { beforeEach, describe, expect, test, vi } from 'vitest';
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

/** A page whose clock is the test's, with the times of its probes in seconds. */
function openPage(server = createFakeServer()) {
  const fake = createFakeOutside(server);
  const [begin, probes] = [Date.now(), [] as number[]];
  const seen = { isVisible: true };
  const outside = {
    ...fake,
    now: () => Date.now(),
    page: { ...fake.page, isVisible: () => seen.isVisible },
    fetch: (input: string, init?: RequestInit) => {
      probes.push(Math.round((Date.now() - begin) / 1_000));
      return fake.fetch(input, init);
    },
  };
  const reachability = createReachability(outside);
  /** The browser tells that something is different: the network, or whether the page is seen. */
  const change = (state: { isVisible?: boolean; isOnline?: boolean }): void => {
    seen.isVisible = state.isVisible ?? seen.isVisible;
    fake.setOnline(state.isOnline ?? fake.page.mayBeOnline());
  };
  return { reachability, probes, change };
}

describe('by the clock', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  test('without a network it asks less and less, and at once when the browser tells of one', async () => {
    const server = createFakeServer();
    server.isDown = true;
    const { reachability, probes, change } = openPage(server);
    const stop = reachability.start();
    change({ isOnline: false });
    await vi.advanceTimersByTimeAsync(121_000);
    expect(probes).toEqual([2, 6, 14, 30, 60, 90, 120]);
    server.isDown = false;
    await vi.advanceTimersByTimeAsync(9_000);
    change({ isOnline: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(probes.at(-1)).toBe(130);
    expect(reachability.connection()).toBe('online');
    stop();
  });

  test('a page that nobody sees asks nothing, and one that is seen again asks at once', async () => {
    const { reachability, probes, change } = openPage();
    const stop = reachability.start();
    change({ isVisible: false });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(probes).toEqual([]);
    change({ isVisible: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(probes).toEqual([600]);
    stop();
  });

  test('a network that comes and goes ten times a second is no storm of questions', async () => {
    const { reachability, probes, change } = openPage();
    const stop = reachability.start();
    for (let tenth = 0; tenth < 200; tenth += 1) {
      change({ isOnline: tenth % 2 === 1 });
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(probes.length).toBeGreaterThan(4);
    expect(probes.length).toBeLessThanOrEqual(11);
    stop();
  });

  test('a file that nobody gets while the server answers: still online, and asked for less and less', async () => {
    const { reachability } = openPage();
    const told: string[] = [];
    const asked: number[] = [];
    const begin = Date.now();
    reachability.onChange((connection) => told.push(connection));
    const askFor = (): void => {
      asked.push(Math.round((Date.now() - begin) / 1_000));
      reachability.noteFailure('file');
      reachability.noteFailure('file');
      // What else the page asks is answered.
      setTimeout(() => reachability.noteAnswer(), 10);
    };
    reachability.onRecovered(askFor);
    const stop = reachability.start();
    askFor();
    await vi.advanceTimersByTimeAsync(250_000);
    expect(asked).toEqual([0, 0, 2, 6, 14, 30, 62, 122, 182, 242]);
    expect(told).toEqual([]);
    stop();
    await vi.advanceTimersByTimeAsync(250_000);
    expect(asked).toHaveLength(10);
  });

  test('a clock that is set back by an hour keeps nobody waiting for it', async () => {
    const { reachability } = openPage();
    let recoveries = 0;
    reachability.onRecovered(() => {
      recoveries += 1;
    });
    const failOnce = (): void => {
      reachability.noteFailure();
      reachability.noteAnswer();
    };
    failOnce();
    vi.setSystemTime(Date.now() - 3_600_000);
    failOnce();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(recoveries).toBe(2);
  });

  test('what could not be had is asked for at once when the way is back, also by signing in', async () => {
    const { reachability } = openPage();
    let recoveries = 0;
    reachability.onRecovered(() => {
      recoveries += 1;
    });
    for (const count of [1, 2]) {
      reachability.noteFailure();
      reachability.noteFailure();
      await vi.advanceTimersByTimeAsync(200_000);
      reachability.noteAnswer();
      expect(recoveries).toBe(count);
    }
    await vi.advanceTimersByTimeAsync(200_000);
    reachability.noteSignedOut(true);
    reachability.noteSignedOut(false);
    expect(recoveries).toBe(3);
  });
});
