import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import { signalFamily } from '../../support/fault-places.ts';
import { expectDone, isRunning, type Order, ROUNDS, tell, timeToAnswer } from '../../support/faults.ts';
import {
  type MortalPerson,
  type MortalServers,
  openMortalServers,
  orderMortal,
  placeMortalOrder,
  registerMortal,
} from '../../support/mortal-servers.ts';

const STOPPED_MS = 20_000;
const AWAY_MS = 60_000;
/** A call that begins while the database hangs has its answer by then, on a busy machine as well. */
const BOUND_MS = 15_000;

let servers: MortalServers;
beforeAll(async () => {
  if (ROUNDS > 0) servers = await openMortalServers();
});
afterAll(() => servers?.close());

/** Lets PostgreSQL answer nothing for a while, and its connections stay. */
async function hang(ms: number, meanwhile: () => Promise<void> = async () => {}): Promise<void> {
  const pid = await servers.postmaster();
  signalFamily(pid, 'SIGSTOP');
  try {
    await Promise.all([pause(ms), meanwhile()]);
  } finally {
    signalFamily(pid, 'SIGCONT');
  }
}

test.skipIf(ROUNDS === 0)('PostgreSQL hangs for 20 seconds in mid-render', { timeout: 300_000 }, async () => {
  const { child, url } = await servers.start();
  const order = await placeMortalOrder(url, 'hanging@example.com');
  await isRunning(order, url);
  await hang(STOPPED_MS);
  const waited = await timeToAnswer(url);
  await expectDone(order, url);
  tell('PostgreSQL stopped for 20 s', `nothing lost, charged once, answered ${waited} ms after`);
  await servers.stop(child);
});

interface Call {
  readonly what: string;
  readonly status: number;
  readonly ms: number;
  readonly began: number;
}

test.skipIf(ROUNDS === 0)(
  'the database is away for 60 seconds while people order, read and upload',
  { timeout: 600_000 },
  async () => {
    const { child, url } = await servers.start();
    const people: MortalPerson[] = [];
    for (let index = 0; index < 4; index++)
      people.push(await registerMortal(url, `away${index}@example.com`));
    const calls: Call[] = [];
    const orders: { readonly person: MortalPerson; readonly id: number }[] = [];
    let isOver = false;
    const call = async (what: string, ask: () => Promise<Response>): Promise<Response | null> => {
      const began = performance.now();
      // A refused body is not read: its connection ends, and whoever was about to use it again takes another.
      const answer = await ask()
        .catch(ask)
        .catch(() => null);
      calls.push({ what, status: answer?.status ?? 0, ms: Math.round(performance.now() - began), began });
      return answer;
    };
    const work = people.map(async (person, index) => {
      const { headers } = person;
      const project = await person.read<ProjectBody>(`${url}/api/project/active/`);
      while (!isOver) {
        await call('read', () => fetch(`${url}/api/project/`, { headers }));
        const form = new FormData();
        form.set('upload_id', crypto.randomUUID());
        form.set('chunk_index', '0');
        form.set('total_chunks', '2');
        form.set('filename', 'shoe.glb');
        form.set('file', new Blob([`part ${index}`]), 'chunk');
        await call('upload', () =>
          fetch(`${url}/api/chunked-upload/`, { method: 'POST', headers, body: form }),
        );
        if (orders.filter((order) => order.person === person).length < 3) {
          const placed = await call('order', () => orderMortal(url, person, project));
          if (placed?.status === 202)
            orders.push({ person, id: ((await placed.json()) as { id: number }).id });
        }
        await pause(100);
      }
    });
    await expect.poll(() => orders.length).toBeGreaterThan(0);
    const from = performance.now();
    await hang(AWAY_MS);
    const back = await timeToAnswer(url);
    isOver = true;
    await Promise.all(work);

    // Every call that began in the time has its answer within the bound, and so have those that were in their effect then.
    const until = from + AWAY_MS - BOUND_MS;
    const within = calls.filter(({ began }) => began > from - 1_000 && began < until);
    expect(within.filter(({ status, began }) => began > from + 1_000 && status !== 503)).toEqual([]);
    expect(within.length).toBeGreaterThan(0);
    expect(within.filter(({ ms }) => ms > BOUND_MS)).toEqual([]);
    expect(calls.filter(({ status }) => ![200, 202, 503].includes(status))).toEqual([]);
    // What was accepted is there: made and paid for once, or ended with a reason and given back whole.
    const ended: { status: string; error_code: string | null }[] = [];
    for (const { person, id } of orders) {
      const state = () => person.read<Awaited<ReturnType<Order['stateAt']>>>(`${url}/api/render/${id}/`);
      const settled = (status: string) => ['completed', 'error'].includes(status);
      await expect.poll(async () => (await state()).status, { timeout: 240_000 }).toSatisfy(settled);
      const { status, error_code, refunded, output_images: images } = await state();
      expect(refunded).toBe(200 - 100 * images.length);
      ended.push({ status, error_code });
    }
    for (const person of people) {
      const ledger = await person.read<{ kind: string; render_id: number | null }[]>(
        `${url}/api/credits/ledger/`,
      );
      const reserved = ledger.filter(({ kind }) => kind === 'reserve');
      expect(reserved.length).toBeGreaterThanOrEqual(
        orders.filter((order) => order.person === person).length,
      );
    }
    const made = ended.filter(({ status }) => status === 'completed').length;
    const others = ended.flatMap(({ status, error_code }) => (status === 'error' ? [error_code] : []));
    const worst = Math.max(...within.map(({ ms }) => ms));
    tell(
      'database away for 60 s under load',
      `${calls.length} calls, ${within.length} refused in words within ${worst} ms, ${orders.length} orders accepted, ${made} made and charged once, ${others.length} given back (${others.join(', ')}), answered ${back} ms after`,
    );
    await servers.stop(child);
  },
);
