import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MaterialVersionBody } from '../../../src/contract/http/model-materials.ts';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import type { ModelMaterial } from '../../../src/contract/scene/dressed-material.ts';
import { callApi, type Method, makeForm } from '../../support/call-api.ts';
import { flatPicture } from '../../support/pictures.ts';
import { findItem, type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
});
afterAll(() => server.stop());

const call = (person: Person, method: Method, path: string, body?: object, key = '') =>
  callApi(server, person, method, path, body, { 'idempotency-key': key });

/** Somebody with the sample project, whose one material wears walnut. */
async function begin() {
  const person = await server.signUp();
  const project = await server.get<ProjectBody>(person, '/api/project/active/');
  const entry = project.model_materials[0] as ModelMaterial;
  const query = (id: string = entry.id) => `project_id=${project.id}&model_material_id=${id}`;
  const base = '/api/model-material-versions/';
  const list = (id?: string) => server.get<MaterialVersionBody[]>(person, `${base}?${query(id)}`);
  const told = async (id?: string) =>
    (await list(id)).map(
      ({ version_number: n, comment, material }) => `${n} ${comment} ${material.roughness}`,
    );
  const patch = (body: object) =>
    call(person, 'PATCH', `/api/material/${entry.id}/?project_id=${project.id}`, body);
  return { person, project, entry, query, base, list, told, patch };
}
const roughness = (value: number, more: object = {}) => ({ properties: { roughness: value }, ...more });

test('each change makes a version, newest first; the first brings the state before it along', async () => {
  const { person, entry, list, told, patch, query, base } = await begin();
  expect(await list()).toEqual([]);
  await patch(roughness(0.1));
  await patch(roughness(0.2, { version_comment: 'Smoother' }));
  await patch(roughness(0.2));
  await patch(roughness(0.3, { create_version: false }));
  await patch(roughness(0.4));
  expect(await told()).toEqual([
    '4 Actualización automática 0.4',
    '3 Smoother 0.2',
    '2 Actualización automática 0.1',
    '1 Estado original null',
  ]);
  const [newest] = await list();
  expect(newest).toMatchObject({
    model_material_id: entry.id,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    material: { ...entry, roughness: 0.4 },
  });
  // Without the slash, and one by its id.
  expect(await server.get(person, `/api/model-material-versions?${query()}`)).toEqual(await list());
  expect(await server.get(person, `${base}${newest?.id}/?${query()}`)).toEqual(newest);
});

