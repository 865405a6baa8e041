import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LibraryItemBody } from '../../../src/contract/http/libraries.ts';
import { files } from '../../../src/server/db/schema/files.ts';
import { flatPicture } from '../../support/pictures.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
});
afterAll(() => server.stop());

const file = (bytes: Uint8Array, name: string) => new File([new Uint8Array(bytes)], name);
async function upload(person: Person, fields: Record<string, string | File>, key = '', type = 'material') {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const headers = { ...person.headers, ...(key === '' ? {} : { 'idempotency-key': key }) };
  const answer = await fetch(`${server.url}/api/${type}/`, { method: 'POST', headers, body: form });
  return { status: answer.status, body: await answer.json() };
}
async function oak() {
  return {
    name: 'Oak',
    image: file(await flatPicture('#aa8855', 'png', 64, 64), 'oak_Color.png'),
    normal: file(await flatPicture('#8080ff', 'png', 64, 64), 'oak_NormalGL.png'),
    roughness_map: file(await flatPicture('#404040', 'jpeg', 32, 32), 'oak_Roughness.jpg'),
  };
}
const own = async (person: Person) =>
  (await server.get<LibraryItemBody[]>(person, '/api/material/')).filter(({ user }) => user !== null);
const countFiles = async () => (await server.deps.database.db.select().from(files)).length;
const pixel = async (address: string) => {
  const { data } = await sharp(await (await fetch(server.url + address)).arrayBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray(0, 3)];
};

test('a picture and its maps are one material, shown as a ball that wears them', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const fields = { ...(await oak()), metalness: '1' };
  const made = await upload(person, fields, 'set-1');
  expect(made).toMatchObject({
    status: 201,
    body: { name: 'Oak', material: { metalness: 1, roughness: 1 } },
  });
  const { material, thumbnail } = made.body as LibraryItemBody;
  const normal = await pixel(material?.normal?.url ?? '');
  [128, 128, 255].forEach((value, at) => {
    expect(Math.abs(value - (normal[at] ?? 0))).toBeLessThan(4);
  });
  expect(Math.abs(64 - ((await pixel(material?.roughness_map?.url ?? ''))[1] ?? 0))).toBeLessThan(4);
  // Grey behind the ball, where the flat picture would be brown.
  const [red = 0, , blue = 0] = await pixel(thumbnail);
  expect(Math.abs(red - blue)).toBeLessThan(6);

  expect(await upload(person, fields, 'set-1')).toEqual(made);
  const without = { ...fields, normal: fields.roughness_map };
  expect(await upload(person, without, 'set-1')).toMatchObject({
    status: 422,
    body: { code: 'idempotency-mismatch' },
  });
  expect(await own(person)).toHaveLength(1);
  expect(await own(other)).toEqual([]);
});

test('a map that cannot be read is named, and nothing is kept', async () => {
  const person = await server.signUp();
  const before = await countFiles();
  const whole = await oak();
  const cut = new Uint8Array(await whole.normal.arrayBuffer()).slice(0, 60);
  const colours = { ...whole, image: file(await flatPicture('#123123', 'png', 64, 64), 'c.png') };
  for (const broken of [cut, new TextEncoder().encode('<svg/>'), await flatPicture('#fff', 'gif')]) {
    const answer = await upload(person, { ...colours, normal: file(broken, 'oak_NormalGL.png') });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'image-unreadable', detail: 'The image oak_NormalGL.png cannot be read.' },
    });
  }
  expect(await upload(person, { ...colours, normal: file(new Uint8Array(), 'n.png') })).toMatchObject({
    status: 400,
    body: { code: 'file-empty', data: { name: 'n.png' } },
  });
  expect(await own(person)).toEqual([]);
  expect(await countFiles()).toBe(before);
});

test('maps belong to materials, need their colour, and come once each', async () => {
  const person = await server.signUp();
  const { image, ...maps } = await oak();
  const fieldsOf = async (answer: Promise<{ status: number; body: { fields?: object } }>) => {
    const { status, body } = await answer;
    return [status, ...Object.keys(body.fields ?? {})];
  };
  expect(await fieldsOf(upload(person, maps))).toEqual([400, 'image']);
  expect(await fieldsOf(upload(person, { image, ...maps }, '', 'style'))).toEqual([400, 'normal']);
  expect(await fieldsOf(upload(person, { name: 'x', image, metalness: '0' }, '', 'style'))).toEqual([
    400,
    'metalness',
  ]);
  expect(await fieldsOf(upload(person, { name: 'x', image, metalness: '2' }))).toEqual([400, 'metalness']);
  const twice = new FormData();
  for (const [name, value] of Object.entries({ image, ...maps })) twice.append(name, value);
  twice.append('normal', maps.normal);
  const { headers } = person;
  const refused = await fetch(`${server.url}/api/material/`, { method: 'POST', headers, body: twice });
  expect([refused.status, (await refused.json()).fields]).toEqual([400, { normal: 'comes twice' }]);
  expect(await own(person)).toEqual([]);
});

test('every file of a material counts in the space of its owner', async () => {
  const person = await server.signUp();
  const { db } = server.deps.database;
  const made = await upload(person, await oak());
  const { material } = made.body as LibraryItemBody;
  await db
    .update(files)
    .set({ sizeBytes: 5e9 })
    .where(eq(files.hash, material?.roughness_map?.hash ?? ''));
  const more = { name: 'More', image: file(await flatPicture('#224466'), 'more.png') };
  expect(await upload(person, more)).toMatchObject({ status: 413, body: { code: 'library-space-full' } });
});
