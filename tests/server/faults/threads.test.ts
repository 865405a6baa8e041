import type { Worker } from 'node:worker_threads';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renders } from '../../../src/server/db/schema/renders.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';

const ROUNDS = Number(process.env.FAULTS ?? 1);
/** As many orders as a person's first credits pay for. */
const ORDERS = 20;

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isTracing: true, isWorking: false });
});
afterAll(() => server.stop());

test('the thread that makes the pictures is ended under an order: it is made all the same, and charged once', {
  timeout: ROUNDS * 120_000,
}, async () => {
  let person = await server.signUp();
  const { db } = server.deps.database;
  // The model is looked into by a thread of its own, once.
  const first = await server.order(person, { quality: 'draft' });
  await server.post(person, `/api/render/${first.body.id}/cancel/`);
  await server.work();
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 0 && round % ORDERS === 0) person = await server.signUp();
    const began = new Promise<Worker>((resolve) => {
      process.once('worker', resolve);
    });
    const { body } = await server.order(person, { quality: 'draft' });
    await (await began).terminate();
    expect(await server.finish(person, body.id)).toMatchObject({ status: 'completed', refunded: 0 });
    const [row] = await db.select().from(renders).where(eq(renders.id, body.id));
    expect(row?.attempt).toBe(2);
    expect(await server.credits(person)).toBe(2000 - 100 * ((round % ORDERS) + 1));
  }
});
