import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RenderStateBody } from '../../../../src/contract/http/renders.ts';
import type { Queryable } from '../../../../src/server/db/database.ts';
import { describeRenders } from '../../../../src/server/renders/describe-render.ts';
import { listRenders } from '../../../../src/server/renders/list-renders.ts';
import { readState } from '../../../../src/server/renders/read-state.ts';
import { copyWithLargeRecipe } from '../../../support/large-recipes.ts';
import { type RenderServer, startRenderServer } from '../../../support/render-server.ts';
import type { Person } from '../../../support/server.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
});
afterAll(() => server.stop());

/** How often something asks the database. */
async function countQueries(ask: (db: Queryable) => Promise<unknown>): Promise<number> {
  let count = 0;
  const logQuery = (): void => {
    count += 1;
  };
  await ask(drizzle(server.deps.database.pool, { logger: { logQuery } }));
  return count;
}

test('many waiting orders cost as many queries as one, and each has its own place', async () => {
  const [ada, ben] = [await server.signUp(), await server.signUp()];
  const id = ada.session.user.id;
  const list = (): Promise<number> =>
    countQueries(async (db) =>
      describeRenders(db, server.deps.services.urls.of(''), (await listRenders(db, id)).rows),
    );
  const state = (): Promise<number> => countQueries((db) => readState(db, server.deps.services.engines, id));

  const order = async (person: Person): Promise<number> => {
    const { status, body } = await server.order(person);
    expect(status).toBe(202);
    return body.id;
  };

  const orders = [await order(ada)];
  const [listOfOne, stateOfOne] = [await list(), await state()];
  // They take turns: Ada's second order waits behind Ben's.
  const bens = await order(ben);
  for (let index = 0; index < 3; index += 1) orders.push(await order(ada));
  expect([await list(), await state()]).toEqual([listOfOne, stateOfOne]);

  const { data } = await server.get<RenderStateBody>(ada, '/api/render/state/');
  const rest = await server.get<RenderStateBody>(ben, '/api/render/state/');
  const places = [...data.renders.pending, ...rest.data.renders.pending];
  expect(places.map(({ queue_position }) => queue_position).sort()).toEqual([1, 2, 3, 4, 5]);
  expect(places.map(({ id: waiting }) => waiting).sort()).toEqual([...orders, bens].sort());
  const listed = await server.get<{ id: number; queue_position: number }[]>(ada, '/api/render/');
  for (const { id: waiting, queue_position } of listed) {
    expect(queue_position).toBe(places.find((place) => place.id === waiting)?.queue_position);
  }
});

test('what the loader asks again and again reads no recipe: a model of many parts has one of megabytes', async () => {
  const person = await server.signUp();
  const { body } = await server.order(person, { quality: 'high' });
  await copyWithLargeRecipe(server, body.id, { count: 3, bytes: 1_000_000 });
  let bytes = 0;
  const { pool } = server.deps.database;
  const weighed = new Proxy(pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'query' || typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        const answer = (await value.apply(target, args)) as { rows: unknown[] };
        bytes += JSON.stringify(answer.rows).length;
        return answer;
      };
    },
  });
  const state = await readState(drizzle(weighed), server.deps.services.engines, person.session.user.id);
  expect(state.renders.pending).toHaveLength(4);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(20_000);
});
