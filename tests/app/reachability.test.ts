import { expect, test } from 'vitest';
import { createReachability } from '../../src/app/reachability.ts';
import { createFakeServer } from '../support/fake-http.ts';
import { createFakeOutside, until } from '../support/fake-outside.ts';

test('one lost call asks the server, which answers: still online', async () => {
  const server = createFakeServer();
  const reachability = createReachability(createFakeOutside(server));
  reachability.noteFailure();
  await until(() => server.calls.some((call) => call.path === '/api/health'));
  expect(reachability.connection()).toBe('online');
});

test('two lost calls are offline, an answer is online again, and both are told once', () => {
  const reachability = createReachability(createFakeOutside(createFakeServer()));
  const told: string[] = [];
  reachability.onChange((connection) => told.push(connection));
  reachability.noteFailure();
  reachability.noteFailure();
  reachability.noteFailure();
  reachability.noteAnswer();
  reachability.noteAnswer();
  expect(told).toEqual(['offline', 'online']);
});

test('a captive portal that answers 200 with its page is not the server', async () => {
  const outside = createFakeOutside(createFakeServer());
  const portal = { ...outside, fetch: async () => new Response('<html>Welcome</html>', { status: 200 }) };
  const reachability = createReachability(portal);
  expect(await reachability.probe()).toBe(false);
  expect(reachability.connection()).toBe('offline');
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
  expect(reachability.connection()).toBe('offline');
  stop();
});
