import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROJECTS_MAX } from '../../../src/contract/constants.ts';
import { defaultSettings } from '../../../src/contract/http/default-settings.ts';
import type { ProjectBody, ProjectSummaryBody } from '../../../src/contract/http/projects.ts';
import { projects } from '../../../src/server/db/schema/projects.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer();
});
afterAll(() => server.stop());

const active = (person: Person) => server.get<ProjectBody>(person, '/api/project/active/');
const summaries = (person: Person) => server.get<ProjectSummaryBody[]>(person, '/api/project/summaries/');

test('a copy is a project of its own: the same but for ids, and not the active one', async () => {
  const person = await server.signUp();
  const sample = await active(person);
  const { status, body } = await server.post(person, `/api/projects/${sample.id}/duplicate/`, {
    name: 'Second',
  });
  const copy: ProjectBody = body;
  expect(status).toBe(201);
  expect(copy).toEqual({
    ...sample,
    id: copy.id,
    name: 'Second',
    revision: 1,
    is_sample: false,
    sample_words: null,
    created_at: copy.created_at,
    updated_at: copy.updated_at,
    model_materials: [{ ...sample.model_materials[0], id: copy.model_materials[0]?.id }],
    camera_views: [
      {
        ...sample.camera_views[0],
        uuid: copy.camera_views[0]?.uuid,
        backend_id: copy.camera_views[0]?.backend_id,
      },
    ],
  });
  const idsOf = (one: ProjectBody) => [
    one.id,
    one.model_materials[0]?.id,
    one.camera_views[0]?.uuid,
    one.camera_views[0]?.backend_id,
  ];
  for (const [index, id] of idsOf(copy).entries()) expect(id).not.toBe(idsOf(sample)[index]);
  expect((await active(person)).id).toBe(sample.id);
  const unnamed = await server.post(person, `/api/project/${sample.id}/duplicate/`);
  expect(unnamed.body.name).toBe('Sample (copy)');
});

test('the same copy asked for twice with its key is one; somebody else’s project is not found', async () => {
  const [owner, other] = [await server.signUp(), await server.signUp()];
  const path = `/api/project/${(await active(owner)).id}/duplicate/`;
  const first = await server.post(owner, path, { name: 'Once' }, 'copy-1');
  expect(await server.post(owner, path, { name: 'Once' }, 'copy-1')).toEqual(first);
  expect(await summaries(owner)).toHaveLength(2);
  expect((await server.post(other, path)).status).toBe(404);
  expect(await server.post(owner, path, { name: '' })).toMatchObject({ status: 400 });
  expect(await summaries(other)).toHaveLength(1);
});

test('the list shows the newest finished picture, else a view’s, and nothing of other people', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  await server.finish(other, (await server.order(other)).body.id);
  const sample = await active(person);
  const picture = 'data:image/webp;base64,AAAA';
  const { body: copy } = await server.post(person, `/api/project/${sample.id}/duplicate/`, { name: 'Copy' });
  const [view] = copy.camera_views;
  await fetch(`${server.url}/api/project/${copy.id}/`, {
    method: 'PATCH',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      revision: 1,
      camera_views: [{ ...view, thumbnail: picture, timestamp: view.timestamp + 1 }],
    }),
  });
  expect(await summaries(person)).toMatchObject([
    {
      id: copy.id,
      name: 'Copy',
      is_active: false,
      is_sample: false,
      model_name: 'square.glb',
      thumbnail: picture,
    },
    { id: sample.id, name: 'Sample', is_active: true, is_sample: true, thumbnail: null },
  ]);
  const { body: order } = await server.order(person);
  const { thumbnail_url: thumbnail } = await server.finish(person, order.id);
  expect(thumbnail).toEqual(expect.any(String));
  expect((await summaries(person)).map((one) => one.thumbnail)).toEqual([picture, thumbnail]);
});

test('who has as many projects as there may be makes and copies no more, and loses none', async () => {
  const person = await server.signUp();
  const { db } = server.deps.database;
  const rows = Array.from({ length: PROJECTS_MAX - 1 }, (_, index) => ({
    userId: person.session.user.id,
    name: `Project ${index}`,
    settings: defaultSettings(),
  }));
  await db.insert(projects).values(rows);
  const refused = { status: 422, body: { code: 'project-limit', data: { limit: PROJECTS_MAX } } };
  expect(await server.post(person, '/api/project/', { name: 'More' })).toMatchObject(refused);
  const { id } = await active(person);
  expect(await server.post(person, `/api/project/${id}/duplicate/`)).toMatchObject(refused);
  expect((await active(person)).id).toBe(id);
  expect(await summaries(person)).toHaveLength(PROJECTS_MAX);
});
