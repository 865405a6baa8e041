import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LibraryItemBody } from '../../../src/contract/http/libraries.ts';
import { users } from '../../../src/server/db/schema/accounts.ts';
import { libraryItems } from '../../../src/server/db/schema/libraries.ts';
import { flatPicture, writeFlatPng } from '../../support/pictures.ts';
import { findItem, type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

const BROKEN = join(import.meta.dirname, '../../../../shared/samples/broken');

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
});
afterAll(() => server.stop());

type Fields = Record<string, string | Blob>;
async function upload(person: Person, path: string, fields: Fields, key?: string, fileName = 'oak.png') {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.set(name, value);
    else form.set(name, value, fileName);
  }
  const headers = { ...person.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) };
  const answer = await fetch(server.url + path, { method: 'POST', headers, body: form });
  return { status: answer.status, body: await answer.json() };
}
const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);
async function send(person: Person, method: string, path: string, body?: object) {
  const headers = { ...person.headers, ...(body ? { 'content-type': 'application/json' } : {}) };
  const answer = await fetch(server.url + path, {
    method,
    headers,
    body: body ? JSON.stringify(body) : null,
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}
async function makeStaff(): Promise<Person> {
  const person = await server.signUp();
  const isMeant = eq(users.id, person.session.user.id);
  await server.deps.database.db.update(users).set({ isStaff: true }).where(isMeant);
  return person;
}
const list = (person: Person, kind: string) => server.get<LibraryItemBody[]>(person, `/api/${kind}/`);
const own = async (person: Person, kind: string) =>
  (await list(person, kind)).filter(({ user }) => user !== null).map(({ name }) => name);

test('a picture becomes an item of its owner: WebP, a square to look at, its average colour', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const image = blob(await flatPicture('#336699', 'jpeg', 300, 200));
  const made = await upload(person, '/api/material/', { name: ' Blue ', is_global: 'false', image });
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: 'Blue',
      names: { en: 'Blue', es: 'Blue' },
      user: person.session.user.id,
      average_colour: expect.stringMatching(/^#3[2-4]6[5-7]9[89a]$/),
      category: { names: { en: 'Materials', es: 'Materiales' } },
      material: { tile_size_metres: 1, metalness: 0, roughness: 0.5, normal: null, roughness_map: null },
    },
  });
  const sizeOf = async (path: string) => {
    const answer = await fetch(server.url + path);
    const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata();
    return { type: answer.headers.get('content-type'), format, width, height };
  };
  const webp = { type: 'image/webp', format: 'webp' };
  expect(await sizeOf(made.body.image)).toEqual({ ...webp, width: 300, height: 200 });
  expect(await sizeOf(made.body.thumbnail)).toEqual({ ...webp, width: 256, height: 256 });
  expect(await own(person, 'material')).toEqual(['Blue']);
  expect(await own(other, 'material')).toEqual([]);
});

