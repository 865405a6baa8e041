import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SKETCHES } from '../../../src/contract/constants.ts';
import type { SketchBody, SketchHead } from '../../../src/contract/http/sketches.ts';
import { sketches } from '../../../src/server/db/schema/sketches.ts';
import { FRONT, makeStroke } from '../../support/light-map-app.ts';
import { type Person, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function call(person: Person, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
  const answer = await server.app.inject({
    method,
    url,
    headers: person.headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}
async function begin() {
  const person = await server.signUp();
  const { body } = await call(person, 'POST', '/api/project/', { name: 'Shoe' });
  const path = `/api/project/${body.id}/sketches/`;
  const list = async (): Promise<SketchHead[]> => (await call(person, 'GET', path)).body;
  return { person, id: body.id as number, path, list };
}
const makeSketch = (changes: Partial<SketchBody> = {}) => ({
  id: randomUUID(),
  model_hash: 'a'.repeat(64),
  pose: FRONT,
  steps: [makeStroke('a')],
  updated_at: 1_000,
  ...changes,
});

test('of two states of a sketch the later stands, and one that was painted on since is not deleted', async () => {
  const { person, path, list } = await begin();
  const first = makeSketch();
  expect(await call(person, 'POST', path, first)).toEqual({ status: 200, body: first });
  const later = { ...first, steps: [makeStroke('a'), makeStroke('b')], updated_at: 2_000 };
  await call(person, 'POST', path, later);
  expect((await call(person, 'POST', path, first)).body).toEqual(later);
  expect((await call(person, 'GET', `${path}${first.id}/`)).body).toEqual(later);
  const remove = (at: number) => call(person, 'DELETE', `${path}${first.id}/?updated_at=${at}`);
  expect((await remove(1_000)).status).toBe(204);
  expect(await list()).toEqual([{ id: first.id, updated_at: 2_000 }]);
  expect([(await remove(2_000)).status, (await remove(2_000)).status]).toEqual([204, 204]);
  expect(await list()).toEqual([]);
});

test('other devices hear of it, and the project’s revision stays', async () => {
  const { person, id, path } = await begin();
  const read = async () => (await call(person, 'GET', `/api/project/${id}/`)).body;
  const before = await read();
  await call(person, 'POST', path, makeSketch());
  const after = await read();
  expect(after.revision).toBe(before.revision);
  expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
});

test('sketches are their owner’s alone, and none is taken from one project into another', async () => {
  const [mine, other] = [await begin(), await begin()];
  const sketch = makeSketch();
  await call(mine.person, 'POST', mine.path, sketch);
  const one = `${mine.path}${sketch.id}/`;
  const refused = [
    await call(other.person, 'GET', mine.path),
    await call(other.person, 'GET', one),
    await call(other.person, 'POST', mine.path, makeSketch()),
    await call(other.person, 'DELETE', `${one}?updated_at=9000`),
    await call(other.person, 'GET', `${other.path}${sketch.id}/`),
    await call(other.person, 'POST', other.path, { ...sketch, updated_at: 9_000 }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  await call(other.person, 'DELETE', `${other.path}${sketch.id}/?updated_at=9000`);
  expect(await mine.list()).toHaveLength(1);
});

test('of two who send the same id at once one has it, and no state is of no time', async () => {
  const both = [await begin(), await begin()];
  for (let round = 0; round < 5; round += 1) {
    const sketch = makeSketch();
    const answers = await Promise.all(both.map(({ person, path }) => call(person, 'POST', path, sketch)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  }
  const { person, path } = both[0]!;
  const late = await call(person, 'DELETE', `${path}${makeSketch().id}/?updated_at=1e300`);
  expect(late.status).toBe(400);
});

test('a project has room for so many, and for none that is too large', async () => {
  const { person, id, path, list } = await begin();
  const { db } = server.deps.database;
  await db.insert(sketches).values(
    Array.from({ length: SKETCHES.maxCount }, (_, index) => ({
      id: randomUUID(),
      projectId: id,
      modelHash: null,
      pose: FRONT,
      steps: [],
      sizeBytes: 2,
      paintedAt: index,
    })),
  );
  expect(await call(person, 'POST', path, makeSketch())).toMatchObject({
    status: 422,
    body: { code: 'kept-limit', data: { kind: 'sketches', limit: SKETCHES.maxCount } },
  });
  const [known] = await list();
  expect((await call(person, 'POST', path, makeSketch({ id: known!.id }))).status).toBe(200);
  const stroke = makeStroke('a');
  if (stroke.kind !== 'stroke') throw new Error('no stroke');
  const segments = Array.from({ length: SKETCHES.maxSegments + 1 }, () => stroke.segments[0]);
  const steps = [{ ...stroke, segments }];
  expect((await call(person, 'POST', path, { ...makeSketch({ id: known!.id }), steps })).status).toBe(400);
  await db.update(sketches).set({ sizeBytes: 200_000 }).where(eq(sketches.projectId, id));
  const again = makeSketch({ id: known!.id, updated_at: 5_000 });
  expect((await call(person, 'POST', path, again)).status).toBe(400);
});

test('a copy of a project has them under ids of its own, and they go with their project', async () => {
  const { person, id, path, list } = await begin();
  const sketch = makeSketch();
  await call(person, 'POST', path, sketch);
  const { body: copy } = await call(person, 'POST', `/api/project/${id}/duplicate/`, {});
  const { body: copied } = await call(person, 'GET', `/api/project/${copy.id}/sketches/`);
  expect(copied).toEqual([{ id: expect.not.stringMatching(sketch.id), updated_at: 1_000 }]);
  expect(await list()).toHaveLength(1);
  await call(person, 'DELETE', `/api/project/${id}/`);
  const { db } = server.deps.database;
  expect(await db.select().from(sketches).where(eq(sketches.id, sketch.id))).toEqual([]);
});
