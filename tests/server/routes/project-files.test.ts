import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROJECT_FILE } from '../../../src/contract/constants.ts';
import type { ProjectFilesBody } from '../../../src/contract/files/project-file.ts';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import { copyWithLargeRecipe } from '../../support/large-recipes.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer();
});
afterAll(() => server.stop());

const active = (person: Person) => server.get<ProjectBody>(person, '/api/project/active/');
const filesOf = (person: Person, { id }: { id: number }) =>
  server.get<ProjectFilesBody>(person, `/api/project/${id}/files/`);

async function renderOnce(person: Person) {
  const { body } = await server.order(person);
  return server.finish(person, body.id);
}

test('what a project file needs of the server is listed with addresses that open', async () => {
  const person = await server.signUp();
  const project = await active(person);
  const render = await renderOnce(person);
  const { renders, left_out, files } = await filesOf(person, project);
  expect(left_out).toBe(0);
  expect(renders).toMatchObject([
    {
      engine: 'studio',
      recipe: render.recipe,
      images: [{ image_hash: render.output_images[0]?.image_hash }],
    },
  ]);
  const wanted = [
    project.model_hash,
    project.model_materials[0]?.textureHash,
    render.recipe.passes.snapshot,
    render.output_images[0]?.image_hash,
  ];
  expect(files.map(({ hash }) => hash)).toEqual(expect.arrayContaining(wanted));
  for (const { url, size_bytes, content_type } of files) {
    const file = await fetch(server.url + url);
    expect(file.headers.get('content-type')).toBe(content_type);
    expect((await file.arrayBuffer()).byteLength).toBe(size_bytes);
  }
});

test('a finished render is taken once, for nothing, and only with files of the person’s own', async () => {
  const [owner, other] = [await server.signUp(), await server.signUp()];
  const project = await active(owner);
  await renderOnce(owner);
  const { renders } = await filesOf(owner, project);
  const [render] = renders;
  const { body: copy } = await server.post(owner, `/api/project/${project.id}/duplicate/`);
  const credits = await server.credits(owner);
  const path = `/api/project/${copy.id}/renders/`;
  const taken = await server.post(owner, path, render, 'import-1');
  expect(taken).toMatchObject({
    status: 201,
    body: { status: 'completed', price: 0, project: copy.id, duration_seconds: null, recipe: render?.recipe },
  });
  expect(await server.post(owner, path, render, 'import-1')).toEqual(taken);
  expect((await filesOf(owner, copy)).renders).toMatchObject([{ created_at: render?.created_at }]);
  expect(await server.credits(owner)).toBe(credits);
  expect((await fetch(server.url + taken.body.thumbnail_url)).headers.get('content-type')).toBe('image/webp');

  const theirs = `/api/project/${(await active(other)).id}/renders/`;
  expect(await server.post(other, theirs, render)).toMatchObject({
    status: 400,
    body: { fields: { recipe: expect.any(String) } },
  });
  expect((await server.post(other, path, render)).status).toBe(404);
  expect((await filesOf(other, await active(other))).renders).toEqual([]);
  const foreign = await fetch(`${server.url}/api/project/${project.id}/files/`, { headers: other.headers });
  expect(foreign.status).toBe(404);
  expect((await server.post(owner, path, { ...render, recipe: { version: 2 } })).status).toBe(400);
});

test('one that a device drew comes with what it is of a set, and with the views that it shows', async () => {
  const owner = await server.signUp();
  const project = await active(owner);
  await renderOnce(owner);
  const { renders } = await filesOf(owner, project);
  const group = { id: randomUUID(), index: 1, size: 2, look: 'Night', view: 'Hero' };
  const view = randomUUID();
  const sent = { ...renders[0], made_on_device: true, group, view_ids: [view] };
  const path = `/api/project/${project.id}/renders/`;
  const { body: taken } = await server.post(owner, path, sent, 'set-1');
  expect(taken).toMatchObject({ made_on_device: true, group, view_ids: [view] });
  // The file of a project has neither.
  const again = (await filesOf(owner, project)).renders.find((render) => render.made_on_device);
  expect(again).toMatchObject({ group: null, view_ids: [] });
  // Nor does a page of before, which says nothing of them.
  const { group: _group, view_ids: _views, ...old } = sent;
  expect((await server.post(owner, path, old, 'set-2')).body).toMatchObject({ group: null, view_ids: [] });
  const wrong = { ...sent, group: { ...group, index: -1 } };
  expect((await server.post(owner, path, wrong, 'set-3')).status).toBe(400);
});

test('of many renders the newest of the model that is shown come along, and the others are counted', async () => {
  const person = await server.signUp();
  const project = await active(person);
  const { id, recipe } = await renderOnce(person);
  const { pool } = server.deps.database;
  const copies = `insert into renders (user_id, project_id, status, engine, recipe, price)
    select user_id, project_id, status, engine, jsonb_set(recipe, '{scene,modelHash}', to_jsonb($2::text)), price
    from renders, generate_series(1, $3) where id = $1 returning id`;
  const made = await pool.query(copies, [id, recipe.scene.modelHash, PROJECT_FILE.maxRenders + 1]);
  await pool.query(copies, [id, 'f'.repeat(64), 3]);
  const { renders, left_out } = await filesOf(person, project);
  expect(made.rowCount).toBe(PROJECT_FILE.maxRenders + 1);
  expect(renders).toHaveLength(PROJECT_FILE.maxRenders);
  expect(renders.every((render) => render.recipe.scene.modelHash === project.model_hash)).toBe(true);
  // The one that was drawn is the oldest.
  expect(renders.every(({ images }) => images.length === 0)).toBe(true);
  expect(left_out).toBe(2 + 3);
});

test('large recipes come over several answers, each under a bound, and the project’s own files with the first', async () => {
  const person = await server.signUp();
  const project = await active(person);
  const first = await renderOnce(person);
  const ids = await copyWithLargeRecipe(server, first.id, { count: 7, bytes: 300_000 });
  const pages: ProjectFilesBody[] = [];
  for (let before = ''; pages.at(-1)?.next !== null; before = `?before=${pages.at(-1)?.next}`) {
    const answer = await fetch(`${server.url}/api/project/${project.id}/files/${before}`, {
      headers: person.headers,
    });
    const text = await answer.text();
    expect(Buffer.byteLength(text)).toBeLessThan(1.2 * 1024 ** 2);
    pages.push(JSON.parse(text));
  }
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.flatMap(({ renders }) => renders)).toHaveLength(ids.length + 1);
  expect(pages.map(({ renders, left_out }) => renders.length + left_out)).toEqual(
    pages.map(() => ids.length + 1),
  );
  const has = (page: ProjectFilesBody | undefined) =>
    page?.files.some(
      ({ hash }) => hash === project.model_materials[0]?.normalHash || hash === project.model_hash,
    );
  expect(has(pages[0])).toBe(true);
});