test('what a camera wrote goes, its turn is applied, a very large picture is made smaller, alpha stays', async () => {
  const person = await server.signUp();
  const turned = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#808080' } })
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const photo = await upload(person, '/api/background/', { name: 'photo.jpg', image: blob(turned) });
  const read = async (path: string) => sharp(await (await fetch(server.url + path)).arrayBuffer()).metadata();
  const meta = await read(photo.body.image);
  expect([meta.width, meta.height, meta.exif, meta.orientation]).toEqual([20, 40, undefined, undefined]);
  expect(photo.body.material).toBeNull();

  const wide = await upload(person, '/api/style/', { name: 'wide', image: blob(writeFlatPng(8_192, 64)) });
  expect((await read(wide.body.image)).width).toBe(4_096);

  const clear = await sharp({
    create: { width: 9, height: 9, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  const glass = await upload(person, '/api/material/', { name: 'glass', image: blob(clear) });
  expect(glass.body.average_colour).toBe('#808080');
  expect((await read(glass.body.image)).hasAlpha).toBe(true);
});

test('an upload lies in the category that is named, if that one is there for it', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const image = blob(await flatPicture('#aa0000'));
  const wood = (await findItem(server, person, 'material', 'walnut')).category;
  const inWood = await upload(person, '/api/material/', { name: 'a', category_id: String(wood.id), image });
  expect(inWood.body.category).toEqual(wood);
  const mine = await send(person, 'POST', '/api/category/', { name: 'Mine', asset_type: 'material' });
  const refused = { status: 400, body: { fields: { category_id: expect.any(String) } } };
  const fields = { name: 'b', category_id: String(mine.body.id), image };
  expect((await upload(person, '/api/material/', fields)).status).toBe(201);
  expect(await upload(other, '/api/material/', fields)).toMatchObject(refused);
  expect(await upload(person, '/api/style/', fields)).toMatchObject(refused);
});

test('what is missing or out of its range is named', async () => {
  const person = await server.signUp();
  const image = blob(await flatPicture('#aa0000'));
  const fieldsOf = async (fields: Fields, path = '/api/material/') => {
    const { status, body } = await upload(person, path, fields);
    expect(status).toBe(400);
    return Object.keys(body.fields);
  };
  expect(await fieldsOf({ image })).toEqual(['name']);
  expect(await fieldsOf({ image, name: '  ' })).toEqual(['name']);
  expect(await fieldsOf({ image, name: 'x'.repeat(101) })).toEqual(['name']);
  expect(await fieldsOf({ name: 'x' })).toEqual(['image']);
  expect(await fieldsOf({ name: 'x', picture: image })).toEqual(['picture']);
  expect(await fieldsOf({ name: 'x', image, is_global: 'yes' })).toEqual(['is_global']);
  expect(await fieldsOf({ name: 'x', image, category_id: '1e9' })).toEqual(['category_id']);
  // A call about a project never makes a library item (C10).
  expect(await fieldsOf({ name: 'x', image }, '/api/style/?project_id=1')).toEqual(['project_id']);
  expect((await upload(person, '/api/material/?project_id=1', { name: 'x', image })).status).toBe(404);
  expect(await upload(person, '/api/material/', { name: 'x', image: blob(new Uint8Array()) })).toMatchObject({
    status: 400,
    body: { code: 'file-empty' },
  });
  const url = `${server.url}/api/material/`;
  expect((await fetch(url, { method: 'POST', body: new FormData() })).status).toBe(401);
  expect((await send(person, 'POST', '/api/material/', { name: 'x' })).status).toBe(400);
  expect(await own(person, 'material')).toEqual([]);
});

test('what is no JPEG, PNG or WebP by its content is refused in words, whatever it is called', async () => {
  const person = await server.signUp();
  const refused = async (bytes: Uint8Array, fileName: string) => {
    const answer = await upload(person, '/api/material/', { name: 'x', image: blob(bytes) }, '', fileName);
    return `${answer.status} ${answer.body.code}: ${answer.body.detail}`;
  };
  const text = (content: string) => new TextEncoder().encode(content);
  const svg = text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  expect(await refused(svg, 'logo.png')).toBe(
    '415 file-format-unsupported: Files of type svg are not supported.',
  );
  expect(await refused(await flatPicture('#fff', 'gif'), 'a.webp')).toMatch(/^415 .* type gif /);
  expect(await refused(await flatPicture('#fff', 'tiff'), 'a.jpg')).toMatch(/^415 .* type tiff /);
  expect(await refused(text('<html>'), 'page.jpg')).toBe(
    '422 image-unreadable: The image page.jpg cannot be read.',
  );
  const noise = await sharp({
    create: {
      width: 64,
      height: 64,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  expect(await refused(noise.subarray(0, 2_000), 'cut.png')).toMatch(/^422 image-unreadable/);
  expect(await refused(Buffer.concat([noise.subarray(0, 100), Buffer.alloc(900)]), 'a.png')).toMatch(/^422/);
  expect(await refused(writeFlatPng(16_384, 16_384), 'bomb.png')).toBe(
    '422 image-too-large: The image bomb.png has 16384 x 16384 pixels; up to 67 megapixels can be taken.',
  );
  expect(await own(person, 'material')).toEqual([]);
});

test.skipIf(!existsSync(BROKEN))(
  'damaged sample pictures, and files that are no pictures, are refused',
  async () => {
    const person = await server.signUp();
    const taken: string[] = [];
    for (const fileName of await readdir(BROKEN)) {
      const bytes = await readFile(join(BROKEN, fileName));
      const answer = await upload(person, '/api/style/', { name: 'x', image: blob(bytes) }, '', fileName);
      if (answer.status === 201) taken.push(fileName);
      else expect(answer.body.detail, fileName).toMatch(/^\S.*\.$/);
    }
    // The whole pictures among them; one is only called a model.
    expect(taken.sort()).toEqual(['CesiumLogoFlat.png', 'png_renamed.glb']);
  },
);

test('only staff make a picture everybody’s', async () => {
  const [staff, person] = [await makeStaff(), await server.signUp()];
  const fields = { name: 'House oak', is_global: 'true', image: blob(await flatPicture('#553311')) };
  expect(await upload(person, '/api/material/', fields)).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  });
  const made = await upload(staff, '/api/material/', fields);
  expect(made).toMatchObject({ status: 201, body: { user: null, category: { name: 'Materials' } } });
  expect((await list(person, 'material')).map(({ name }) => name)).toContain('House oak');
  expect((await send(staff, 'DELETE', `/api/material/${made.body.id}/`)).status).toBe(204);
});

test('an upload repeated with its key makes one item', async () => {
  const person = await server.signUp();
  const fields = { name: 'Once', image: blob(await flatPicture('#123456')) };
  const first = await upload(person, '/api/style/', fields, 'up-1');
  expect(await upload(person, '/api/style/', fields, 'up-1')).toEqual(first);
  expect(await upload(person, '/api/style/', { ...fields, name: 'Twice' }, 'up-1')).toMatchObject({
    status: 422,
    body: { code: 'idempotency-mismatch' },
  });
  expect(await own(person, 'style')).toEqual(['Once']);
});

test('an owner renames, moves and resizes what is theirs; nobody else touches it', async () => {
  const [person, other, staff] = [await server.signUp(), await server.signUp(), await makeStaff()];
  const image = blob(await flatPicture('#445566'));
  const { body: item } = await upload(person, '/api/material/', { name: 'Slate', image });
  const path = `/api/material/${item.id}/`;
  const wood = (await findItem(server, person, 'material', 'walnut')).category;
  const changed = await send(person, 'PATCH', path, {
    name: 'Grey slate',
    category_id: wood.id,
    tile_size_metres: 0.25,
  });
  expect(changed).toMatchObject({
    status: 200,
    body: { id: item.id, name: 'Grey slate', category: wood, material: { tile_size_metres: 0.25 } },
  });
  for (const who of [other, staff]) {
    expect((await send(who, 'PATCH', path, { name: 'Mine' })).status).toBe(404);
    expect((await send(who, 'DELETE', path)).status).toBe(404);
  }
  expect((await send(person, 'PATCH', `/api/style/${item.id}/`, { name: 'x' })).status).toBe(404);
  expect((await send(person, 'PATCH', `${path}?project_id=1`, { name: 'x' })).status).toBe(400);
  expect((await send(person, 'PATCH', path, { name: '' })).status).toBe(400);
  // Nobody would find it again.
  expect((await send(person, 'PATCH', path, { is_archived: true })).status).toBe(400);
  const walnut = await findItem(server, person, 'material', 'walnut');
  expect((await send(person, 'PATCH', `/api/material/${walnut.id}/`, { name: 'x' })).status).toBe(404);
  expect(await own(person, 'material')).toEqual(['Grey slate']);
});

test('what staff archive is offered no more, and stays what it is in projects that use it', async () => {
  const [staff, person] = [await makeStaff(), await server.signUp()];
  const project = await server.get<{ id: number; background: object; background_id: number }>(
    person,
    '/api/project/active/',
  );
  const sweep = await findItem(server, staff, 'background', 'grey-sweep');
  const path = `/api/background/${sweep.id}/`;
  expect((await send(staff, 'PATCH', path, { is_archived: true })).status).toBe(200);
  expect(await list(person, 'background')).toEqual([]);
  expect(await server.get(person, `/api/project/${project.id}/`)).toMatchObject({
    background: project.background,
  });
  const saved = await send(person, 'PATCH', `/api/project/${project.id}/`, {
    background_id: project.background_id,
  });
  expect(saved.status).toBe(200);
  await send(staff, 'PATCH', path, { is_archived: false });
  expect(await list(person, 'background')).toHaveLength(1);
});

test('what staff renamed keeps its name at the next start', async () => {
  const staff = await makeStaff();
  const { db } = server.deps.database;
  const brass = await findItem(server, staff, 'material', 'brass');
  await send(staff, 'PATCH', `/api/material/${brass.id}/`, { name: 'Old brass', tile_size_metres: 0.5 });
  await server.seed();
  const [row] = await db.select().from(libraryItems).where(eq(libraryItems.id, brass.id));
  expect(row).toMatchObject({ names: { en: 'Old brass', es: 'Old brass' }, tileSizeMetres: 0.5 });
});
