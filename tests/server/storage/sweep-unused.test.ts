import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LibraryItemBody } from '../../../src/contract/http/libraries.ts';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import type { ContentHash } from '../../../src/contract/ids.ts';
import { looks, materialVersions } from '../../../src/server/db/schema/dressing.ts';
import { files } from '../../../src/server/db/schema/files.ts';
import { libraryItems } from '../../../src/server/db/schema/libraries.ts';
import { renders } from '../../../src/server/db/schema/renders.ts';
import { ownedFiles, uploads } from '../../../src/server/db/schema/uploads.ts';
import { sweepUnused } from '../../../src/server/storage/sweep-unused.ts';
import { makeModelMaterial } from '../../support/library-items.ts';
import { makeLook, makeLookMaterial } from '../../support/looks.ts';
import { flatPicture } from '../../support/pictures.ts';
import { findItem, type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';
import { storeFile } from '../../support/store-file.ts';

const DAY_MS = 86_400_000;

let server: RenderServer;
let person: Person;
let project: ProjectBody;
beforeAll(async () => {
  server = await startRenderServer();
  person = await server.signUp();
  project = await server.get<ProjectBody>(person, '/api/project/active/');
});
afterAll(() => server.stop());

const db = () => server.deps.database.db;
/** As if that many days had gone by. */
const sweep = (days: number) => sweepUnused(db(), new Date(Date.now() + days * DAY_MS));
/** Twice, far apart: what anybody names outlives it. */
async function sweepAll(): Promise<void> {
  await sweep(0);
  await sweep(31);
}
const isKept = async (hash: string) =>
  (await db().select().from(files).where(eq(files.hash, hash))).length === 1;
let made = 0;
async function makeFile(isOwned = true): Promise<ContentHash> {
  made += 1;
  const bytes = await flatPicture(`#0000${made.toString(16).padStart(2, '0')}`);
  const store = { db: db(), storage: server.deps.services.storage };
  const { hash } = await storeFile(store, bytes, { contentType: 'image/png' });
  if (isOwned) await db().insert(ownedFiles).values({ userId: person.session.user.id, hash });
  return hash;
}
async function makeItem(changes: Partial<typeof libraryItems.$inferInsert> = {}): Promise<number> {
  const walnut = await findItem(server, person, 'material', 'walnut');
  const [row] = await db().select().from(libraryItems).where(eq(libraryItems.id, walnut.id));
  const own = { id: undefined, slug: null, userId: person.session.user.id, ...changes };
  const [item] = await db()
    .insert(libraryItems)
    .values({ ...row!, ...own })
    .returning();
  return item!.id;
}
const hasItem = async (id: number) =>
  (await db().select().from(libraryItems).where(eq(libraryItems.id, id))).length === 1;
async function save(change: object): Promise<number> {
  const answer = await fetch(`${server.url}/api/project/${project.id}/`, {
    method: 'PATCH',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });
  return answer.status;
}

test('what a start puts there, and an order that was made, outlive every sweep', async () => {
  const { body: order } = await server.order(person);
  await server.finish(person, order.id);
  const everything = async () =>
    (await db().select({ hash: files.hash }).from(files)).map(({ hash }) => hash);
  const before = await everything();
  await sweepAll();
  expect((await everything()).sort()).toEqual(before.sort());
  expect((await server.get<LibraryItemBody[]>(person, '/api/material/')).length).toBeGreaterThan(0);
  expect((await fetch(`${server.url}/api/project/active/`, { headers: person.headers })).status).toBe(200);
});

test('a picture that nobody names goes after 30 days, with the right to it, and not a day before', async () => {
  const hash = await makeFile();
  await sweep(0);
  await sweep(29);
  expect(await isKept(hash)).toBe(true);
  await sweep(31);
  expect(await isKept(hash)).toBe(false);
  expect(await db().select().from(ownedFiles).where(eq(ownedFiles.hash, hash))).toEqual([]);
});

test('a picture that is named again in time begins anew', async () => {
  const hash = await makeFile();
  await sweep(0);
  const [entry] = project.model_materials;
  const worn = { ...entry!, textureHash: hash, libraryId: null };
  expect(await save({ model_materials: [worn] })).toBe(200);
  await sweep(31);
  expect(await isKept(hash)).toBe(true);
  expect(await save({ model_materials: project.model_materials })).toBe(200);
  // Now a version of the material names it.
  await sweep(62);
  await sweep(93);
  expect(await isKept(hash)).toBe(true);
  await db().delete(materialVersions).where(eq(materialVersions.projectId, project.id));
  await sweep(94);
  await sweep(123);
  expect(await isKept(hash)).toBe(true);
  await sweep(125);
  expect(await isKept(hash)).toBe(false);
});

test('whoever names a picture keeps it', async () => {
  const userId = person.session.user.id;
  const named: Record<string, ContentHash> = {
    texture: await makeFile(),
    normal: await makeFile(),
    roughness: await makeFile(),
    version: await makeFile(),
    look: await makeFile(),
    recipe: await makeFile(),
    upload: await makeFile(),
    image: await makeFile(false),
    thumbnail: await makeFile(false),
    'normal of an item': await makeFile(false),
    'roughness of an item': await makeFile(false),
  };
  const of = (name: string) => named[name]!;
  const [entry] = project.model_materials;
  const maps = { textureHash: of('texture'), normalHash: of('normal'), roughnessHash: of('roughness') };
  expect(await save({ model_materials: [{ ...entry!, ...maps, libraryId: null }] })).toBe(200);
  await db()
    .insert(materialVersions)
    .values({
      projectId: project.id,
      materialId: randomUUID(),
      versionNumber: 1,
      comment: '',
      material: makeModelMaterial(0, { textureHash: of('version') }),
    });
  const look = makeLook({ materials: [makeLookMaterial('Seat', { textureHash: of('look') })] });
  const id = randomUUID();
  await db().insert(looks).values({ id, userId, name: 'Look', look });
  const [order] = await db().select().from(renders).where(eq(renders.userId, userId));
  const recipe = sql`jsonb_set(${renders.recipe}, '{note}', to_jsonb(${of('recipe')}::text))`;
  await db().update(renders).set({ recipe }).where(eq(renders.id, order!.id));
  const upload = { userId, uploadId: randomUUID(), filename: 'a.glb', totalParts: 1, fileHash: of('upload') };
  await db().insert(uploads).values(upload);
  await makeItem({
    imageHash: of('image'),
    thumbnailHash: of('thumbnail'),
    normalHash: of('normal of an item'),
    roughnessHash: of('roughness of an item'),
  });
  await sweepAll();
  for (const [name, hash] of Object.entries(named)) expect(await isKept(hash), name).toBe(true);

  // A look that was deleted a month ago names nothing any more.
  await db().update(looks).set({ deletedAt: new Date() }).where(eq(looks.id, id));
  await sweep(20);
  await sweep(29);
  expect(await isKept(of('look'))).toBe(true);
  await sweep(31);
  await sweep(62);
  expect(await isKept(of('look'))).toBe(false);
  expect(await isKept(of('texture'))).toBe(true);
});

test('a deleted item goes when nobody wears it, with its files; one that is worn, or came with us, stays', async () => {
  const picture = { imageHash: await makeFile(false), thumbnailHash: await makeFile(false) };
  const deletedAt = new Date();
  const live = await makeItem();
  const gone = await makeItem({ ...picture, deletedAt });
  const worn = await makeItem({ assetType: 'background', imageHash: await makeFile(false), deletedAt: null });
  const lookId = randomUUID();
  const style = await makeItem({ assetType: 'style', imageHash: await makeFile(false), deletedAt });
  const look = makeLook({ style_id: style as never });
  await db().insert(looks).values({ id: lookId, userId: person.session.user.id, name: 'Look', look });
  expect(await save({ background_id: worn })).toBe(200);
  await db().update(libraryItems).set({ deletedAt }).where(eq(libraryItems.id, worn));
  const brass = await findItem(server, person, 'material', 'brass');
  await db().update(libraryItems).set({ deletedAt }).where(eq(libraryItems.id, brass.id));
  await sweepAll();
  expect(await Promise.all([live, gone, worn, style, brass.id].map(hasItem))).toEqual([
    true,
    false,
    true,
    true,
    true,
  ]);
  // Its files are out of use from then on.
  expect(await isKept(picture.imageHash)).toBe(true);
  await sweep(62);
  expect(await isKept(picture.imageHash)).toBe(false);
  expect(await isKept(picture.thumbnailHash)).toBe(false);
});

test('a picture that is just being named is not taken away meanwhile', async () => {
  const hash = await makeFile();
  await sweep(0);
  const [entry] = project.model_materials;
  let sweeping: Promise<void> | null = null;
  // The test's own look, beside the transaction and not of it.
  const countWaiting = AsyncResource.bind(async () => {
    const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%unused_since%'`;
    return (await db().execute(waiting)).rows.length;
  });
  const sweepBeside = AsyncResource.bind(() => sweep(31));
  await db().transaction(async (tx) => {
    const { checkReferences } = await import('../../../src/server/projects/check-references.ts');
    const worn = { ...entry!, textureHash: hash, libraryId: null };
    await checkReferences(tx, person.session.user.id, { model_materials: [worn] }, null);
    sweeping = sweepBeside();
    // It waits for this transaction, which names the picture before it ends.
    await expect.poll(countWaiting).toBe(1);
    await tx.execute(
      sql`update projects set settings = jsonb_set(settings, '{model_materials,0,textureHash}', to_jsonb(${hash}::text)) where id = ${project.id}`,
    );
  });
  await sweeping;
  expect(await isKept(hash)).toBe(true);
});
