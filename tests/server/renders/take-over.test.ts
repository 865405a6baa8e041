import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  MORTAL_FILE_LIGHTS,
  type MortalServers,
  openMortalServers,
  POLL,
  placeMortalOrder,
} from '../../support/mortal-servers.ts';

let servers: MortalServers;
beforeAll(async () => {
  servers = await openMortalServers();
});
afterAll(() => servers?.close());

test('an order whose server was killed in the middle finishes by itself and is charged once', async () => {
  const first = await servers.start();
  const order = await placeMortalOrder(first.url, 'ada@example.com');

  // 1. Killed as soon as a worker has begun.
  await expect.poll(async () => (await order.stateAt(first.url)).status, POLL).not.toBe('queued');
  first.child.process.kill('SIGKILL');
  await first.child.ended;

  // 2. The next start takes the order up again, without anybody asking.
  const second = await servers.start();
  expect(['processing', 'completed']).toContain((await order.stateAt(second.url)).status);
  await expect.poll(async () => (await order.stateAt(second.url)).status, POLL).toBe('completed');
  const render = await order.stateAt(second.url);
  expect(render).toMatchObject({ price: 200, refunded: 0, batch_count: 2 });
  expect(render.output_images).toHaveLength(2);
  expect(render.recipe?.scene.fileLights).toEqual(MORTAL_FILE_LIGHTS);
  expect(await order.ledgerAt(second.url)).toEqual(['capture', 'capture', 'reserve', 'signup']);
  await servers.stop(second.child);
});

test('one process serves people and another makes the pictures', async () => {
  const api = await servers.start('api');
  const order = await placeMortalOrder(api.url, 'grace@example.com');
  expect((await order.stateAt(api.url)).status).toBe('queued');
  const worker = await servers.start('worker');
  await expect.poll(async () => (await order.stateAt(api.url)).status, POLL).toBe('completed');
  expect((await order.stateAt(api.url)).output_images).toHaveLength(2);
  await servers.stop(worker.child);
  await servers.stop(api.child);
});
