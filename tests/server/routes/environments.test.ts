import { createHash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EnvironmentBody } from '../../../src/contract/http/environments.ts';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import { environments } from '../../../src/server/db/schema/dressing.ts';
import { files } from '../../../src/server/db/schema/files.ts';
import { sweepUnused } from '../../../src/server/storage/sweep-unused.ts';
import { type Person, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function call(
  person: Person,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
) {
  const answer = await server.app.inject({
    method,
    url,
    headers: person.headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}
const names = async (person: Person) =>
  ((await call(person, 'GET', '/api/environment/')).body as EnvironmentBody[]).map(({ name }) => name);

const makeProject = async (person: Person) =>
  (await call(person, 'POST', '/api/project/', { name: 'Cup' })).body as ProjectBody;

/** A PNG whose alpha is an exponent: colours under alpha 0 and odd alphas must come back as they are. */
async function makeLight(seed: number): Promise<{ bytes: Buffer; hash: string }> {
  const rgba = Buffer.from(Array.from({ length: 16 * 8 * 4 }, (_, at) => (at * 37 + seed) % 256));
  const bytes = await sharp(rgba, { raw: { width: 16, height: 8, channels: 4 } })
    .png()
    .toBuffer();
  return { bytes, hash: createHash('sha256').update(bytes).digest('hex') };
}
async function bring(person: Person, { bytes }: { readonly bytes: Buffer }): Promise<string> {
  const form = new FormData();
  form.set('picture', new Blob([new Uint8Array(bytes)]), 'light.png');
  const answer = await fetch(`${server.url}/api/picture/`, {
    method: 'POST',
    headers: person.headers,
    body: form,
  });
  return ((await answer.json()) as { hash: string }).hash;
}
const body = (picture_hash: string, name = 'Studio', id: string = randomUUID()) => ({
  id,
  name,
  picture_hash,
  thumbnail: null,
});
const worn = (imageHash: string) => ({
  render_settings: {
    environment: {
      kind: 'picture',
      imageHash,
      name: 'Studio',
      rotationDegrees: 0,
      stops: 0,
      isSeen: false,
      blur: 0,
    },
  },
});

test('an environment is kept with the bytes of its picture, listed, deleted, and comes back under its id', async () => {
  const person = await server.signUp();
  const light = await makeLight(1);
  expect(await bring(person, light)).toBe(light.hash);
  const sent = body(light.hash);
  expect(await call(person, 'POST', '/api/environment/', sent)).toMatchObject({ status: 201, body: sent });
  expect(await names(person)).toEqual(['Studio']);
  expect((await call(person, 'POST', '/api/environment/', { ...sent, name: 'Loft' })).status).toBe(200);
  expect(await names(person)).toEqual(['Loft']);
  expect((await call(person, 'DELETE', `/api/environment/${sent.id}/`)).status).toBe(204);
  expect((await call(person, 'DELETE', `/api/environment/${sent.id}/`)).status).toBe(404);
  expect(await names(person)).toEqual([]);
  expect((await call(person, 'POST', '/api/environment/', sent)).status).toBe(201);
});

test('another person’s picture and id are not found, in the list and in a project', async () => {
  const [ada, eve] = [await server.signUp(), await server.signUp()];
  const light = await makeLight(2);
  await bring(ada, light);
  const sent = body(light.hash);
  await call(ada, 'POST', '/api/environment/', sent);
  expect((await call(eve, 'POST', '/api/environment/', body(light.hash))).status).toBe(404);
  expect((await call(eve, 'DELETE', `/api/environment/${sent.id}/`)).status).toBe(404);
  expect(await names(eve)).toEqual([]);

  const save = async (person: Person) =>
    call(person, 'PATCH', `/api/project/${(await makeProject(person)).id}/`, worn(light.hash));
  expect(await save(eve)).toMatchObject({
    status: 400,
    body: { fields: { 'render_settings.environment': 'is not a picture of yours' } },
  });
  expect(await save(ada)).toMatchObject({ status: 200, body: worn(light.hash) });
});

test.each([
  ['a rotation beyond a turn', { rotationDegrees: 181 }],
  ['a brightness beyond its range', { stops: 5 }],
  ['no number', { blur: 'much' }],
  ['another kind', { kind: 'cube' }],
])('a project does not take %s', async (_name, change) => {
  const person = await server.signUp();
  const { id } = await makeProject(person);
  const environment = {
    kind: 'preset',
    preset: 'room',
    rotationDegrees: 0,
    stops: 0,
    isSeen: false,
    blur: 0,
    ...change,
  };
  const patch = (value: object) =>
    call(person, 'PATCH', `/api/project/${id}/`, { render_settings: { environment: value } });
  expect((await patch(environment)).status).toBe(400);
  expect((await patch({ ...environment, ...PLAIN })).status).toBe(200);
});

const PLAIN = { kind: 'preset', rotationDegrees: 0, stops: 0, blur: 0 };

test('the file of an environment stays as long as it is listed, and goes a month after that', async () => {
  const person = await server.signUp();
  const light = await makeLight(3);
  await bring(person, light);
  const sent = body(light.hash);
  await call(person, 'POST', '/api/environment/', sent);
  const { db } = server.deps.database;
  const sweep = (days: number) => sweepUnused(db, new Date(Date.now() + days * 86_400_000));
  const isKept = async () => (await db.select().from(files).where(eq(files.hash, light.hash))).length === 1;
  await sweep(0);
  await sweep(31);
  expect(await isKept()).toBe(true);
  await call(person, 'DELETE', `/api/environment/${sent.id}/`);
  await sweep(31);
  expect(await db.select().from(environments).where(eq(environments.id, sent.id))).toEqual([]);
  await sweep(62);
  await sweep(93);
  expect(await isKept()).toBe(false);
});
