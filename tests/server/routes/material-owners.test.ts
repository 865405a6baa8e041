import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MaterialVersionBody } from '../../../src/contract/http/model-materials.ts';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import type { ModelMaterial } from '../../../src/contract/scene/dressed-material.ts';
import { callApi, type Method, makeForm } from '../../support/call-api.ts';
import { flatPicture } from '../../support/pictures.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

let server: RenderServer;
let owner: Person;
let stranger: Person;
let project: ProjectBody;
let entry: ModelMaterial;
let version: number;
let item: number;
let png: Uint8Array;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
  owner = await server.signUp();
  stranger = await server.signUp();
  png = await flatPicture('#778899');
  project = await server.get<ProjectBody>(owner, '/api/project/active/');
  entry = project.model_materials[0] as ModelMaterial;
  const one = `/api/material/${entry.id}/?project_id=${project.id}`;
  await callApi(server, owner, 'PATCH', one, { properties: { roughness: 0.1 } });
  const query = `project_id=${project.id}&model_material_id=${entry.id}`;
  const versions = await server.get<MaterialVersionBody[]>(owner, `/api/model-material-versions/?${query}`);
  version = versions[0]?.id as number;
  const made = await callApi(server, owner, 'POST', '/api/material/', makeForm({ name: 'Mine', image: png }));
  item = made.body.id;
});
afterAll(() => server.stop());

type Call = readonly [Method, () => string, (() => object)?];
const materials = (rest: string) => () => `/api/project/${project.id}/model-materials/${rest}`;
const versions = (rest: string) => () =>
  `/api/model-material-versions/${rest.replace('{v}', String(version))}?project_id=${project.id}&model_material_id=${entry.id}&version1=${version}&version2=${version}`;
const selection = () => `/api/projects/${project.id}/material-selection/`;
const patch = () => ({ properties: { roughness: 0.2 } });
const CALLS: Readonly<Record<string, Call>> = {
  'list of materials': ['GET', () => `/api/material?project_id=${project.id}`],
  'list of materials, other name': ['GET', materials('')],
  'bulk change': ['POST', materials('bulk/'), () => ({ materials: [{ id: entry.id, name: 'x' }] })],
  'one material': ['GET', () => `/api/material/${entry.id}/?project_id=${project.id}`],
  'change of a material': ['PATCH', () => `/api/material/${entry.id}/?project_id=${project.id}`, patch],
  'change, other name': ['PATCH', () => `/api/projects/${project.id}/model-materials/${entry.id}/`, patch],
  texture: [
    'POST',
    () => `/api/material/${entry.id}/texture/?project_id=${project.id}`,
    () => makeForm({ texture: png, original_index: '0', original_id: 'Shell' }),
  ],
  'deletion of a material': ['DELETE', () => `/api/material/${entry.id}/?project_id=${project.id}`],
  'list of versions': ['GET', versions('')],
  'one version': ['GET', versions('{v}/')],
  comparison: ['GET', versions('compare/')],
  'restoring of a version': ['POST', versions('{v}/restore/')],
  'selection, read': ['GET', selection],
  'selection, posted': ['POST', selection, () => ({ selected: [entry.id], deselected: [] })],
  'selection, put': ['PUT', selection, () => ({ selected: [entry.id], deselected: [] })],
  'selection, deleted': ['DELETE', selection],
  'selection, toggled': [
    'POST',
    () => `/api/projects/${project.id}/toggle-material-selection/`,
    () => ({ material_id: entry.id }),
  ],
  'change of an item': ['PATCH', () => `/api/material/${item}/`, () => ({ name: 'Theirs' })],
  'deletion of an item': ['DELETE', () => `/api/material/${item}/`],
};

/** Everything of the owner's that a call could have changed. */
async function readAll(): Promise<unknown> {
  const query = `project_id=${project.id}&model_material_id=${entry.id}`;
  return Promise.all([
    server.get(owner, `/api/project/${project.id}/`),
    server.get(owner, `/api/model-material-versions/?${query}`),
    server.get(owner, '/api/material/'),
  ]);
}

test.each(Object.entries(CALLS))(
  '%s of somebody else is not found, and nothing happens',
  async (_name, [method, path, body]) => {
    const before = await readAll();
    expect((await callApi(server, stranger, method, path(), body?.())).status).toBe(404);
    const nobody = { ...stranger, headers: { authorization: 'Bearer x' } };
    expect((await callApi(server, nobody, method, path(), body?.())).status).toBe(401);
    expect(await readAll()).toEqual(before);
  },
);

test("a stranger's own project does not open somebody else's material, version or picture", async () => {
  const theirs = await server.get<ProjectBody>(stranger, '/api/project/active/');
  const at = (path: string) => `${path}?project_id=${theirs.id}&model_material_id=${entry.id}`;
  const before = await readAll();
  for (const [method, path] of [
    ['GET', `/api/material/${entry.id}/`],
    ['PATCH', `/api/material/${entry.id}/`],
    ['DELETE', `/api/material/${entry.id}/`],
    ['GET', `/api/model-material-versions/${version}/`],
    ['POST', `/api/model-material-versions/${version}/restore/`],
  ] as const) {
    const body = method === 'PATCH' ? patch() : undefined;
    expect((await callApi(server, stranger, method, at(path), body)).status).toBe(404);
  }
  expect(await server.get(stranger, at('/api/model-material-versions/'))).toEqual([]);
  // The owner's own item is in nobody else's library, for no part of any project.
  const mine = theirs.model_materials[0]?.id;
  const assign = { assigned_material_id: item };
  const refused = await callApi(
    server,
    stranger,
    'PATCH',
    `/api/material/${mine}/?project_id=${theirs.id}`,
    assign,
  );
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { assigned_material_id: expect.any(String) } },
  });
  expect(await readAll()).toEqual(before);
});

test('what is nowhere is answered like what is somebody else’s', async () => {
  const nowhere = `/api/material/${randomUUID()}/?project_id=2147483647`;
  expect((await callApi(server, owner, 'GET', nowhere)).status).toBe(404);
  expect((await callApi(server, owner, 'GET', '/api/material/?project_id=99999999999')).status).toBe(400);
});
