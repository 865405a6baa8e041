import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type MortalServers,
  openMortalServers,
  POLL,
  placeMortalOrder,
} from '../../support/mortal-servers.ts';

/** How often each is killed; 0 leaves it to `npm run faults`. */
const ROUNDS = Number(process.env.FAULTS ?? 0);
/** Somewhere in a render, but no longer than a small one takes. */
const MIDDLE_MS = 600;
const ANSWER_MS = 10_000;

let servers: MortalServers;
beforeAll(async () => {
  if (ROUNDS > 0) servers = await openMortalServers();
});
afterAll(() => servers?.close());

type Order = Awaited<ReturnType<typeof placeMortalOrder>>;

/** Until a call that reads the database is answered, milliseconds. */
async function timeToAnswer(url: string): Promise<number> {
  const from = performance.now();
  await expect
    .poll(async () => (await fetch(`${url}/api/config/`).catch(() => null))?.status, POLL)
    .toBe(200);
  return Math.round(performance.now() - from);
}

async function expectDone(order: Order, url: string): Promise<void> {
  const state = () => order.stateAt(url).catch(() => null);
  await expect.poll(async () => (await state())?.status, POLL).toBe('completed');
  expect(await state()).toMatchObject({ price: 200, refunded: 0, batch_count: 2 });
  expect(await order.ledgerAt(url)).toEqual(['capture', 'capture', 'reserve', 'signup']);
}

function tell(what: string, waits: readonly number[]): void {
  const sorted = [...waits].sort((a, b) => a - b);
  console.log(
    `${what}: ${waits.length} of ${ROUNDS} done and charged once, answered after ${sorted[sorted.length >> 1]} ms, at most ${sorted.at(-1)} ms`,
  );
}

const isRunning = async (order: Order, url: string) => {
  await expect.poll(async () => (await order.stateAt(url)).status, POLL).not.toBe('queued');
  await pause(Math.random() * MIDDLE_MS);
};

test.skipIf(ROUNDS === 0)(
  'the postmaster is killed in mid-render, time and again',
  {
    timeout: ROUNDS * 120_000,
  },
  async () => {
    const { child, url } = await servers.start();
    const waits: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const order = await placeMortalOrder(url, `postmaster${round}@example.com`);
      await isRunning(order, url);
      process.kill(await servers.postmaster(), 'SIGKILL');
      waits.push(await timeToAnswer(url));
      await expectDone(order, url);
    }
    tell('postmaster', waits);
    expect(waits.filter((ms) => ms > ANSWER_MS)).toEqual([]);
    await servers.stop(child);
  },
);

test.skipIf(ROUNDS === 0)(
  'the server is killed in mid-render, time and again',
  {
    timeout: ROUNDS * 120_000,
  },
  async () => {
    const waits: number[] = [];
    let server = await servers.start();
    for (let round = 0; round < ROUNDS; round++) {
      const order = await placeMortalOrder(server.url, `server${round}@example.com`);
      await isRunning(order, server.url);
      server.child.process.kill('SIGKILL');
      await server.child.ended;
      const from = performance.now();
      server = await servers.start();
      waits.push(Math.round(performance.now() - from) + (await timeToAnswer(server.url)));
      await expectDone(order, server.url);
    }
    tell('server', waits);
    await servers.stop(server.child);
  },
);

test.skipIf(ROUNDS === 0)(
  'the worker process is killed in mid-render, time and again',
  {
    timeout: ROUNDS * 120_000,
  },
  async () => {
    const api = await servers.start('api');
    const waits: number[] = [];
    let worker = await servers.start('worker');
    for (let round = 0; round < ROUNDS; round++) {
      const order = await placeMortalOrder(api.url, `worker${round}@example.com`);
      await isRunning(order, api.url);
      worker.child.process.kill('SIGKILL');
      await worker.child.ended;
      waits.push(await timeToAnswer(api.url));
      worker = await servers.start('worker');
      await expectDone(order, api.url);
    }
    tell('worker', waits);
    expect(waits.filter((ms) => ms > ANSWER_MS)).toEqual([]);
    await servers.stop(worker.child);
    await servers.stop(api.child);
  },
);
