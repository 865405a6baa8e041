import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import { makeStaff } from '../../support/staff.ts';

let server: RenderServer;
let full: RenderServer;
const registry = new Registry();
beforeAll(async () => {
  server = await startRenderServer();
  full = await startRenderServer({ registry, config: { lowDiskBytes: Number.MAX_SAFE_INTEGER } });
});
afterAll(async () => {
  await server?.stop();
  await full?.stop();
});

test('a server whose parts all answer is ready, and says which engines have a worker', async () => {
  const answer = await fetch(`${server.url}/api/ready`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    ready: true,
    checks: { database: { ok: true }, queue: { ok: true }, disk: { ok: true } },
    free_bytes: expect.any(Number),
    engines: ['studio'],
    maintenance: null,
  });
});

test('below the low-water mark no order and no file is taken, nothing is charged, and staff see why', async () => {
  const ready = await fetch(`${full.url}/api/ready`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({
    ready: false,
    checks: { disk: { ok: false, reason: 'The disk is nearly full: no uploads and orders are taken.' } },
  });
  expect((await fetch(`${full.url}/api/health`)).status).toBe(200);

  const person = await makeStaff(full);
  expect(await full.order(person)).toMatchObject({ status: 507, body: { code: 'storage-full' } });
  expect(await full.credits(person)).toBe(2000);
  const form = new FormData();
  form.set('image', new Blob(['x']), 'x.png');
  const upload = await fetch(`${full.url}/api/picture/`, {
    method: 'POST',
    headers: person.headers,
    body: form,
  });
  expect(upload.status).toBe(507);
  const named = await fetch(`${full.url}/api/project/`, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: '{"name":"Shoe"}',
  });
  expect(named.status).toBe(201);

  const alarms = await full.get<{ results: { kind: string }[] }>(person, '/api/staff/alarms/');
  expect(alarms.results).toEqual([
    { kind: 'disk-low', key: 'disk', free_bytes: expect.any(Number), at: expect.any(String) },
  ]);
  const figures = await registry.metrics();
  expect(figures).toContain('vitrine_ready{check="disk"} 0');
  expect(figures).toContain('vitrine_ready{check="database"} 1');
  expect(figures).toMatch(/^vitrine_disk_free_bytes \d+/m);
});
