import { expect, test } from 'vitest';
import { z } from 'zod';
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
    const failure = { code: 'response-unexpected' };
    await expect(app.server.call('/api/users/me/', z.unknown())).rejects.toMatchObject({ failure });
  }
  expect(app.reachability.connection()).toBe('gone');
});
