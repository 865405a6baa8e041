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

test('the picture of a label is of the person who brought it: in a project, an order and a project file', async () => {
  const [owner, other] = [await server.signUp(), await server.signUp()];
  const png = await sharp({ create: { width: 8, height: 4, channels: 4, background: '#ffcc0080' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('picture', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'label.png');
  const brought = await fetch(`${server.url}/api/picture/`, {
    method: 'POST',
    headers: owner.headers,
    body: form,
  });
  const { hash } = (await brought.json()) as { hash: string };
  expect(brought.status).toBe(201);
  const label = {
    imageHash: hash,
    name: 'label',
    target: { kind: 'all' },
    position: [0, 0, 0],
    normal: [0, 0, 1],
    axis: [0, 1, 0],
    radius: 1,
    projection: 'flat',
    width: 1,
    height: 0.5,
    rotationRadians: 0,
    depth: 0.5,
    finish: 'foil',
    opacity: 1,
    hasUnderprint: true,
  };
  const refused = { status: 400, body: { code: 'invalid-request' } };
  for (const [person, isTheirs] of [
    [owner, true],
    [other, false],
  ] as const) {
    const project = await server.get<ProjectBody>(person, '/api/project/active/');
    const patch = async (labels: unknown) => {
      const answer = await fetch(`${server.url}/api/project/${project.id}/`, {
        method: 'PATCH',
        headers: { ...person.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ render_settings: { labels } }),
      });
      return { status: answer.status, body: (await answer.json()) as ProjectBody };
    };
    const order = () =>
      server.order(person, { scene: JSON.stringify({ ...sceneOf(project), labels: [label] }) });
    expect(await patch([{ ...label, width: 0 }])).toMatchObject(refused);
    if (!isTheirs) {
      expect(await patch([label])).toMatchObject(refused);
      expect(await order()).toMatchObject(refused);
      continue;
    }
    const saved = await patch([label]);
    expect(saved.status).toBe(200);
    expect(saved.body.render_settings.labels).toEqual([label]);
    const { files } = await server.get<{ files: { hash: string }[] }>(
      person,
      `/api/project/${project.id}/files/`,
    );
    expect(files.map(({ hash }) => hash)).toContain(label.imageHash);
    const ordered = await order();
    expect(ordered.status).toBe(202);
    const { recipe } = await server.finish(person, ordered.body.id);
    expect(recipe.scene.labels).toEqual([label]);
  }
});
