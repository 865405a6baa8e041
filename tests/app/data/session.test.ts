import { expect, test, vi } from 'vitest';
import { createApp } from '../../../src/app/create-app.ts';
import { AppError } from '../../../src/contract/failure.ts';
import { UserBody } from '../../../src/contract/http/accounts.ts';
import { createFakeServer } from '../../support/fake-http.ts';
import { createFakeOutside } from '../../support/fake-outside.ts';

const refreshes = (calls: readonly { path: string }[]): number =>
  calls.filter((call) => call.path.endsWith('/token/refresh/')).length;

test('a 401 renews the session once for all calls that met it, and repeats them', async () => {
  const server = createFakeServer();
  const app = createApp(createFakeOutside(server));
  server.validToken = 'another';
  const users = await Promise.all([1, 2, 3].map(() => app.server.call('/api/users/me/', UserBody)));
  expect(users.map((user) => user.email)).toEqual(Array(3).fill('ada@example.com'));
  expect(refreshes(server.calls)).toBe(1);
  expect(app.session.token()).toBe(server.validToken);
});

test('a refused renewal ends the session, keeps what is on the device and sends nothing more', async () => {
  const server = createFakeServer();
  const app = createApp(createFakeOutside(server));
  server.validToken = 'another';
  server.isRefreshAllowed = false;
  const failure = await app.server.call('/api/users/me/', UserBody).catch((error: AppError) => error.failure);
  expect(failure).toEqual({ code: 'not-authenticated' });
  expect(app.reachability.connection()).toBe('auth');
  const sent = server.calls.length;
  await expect(app.server.call('/api/users/me/', UserBody)).rejects.toThrow(AppError);
  expect(server.calls.length).toBe(sent);
});

test('a renewal that finds no server leaves the session standing', async () => {
  const server = createFakeServer();
  const app = createApp(createFakeOutside(server));
  server.validToken = 'another';
  server.fail('/token/refresh/', 'lost-request');
  const failure = await app.server.call('/api/users/me/', UserBody).catch((error: AppError) => error.failure);
  expect(failure).toEqual({ code: 'server-unreachable' });
  expect(app.session.token()).toBe('token-1');
  await expect(app.server.call('/api/users/me/', UserBody)).resolves.toMatchObject({ id: 7 });
});

test('a renewal that is asked to wait leaves the session standing', async () => {
  const server = createFakeServer();
  const app = createApp(createFakeOutside(server));
  server.validToken = 'another';
  server.fail('/token/refresh/', { status: 429, code: 'rate-limited' });
  const failure = await app.server.call('/api/users/me/', UserBody).catch((error: AppError) => error.failure);
  expect(failure).toEqual({ code: 'server-unreachable' });
  expect(app.session.token()).toBe('token-1');
});

test('a tab that was put away while it held the session does not keep another one from signing in or out', async () => {
  const server = createFakeServer();
  /** As the browser has them, where nobody ever lets go. */
  const request = <T>(_name: string, _work: () => Promise<T>, signal?: AbortSignal) =>
    new Promise<T>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('Nobody let go.', 'AbortError')));
    });
  const { session } = createApp({ ...createFakeOutside(server), locks: { request } });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const change = vi.fn(async () => 'signed in');
    const done = session.alone(change);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(change).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await done).toBe('signed in');
    expect(change).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});

test('what goes wrong while the session is changed is told once, and not tried without the lock', async () => {
  const server = createFakeServer();
  const request = <T>(_name: string, work: () => Promise<T>) => work();
  const { session } = createApp({ ...createFakeOutside(server), locks: { request } });
  const change = vi.fn(() => Promise.reject(new DOMException('The page goes.', 'AbortError')));
  await expect(session.alone(change)).rejects.toThrow('The page goes.');
  expect(change).toHaveBeenCalledTimes(1);
});

test('an answer that breaks the contract is a failure, not half data', async () => {
  const server = createFakeServer();
  const app = createApp(createFakeOutside(server));
  Object.assign(server.user, { credits: 'many' });
  const failure = await app.server.call('/api/users/me/', UserBody).catch((error: AppError) => error.failure);
  expect(failure).toEqual({ code: 'response-unexpected' });
});
