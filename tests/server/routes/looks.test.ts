import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOOKS_MAX } from '../../../src/contract/constants.ts';
import type { LookBody } from '../../../src/contract/http/looks.ts';
import { looks } from '../../../src/server/db/schema/dressing.ts';
import { files } from '../../../src/server/db/schema/files.ts';
import { ownedFiles } from '../../../src/server/db/schema/uploads.ts';
import { makeLook, makeLookMaterial } from '../../support/looks.ts';
import { type Person, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
async function call(person: Person, method: Method, url: string, payload?: object, headers: object = {}) {
  const answer = await server.app.inject({
    method,
    url,
    headers: { ...person.headers, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}
const list = async (person: Person): Promise<LookBody[]> => (await call(person, 'GET', '/api/look/')).body;
const names = async (person: Person) => (await list(person)).map(({ name }) => name);
const body = (name = 'Winter', id: string = randomUUID()) => ({ id, name, look: makeLook() });

test('a look is kept, listed, renamed, deleted, and comes back under its id', async () => {
  const person = await server.signUp();
  const sent = body();
  const saved = await call(person, 'POST', '/api/look/', sent);
  expect(saved).toMatchObject({ status: 201, body: { ...sent, updated_at: expect.any(String) } });
  await call(person, 'POST', '/api/look', body('Summer'));
  expect(await names(person)).toEqual(['Summer', 'Winter']);

  const renamed = await call(person, 'PATCH', `/api/look/${sent.id}/`, { name: ' Snow ' });
  expect(renamed).toMatchObject({ status: 200, body: { name: 'Snow', look: sent.look } });
  expect(await names(person)).toEqual(['Snow', 'Summer']);

  expect((await call(person, 'DELETE', `/api/look/${sent.id}`)).status).toBe(204);
  expect((await call(person, 'DELETE', `/api/look/${sent.id}`)).status).toBe(404);
  expect((await call(person, 'PATCH', `/api/look/${sent.id}`, { name: 'x' })).status).toBe(404);
  expect(await names(person)).toEqual(['Summer']);
  expect((await call(person, 'POST', '/api/look/', sent)).status).toBe(201);
  expect((await call(person, 'POST', '/api/look/', { ...sent, name: 'Ice' })).status).toBe(200);
  expect(await names(person)).toEqual(['Ice', 'Summer']);
});

test('the same call twice has one effect and one answer', async () => {
  const person = await server.signUp();
  const headers = { 'idempotency-key': randomUUID() };
  const sent = body();
  const first = await call(person, 'POST', '/api/look/', sent, headers);
  expect(await call(person, 'POST', '/api/look/', sent, headers)).toEqual(first);
  expect(await call(person, 'POST', '/api/look/', body('Else'), headers)).toMatchObject({ status: 422 });
  expect(await names(person)).toEqual(['Winter']);
});

test('another person’s look is not found, not changed and not taken over', async () => {
  const [ada, eve] = [await server.signUp(), await server.signUp()];
  const sent = body();
  await call(ada, 'POST', '/api/look/', sent);
  const tries = [
    await call(eve, 'POST', '/api/look/', { ...sent, name: 'Mine' }),
    await call(eve, 'PATCH', `/api/look/${sent.id}/`, { name: 'Mine' }),
    await call(eve, 'DELETE', `/api/look/${sent.id}/`),
  ];
  expect(tries.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(await list(eve)).toEqual([]);
  expect(await names(ada)).toEqual(['Winter']);
  expect((await server.app.inject({ method: 'GET', url: '/api/look/' })).statusCode).toBe(401);
});

test('textures have fresh addresses for who may read them, and never the ones that were sent', async () => {
  const [ada, eve] = [await server.signUp(), await server.signUp()];
  const hash = 'ad'.repeat(32);
  const { db } = server.deps.database;
  await db.insert(files).values({ hash, sizeBytes: 1, contentType: 'image/webp' });
  await db.insert(ownedFiles).values({ userId: ada.session.user.id, hash });
  const look = makeLook({
    materials: [
      makeLookMaterial('Seat', { textureHash: hash as never, texturePath: 'https://evil.example/x' }),
    ],
  });
  const pathOf = async (person: Person) => {
    await call(person, 'POST', '/api/look/', { ...body(), look });
    return (await list(person))[0]?.look.materials[0]?.texturePath;
  };
  expect(await pathOf(ada)).toContain(`/files/${hash}?`);
  expect(await pathOf(eve)).toBeNull();
});

test.each([
  ['a body without a look', { id: randomUUID(), name: 'x' }],
  ['an empty name', { ...body(), name: '   ' }],
  ['a name of 101 characters', { ...body(), name: 'x'.repeat(101) }],
  ['no uuid', { ...body(), id: '1' }],
  ['a picture that is no picture', { ...body(), look: { ...makeLook(), thumbnail: 'https://evil.example' } }],
  ['a prompt that is too long', { ...body(), look: { ...makeLook(), positive_prompt: 'x'.repeat(501) } }],
])('%s is refused', async (_, sent) => {
  const person = await server.signUp();
  expect(await call(person, 'POST', '/api/look/', sent)).toMatchObject({
    status: 400,
    body: { code: 'invalid-request' },
  });
  expect(await list(person)).toEqual([]);
});

test('no more than the limit, until one is deleted', async () => {
  const person = await server.signUp();
  const rows = Array.from({ length: LOOKS_MAX }, (_, index) => ({
    id: randomUUID() as string,
    userId: person.session.user.id as number,
    name: `Look ${index}`,
    look: makeLook(),
  }));
  await server.deps.database.db.insert(looks).values(rows);
  expect(await call(person, 'POST', '/api/look/', body())).toMatchObject({
    status: 422,
    body: { code: 'kept-limit', data: { kind: 'looks', limit: LOOKS_MAX } },
  });
  // What is there can still be replaced.
  expect((await call(person, 'POST', '/api/look/', body('Again', rows[0]!.id))).status).toBe(200);
  await call(person, 'DELETE', `/api/look/${rows[1]!.id}/`);
  expect((await call(person, 'POST', '/api/look/', body())).status).toBe(201);
});
