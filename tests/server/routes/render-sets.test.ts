import { afterAll, beforeAll, expect, test } from 'vitest';
import { RENDER_SET_MAX } from '../../../src/contract/constants.ts';
import type { RenderGroup } from '../../../src/contract/http/render-orders.ts';
import { type RenderBody, type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

const SET = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
const VIEW = '6f9619ff-8b86-4011-b42d-00c04fc96400';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer();
});
afterAll(() => server.stop());

function groupOf(index: number, size: number): RenderGroup {
  return { id: SET, index, size, look: 'Oak', view: `View ${index + 1}` };
}

const send = (person: Person, group: unknown, changes: Parameters<RenderServer['order']>[1] = {}) =>
  server.order(person, { group: JSON.stringify(group), view_ids: JSON.stringify([VIEW]), ...changes });

test('pictures of a set have the seed that they came with, and say what they are of it', async () => {
  const person = await server.signUp();
  const made: RenderBody[] = [];
  for (const index of [0, 1]) {
    const { body } = await send(person, groupOf(index, 2), { seed: '4042' });
    made.push(await server.finish(person, body.id));
  }
  const told = made.map(({ seed, fix_seed, group, view_ids }) => [seed, fix_seed, group, view_ids]);
  expect(told).toEqual([0, 1].map((index) => ['4042', false, groupOf(index, 2), [VIEW]]));

  // Run again it is a picture by itself, with the same seed.
  const { body } = await server.post(person, `/api/render/${made[0]?.id}/rerun/`);
  const again = await server.finish(person, body.id);
  expect([again.seed, again.group, again.view_ids]).toEqual(['4042', null, []]);
});

test('the first picture is refused unless the balance covers all, with the price of all; nothing is taken', async () => {
  const person = await server.signUp();
  const refused = await send(person, groupOf(0, 11));
  expect(refused).toMatchObject({
    status: 402,
    body: { code: 'credits-insufficient', data: { price: 2200, balance: 2000 } },
  });
  expect(await server.get<unknown[]>(person, '/api/render/')).toEqual([]);
  const { status, body } = await send(person, groupOf(0, 10));
  expect([status, body.credits]).toEqual([202, 1800]);
  await server.finish(person, body.id);
});

test('what is no set is refused by its field', async () => {
  const person = await server.signUp();
  const field = async (changes: Parameters<RenderServer['order']>[1]) => {
    const { status, body } = await server.order(person, changes);
    return `${status} ${Object.keys(body.fields ?? {}).join()}`;
  };
  const large = JSON.stringify(groupOf(0, RENDER_SET_MAX + 1));
  expect(await field({ group: large })).toBe('400 group.size');
  expect(await field({ group: '{' })).toBe('400 group');
  expect(await field({ view_ids: '["hero"]' })).toBe('400 view_ids.0');
});

test('a picture of a set that moves to another engine stays in its set', async () => {
  const person = await server.signUp();
  const gate = server.engine.hold();
  const { body } = await send(person, groupOf(0, 1), { seed: '7' });
  const moved = await server.post(person, `/api/render/${body.id}/engine/`, { engine: 'studio' });
  gate.release();
  const render = await server.finish(person, moved.body.id);
  expect([render.group, render.view_ids, render.seed]).toEqual([groupOf(0, 1), [VIEW], '7']);
});
