import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { CONFIG_QUERY } from '../../../src/app/core/use-config.ts';
import type { ConfigBody } from '../../../src/contract/http/instance.ts';
import { createFakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../support/fake-outside.ts';

/** An app whose server sends the head of an answer and the beginning of its body, and then nothing. */
function setUp() {
  const server = createFakeServer();
  const bodies: ReadableStreamDefaultController<Uint8Array>[] = [];
  server.fetch = async (_input, { signal } = {}) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        bodies.push(controller);
        controller.enqueue(new TextEncoder().encode('{"half":'));
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  };
  return { bodies, app: createTestApp(createFakeOutside(server)) };
}

const started = async (bodies: readonly unknown[]): Promise<void> => {
  while (bodies.length === 0) await Promise.resolve();
};

test('a call that is cancelled while its answer comes in is no unexpected answer', async () => {
  const { app, bodies } = setUp();
  const controller = new AbortController();
  const call = app.server.call('/api/project/', z.unknown(), {}, controller.signal);
  await started(bodies);
  controller.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});

test('a file that breaks off has lost the server; one that is cancelled has not', async () => {
  const { app, bodies } = setUp();
  const broken = app.server.file('/files/a.glb');
  await started(bodies);
  bodies[0]?.error(new TypeError('network error'));
  await expect(broken).rejects.toMatchObject({ failure: { code: 'server-unreachable' } });

  const controller = new AbortController();
  const cancelled = app.server.file('/files/a.glb', controller.signal);
  while (bodies.length < 2) await Promise.resolve();
  controller.abort();
  await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
});

test('the page of a captive portal is no answer: nothing is taken from it, and the server stays gone', async () => {
  const server = createFakeServer();
  server.fetch = async () =>
    new Response('<html>Welcome to our hotel</html>', { headers: { 'content-type': 'text/html' } });
  const app = createTestApp(createFakeOutside(server));
  for (let call = 0; call < 2; call += 1) {
    const failure = { code: 'server-unreachable' };
    await expect(app.server.call('/api/users/me/', z.unknown())).rejects.toMatchObject({ failure });
  }
  expect(app.reachability.connection()).toBe('gone');
});

test('nobody but our server says that something is not there, or that a session is over', async () => {
  const server = createFakeServer();
  const ours = server.fetch;
  const app = createTestApp(createFakeOutside(server));
  await app.server.call('/api/users/me/', z.unknown());
  const foreign = [
    () => new Response('404 page not found', { status: 404, headers: { 'content-type': 'text/plain' } }),
    () => new Response('<h1>Sign in</h1>', { status: 401, headers: { 'content-type': 'text/html' } }),
    () => Response.json({ message: 'Forbidden' }, { status: 403 }),
    () => Response.json({ message: 'Unauthorized' }, { status: 401 }),
  ];
  for (const [index, answer] of foreign.entries()) {
    server.fetch = async () => answer();
    await expect(app.server.call('/api/project/1/', z.unknown())).rejects.toMatchObject({
      failure: { code: 'server-unreachable' },
    });
    expect(app.session.token()).not.toBe(null);
    if (index === 1) expect(app.reachability.connection()).toBe('gone');
  }
  server.fetch = ours;
  await app.server.call('/api/users/me/', z.unknown());
  expect(app.session.token()).not.toBe(null);
});

/** A file of ours that lies in a store which the page may read from, and what both answer. */
function setUpStore(store: (address: string) => Response | Promise<Response>) {
  const bytes = new TextEncoder().encode('a model');
  const hash = createHash('sha256').update(bytes).digest('hex');
  const asked: string[] = [];
  const server = createFakeServer();
  server.fetch = async (input) => {
    asked.push(input);
    return input.includes('direct=true') ? store(input) : new Response(bytes);
  };
  const app = createTestApp(createFakeOutside(server));
  app.queries.setQueryData<Partial<ConfigBody>>(CONFIG_QUERY, { direct_files: true });
  return { app, asked, bytes, address: `/files/${hash}?signature=x` };
}
const redirected = (body: Uint8Array<ArrayBuffer>, status = 200) =>
  Object.defineProperty(new Response(body, { status }), 'redirected', { value: true });
const textOf = async (file: Promise<Blob>) => (await file).text();

test('a file is read from the store where it lies', async () => {
  const { app, asked, bytes, address } = setUpStore(() => redirected(bytes));
  expect(await textOf(app.server.file(address))).toBe('a model');
  expect(asked).toHaveLength(1);
});

test.each([
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['refuses', () => redirected(new Uint8Array(), 403)],
  ['has other bytes', () => redirected(new Uint8Array([1, 2]))],
])(
  'where the store %s, the file comes through the server, and so do all from then on',
  async (_why, store) => {
    const { app, asked, address } = setUpStore(store);
    expect(await textOf(app.server.file(address))).toBe('a model');
    expect(await textOf(app.server.file(address))).toBe('a model');
    expect(asked.filter((one) => one.includes('direct=true'))).toHaveLength(1);
    expect(app.reachability.connection()).not.toBe('gone');
  },
);

test('without a network nothing is said of the store, which is asked again later', async () => {
  let isDown = true;
  const { app, asked, bytes, address } = setUpStore(() => {
    if (isDown) throw new TypeError('Failed to fetch');
    return redirected(bytes);
  });
  const through = app.outside.fetch;
  Object.assign(app.outside, {
    fetch: (input: string) => (isDown ? Promise.reject(new TypeError('Failed to fetch')) : through(input)),
  });
  await expect(app.server.file(address)).rejects.toMatchObject({ failure: { code: 'server-unreachable' } });
  isDown = false;
  expect(await textOf(app.server.file(address))).toBe('a model');
  expect(asked.at(-1)).toContain('direct=true');
});
