import { createHash, randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import JSZip from 'jszip';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIBRARY_FREE_BYTES } from '../../../src/contract/constants.ts';
import type { LibraryItemBody } from '../../../src/contract/http/libraries.ts';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import { subscriptions } from '../../../src/server/db/schema/billing.ts';
import { environments } from '../../../src/server/db/schema/dressing.ts';
import { files } from '../../../src/server/db/schema/files.ts';
import { libraryItems } from '../../../src/server/db/schema/libraries.ts';
import { renderImages, renders } from '../../../src/server/db/schema/renders.ts';
import { ownedFiles } from '../../../src/server/db/schema/uploads.ts';
import { holdPlan } from '../../support/hold-plan.ts';
import { flatPicture } from '../../support/pictures.ts';
import { findItem, type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
});
afterAll(() => server.stop());

async function call(person: Person, method: string, path: string, form?: FormData) {
  const init = { method, headers: person.headers, ...(form === undefined ? {} : { body: form }) };
  const answer = await fetch(server.url + path, init);
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

async function upload(person: Person, type: string, colour: string) {
  const form = new FormData();
  form.set('name', colour);
  form.set('image', new Blob([new Uint8Array(await flatPicture(colour))]), 'a.png');
  return call(person, 'POST', `/api/${type}/`, form);
}

/** What a person's pictures weigh. */
async function total(person: Person): Promise<number> {
  const { db } = server.deps.database;
  const items = await db.select().from(libraryItems).where(eq(libraryItems.userId, person.session.user.id));
  const live = items.filter(({ deletedAt }) => deletedAt === null);
  const hashes = live.flatMap(({ imageHash, thumbnailHash }) => [imageHash, thumbnailHash]);
  const rows = await db.select().from(files).where(inArray(files.hash, hashes));
  return rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

/** Has a picture weigh so much that only so many bytes are left to its owner. */
async function leave(person: Person, item: LibraryItemBody, bytes: number): Promise<void> {
  const { db } = server.deps.database;
  const weigh = (sizeBytes: number) =>
    db.update(files).set({ sizeBytes }).where(eq(files.hash, item.image_hash));
  await weigh(0);
  await weigh(LIBRARY_FREE_BYTES - (await total(person)) - bytes);
}

const own = async (person: Person, type = 'material') =>
  (await server.get<LibraryItemBody[]>(person, `/api/${type}/`)).flatMap(({ user, name }) =>
    user === null ? [] : [name],
  );
const full = { status: 413, body: { code: 'library-space-full', data: { maxBytes: LIBRARY_FREE_BYTES } } };

test('above the space of a person nothing more is taken, in words, until something is deleted', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const { body: large } = await upload(person, 'material', '#100001');
  await leave(person, large, 10);
  expect(await upload(person, 'background', '#100002')).toMatchObject({
    ...full,
    body: {
      detail: 'Your pictures take all of the 4 GB that there is room for. Delete some to add others.',
    },
  });
  expect(await upload(person, 'background', '#100002')).toMatchObject(full);
  expect(await own(person, 'background')).toEqual([]);
  expect((await upload(other, 'background', '#100002')).status).toBe(201);

  // A texture on a part takes space too.
  const project = await server.get<ProjectBody>(person, '/api/project/active/');
  const [entry] = project.model_materials;
  const texture = new FormData();
  texture.set('texture', new Blob([new Uint8Array(await flatPicture('#100003'))]), 'a.png');
  const place = `/api/material/${entry?.id}/texture/?project_id=${project.id}`;
  expect(await call(person, 'POST', place, texture)).toMatchObject(full);
  const after = await server.get<ProjectBody>(person, '/api/project/active/');
  expect(after.model_materials).toEqual(project.model_materials);

  expect((await call(person, 'DELETE', `/api/material/${large.id}/`)).status).toBe(204);
  const { status, body: small } = await upload(person, 'background', '#100002');
  expect(status).toBe(201);

  // Bringing the large one back is as if it came anew.
  expect(await call(person, 'POST', `/api/material/${large.id}/restore/`)).toMatchObject(full);
  expect(await own(person)).toEqual([]);
  await call(person, 'DELETE', `/api/background/${small.id}/`);
  expect(await call(person, 'POST', `/api/material/${large.id}/restore/`)).toMatchObject({
    status: 200,
    body: { id: large.id, name: '#100001' },
  });
  expect(await own(person)).toEqual(['#100001']);
});

test('a plan gives more room, and what is in it stays when the plan is gone', async () => {
  const person = await server.signUp();
  const { body: large } = await upload(person, 'material', '#150001');
  await leave(person, large, 10);
  expect(await upload(person, 'background', '#150002')).toMatchObject(full);
  await holdPlan(server, person, 'starter');
  expect((await upload(person, 'background', '#150002')).status).toBe(201);
  const { db } = server.deps.database;
  await db
    .update(subscriptions)
    .set({ status: 'canceled' })
    .where(eq(subscriptions.userId, person.session.user.id));
  expect(await own(person, 'background')).toEqual(['#150002']);
  expect(await upload(person, 'background', '#150003')).toMatchObject(full);
});

test('surroundings that were deleted and pictures of renders take no room, and what was deleted has an end', async () => {
  const person = await server.signUp();
  const userId = person.session.user.id;
  const { db } = server.deps.database;
  const { body: small } = await upload(person, 'style', '#170001');
  const isTaken = async (colour: string) => (await upload(person, 'background', colour)).status;
  const hold = async (name: string, sizeBytes: number) => {
    const hash = createHash('sha256').update(`${userId} ${name}`).digest('hex');
    await db.insert(files).values({ hash, sizeBytes, contentType: 'image/png' });
    await db.insert(ownedFiles).values({ userId, hash });
    return hash;
  };

  // A picture that this person's device made, and its render.
  const { body: render } = await server.order(person, { quality: 'draft' });
  const image = await hold('picture', LIBRARY_FREE_BYTES);
  expect(await isTaken('#170002')).toBe(413);
  const output = {
    batchIndex: 0,
    imageHash: image,
    thumbnailHash: small.image_hash,
    widthPx: 8,
    heightPx: 8,
  };
  await db.insert(renderImages).values({ renderId: render.id, ...output });
  expect(await isTaken('#170002')).toBe(201);

  const away = { deletedAt: new Date() };
  await db.update(renders).set(away).where(eq(renders.id, render.id));
  expect(await isTaken('#170003')).toBe(201);

  const panorama = await hold('panorama', LIBRARY_FREE_BYTES);
  const id = randomUUID();
  await db.insert(environments).values({ id, userId, name: 'Loft', pictureHash: panorama });
  expect(await isTaken('#170004')).toBe(413);
  await db.update(environments).set(away).where(eq(environments.id, id));
  expect(await isTaken('#170004')).toBe(201);
  // What was deleted can come back for thirty days: it has an end as well.
  const other = await hold('another panorama', LIBRARY_FREE_BYTES);
  await db
    .insert(environments)
    .values({ id: randomUUID(), userId, name: 'Hall', pictureHash: other, ...away });
  expect(await isTaken('#170005')).toBe(413);
});

test('the same picture again takes no more space', async () => {
  const person = await server.signUp();
  const { body: large } = await upload(person, 'material', '#200001');
  await leave(person, large, 0);
  expect((await upload(person, 'style', '#200001')).status).toBe(201);
});

test('of many at once only those are taken that fit', async () => {
  const person = await server.signUp();
  const { body: large } = await upload(person, 'style', '#300001');
  const onePicture = await total(person);
  await leave(person, large, 3.5 * onePicture);
  const colours = ['#300003', '#300004', '#300005', '#300006', '#300007', '#300008', '#300009', '#30000a'];
  const answers = await Promise.all(colours.map((colour) => upload(person, 'material', colour)));
  const taken = answers.filter(({ status }) => status === 201);
  expect(taken.length).toBeGreaterThan(0);
  expect(taken.length).toBeLessThan(colours.length);
  expect(answers.filter(({ status }) => status === 413)).toHaveLength(colours.length - taken.length);
  expect(await own(person)).toHaveLength(taken.length);
});

test('of a ZIP what fits is taken, and of the rest it is said why not', async () => {
  const person = await server.signUp();
  const { body: large } = await upload(person, 'style', '#400001');
  const { body: first } = await upload(person, 'style', '#400002');
  // Room for the second picture of the ZIP, which is here already, and for no other.
  await leave(person, large, 0);
  await call(person, 'DELETE', `/api/style/${first.id}/`);
  const zip = new JSZip();
  zip.file('a/new.png', await flatPicture('#400003', 'png', 2_000));
  zip.file('a/known.png', await flatPicture('#400002'));
  const send = async () => {
    const form = new FormData();
    const wood = (await findItem(server, person, 'material', 'walnut')).category.id;
    form.set('category', String(wood));
    form.set('zip_file', new Blob([await zip.generateAsync({ type: 'uint8array' })] as BlobPart[]), 'a.zip');
    return call(person, 'POST', '/api/projects/batch-material-upload/', form);
  };
  expect(await send()).toMatchObject({
    status: 201,
    body: {
      created: [{ name: 'known' }],
      errors: [{ file: 'a/new.png', code: 'library-space-full' }],
    },
  });
  zip.remove('a/known.png');
  expect(await send()).toMatchObject({
    status: 422,
    body: { code: 'archive-refused', data: { reason: 'nothing-taken' } },
  });
  expect(await own(person)).toEqual(['known']);
});

test('for a ZIP that fits the space of its person is looked at once, not for each picture', async () => {
  const person = await server.signUp();
  const zip = new JSZip();
  for (const colour of ['#600001', '#600002', '#600003', '#600004'])
    zip.file(`${colour.slice(1)}.png`, await flatPicture(colour));
  const form = new FormData();
  form.set('category', String((await findItem(server, person, 'material', 'walnut')).category.id));
  form.set('zip_file', new Blob([await zip.generateAsync({ type: 'uint8array' })] as BlobPart[]), 'a.zip');
  const { pool } = server.deps.database;
  const asked: string[] = [];
  const watched = new WeakSet<object>();
  const watch = (client: PoolClient) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query;
    client.query = function (this: PoolClient, ...args: unknown[]) {
      const [first] = args as [string | { text?: string } | undefined];
      asked.push(typeof first === 'string' ? first : (first?.text ?? ''));
      return Reflect.apply(query, this, args);
    } as typeof client.query;
  };
  pool.on('acquire', watch);
  try {
    expect(await call(person, 'POST', '/api/projects/batch-material-upload/', form)).toMatchObject({
      status: 201,
      body: { errors: [] },
    });
  } finally {
    pool.off('acquire', watch);
  }
  expect(asked.filter((text) => /from "owned_files"/.test(text))).toHaveLength(1);
});

test('what was deleted comes back to its owner only, and to staff what is everybody’s', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const { body: item } = await upload(person, 'style', '#500001');
  const path = `/api/style/${item.id}/`;
  expect((await call(person, 'DELETE', path)).status).toBe(204);
  expect((await call(other, 'POST', `${path}restore/`)).status).toBe(404);
  expect((await call(person, 'POST', `/api/material/${item.id}/restore/`)).status).toBe(404);
  expect(await own(person, 'style')).toEqual([]);
  expect((await call(person, 'POST', `${path}restore/`)).status).toBe(200);
  expect((await call(person, 'POST', `${path}restore/`)).status).toBe(200);
  expect(await own(person, 'style')).toEqual(['#500001']);
  const walnut = await findItem(server, person, 'material', 'walnut');
  expect((await call(person, 'POST', `/api/material/${walnut.id}/restore/`)).status).toBe(404);
});
