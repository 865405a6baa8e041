import { inArray } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { files } from '../../../src/server/db/schema/files.ts';
import { sweepUnused } from '../../../src/server/storage/sweep-unused.ts';
import {
  picture,
  type RenderBody,
  type RenderServer,
  startRenderServer,
} from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';
import { buildKernel } from '../../support/trace-host.ts';

const WIDTH_PX = 4096;
const HEIGHT_PX = 128;

let server: RenderServer;
let person: Person;
let made: RenderBody;

/** The stage draws at most 2048 px of it. */
const wish = async () => ({
  width: WIDTH_PX,
  height: HEIGHT_PX,
  quality: 'draft',
  viewer_snapshot: await picture('#808080', 2048, 64),
});
const download = async (address: string): Promise<Buffer> => {
  const answer = await fetch(server.url + address, { headers: person.headers });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

beforeAll(async () => {
  buildKernel();
  server = await startRenderServer({ isTracing: true });
  person = await server.signUp();
  const order = await server.order(person, await wish());
  expect(order).toMatchObject({ status: 202, body: { price: 300, credits: 1700 } });
  made = await server.finish(person, order.body.id);
});
afterAll(() => server.stop());

test('a picture above 2048 px is made in its size by real threads, and paid once', async () => {
  expect(made).toMatchObject({ status: 'completed', price: 300, refunded: 0 });
  expect(made.recipe).toMatchObject({ widthPx: WIDTH_PX, heightPx: HEIGHT_PX });
  const [image] = made.output_images;
  expect(image).toMatchObject({ width: WIDTH_PX, height: HEIGHT_PX });
  const png = sharp(await download(image!.image));
  expect(await png.metadata()).toMatchObject({
    format: 'png',
    width: WIDTH_PX,
    height: HEIGHT_PX,
    channels: 3,
  });
  expect(await server.credits(person)).toBe(1700);
});

test('a smaller one is there to look at, of the same picture, and goes with it', async () => {
  const [image] = made.output_images;
  const view = sharp(await download(image!.view!));
  expect(await view.metadata()).toMatchObject({ format: 'webp', width: 2048, height: 64 });
  const whole = sharp(await download(image!.image)).resize(2048, 64);
  const [shown, expected] = [await view.removeAlpha().raw().toBuffer(), await whole.raw().toBuffer()];
  const difference = shown.reduce((sum, value, at) => sum + Math.abs(value - expected[at]!), 0);
  expect(difference / shown.length).toBeLessThan(2);

  const again = await server.order(person, {
    ...(await wish()),
    background_color: '#ff0000',
    seed: '5',
    fix_seed: 'true',
  });
  const other = await server.finish(person, again.body.id);
  const hashOf = (address: string) => /[0-9a-f]{64}/.exec(address)![0];
  const hashes = [other.output_images[0]!.image_hash, hashOf(other.output_images[0]!.view!)];
  const { db } = server.deps.database;
  const count = async () => (await db.select().from(files).where(inArray(files.hash, hashes))).length;
  expect(await count()).toBe(2);
  const days = (from: number) => new Date(Date.now() + from * 86_400_000);
  await sweepUnused(db, days(31));
  expect(await count()).toBe(2);
  await fetch(`${server.url}/api/render/${other.id}/`, { method: 'DELETE', headers: person.headers });
  await sweepUnused(db, days(1));
  await sweepUnused(db, days(31));
  expect(await count()).toBe(0);
});

test('nobody else is shown it, whole or small', async () => {
  const stranger = await server.signUp();
  const [image] = made.output_images;
  for (const path of [`/api/render/${made.id}/`, image!.image, image!.view!, image!.thumbnail]) {
    const answer = await fetch(server.url + path, { headers: stranger.headers });
    expect(answer.status, path).toBe(404);
  }
  const { status } = await server.post(stranger, `/api/render/${made.id}/cancel/`);
  expect(status).toBe(404);
});

test('cancelled in the middle it ends at once, gives its price back, and makes room for the next one', async () => {
  const other = await server.signUp();
  const before = await server.credits(other);
  const wanted = {
    ...(await wish()),
    quality: 'high',
    height: 1024,
    viewer_snapshot: await picture('#808080', 2048, 512),
  };
  const { body } = await server.order(other, wanted);
  expect(await server.credits(other)).toBe(before - 1_200);
  let isAsked: Promise<{ status: number }> | null = null;
  await server.follow(other, body.id, (message) => {
    if (!message.includes('path-trace')) return;
    isAsked ??= server.post(other, `/api/render/${body.id}/cancel/`);
  });
  expect(await isAsked).toMatchObject({ status: 200 });
  const cancelled = await server.get<RenderBody>(other, `/api/render/${body.id}/`);
  expect(cancelled).toMatchObject({ status: 'cancelled', output_images: [], refunded: 1_200 });
  expect(await server.credits(other)).toBe(before);
  const next = await server.order(other, { quality: 'draft' });
  expect((await server.finish(other, next.body.id)).status).toBe('completed');
});

test('run again it is the same to the byte', async () => {
  const { body } = await server.post(person, `/api/render/${made.id}/rerun/`);
  expect(body.price).toBe(300);
  const again = await server.finish(person, body.id);
  expect(again.output_images[0]?.image_hash).toBe(made.output_images[0]?.image_hash);
});

test('of a picture that is not large the picture itself is looked at', async () => {
  const { body } = await server.order(person, { quality: 'draft' });
  const [image] = (await server.finish(person, body.id)).output_images;
  const hashOf = (address: string) => /[0-9a-f]{64}/.exec(address)![0];
  expect(hashOf(image!.view!)).toBe(image!.image_hash);
});

test('refused are layers, passes of another size, and sides above 8192 px, and nothing is charged', async () => {
  const before = await server.credits(person);
  const orders = [
    [{ keep_layers: 'true' }, 'keep_layers'],
    [{ viewer_snapshot: await picture('#808080', 2048, 72) }, 'viewer_snapshot'],
    [{ width: 8193 }, 'width'],
    [{ height: 8200 }, 'height'],
  ] as const;
  for (const [changes, field] of orders) {
    const refused = await server.order(person, { ...(await wish()), ...changes });
    expect(refused, field).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
    expect(Object.keys(refused.body.fields)).toEqual([field]);
  }
  expect(await server.credits(person)).toBe(before);
});
