import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectBody } from '../../../../src/contract/http/projects.ts';
import { ownedFiles } from '../../../../src/server/db/schema/uploads.ts';
import { type RenderServer, sceneOf, startRenderServer } from '../../../support/render-server.ts';
import { storeFile } from '../../../support/store-file.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer();
});
afterAll(() => server.stop());

test('a picture of the person’s own dresses their parts, and nobody else’s', async () => {
  const [owner, other] = [await server.signUp(), await server.signUp()];
  const { db } = server.deps.database;
  const { storage } = server.deps.services;
  const store = async (background: string) => {
    const png = await sharp({ create: { width: 4, height: 4, channels: 3, background } })
      .png()
      .toBuffer();
    return (await storeFile({ db, storage }, Readable.from([png]), { contentType: 'image/png' })).hash;
  };
  const [texture, relief] = [await store('#c08040'), await store('#8080ff')];
  const wear = async (person: typeof owner) => {
    const project = await server.get<ProjectBody>(person, '/api/project/active/');
    const scene = sceneOf(project) as { dressings: object[] };
    const maps = { normalHash: relief, roughnessHash: null };
    const dressings = [{ ...scene.dressings[0], libraryId: null, textureHash: texture, maps }];
    return server.order(person, { scene: JSON.stringify({ ...scene, dressings }) });
  };
  const refused = { status: 400, body: { code: 'invalid-request' } };
  expect(await wear(owner)).toMatchObject(refused);
  await db.insert(ownedFiles).values({ userId: owner.session.user.id, hash: texture });
  // A map is a file like any other.
  expect(await wear(owner)).toMatchObject(refused);
  await db.insert(ownedFiles).values({ userId: owner.session.user.id, hash: relief });
  const order = await wear(owner);
  expect(order.status).toBe(202);
  const { recipe } = await server.finish(owner, order.body.id);
  expect(recipe.scene.dressings).toMatchObject([
    { kind: 'library', libraryId: null, textureHash: texture, maps: { normalHash: relief } },
  ]);
  expect(await wear(other)).toMatchObject(refused);
});
