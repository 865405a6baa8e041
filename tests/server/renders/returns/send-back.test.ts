import { eq, sql } from 'drizzle-orm';
import JSZip from 'jszip';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { ProjectFilesBody } from '../../../../src/contract/files/project-file.ts';
import type { LedgerEntryBody } from '../../../../src/contract/http/credits.ts';
import type { ProjectBody } from '../../../../src/contract/http/projects.ts';
import { RecipeFilesBody } from '../../../../src/contract/http/recipe-files.ts';
import type { RenderStateBody } from '../../../../src/contract/http/renders.ts';
import type { StaffReturnsBody } from '../../../../src/contract/returns.ts';
import { wallets } from '../../../../src/server/db/schema/money.ts';
import { renderImages, renderReturns, renders } from '../../../../src/server/db/schema/renders.ts';
import { EngineDied } from '../../../../src/server/renders/engines/engine.ts';
import { hashOf } from '../../../support/ai-recipe.ts';
import {
  picture,
  type RenderBody,
  type RenderServer,
  startRenderServer,
} from '../../../support/render-server.ts';
import type { Person } from '../../../support/server.ts';
import { makeStaff } from '../../../support/staff.ts';
import { readyServer } from '../../../support/test-engine.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer();
  server.aiEngine.reports = [readyServer('a')];
  server.aiEngine.changed();
  const person = await server.signUp();
  await vi.waitFor(
    async () => {
      const { system } = (await server.get<RenderStateBody>(person, '/api/render/state/')).data;
      expect(system.engines).toContain('comfyui');
    },
    { timeout: 30_000 },
  );
});
afterEach(() => {
  server.aiEngine.keptProduct = () => null;
  server.aiEngine.failure = null;
});
afterAll(() => server.stop());

const kept = (changed_pixels: number) => ({
  compared_pixels: 100,
  changed_pixels,
  product_hash: hashOf('product'),
  light: null,
  shift_px: null,
  has_slid: false,
  is_repainted: false,
});

async function movements(person: Person): Promise<string[]> {
  const entries = await server.get<LedgerEntryBody[]>(person, '/api/credits/ledger/');
  return entries
    .reverse()
    .map(({ kind, amount, item }) => `${kind} ${amount}${item === null ? '' : ` ${item}`}`);
}

/** Nothing is set aside once nothing runs, and the balance is what moved. */
async function checkWallet(person: Person): Promise<void> {
  const { db } = server.deps.database;
  const [wallet] = await db.select().from(wallets).where(eq(wallets.userId, person.session.user.id));
  const moved = await db.execute<{ sum: number }>(
    sql`select sum(amount)::int as sum from ledger where user_id = ${person.session.user.id}`,
  );
  expect(wallet).toMatchObject({ reserved: 0, balance: moved.rows[0]?.sum });
}

async function order(
  person: Person,
  changes: Parameters<RenderServer['order']>[1] = {},
): Promise<RenderBody> {
  const { body } = await server.order(person, { engine: 'comfyui', ...changes });
  return server.finish(person, body.id);
}

const back = (person: Person, id: number, changes: object = {}, key?: string) =>
  server.post(person, `/api/render/${id}/return/`, { batch_index: 0, reason: 'flawed', ...changes }, key);

test('a picture whose product came back changed is kept and not charged', async () => {
  const person = await server.signUp();
  server.aiEngine.keptProduct = (batchIndex) => kept(batchIndex === 1 ? 3 : 0);
  const render = await order(person, { batch_size: 3 });
  expect(render).toMatchObject({ status: 'completed', price: 600, refunded: 200 });
  expect(render.output_images.map(({ returned }) => returned)).toEqual([
    null,
    { reason: 'failed-check', refunded: 200, is_taken: false },
    null,
  ]);
  // It is a gift: as large as the others.
  expect(new Set(render.output_images.map(({ image, thumbnail }) => image === thumbnail))).toEqual(
    new Set([false]),
  );
  expect(await server.credits(person)).toBe(1600);
  expect(await movements(person)).toEqual([
    'signup 2000',
    'reserve -600',
    'capture 0',
    'refund 200 failed-check',
    'capture 0',
  ]);
  await checkWallet(person);
  expect(await back(person, render.id, { batch_index: 1 })).toMatchObject({
    status: 409,
    body: { code: 'return-refused', data: { reason: 'returned' } },
  });
  expect(await server.credits(person)).toBe(1600);
});