test('whichever call changes a material, a version tells it', async () => {
  const { person, project, entry, told, list } = await begin();
  const path = `/api/project/${project.id}/`;
  const save = (materials: object[]) => call(person, 'PATCH', path, { model_materials: materials });
  await save([{ ...entry, roughness: 0.1 }]);
  // Only an address differs, or nothing, or something else of the project.
  await save([{ ...entry, roughness: 0.1, texturePath: '/files/elsewhere' }]);
  await call(person, 'PATCH', path, { name: 'Renamed' });
  await call(person, 'POST', `${path}model-materials/bulk/`, {
    materials: [{ id: entry.id, name: entry.name, ...roughness(0.2, { version_comment: 'Many' }) }],
  });
  const texture = await flatPicture('#123123');
  await call(person, 'POST', `${path}model-materials/${entry.id}/texture/`, makeForm({ texture }));
  expect(await told()).toEqual([
    '4 Actualización automática 0.2',
    '3 Many 0.2',
    '2 Actualización automática 0.1',
    '1 Estado original null',
  ]);
  expect((await list())[0]?.material.texturePath).toMatch(/^\/files\//);
  // A material that the device names for the first time was as the file has it; an instance was not there.
  const [sole, instance] = [randomUUID(), randomUUID()];
  const bare = { ...entry, libraryId: null, libraryMaterialName: null, textureHash: null };
  await save([
    { ...entry, roughness: 0.2 },
    { ...bare, id: sole, originalIndex: 1, roughness: 0.7 },
    { ...bare, id: instance, instanceIndex: 32_768, nodes: [3], roughness: 0.8, parentMaterialId: entry.id },
  ]);
  expect(await told(sole)).toEqual(['2 Actualización automática 0.7', '1 Estado original null']);
  expect(await told(instance)).toEqual(['1 Actualización automática 0.8']);
});

test('whether an AI engine keeps a material is no version of it, and outlives a restored one', async () => {
  const { person, project, entry, base, query, list, told, patch } = await begin();
  const path = `/api/project/${project.id}/`;
  const save = (material: object) => call(person, 'PATCH', path, { model_materials: [material] });
  await save({ ...entry, isProtected: true });
  expect(await list()).toEqual([]);
  await patch(roughness(0.1));
  await save({ ...entry, roughness: 0.1, isProtected: false });
  expect(await told()).toHaveLength(2);
  const original = (await list()).at(-1);
  await call(person, 'POST', `${base}${original?.id}/restore/?${query()}`);
  const now = await server.get<ProjectBody>(person, path);
  expect(now.model_materials).toEqual([{ ...entry, isProtected: false }]);
});

test('a version is restored as a new one, and the project wears it', async () => {
  const { person, project, entry, base, query, list, told, patch } = await begin();
  const brass = await findItem(server, person, 'material', 'brass');
  await patch(roughness(0.1));
  await patch({ assigned_material_id: brass.id });
  const original = (await list()).at(-1);
  const path = `${base}${original?.id}/restore/?${query()}`;
  const restored = await call(person, 'POST', path, undefined, 'restore-1');
  expect(restored).toMatchObject({
    status: 200,
    body: { version_number: 4, comment: 'Restauración de versión', material: { ...entry, roughness: null } },
  });
  expect(await call(person, 'POST', path, undefined, 'restore-1')).toEqual(restored);
  const now = await server.get<ProjectBody>(person, `/api/project/${project.id}/`);
  expect(now.model_materials).toEqual([entry]);
  expect(now.revision).toBe(project.revision + 3);
  const second = (await list()).find(({ version_number: n }) => n === 2);
  await call(person, 'POST', `${base}${second?.id}/restore/?${query()}`, { comment: 'Back to matte' });
  expect((await told())[0]).toBe('5 Back to matte 0.1');
  // What is worn already makes no version.
  await call(person, 'POST', `${base}${second?.id}/restore/?${query()}`, {});
  expect(await list()).toHaveLength(5);
});

test('a restored material stays where it is in the model; a deleted one comes back', async () => {
  const { person, project, entry, base, query, list, patch } = await begin();
  await patch(roughness(0.1));
  const moved = { ...entry, originalIndex: 7, nodes: [4], roughness: 0.9 };
  await call(person, 'PATCH', `/api/project/${project.id}/`, { model_materials: [moved] });
  const second = (await list()).find(({ version_number: n }) => n === 2);
  const restore = () => call(person, 'POST', `${base}${second?.id}/restore/?${query()}`);
  expect((await restore()).body.material).toMatchObject({ originalIndex: 7, nodes: [4], roughness: 0.1 });
  await call(person, 'DELETE', `/api/material/${entry.id}/?project_id=${project.id}`);
  expect((await restore()).status).toBe(200);
  const { model_materials: materials } = await server.get<ProjectBody>(person, `/api/project/${project.id}/`);
  expect(materials).toMatchObject([{ id: entry.id, roughness: 0.1 }]);
});

test('two versions are compared field by field', async () => {
  const { person, base, query, list, patch } = await begin();
  const brass = await findItem(server, person, 'material', 'brass');
  const walnut = await findItem(server, person, 'material', 'walnut');
  await patch(roughness(0.1, { name: 'Lacquered' }));
  await patch({ assigned_material_id: brass.id });
  const [third, second, first] = await list();
  const compare = async (a?: MaterialVersionBody, b?: MaterialVersionBody) =>
    server.get(person, `${base}compare/?${query()}&version1=${a?.id}&version2=${b?.id}`);
  expect(await compare(first, second)).toEqual({
    version1: first,
    version2: second,
    changes: [
      { field: 'name', from: 'Shell', to: 'Lacquered' },
      { field: 'roughness', from: null, to: 0.1 },
    ],
  });
  expect(await compare(second, third)).toMatchObject({
    changes: [
      { field: 'metalness', from: null, to: 0.25 },
      { field: 'roughness', from: 0.1, to: 0.5 },
      { field: 'libraryId', from: walnut.id, to: brass.id },
      { field: 'libraryMaterialName', from: 'walnut', to: 'brass' },
      { field: 'textureHash', from: walnut.image_hash, to: brass.image_hash },
    ],
  });
  expect(await compare(first, first)).toMatchObject({ changes: [] });
});

test('of many versions the newest 50 stay, and no number is given twice', async () => {
  const { list, patch } = await begin();
  for (let i = 1; i <= 52; i++) await patch(roughness(i / 100));
  const numbers = (await list()).map(({ version_number: n }) => n);
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, i) => 53 - i));
  await patch(roughness(0.99));
  expect((await list())[0]?.version_number).toBe(54);
});

test('a version is found by its own project and material only', async () => {
  const { person, project, base, query, list, patch } = await begin();
  await patch(roughness(0.1));
  const id = (await list())[0]?.id;
  const other = await call(person, 'POST', '/api/project/', { name: 'Other' });
  const { entry } = await begin();
  for (const wrong of [
    `project_id=${other.body.id}&model_material_id=${project.model_materials[0]?.id}`,
    `project_id=${project.id}&model_material_id=${entry.id}`,
  ]) {
    expect((await call(person, 'GET', `${base}${id}/?${wrong}`)).status).toBe(404);
    expect((await call(person, 'POST', `${base}${id}/restore/?${wrong}`)).status).toBe(404);
    expect((await call(person, 'GET', `${base}compare/?${wrong}&version1=${id}&version2=${id}`)).status).toBe(
      404,
    );
  }
  expect((await call(person, 'GET', `${base}${id}/`)).status).toBe(400);
  expect((await call(person, 'GET', `${base}9999999999/?${query()}`)).status).toBe(400);
  expect((await call(person, 'GET', `${base}compare/?${query()}&version1=${id}`)).status).toBe(400);
});
