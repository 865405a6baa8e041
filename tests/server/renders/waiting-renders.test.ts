import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { z } from 'zod';
import type { LedgerEntryBody } from '../../../src/contract/http/credits.ts';
import type { RenderStateBody } from '../../../src/contract/http/renders.ts';
import type { RenderMessage } from '../../../src/contract/render-events.ts';
import { renders } from '../../../src/server/db/schema/renders.ts';
import { picture, type RenderServer, readMessages, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer();
});
afterAll(() => server.stop());

const order = async (person: Person, prompt: string, engine = 'studio'): Promise<number> =>
  (await server.order(person, { positive_prompt: prompt, engine })).body.id;
const patchOrder = async (person: Person, ids: readonly number[]) => {
  const answer = await fetch(`${server.url}/api/render/order/`, {
    method: 'PATCH',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ids }),
  });
  return { status: answer.status, body: await answer.json() };
};
const state = async (person: Person) =>
  (await server.get<RenderStateBody>(person, '/api/render/state/')).data;
/** Prompts that the engine has drawn since a count of runs. */
const drawnSince = (runs: number): string[] =>
  server.engine.runs.slice(runs).map(({ positivePrompt }) => positivePrompt);

test('own waiting orders change places among themselves, and nobody else comes earlier or later', async () => {
  const [ada, ben] = [await server.signUp(), await server.signUp()];
  const gate = server.engine.hold();
  const first = await order(ben, 'held');
  await gate.reached;
  const runs = server.engine.runs.length;
  // They take turns: a1 b1 a2 b2 a3.
  const [a1, b1, a2, b2, a3] = [
    await order(ada, 'a1'),
    await order(ben, 'b1'),
    await order(ada, 'a2'),
    await order(ben, 'b2'),
    await order(ada, 'a3'),
  ] as const;
  const before = (await state(ben)).renders.pending.map(({ id, queue_position }) => [id, queue_position]);
  const places = (await state(ada)).renders.pending.map(({ queue_position }) => queue_position);

  const moved = await patchOrder(ada, [a3, a1, a2]);
  expect(moved).toEqual({
    status: 200,
    body: [a3, a1, a2].map((id, index) => ({ id, queue_position: places[index] })),
  });
  expect((await state(ada)).renders.pending.map(({ id }) => id)).toEqual([a3, a1, a2]);
  expect((await state(ben)).renders.pending.map(({ id, queue_position }) => [id, queue_position])).toEqual(
    before,
  );
  // Back and forth changes nothing for the other one either.
  await patchOrder(ada, [a1, a2, a3]);
  await patchOrder(ada, [a3, a1, a2]);
  expect((await state(ben)).renders.pending.map(({ id, queue_position }) => [id, queue_position])).toEqual(
    before,
  );

  // Somebody else's is not found, and then nothing moves; one that has begun is left out.
  expect((await patchOrder(ada, [a1, b1])).status).toBe(404);
  expect((await patchOrder(ben, [b2, first])).body).toEqual([{ id: b2, queue_position: expect.any(Number) }]);
  expect((await patchOrder(ada, [])).status).toBe(400);

  const line = [...(await state(ada)).renders.pending, ...(await state(ben)).renders.pending]
    .sort((a, b) => a.queue_position - b.queue_position)
    .map(({ id }) => id);
  gate.release();
  for (const [person, id] of [
    [ada, a2],
    [ben, b2],
    [ada, a3],
  ] as const)
    await server.finish(person, id);
  const names = new Map([
    [a1, 'a1'],
    [a2, 'a2'],
    [a3, 'a3'],
    [b1, 'b1'],
    [b2, 'b2'],
  ]);
  expect(drawnSince(runs)).toEqual(line.map((id) => names.get(id)));
});

test('an order that moved up is told so on its channel', async () => {
  const person = await server.signUp();
  const gate = server.engine.hold();
  const held = await order(person, 'held');
  await gate.reached;
  const [one, two] = [await order(person, 'one'), await order(person, 'two')];
  const { ticket } = (await server.post(person, `/api/render/${two}/ticket/`)).body;
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws/render_${two}/?ticket=${ticket}`);
  const following = readMessages(socket);
  await new Promise((resolve) => socket.once('message', resolve));
  await patchOrder(person, [two, one]);
  gate.release();
  const messages: RenderMessage[] = await following;
  const places = messages.flatMap((message) =>
    message.type === 'queue_status' ? [message.queue_position] : [],
  );
  expect(places.at(-1)).toBe(1);
  await server.finish(person, one);
  await server.finish(person, held);
});

test('all are cancelled at once: each is refunded once, the finished image stays paid, nobody else is touched', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const gate = server.engine.hold(1);
  const running = (await server.order(person, { batch_size: 2 })).body.id;
  await gate.reached;
  const waiting = [await order(person, 'one'), await order(person, 'two')];
  const foreign = await order(other, 'foreign');
  const aborted = server.engine.aborted;

  const cancelled = await server.post(person, '/api/render/cancel/', {}, 'key');
  expect(cancelled).toEqual({
    status: 200,
    body: { cancelled: [running, ...waiting], refunded: 600, credits: 1800 },
  });
  // The same press once more, and another one.
  expect(await server.post(person, '/api/render/cancel/', {}, 'key')).toEqual(cancelled);
  expect((await server.post(person, '/api/render/cancel/')).body).toEqual({
    cancelled: [],
    refunded: 0,
    credits: 1800,
  });
  // The engine is told after the person.
  await expect.poll(() => server.engine.aborted).toBe(aborted + 1);
  gate.release();
  expect(await server.finish(other, foreign)).toMatchObject({ status: 'completed' });
  const entries = await server.get<z.infer<typeof LedgerEntryBody>[]>(person, '/api/credits/ledger/');
  expect(entries.reverse().map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
    'signup 2000',
    'reserve -400',
    'capture 0',
    'reserve -200',
    'reserve -200',
    'refund 200',
    'refund 200',
    'refund 200',
  ]);
  expect((await state(person)).renders).toEqual({ pending: [], in_progress: [] });
});

test('how long a kind takes is told from three of it on, as the middle half of the last ten', async () => {
  const person = await server.signUp();
  const { db } = server.deps.database;
  const wide = { width: 96, height: 64, viewer_snapshot: await picture('#808080', 96, 64) };
  const draw = async (seconds: number): Promise<void> => {
    const { body } = await server.order(person, { ...wide, quality: 'draft', batch_size: 2 });
    await server.finish(person, body.id);
    await db
      .update(renders)
      .set({ startedAt: sql`finished_at - make_interval(secs => ${seconds})` })
      .where(eq(renders.id, body.id));
  };
  const paces = async () => (await state(person)).system.paces.filter(({ width }) => width === 96);
  await draw(40);
  await draw(80);
  expect(await paces()).toEqual([]);
  await draw(120);
  expect(await paces()).toEqual([
    {
      engine: 'studio',
      width: 96,
      height: 64,
      quality: 'draft',
      output_px: null,
      seconds: { low: 30, high: 50 },
    },
  ]);
  // Of an order that waits: all its images. Of another kind nothing is known.
  const gate = server.engine.hold();
  await server.order(person, { ...wide, quality: 'draft', batch_size: 3 });
  await gate.reached;
  await server.order(person, { ...wide, quality: 'high' });
  const { pending, in_progress } = (await state(person)).renders;
  expect([in_progress[0]?.seconds, pending[0]?.seconds]).toEqual([{ low: 90, high: 150 }, null]);
  gate.release();
});
