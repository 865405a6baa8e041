import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectDone, isRunning, ROUNDS, tell, timeToAnswer } from '../../support/faults.ts';
import { type MortalServers, openMortalServers, placeMortalOrder } from '../../support/mortal-servers.ts';

const ANSWER_MS = 10_000;

let servers: MortalServers;
beforeAll(async () => {
  if (ROUNDS > 0) servers = await openMortalServers();
});
afterAll(() => servers?.close());

function tellWaits(what: string, waits: readonly number[]): void {
  const sorted = [...waits].sort((a, b) => a - b);
  const done = `${waits.length} of ${ROUNDS} done and charged once`;
  tell(what, `${done}, answered after ${sorted[sorted.length >> 1]} ms, at most ${sorted.at(-1)} ms`);
}

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
    tellWaits('postmaster', waits);
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
    tellWaits('server', waits);
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
    tellWaits('worker', waits);
    expect(waits.filter((ms) => ms > ANSWER_MS)).toEqual([]);
    await servers.stop(worker.child);
    await servers.stop(api.child);
  },
);
