import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { CategoryBody } from '../../../src/contract/http/libraries.ts';
import { users } from '../../../src/server/db/schema/accounts.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

type Category = z.infer<typeof CategoryBody>;
let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
});
afterAll(() => server.stop());

const add = (person: Person, name: string, changes: object = {}, key?: string) =>
  server.post(person, '/api/category/', { name, asset_type: 'material', ...changes }, key);
const list = async (person: Person, language = 'en') => {
  const headers = { ...person.headers, 'accept-language': language };
  const answer = await fetch(`${server.url}/api/category/?asset_type=material`, { headers });
  return ((await answer.json()) as Category[]).map(({ names }) => names[language as 'en' | 'es']);
};

test('a person adds categories of their own, listed by name whatever their case and accents', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const made = await add(person, ' álamo ');
  expect(made).toMatchObject({
    status: 201,
    body: { name: 'álamo', asset_type: 'material', is_global: false },
  });
  await add(person, 'Zinc');
  await add(person, 'Oak');
  expect(await list(person)).toEqual(['álamo', 'Metal', 'Oak', 'Wood', 'Zinc']);
  expect(await list(person, 'es')).toEqual(['álamo', 'Madera', 'Metal', 'Oak', 'Zinc']);
  expect(await list(other)).toEqual(['Metal', 'Wood']);
});

test('a name that is there already is refused in words; the same in another library is not', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  await add(person, 'Piedra');
  for (const name of ['Piedra', 'PIEDRA', 'piédra', 'wood', 'Madera']) {
    expect(await add(person, name)).toMatchObject({
      status: 409,
      body: { code: 'name-taken', detail: `There is already one called ${name}.` },
    });
  }
  expect((await add(person, 'Piedra', { asset_type: 'style' })).status).toBe(201);
  expect((await add(other, 'Piedra')).status).toBe(201);
  // Two at once leave one.
  const both = await Promise.all([add(other, 'Cork'), add(other, 'Cork')]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('an empty name, a long one and an unknown library are refused by field', async () => {
  const person = await server.signUp();
  const fieldsOf = async (body: object) => {
    const answer = await server.post(person, '/api/category/', body);
    expect(answer.status).toBe(400);
    return Object.keys(answer.body.fields);
  };
  expect(await fieldsOf({ name: '   ', asset_type: 'material' })).toEqual(['name']);
  expect(await fieldsOf({ name: 'x'.repeat(101), asset_type: 'material' })).toEqual(['name']);
  expect(await fieldsOf({ name: 'x', asset_type: 'render' })).toEqual(['asset_type']);
});

test('only staff add a category for everybody', async () => {
  const [staff, person] = [await server.signUp(), await server.signUp()];
  const { db } = server.deps.database;
  await db.update(users).set({ isStaff: true }).where(eq(users.id, staff.session.user.id));
  expect(await add(person, 'Everyone', { is_global: true })).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  });
  expect(await add(staff, 'Everyone', { is_global: true })).toMatchObject({ body: { is_global: true } });
  expect(await list(person)).toContain('Everyone');
});

test('a creation repeated with its key makes one category', async () => {
  const person = await server.signUp();
  const first = await add(person, 'Once', {}, 'cat-1');
  expect(await add(person, 'Once', {}, 'cat-1')).toEqual(first);
  expect((await list(person)).filter((name) => name === 'Once')).toHaveLength(1);
});
