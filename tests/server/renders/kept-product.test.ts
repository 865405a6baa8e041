import { KHRMaterialsTransmission } from '@gltf-transform/extensions';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import type { RenderStateBody } from '../../../src/contract/http/renders.ts';
import { renderImages, renders } from '../../../src/server/db/schema/renders.ts';
import { ownedFiles } from '../../../src/server/db/schema/uploads.ts';
import { createComfyStage } from '../../support/comfy-engine.ts';
import { type RenderServer, SIZE_PX, sceneOf, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';
import { storeFile } from '../../support/store-file.ts';
import { createSquare, writeGlb } from '../../support/tiny-model.ts';
import { buildKernel } from '../../support/trace-host.ts';

/** The whole server: an order that keeps its product, from the form to the row of its picture. */

const stage = createComfyStage();
let server: RenderServer;
let person: Person;

beforeAll(async () => {
  buildKernel();
  const { url } = await stage.fake({ stepMs: 1 });
  const comfyServers = [{ url, headers: {}, isExpected: true }];
  server = await startRenderServer({ isTracing: true, config: { comfyServers } });
  person = await server.signUp();
  const countSeen = async () =>
    (await server.get<RenderStateBody>(person, '/api/render/state/')).data.system.active_servers;
  await vi.waitFor(async () => expect(await countSeen()).toBe(2), { timeout: 300_000 });
});
afterAll(async () => {
  await server.stop();
  await stage.close();
});

test('the picture of an order that keeps its product says that no pixel of it was changed', async () => {
  const order = { engine: 'comfyui', quality: 'draft', keep_product: 'studio' };
  const { status, body } = await server.order(person, order);
  expect(status, JSON.stringify(body)).toBe(202);
  const render = await server.finish(person, body.id);
  expect(render.status).toBe('completed');
  expect(render.recipe.keepsProduct).toBe('studio');
  const [image] = render.output_images;
  expect([image!.width, image!.height]).toEqual([SIZE_PX, SIZE_PX]);
  expect(image!.kept_product).toMatchObject({ changed_pixels: 0, light: null });
  expect(image!.kept_product!.compared_pixels).toBeGreaterThan(0);
  const rows = await server.deps.database.db
    .select({ keptProduct: renderImages.keptProduct })
    .from(renderImages)
    .where(eq(renderImages.renderId, body.id));
  expect(rows).toEqual([{ keptProduct: image!.kept_product }]);
  // What the same order asks of the built-in engine is refused: it traces the product anyway.
  const other = await server.order(person, { ...order, engine: 'studio' });
  expect(other.status).toBe(400);
});

test('one whose product is of glass is refused before it is paid; who says yes has it painted, and may run it again', async () => {
  const { document, primitive } = createSquare();
  const transmission = document.createExtension(KHRMaterialsTransmission).createTransmission();
  const material = document.createMaterial('glass').setMetallicFactor(0).setDoubleSided(true);
  primitive.setMaterial(
    material.setExtension('KHR_materials_transmission', transmission.setTransmissionFactor(1)),
  );
  const { db } = server.deps.database;
  const store = { db, storage: server.deps.services.storage };
  const { hash } = await storeFile(store, await writeGlb(document), {
    contentType: 'model/gltf-binary',
  });
  await db.insert(ownedFiles).values({ userId: person.session.user.id, hash });
  const project = await server.get<ProjectBody>(person, '/api/project/active/');
  const scene = JSON.stringify({ ...sceneOf(project), modelHash: hash, dressings: [] });
  const order = { engine: 'comfyui', quality: 'draft', keep_product: 'studio', scene };
  const credits = await server.credits(person);
  expect(await server.order(person, order)).toMatchObject({
    status: 422,
    body: { code: 'product-not-kept', data: { reason: 'glass' } },
  });
  expect(await server.credits(person)).toBe(credits);
  const { status, body } = await server.order(person, { ...order, paints_product: 'true' });
  expect(status, JSON.stringify(body)).toBe(202);
  const render = await server.finish(person, body.id);
  expect(render.status).toBe('completed');
  expect(render.warnings).toContainEqual({ kind: 'product-not-kept', name: 'glass' });
  // A page of before there were two questions says yes to both with one; of a page that says no, it is a no.
  const older = await server.order(person, { ...order, draws_without: 'true' });
  expect(older.status, JSON.stringify(older.body)).toBe(202);
  const painted = await server.finish(person, older.body.id);
  expect([painted.recipe.drawsWithout, painted.recipe.paintsProduct]).toEqual([true, true]);
  const no = { ...order, draws_without: 'true', paints_product: 'false' };
  expect((await server.order(person, no)).body).toMatchObject({ code: 'product-not-kept' });
  // And one of before it was asked.
  const { paintsProduct: _, ...recipe } = render.recipe;
  await db.update(renders).set({ recipe }).where(eq(renders.id, body.id));
  expect((await server.post(person, `/api/render/${body.id}/rerun/`)).status).toBe(202);
});

test('one that does not is painted as ever', async () => {
  const { body } = await server.order(person, { engine: 'comfyui', quality: 'draft' });
  const render = await server.finish(person, body.id);
  expect(render.status).toBe('completed');
  expect(render.recipe.keepsProduct).toBe(undefined);
  expect(render.output_images[0]!.kept_product).toBe(null);
});