test('what failed the check is given back once, also when the order is cancelled or its worker is lost afterwards', async () => {
  const person = await server.signUp();
  server.aiEngine.keptProduct = (batchIndex) => kept(batchIndex === 0 ? 1 : 0);
  const gate = server.aiEngine.hold(1);
  const { body } = await server.order(person, { engine: 'comfyui', batch_size: 3 });
  await gate.reached;
  expect(await server.credits(person)).toBe(1600);
  const cancelled = await server.post(person, `/api/render/${body.id}/cancel/`);
  expect(cancelled.body).toEqual({ status: 'cancelled', refunded: 600, credits: 2000 });
  gate.release();
  await checkWallet(person);

  let isLost = false;
  server.aiEngine.keptProduct = (batchIndex) => {
    if (batchIndex === 1 && !isLost) {
      isLost = true;
      throw new EngineDied('killed');
    }
    return kept(batchIndex === 0 ? 1 : 0);
  };
  const second = await server.order(person, { engine: 'comfyui', batch_size: 2 });
  const render = await server.finish(person, second.body.id);
  expect(render).toMatchObject({ status: 'completed', refunded: 200 });
  expect(isLost).toBe(true);
  expect(await server.credits(person)).toBe(1800);
  await checkWallet(person);
});

test('a picture is sent back once: its price comes back at once, and only the small one is left', async () => {
  const person = await server.signUp();
  const render = await order(person, { batch_size: 2 });
  expect(await server.credits(person)).toBe(1600);
  const answer = await back(person, render.id, {
    batch_index: 1,
    reason: 'wrong-material',
    words: 'It is oak.',
  });
  expect(answer).toEqual({ status: 200, body: { refunded: 200, credits: 1800, is_looked_at: false } });
  const after = await server.get<RenderBody>(person, `/api/render/${render.id}/`);
  expect(after.refunded).toBe(200);
  const [first, second] = after.output_images;
  expect(first?.returned).toBeNull();
  expect(second).toMatchObject({
    returned: { reason: 'wrong-material', refunded: 200, is_taken: true },
    layers: [],
    wide: null,
  });
  expect([second?.image, second?.view]).toEqual([second?.thumbnail, second?.thumbnail]);
  expect(await movements(person)).toContain('refund 200 sent-back');
  await checkWallet(person);
  // Nor is it in what the person takes along.
  const answered = await fetch(`${server.url}/api/users/me/export/`, { headers: person.headers });
  const zip = await JSZip.loadAsync(await answered.arrayBuffer());
  const taken = await Promise.all(
    Object.values(zip.files)
      .filter(({ name }) => /^renders\/\d+\/\d/.test(name))
      .map(async (file) => hashOf(await file.async('nodebuffer'))),
  );
  expect(taken).toEqual([first?.image_hash, expect.not.stringMatching(second?.image_hash ?? '')]);
  // What was sent back, why and for how much, is.
  const said = await zip.file(`renders/${after.id}/returns.json`)?.async('string');
  expect(JSON.parse(said ?? '[]')).toMatchObject([
    { batchIndex: 1, reason: 'wrong-material', words: expect.any(String), refunded: 200 },
  ]);
  // Nor in the file of a project, nor does its hash open it.
  const project = await server.get<ProjectBody>(person, '/api/project/active/');
  const listed = await server.get<ProjectFilesBody>(person, `/api/project/${project.id}/files/`);
  const [whole] = listed.renders;
  expect(whole?.images.map(({ image_hash }) => image_hash)).toEqual([first?.image_hash]);
  expect(listed.files.map(({ hash }) => hash)).not.toContain(second?.image_hash);
  const hashes = [first?.image_hash, second?.image_hash];
  const found = await server.post(person, '/api/recipe-files/', { hashes });
  expect(RecipeFilesBody.parse(found.body).files.map(({ hash }) => hash)).toEqual([first?.image_hash]);
  const image = { ...whole?.images[0], image_hash: second?.image_hash };
  const imported = await server.post(person, `/api/project/${project.id}/renders/`, {
    ...whole,
    images: [image],
  });
  expect(imported.status).toBe(400);

  expect(await back(person, render.id, { batch_index: 1 })).toMatchObject({ status: 409 });
  expect(await server.credits(person)).toBe(1800);
});

test('how a product was kept goes along with the file of a project', async () => {
  const person = await server.signUp();
  server.aiEngine.keptProduct = () => kept(0);
  const render = await order(person);
  const project = await server.get<ProjectBody>(person, '/api/project/active/');
  const path = `/api/project/${project.id}`;
  const [sent] = (await server.get<ProjectFilesBody>(person, `${path}/files/`)).renders;
  const imported = await server.post(person, `${path}/renders/`, { ...sent });
  expect(imported.status).toBe(201);
  const copy = await server.get<RenderBody>(person, `/api/render/${imported.body.id}/`);
  expect(copy.id).not.toBe(render.id);
  expect(copy.output_images[0]?.kept_product).toEqual(kept(0));
});

