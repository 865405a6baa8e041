import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openRemote } from '../../../src/command/remote/open-remote.ts';
import { UPLOAD_PART_BYTES } from '../../../src/contract/constants.ts';
import { failureResponse } from '../../../src/server/http/failure-response.ts';

/** A server whose answers a test gives, and a clock that it moves: of the limits of time alone, sockets have their own. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const listener = createServer((request, response) => answer(request, response));
const told: string[] = [];
beforeEach(async () => {
  told.length = 0;
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
});
afterEach(() => {
  vi.useRealTimers();
  listener.close();
  listener.closeAllConnections();
});
const holdTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

function open() {
  const { port } = listener.address() as AddressInfo;
  const tell = { warn: (sentence: string) => void told.push(sentence) } as never;
  const { signal } = new AbortController();
  const choice = { url: `http://127.0.0.1:${port}`, key: 'vitrine_key' };
  return openRemote(choice, { tell, signal, firstPauseMs: 1 });
}
const nextCall = () =>
  new Promise<[IncomingMessage, ServerResponse]>((resolve) => {
    answer = (...call) => resolve(call);
  });
const json = (response: ServerResponse, status: number, body: object): void =>
  void response
    .writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' })
    .end(JSON.stringify(body));

test('a part of a model may be on its way for longer than an answer is waited for', async () => {
  const came = nextCall();
  holdTime();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(UPLOAD_PART_BYTES)]), 'part');
  const sent = open().call('/api/chunked-upload/', z.object({ ok: z.boolean() }), {
    method: 'POST',
    body: form,
  });
  const [request, response] = await came;
  await vi.advanceTimersByTimeAsync(250_000);
  let bytes = 0;
  for await (const piece of request) bytes += piece.length;
  expect(bytes).toBeGreaterThan(UPLOAD_PART_BYTES);
  json(response, 200, { ok: true });
  expect(await sent).toEqual({ ok: true });
});

test('a picture may come as slowly as it likes, as long as it comes', async () => {
  const came = nextCall();
  holdTime();
  const fetched = open().fetchFile('/files/picture');
  const [, response] = await came;
  const piece = Buffer.alloc(100_000, 7);
  for (let k = 0; k < 5; k++) {
    await new Promise((resolve) => response.write(piece, resolve));
    await vi.advanceTimersByTimeAsync(100_000);
  }
  response.end();
  expect(await fetched).toEqual(new Uint8Array(Buffer.alloc(500_000, 7)));
});

test('a server that starts is waited for until it is there', async () => {
  let calls = 0;
  answer = (_request, response) => {
    calls += 1;
    if (calls > 8) return json(response, 200, { ok: true });
    json(response, 503, failureResponse({ code: 'server-unready' }).body);
  };
  const remote = open();
  expect(await remote.call('/api/project/', z.object({ ok: z.boolean() }))).toEqual({ ok: true });
  expect(calls).toBe(9);
  expect(told).toEqual([expect.stringContaining('cannot be reached just now: it is waited for.')]);
});

test('a proxy that has no server yet is waited for, for a minute where none ever answered', async () => {
  let calls = 0;
  let startsAfter = 5;
  vi.useFakeTimers({ toFake: ['performance'] });
  answer = (_request, response) => {
    calls += 1;
    vi.advanceTimersByTime(10_000);
    if (calls > startsAfter) return json(response, 200, { ok: true });
    response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Service Unavailable</h1>');
  };
  const call = () => open().call('/api/project/', z.object({ ok: z.boolean() }));
  expect(await call()).toEqual({ ok: true });
  expect(told).toEqual([expect.stringContaining('cannot be reached just now: it is waited for.')]);
  [calls, startsAfter] = [0, 100];
  await expect(call()).rejects.toMatchObject({ code: 'server-unreachable' });
  expect(calls).toBe(8);
});

test('an order whose first call is still worked on is waited for, for minutes', async () => {
  let calls = 0;
  vi.useFakeTimers({ toFake: ['performance'] });
  let answeredAfter = 7;
  answer = (_request, response) => {
    calls += 1;
    vi.advanceTimersByTime(40_000);
    if (calls > answeredAfter) return json(response, 202, { id: 1 });
    json(response, 409, failureResponse({ code: 'idempotency-in-flight' }).body);
  };
  const order = () => open().call('/api/render/', z.object({ id: z.number() }), { method: 'POST' });
  expect(await order()).toEqual({ id: 1 });
  expect(told).toEqual([]);
  [calls, answeredAfter] = [0, 100];
  await expect(order()).rejects.toMatchObject({ code: 'idempotency-in-flight' });
  expect(calls).toBe(9);
});

test('what else a server refuses with 503 is said at once', async () => {
  let calls = 0;
  answer = (_request, response) => {
    calls += 1;
    json(response, 503, failureResponse({ code: 'engine-unavailable' }).body);
  };
  await expect(open().call('/api/render/', z.object({}))).rejects.toMatchObject({
    code: 'engine-unavailable',
  });
  expect(calls).toBe(1);
});
