import { join } from 'node:path';
import { eq, inArray, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import { readConfig } from '../../../src/server/config.ts';
import { libraryItems } from '../../../src/server/db/schema/libraries.ts';
import { renderImages, renderReturns, renders } from '../../../src/server/db/schema/renders.ts';
import { createClosers } from '../../../src/server/process/closers.ts';
import { startMaintenance } from '../../../src/server/process/start-maintenance.ts';
import { binOldRenders } from '../../../src/server/renders/bin-old-renders.ts';
import { sweepUnused } from '../../../src/server/storage/sweep-unused.ts';
import { flatPicture } from '../../support/pictures.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import { type Person, startTestServer } from '../../support/server.ts';
import { storeFile } from '../../support/store-file.ts';

const DAY_MS = 86_400_000;

let server: RenderServer;
let person: Person;
beforeAll(async () => {
  server = await startRenderServer();
});
beforeEach(async () => {
  person = await server.signUp();
  // An operator has said so for a long time.
  await keepHouse(-40, null);
  await keepHouse(-40);
});
afterAll(() => server.stop());

const db = () => server.deps.database.db;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
/** The housekeeping of a server that keeps renders for 20 days. */
async function keepHouse(days: number, keptDays: number | null = 20): Promise<void> {
  await binOldRenders(db(), keptDays, inDays(days));
  await sweepUnused(db(), inDays(days));
}
async function make(): Promise<number> {
  const { body } = await server.order(person);
  expect(await server.finish(person, body.id)).toMatchObject({ status: 'completed' });
  return body.id;
}
const shown = async () =>
  (await server.get<{ id: number }[]>(person, '/api/render/')).map(({ id }) => id).sort((a, b) => a - b);
async function restore(id: number): Promise<void> {
  const { headers } = person;
  const answer = await server.app.inject({ method: 'POST', url: `/api/render/${id}/restore/`, headers });
  expect(answer.statusCode).toBe(204);
}
const isStored = async (id: number) => (await db().$count(renders, eq(renders.id, id))) === 1;
/** One that no other render has: engines of tests draw the same for all. */
async function drawAnew(id: number): Promise<string> {
  const bytes = await flatPicture(`#a0${(id % 65_536).toString(16).padStart(4, '0')}`);
  const store = { db: db(), storage: server.deps.services.storage };
  const { hash } = await storeFile(store, bytes, { contentType: 'image/png' });
  await db().update(renderImages).set({ imageHash: hash }).where(eq(renderImages.renderId, id));
  return hash;
}

test('old ones without a star go into the bin, come back from it for 30 days, and are gone then', async () => {
  const [plain, starred, young] = [await make(), await make(), await make()];
  const { headers } = person;
  const payload = { starred: true };
  const star = await server.app.inject({
    method: 'POST',
    url: `/api/render/${starred}/star/`,
    headers,
    payload,
  });
  expect(star.statusCode).toBe(204);
  await db()
    .update(renders)
    .set({ finishedAt: inDays(10) })
    .where(eq(renders.id, young));
  await keepHouse(19);
  expect(await shown()).toEqual([plain, starred, young]);
  await keepHouse(21);
  expect(await shown()).toEqual([starred, young]);
  await restore(plain);
  expect(await shown()).toEqual([plain, starred, young]);
  await server.app.inject({ method: 'DELETE', url: `/api/render/${plain}/`, headers });
  await db()
    .update(renders)
    .set({ deletedAt: inDays(21) })
    .where(eq(renders.id, plain));
  await keepHouse(50);
  expect([await isStored(plain), await isStored(starred)]).toEqual([true, true]);
  await keepHouse(52);
  expect([await isStored(plain), await isStored(starred)]).toEqual([false, true]);
});

test('one that was brought back stays as long as a new one', async () => {
  const id = await make();
  await db()
    .update(renders)
    .set({ finishedAt: inDays(-30) })
    .where(eq(renders.id, id));
  await keepHouse(0);
  expect(await shown()).toEqual([]);
  await restore(id);
  await keepHouse(19);
  expect(await shown()).toEqual([id]);
  // Brought back a second time it was there already, and is as old as before.
  await restore(id);
  await keepHouse(21);
  expect(await shown()).toEqual([]);
});

test('nothing goes on the day when an operator first says so, nor after they took it back', async () => {
  const id = await make();
  await keepHouse(1_000, null);
  await keepHouse(1_001);
  await keepHouse(1_020);
  expect(await shown()).toEqual([id]);
  await keepHouse(1_022, null);
  await keepHouse(1_023);
  expect(await shown()).toEqual([id]);
  await keepHouse(1_044);
  expect(await shown()).toEqual([]);
});

test('one whose pictures can be sent back for their price stays until they cannot', async () => {
  const [paid, studio, brought] = [await make(), await make(), await make()];
  await db()
    .update(renders)
    .set({ engine: 'comfyui' })
    .where(inArray(renders.id, [paid, brought]));
  await db().update(renders).set({ startedAt: null }).where(eq(renders.id, brought));
  await keepHouse(29);
  expect(await shown()).toEqual([paid]);
  expect(await isStored(studio)).toBe(true);
  await keepHouse(31);
  expect(await shown()).toEqual([]);
});

test('an operator who says nothing keeps all of them', async () => {
  const id = await make();
  await keepHouse(3_650, null);
  expect(await shown()).toEqual([id]);
});

test('one whose picture is in use, or was sent back and may be looked at, stays until that is over', async () => {
  const [backdrop, inProject, sentBack, plain] = [await make(), await make(), await make(), await make()];
  const [row] = await db().select().from(libraryItems).where(isNull(libraryItems.deletedAt)).limit(1);
  const item = { ...row!, id: undefined, slug: null, userId: person.session.user.id };
  const [own] = await db()
    .insert(libraryItems)
    .values({ ...item, imageHash: await drawAnew(backdrop) })
    .returning();
  const project = await server.get<ProjectBody>(person, '/api/project/active/');
  const note = JSON.stringify({ note: await drawAnew(inProject) });
  await db().execute(sql`update projects set settings = settings || ${note}::jsonb where id = ${project.id}`);
  const back = { renderId: sentBack, batchIndex: 0, reason: 'other', words: '', refunded: 0 };
  await db()
    .insert(renderReturns)
    .values({ ...back, createdAt: inDays(5) });
  await keepHouse(21);
  expect(await shown()).toEqual([backdrop, inProject, sentBack].sort((a, b) => a - b));
  await db()
    .update(libraryItems)
    .set({ deletedAt: inDays(21) })
    .where(eq(libraryItems.id, own!.id));
  await keepHouse(36);
  expect(await shown()).toEqual([inProject]);
  expect(await isStored(plain)).toBe(true);
});

test('an order that waits or runs is not old, however long it does', async () => {
  const id = await make();
  await db().update(renders).set({ status: 'processing', finishedAt: null }).where(eq(renders.id, id));
  await keepHouse(100);
  expect(await shown()).toEqual([id]);
});

test('the page is told how long they are kept, as the environment says', async () => {
  expect(await server.get(person, '/api/config/')).toMatchObject({ renders_kept_days: null });
  const rootDir = join(import.meta.dirname, '../../..');
  const { rendersKeptDays } = readConfig(
    { RENDERS_KEPT_DAYS: '45' },
    { rootDir, migrationsDir: '/migrations', workersDir: '/workers' },
  );
  const other = await startTestServer({ config: { rendersKeptDays } });
  try {
    const answer = await other.app.inject({ url: '/api/config/' });
    expect(answer.json()).toMatchObject({ renders_kept_days: 45 });
  } finally {
    await other.stop();
  }
});

test('the housekeeping of a server does it', async () => {
  const id = await make();
  const closers = createClosers();
  const config = { ...server.deps.config, rendersKeptDays: 20 };
  startMaintenance({ ...server.deps, config, now: () => inDays(21) }, closers);
  await expect.poll(shown, { timeout: 30_000 }).toEqual([]);
  await closers.closeAll();
  expect(await isStored(id)).toBe(true);
});
