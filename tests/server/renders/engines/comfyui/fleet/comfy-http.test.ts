import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import {
  type ComfyHttp,
  createComfyHttp,
} from '../../../../../../src/server/renders/engines/comfyui/fleet/comfy-http.ts';
import { readServerAddress } from '../../../../../../src/server/renders/engines/comfyui/fleet/server-address.ts';
import { TIMING } from '../../../../../../src/server/renders/engines/comfyui/job/timing.ts';
import { startFakeComfy } from '../../../../../support/fake-comfyui/start-fake-comfy.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});
const never = () => new AbortController().signal;
const connect = (url: string, changes: Partial<Record<keyof typeof TIMING, number>> = {}): ComfyHttp =>
  createComfyHttp(readServerAddress(url, {}), { ...TIMING, ...changes });

/** A server that is none of ComfyUI's. */
async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const read = (http: ComfyHttp, timeoutMs = 120_000) =>
  http.read('system_stats', z.object({ a: z.number() }), timeoutMs, never());
const fault = (kind: string, detail: unknown = expect.any(String)) => ({ problem: { kind, detail } });

test('an id that the server has already is ours: a newer server says so, and it is not an error', async () => {
  const fake = await startFakeComfy({ version: '0.3.80', holdAt: ['EmptyImage'] });
  open.push(() => fake.kill());
  const http = connect(fake.url);
  const graph = {
    empty: { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 0 } },
    result: { class_type: 'PreviewImage', inputs: { images: ['empty', 0] as const } },
  };
  const job = {
    promptId: '4b0a6d66-3a5c-4a7e-9d55-0f5be3c2a111',
    clientId: 'me',
    graph,
    instance: 'ours',
  };
  expect(await http.submit(job, never())).toEqual({ isNew: true, dropped: {} });
  expect(await http.submit(job, never())).toEqual({ isNew: false, dropped: {} });
  const { running, pending } = await http.queue(never());
  expect([...running, ...pending]).toEqual([expect.objectContaining({ id: job.promptId, mark: 'ours' })]);
});

test('a class that is not installed, and an input out of range, are refused by name, without texts', async () => {
  const fake = await startFakeComfy();
  open.push(() => fake.kill());
  const http = connect(fake.url);
  const submit = (graph: Record<string, { class_type: string; inputs: Record<string, string | number> }>) =>
    http.submit(
      { promptId: '4b0a6d66-3a5c-4a7e-9d55-0f5be3c2a111', clientId: 'me', graph, instance: 'ours' },
      never(),
    );
  await expect(submit({ a: { class_type: 'Nothing', inputs: { text: 'a secret' } } })).rejects.toMatchObject({
    problem: { kind: 'invalid', types: ['invalid_prompt'], detail: expect.stringContaining('Nothing') },
  });
  const refused = submit({ a: { class_type: 'SaveImage', inputs: { filename_prefix: 'a secret' } } });
  await expect(refused).rejects.toMatchObject({
    problem: {
      kind: 'invalid',
      detail: 'prompt_outputs_failed_validation; SaveImage.images required_input_missing',
    },
  });
});

test('an upload keeps the name that the server gives, and comes back as it was', async () => {
  const fake = await startFakeComfy();
  open.push(() => fake.kill());
  const http = connect(fake.url);
  const one = new Uint8Array([1, 2, 3]);
  expect(await http.upload('a.png', one, never())).toBe('rj/a.png [temp]');
  expect(await http.upload('a.png', one, never())).toBe('rj/a.png [temp]');
  expect(await http.upload('a.png', new Uint8Array([4]), never())).toBe('rj/a (1).png [temp]');
  const image = { filename: 'a.png', subfolder: 'rj', type: 'temp' };
  expect([...(await http.view(image, never()))]).toEqual([1, 2, 3]);
});

test('answers that are no JSON, of another shape, too large, or from elsewhere are refused', async () => {
  const answers: Record<string, RequestListener> = {
    text: (_, response) => response.end('<html>'),
    shape: (_, response) => response.end('{"a":"no number"}'),
    large: (_, response) => {
      const chunk = Buffer.alloc(1024 ** 2, ' ');
      const write = (left: number) => {
        if (left > 0 && !response.destroyed) response.write(chunk, () => write(left - 1));
      };
      write(40);
    },
    elsewhere: (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  };
  const failing = async (name: string) => read(connect(await serve(answers[name]!)));
  await expect(failing('text')).rejects.toMatchObject(fault('bad-answer', 'system_stats: not JSON'));
  await expect(failing('shape')).rejects.toMatchObject(fault('bad-answer'));
  await expect(failing('large')).rejects.toMatchObject(
    fault('bad-answer', expect.stringContaining('more than')),
  );
  await expect(failing('elsewhere')).rejects.toMatchObject({ problem: { kind: 'status', status: 302 } });
});

test('nobody there, nobody answering, and a connection that breaks are told apart', async () => {
  const gone = await startFakeComfy();
  await gone.kill();
  await expect(read(connect(gone.url))).rejects.toMatchObject(
    fault('refused', 'GET /system_stats: ECONNREFUSED'),
  );
  const silent = await serve(() => {});
  await expect(read(connect(silent), 50)).rejects.toMatchObject(fault('timeout'));
  const broken = await serve((request) => request.socket.destroy());
  await expect(read(connect(broken))).rejects.toMatchObject(fault('broken'));
});

test('a cancellation is one, not a fault', async () => {
  const silent = await serve(() => {});
  const stopping = new AbortController();
  const reading = connect(silent).queue(stopping.signal);
  stopping.abort();
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
});

test('an address keeps its path, and its password only as a header', async () => {
  const asked: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    asked.push(request.url, request.headers.authorization);
    response.end('{"a":1}');
  });
  const address = readServerAddress(`${url.replace('//', '//me:p%40ss@')}/comfy`, {});
  expect(await read(createComfyHttp(address, TIMING))).toEqual({ a: 1 });
  expect(asked).toEqual(['/comfy/system_stats', `Basic ${Buffer.from('me:p@ss').toString('base64')}`]);
  expect(address.label).toBe(`${new URL(url).host}/comfy`);
  expect(address.id).toMatch(/^[0-9a-f]{16}$/);
  expect(readServerAddress(`${url}/comfy/`, {}).id).toBe(address.id);
});
