import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { CategoryBody, LibraryItemBody } from '../../../src/contract/http/libraries.ts';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import { users } from '../../../src/server/db/schema/accounts.ts';
import { libraryItems } from '../../../src/server/db/schema/libraries.ts';
import { inspectImage } from '../../../src/server/images/open-image.ts';
import { seedStarterContent } from '../../../src/server/libraries/seed-starter-content.ts';
import { findItem, type RenderServer, startRenderServer } from '../../support/render-server.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
});
afterAll(() => server.stop());

test('starter items come with both names, their look, a full picture and a square of 256 px', async () => {
  const person = await server.signUp();
  const items = await server.get<LibraryItemBody[]>(person, '/api/material/');
  expect(items.map(({ name }) => name)).toEqual(['walnut', 'brass']);
  const [walnut] = items;
  expect(walnut).toMatchObject({
    names: { en: 'walnut', es: 'walnut (es)' },
    category: { name: 'Wood', names: { en: 'Wood', es: 'Madera' } },
    user: null,
    average_colour: '#503020',
    material: { tile_size_metres: 0.1, metalness: 0.25, roughness: 0.5, bump_height_millimetres: 0.1 },
  });
  const full = await fetch(server.url + walnut?.image);
  expect((await inspectImage(new Uint8Array(await full.arrayBuffer()), 'x')).widthPx).toBe(16);
  const small = await fetch(server.url + walnut?.thumbnail);
  expect(await inspectImage(new Uint8Array(await small.arrayBuffer()), 'x')).toEqual({
    contentType: 'image/webp',
    widthPx: 256,
    heightPx: 256,
  });
  const [background] = await server.get<LibraryItemBody[]>(person, '/api/background/');
  expect(background).toMatchObject({ name: 'grey-sweep', material: null });
});

test('categories are listed by kind and name, items by category', async () => {
  const person = await server.signUp();
  type Category = z.infer<typeof CategoryBody>;
  const categories = await server.get<Category[]>(person, '/api/category/?asset_type=material');
  expect(categories.map(({ name, is_global: isGlobal }) => `${name} ${isGlobal}`)).toEqual([
    'Metal true',
    'Wood true',
  ]);
  const metal = categories[0]?.id;
  const items = await server.get<LibraryItemBody[]>(person, `/api/material/?category=${metal}`);
  expect(items.map(({ name }) => name)).toEqual(['brass']);
  expect(await server.get<Category[]>(person, '/api/category/')).toHaveLength(4);
});

test('with a project the material list is that of its model', async () => {
  const person = await server.signUp();
  const project = await server.get<ProjectBody>(person, '/api/project/active/');
  const materials = await server.get(person, `/api/material?project_id=${project.id}`);
  expect(materials).toEqual(project.model_materials);
});

test('a second start changes nothing, and what staff deleted stays deleted', async () => {
  const person = await server.signUp();
  const { database, services, config } = server.deps;
  const before = await server.get(person, '/api/material/');
  const brass = await findItem(server, person, 'material', 'brass');
  await database.db.update(libraryItems).set({ deletedAt: new Date() }).where(eq(libraryItems.id, brass.id));
  const seed = () => seedStarterContent({ ...services, db: database.db }, config.contentDir);
  await Promise.all([seed(), seed()]);
  const left = await server.get<LibraryItemBody[]>(person, '/api/material/');
  expect(left.map(({ name }) => name)).toEqual(['walnut']);
  await database.db.update(libraryItems).set({ deletedAt: null }).where(eq(libraryItems.id, brass.id));
  expect(await server.get(person, '/api/material/')).toEqual(before);
});

test('global items are deleted by staff only, own items by their owner only', async () => {
  const [staff, person] = [await server.signUp(), await server.signUp()];
  const { db } = server.deps.database;
  await db.update(users).set({ isStaff: true }).where(eq(users.id, staff.session.user.id));
  const style = await findItem(server, person, 'style', 'catalogue');
  const [row] = await db.select().from(libraryItems).where(eq(libraryItems.id, style.id));
  const [own] = await db
    .insert(libraryItems)
    .values({
      ...row!,
      id: undefined,
      slug: null,
      names: { en: 'Mine', es: 'Mío' },
      userId: person.session.user.id,
    })
    .returning();
  const remove = async (who: typeof person, path: string) => {
    const answer = await fetch(server.url + path, { method: 'DELETE', headers: who.headers });
    return answer.status;
  };

  expect(await remove(person, `/api/style/${style.id}/`)).toBe(404);
  expect(await remove(staff, `/api/style/${own?.id}/`)).toBe(404);
  expect(await remove(person, `/api/material/${own?.id}/`)).toBe(404);
  expect(await remove(person, `/api/style/${own?.id}/?project_id=1`)).toBe(400);
  expect(await remove(person, `/api/style/${own?.id}/`)).toBe(204);
  expect(await remove(person, `/api/style/${own?.id}/`)).toBe(404);
  expect(await remove(staff, `/api/style/${style.id}/`)).toBe(204);
  expect(await server.get(person, '/api/style/')).toEqual([]);
  // What recipes name stays where it is.
  expect((await fetch(server.url + style.image)).status).toBe(200);
});

test('own items of somebody else are not in the list', async () => {
  const [owner, other] = [await server.signUp(), await server.signUp()];
  const { db } = server.deps.database;
  const walnut = await findItem(server, owner, 'material', 'walnut');
  const [row] = await db.select().from(libraryItems).where(eq(libraryItems.id, walnut.id));
  await db.insert(libraryItems).values({
    ...row!,
    id: undefined,
    slug: null,
    names: { en: 'Mine', es: 'Mío' },
    userId: owner.session.user.id,
  });
  const names = async (who: typeof owner) =>
    (await server.get<LibraryItemBody[]>(who, '/api/material/')).map(({ name }) => name);
  expect(await names(owner)).toContain('Mine');
  expect(await names(other)).not.toContain('Mine');
});
