import { asc, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renders } from '../../../../src/server/db/schema/renders.ts';
import { holdPlan } from '../../../support/hold-plan.ts';
import { type RenderServer, startRenderServer } from '../../../support/render-server.ts';
import type { Person } from '../../../support/server.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false, config: { renderCost: 1 } });
});
afterAll(() => server.stop());

test('a plan has its turns in the queue, and nobody without one is passed without end', async () => {
  const [ada, ben, cleo] = [await server.signUp(), await server.signUp(), await server.signUp()];
  await holdPlan(server, ada, 'pro');
  await holdPlan(server, cleo, 'ultimate');
  const names = new Map<number, string>();
  const order = async (person: Person, name: string): Promise<void> => {
    const { status, body } = await server.order(person);
    expect(status).toBe(202);
    names.set(body.id, name);
  };
  for (let count = 0; count < 2; count += 1) await order(ben, 'ben');
  for (let count = 0; count < 5; count += 1) await order(ada, 'ada');
  for (let count = 0; count < 7; count += 1) await order(cleo, 'cleo');

  const { db } = server.deps.database;
  const rows = await db
    .select({ id: renders.id })
    .from(renders)
    .where(inArray(renders.id, [...names.keys()]))
    .orderBy(asc(renders.turn), asc(renders.id));
  const drawn = rows.map(({ id }) => names.get(id));
  expect(drawn.slice(0, 3)).toEqual(['ben', 'ada', 'cleo']);
  // Between Ben's first and second order: three of Ada's and six of Cleo's.
  const between = drawn.slice(1, drawn.lastIndexOf('ben'));
  expect(between.filter((name) => name === 'ada')).toHaveLength(3);
  expect(between.filter((name) => name === 'cleo')).toHaveLength(6);
});
