import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { RenderStateBody } from '../../../src/contract/http/renders.ts';
import { renderImages } from '../../../src/server/db/schema/renders.ts';
import { createComfyStage } from '../../support/comfy-engine.ts';
import { type RenderServer, SIZE_PX, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';
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

test('one that does not is painted as ever', async () => {
  const { body } = await server.order(person, { engine: 'comfyui', quality: 'draft' });
  const render = await server.finish(person, body.id);
  expect(render.status).toBe('completed');
  expect(render.recipe.keepsProduct).toBe(undefined);
  expect(render.output_images[0]!.kept_product).toBe(null);
});