test('two presses at once pay once, and the same key answers the same', async () => {
  const person = await server.signUp();
  const render = await order(person);
  const presses = await Promise.all(Array.from({ length: 6 }, () => back(person, render.id)));
  expect(presses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  expect(await server.credits(person)).toBe(2000);
  await checkWallet(person);

  const next = await order(person);
  const one = await back(person, next.id, {}, 'send-back-1');
  expect(await back(person, next.id, {}, 'send-back-1')).toEqual(one);
  expect(await server.credits(person)).toBe(2000);
});

test('a picture can be sent back while the rest of its order is drawn, and every credit is counted once', async () => {
  const person = await server.signUp();
  const gate = server.aiEngine.hold(1);
  const { body } = await server.order(person, { engine: 'comfyui', batch_size: 3 });
  await gate.reached;
  expect(await back(person, body.id)).toMatchObject({ body: { refunded: 200, credits: 1600 } });
  const cancelled = await server.post(person, `/api/render/${body.id}/cancel/`);
  expect(cancelled.body).toEqual({ status: 'cancelled', refunded: 600, credits: 2000 });
  gate.release();
  await checkWallet(person);
});

test('only own pictures, of AI engines, for 30 days, with a reason from the list', async () => {
  const person = await server.signUp();
  const other = await server.signUp();
  const render = await order(person);
  expect(await back(other, render.id)).toMatchObject({ status: 404 });
  expect(await back(person, render.id, { batch_index: 1 })).toMatchObject({ status: 404 });
  expect(await back(person, render.id, { reason: 'failed-check' })).toMatchObject({ status: 400 });
  expect(await back(person, render.id, { words: 'x'.repeat(501) })).toMatchObject({ status: 400 });
  const { db } = server.deps.database;
  await db
    .update(renders)
    .set({ createdAt: new Date(Date.now() - 31 * 24 * 3_600_000) })
    .where(eq(renders.id, render.id));
  expect(await back(person, render.id)).toMatchObject({ body: { data: { reason: 'too-old' } } });
  const studio = await order(person, { engine: 'studio' });
  expect(await back(person, studio.id)).toMatchObject({ body: { data: { reason: 'not-ai' } } });
  expect(await server.credits(person)).toBe(1600);
});

test('of somebody who sends most of their pictures back, staff look at the next one first', async () => {
  const person = await server.signUp();
  const render = await order(person);
  const { db } = server.deps.database;
  const [row] = await db.select().from(renders).where(eq(renders.id, render.id));
  const [image] = await db.select().from(renderImages).where(eq(renderImages.renderId, render.id));
  for (let i = 0; i < 20; i++) {
    const { id: _, ...copy } = row!;
    const [added] = await db.insert(renders).values(copy).returning({ id: renders.id });
    await db.insert(renderImages).values({ ...image!, renderId: added!.id });
    await db
      .insert(renderReturns)
      .values({ renderId: added!.id, batchIndex: 0, reason: 'flawed', words: '', refunded: 200 });
  }
  // What came with a project file was paid elsewhere, if at all.
  for (let i = 0; i < 40; i++) {
    const { id: _, ...copy } = row!;
    const imported = { ...copy, price: 0, startedAt: null };
    const [added] = await db.insert(renders).values(imported).returning({ id: renders.id });
    await db.insert(renderImages).values({ ...image!, renderId: added!.id });
  }
  expect(await back(person, render.id, { words: 'again' })).toEqual({
    status: 200,
    body: { refunded: 0, credits: 1800, is_looked_at: true },
  });
  const after = await server.get<RenderBody>(person, `/api/render/${render.id}/`);
  // Nothing came back, so that the picture stays theirs.
  expect(after.output_images[0]?.returned).toEqual({ reason: 'flawed', refunded: 0, is_taken: false });
  expect(after.output_images[0]?.image).not.toBe(after.output_images[0]?.thumbnail);
});

/** Another 20 of a person's picture, of which so many had failed the check. */
async function copyTwenty(person: Person, failed: number): Promise<void> {
  const render = await order(person);
  const { db } = server.deps.database;
  const [row] = await db.select().from(renders).where(eq(renders.id, render.id));
  const [image] = await db.select().from(renderImages).where(eq(renderImages.renderId, render.id));
  for (let i = 0; i < 20; i++) {
    const { id: _, ...copy } = row!;
    const [added] = await db.insert(renders).values(copy).returning({ id: renders.id });
    await db.insert(renderImages).values({ ...image!, renderId: added!.id });
    if (i >= failed) continue;
    await db
      .insert(renderReturns)
      .values({ renderId: added!.id, batchIndex: 0, reason: 'failed-check', words: '', refunded: 200 });
  }
}

test('of somebody most of whose pictures fail the check, the next one is charged, and staff look at it', async () => {
  const staff = await makeStaff(server);
  const person = await server.signUp('Mallory');
  await copyTwenty(person, 20);
  server.aiEngine.keptProduct = (batchIndex) => kept(batchIndex === 1 ? 3 : 0);
  const before = await server.credits(person);
  const render = await order(person, { batch_size: 2 });
  expect(render).toMatchObject({ status: 'completed', price: 400, refunded: 0 });
  expect(await server.credits(person)).toBe(before - 400);
  expect(render.output_images.map(({ returned }) => returned)).toEqual([
    null,
    { reason: 'failed-check', refunded: 0, is_taken: false },
  ]);
  const told = await server.get<StaffReturnsBody>(staff, '/api/staff/returns/');
  expect(told.latest.filter(({ person: { name } }) => name === 'Mallory')).toMatchObject([
    { render_id: render.id, batch_index: 1, reason: 'failed-check', words: '', refunded: 0, price: 200 },
  ]);
  await checkWallet(person);
});

test('of somebody whose pictures mostly pass, the check gives back as many as fail it', async () => {
  const person = await server.signUp();
  await copyTwenty(person, 20);
  await copyTwenty(person, 0);
  const before = await server.credits(person);
  server.aiEngine.keptProduct = () => kept(3);
  expect(await order(person)).toMatchObject({ price: 200, refunded: 200 });
  expect(await server.credits(person)).toBe(before);
});

test('what an order does not say where its product is of, is not checked for its price', async () => {
  const person = await server.signUp();
  const white = await picture('#ffffff');
  const snapshot = await picture('#ff0000');
  const texts = {
    material_id: (await server.get<ProjectBody>(person, '/api/project/active/')).model_materials[0]?.id ?? '',
    mask_name: 'oak',
    material_name: 'oak',
    original_names: '["oak"]',
  };
  const masks = Object.entries({ ...texts, is_prioritized: 'false', priority: '0' });
  const mask = {
    ...Object.fromEntries(masks.map(([name, value]) => [`masks[0][${name}]`, value])),
    'masks[0][mask_image]': white,
    viewer_snapshot: snapshot,
    seed: '0',
    fix_seed: 'true',
  };
  // Its product is all of the picture, and nothing of it is red.
  const render = await order(person, { ...mask, alpha: white });
  expect(render.output_images[0]?.fidelity?.colours).toMatchObject([{ difference: expect.any(Number) }]);
  expect(render.refunded).toBe(200);
  expect((await order(person, mask)).refunded).toBe(0);
});

test('staff see how many pictures of each family were bad, and the latest reasons; nobody else does', async () => {
  const staff = await makeStaff(server);
  const person = await server.signUp('Ada');
  const before = await server.get<StaffReturnsBody>(staff, '/api/staff/returns/');
  server.aiEngine.provenance = {
    server: 'a:8188',
    serverVersion: '0.3.64',
    checkpoint: 'klein',
    models: [],
    nodeClasses: [],
    graphHash: 'a'.repeat(64),
    leftOut: [],
    firstImage: 0,
    images: 2,
    family: 'klein-4b',
  };
  server.aiEngine.keptProduct = (batchIndex) => kept(batchIndex);
  const render = await order(person, { batch_size: 2 });
  server.aiEngine.provenance = null;
  await back(person, render.id, { reason: 'wrong-surroundings', words: 'A beach, not a street.' });
  const told = await server.get<StaffReturnsBody>(staff, '/api/staff/returns/');
  expect(before.rates.some(({ family }) => family === 'klein-4b')).toBe(false);
  expect(told.rates.find(({ family }) => family === 'klein-4b')).toEqual({
    family: 'klein-4b',
    pictures: 2,
    failed_checks: 1,
    sent_back: 1,
  });
  expect(told.latest[0]).toMatchObject({
    render_id: render.id,
    batch_index: 0,
    reason: 'wrong-surroundings',
    words: 'A beach, not a street.',
    refunded: 200,
    price: 200,
    family: 'klein-4b',
    person: { name: 'Ada' },
  });
  await expect(server.get(person, '/api/staff/returns/')).rejects.toThrow('404');
});
