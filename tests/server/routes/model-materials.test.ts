import { createHash, randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import type { ModelMaterial } from '../../../src/contract/scene/dressed-material.ts';
import { sweepFiles } from '../../../src/server/storage/sweep-files.ts';
import { callApi, type Method, makeForm } from '../../support/call-api.ts';
import { flatPicture, writeFlatPng } from '../../support/pictures.ts';
import { findItem, type RenderServer, startRenderServer } from '../../support/render-server.ts';
import { makeView } from '../../support/saved-view.ts';
import type { Person } from '../../support/server.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
});
afterAll(() => server.stop());

const call = (person: Person, method: Method, path: string, body?: object, key = '') =>
  callApi(server, person, method, path, body, { 'idempotency-key': key });
const active = (person: Person) => server.get<ProjectBody>(person, '/api/project/active/');
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Somebody with the sample project, whose one material wears walnut. */
async function begin() {
  const person = await server.signUp();
  const { id, model_materials } = await active(person);
  const entry = model_materials[0] as ModelMaterial;
  const at = (path: string) => `/api/material/${path}?project_id=${id}`;
  const list = () => server.get<ModelMaterial[]>(person, at(''));
  const brass = await findItem(server, person, 'material', 'brass');
  return { person, id, entry, at, list, brass };
}

test('both families of calls show the same list, and one of it', async () => {
  const { person, id, entry, at, list } = await begin();
  expect(await list()).toEqual([entry]);
  for (const path of [
    `/api/material?project_id=${id}`,
    `/api/project/${id}/model-materials/`,
    `/api/projects/${id}/model-materials`,
  ]) {
    expect(await server.get(person, path)).toEqual([entry]);
  }
  expect(await server.get(person, at(`${entry.id}/`))).toEqual(entry);
  expect(await server.get(person, at(entry.id))).toEqual(entry);
  expect(await server.get(person, `/api/projects/${id}/model-materials/${entry.id}/`)).toEqual(entry);
});

test('properties are set under every name of theirs, are part of the project, and count its revision up', async () => {
  const { person, id, entry, at } = await begin();
  const { revision } = await active(person);
  const properties = { color: '#102030', metallic: 0.25, roughness: 0.75, emissive: '#ff0000' };
  const more = {
    emissive_intensity: 2,
    normalScale: 0.5,
    aoMapIntensity: 0.5,
    opacity: 0.5,
    wireframe: false,
  };
  const changed = await call(person, 'PATCH', at(`${entry.id}/`), {
    name: 'Shell 2',
    properties: { ...properties, ...more },
  });
  expect(changed).toEqual({
    status: 200,
    body: {
      ...entry,
      name: 'Shell 2',
      color: '#102030',
      metalness: 0.25,
      roughness: 0.75,
      emissive: '#ff0000',
      emissiveIntensity: 2,
      normalScale: 0.5,
      aoMapIntensity: 0.5,
      opacity: 0.5,
    },
  });
  const project = await active(person);
  expect(project).toMatchObject({ id, revision: revision + 1, model_materials: [changed.body] });
  // Null is a value: back to the file.
  const back = { base_color: null, metalness: null, transparent: false };
  expect((await call(person, 'PATCH', at(entry.id), { properties: back })).body).toMatchObject({
    color: null,
    metalness: null,
    opacity: null,
    roughness: 0.75,
  });
});

test('a library item is assigned as the app applies it, and taken off again', async () => {
  const { person, id, entry, brass } = await begin();
  const path = `/api/project/${id}/model-materials/${entry.id}/`;
  await call(person, 'PATCH', path, { properties: { color: '#ff0000' } });
  const worn = await callApi(
    server,
    person,
    'PATCH',
    path,
    { assigned_material_id: brass.id, properties: { roughness: 0.9 } },
    { 'accept-language': 'es' },
  );
  expect(worn.body).toMatchObject({
    libraryId: brass.id,
    libraryMaterialName: 'brass (es)',
    textureHash: brass.image_hash,
    texturePath: brass.image,
    color: null,
    metalness: 0.25,
    roughness: 0.9,
    isReset: false,
  });
  const bare = await call(person, 'PATCH', path, { assigned_material_id: null });
  expect(bare.body).toMatchObject({
    libraryId: null,
    libraryMaterialName: null,
    textureHash: null,
    texturePath: null,
    isReset: true,
  });
  const style = await findItem(server, person, 'style', 'catalogue');
  expect(await call(person, 'PATCH', path, { assigned_material_id: style.id })).toMatchObject({
    status: 400,
    body: { fields: { assigned_material_id: expect.any(String) } },
  });
});

test('a change that says nothing at all is refused', async () => {
  const { person, entry, at } = await begin();
  const { status, body } = await call(person, 'PATCH', at(`${entry.id}/`), {});
  expect(status).toBe(400);
  expect(body).toMatchObject({
    fields: { assigned_material_id: 'Payload incompleto para assignLibraryMaterial.' },
  });
});

test('a texture is named by its address, and taken off by null', async () => {
  const { person, entry, at, brass } = await begin();
  const set = (texturePath: string | null) =>
    call(person, 'PATCH', at(entry.id), { properties: { texturePath } });
  const worn = { textureHash: brass.image_hash, libraryId: brass.id, libraryMaterialName: 'brass' };
  expect((await set(`https://render.example${brass.image}`)).body).toMatchObject(worn);
  expect((await set(null)).body).toMatchObject({ textureHash: null, libraryId: null, texturePath: null });
  for (const path of [`/files/${'a'.repeat(64)}?x`, 'https://elsewhere.example/oak.jpg', '']) {
    expect(await set(path)).toMatchObject({
      status: 400,
      body: { fields: { 'properties.texturePath': expect.any(String) } },
    });
  }
});

test('many are changed at once, by id or by the file’s name, and unknown ones are listed', async () => {
  const { person, id, entry, brass } = await begin();
  const other = { ...entry, id: randomUUID(), originalId: 'Sole', originalIndex: 1, name: 'Sole' };
  const lace = { ...other, id: randomUUID(), instanceIndex: 32_768, nodes: [1] };
  await call(person, 'PATCH', `/api/project/${id}/`, { model_materials: [entry, other, lace] });
  const body = {
    materials: [
      { id: entry.id, name: 'Upper', properties: { roughness: 0.1 } },
      { name: 'Sole', original_name: 'Sole', assigned_material_id: brass.id },
      { name: 'Heel', properties: { roughness: 0.1 } },
    ],
  };
  const done = await call(person, 'POST', `/api/material/bulk/?project_id=${id}`, body);
  expect(done).toMatchObject({
    status: 200,
    body: {
      materials: [
        { id: entry.id, name: 'Upper', roughness: 0.1 },
        { id: other.id, libraryId: brass.id, texturePath: brass.image },
      ],
      unknown: ['Heel'],
    },
  });
  const { model_materials: materials, revision } = await active(person);
  expect(materials.map(({ name, libraryId }) => `${name} ${libraryId}`)).toEqual([
    `Upper ${entry.libraryId}`,
    `Sole ${brass.id}`,
    `Sole ${entry.libraryId}`,
  ]);
  // All or none.
  const bad = { materials: [body.materials[0], { name: 'Sole', assigned_material_id: 999_999 }] };
  expect((await call(person, 'POST', `/api/projects/${id}/model-materials/bulk/`, bad)).status).toBe(400);
  expect(await active(person)).toMatchObject({ revision, model_materials: materials });
  expect(
    (await call(person, 'POST', `/api/project/${id}/model-materials/bulk`, { materials: [] })).body,
  ).toEqual({
    materials: [],
    unknown: [],
  });
});

test('an own picture keeps its bytes and their hash, and is the person’s to use from then on', async () => {
  const { person, id, entry, at } = await begin();
  const other = await server.signUp();
  const bytes = await flatPicture('#804020', 'webp', 32);
  const path = at(`${entry.id}/texture/`);
  const first = await call(person, 'POST', path, makeForm({ texture: bytes }), 'texture-1');
  expect(first).toMatchObject({
    status: 200,
    body: { id: entry.id, textureHash: hashOf(bytes), libraryId: null, libraryMaterialName: null },
  });
  expect(await call(person, 'POST', path, makeForm({ texture: bytes }), 'texture-1')).toEqual(first);
  const project = await active(person);
  expect(project).toMatchObject({ revision: 2, model_materials: [first.body] });
  const read = await fetch(server.url + first.body.texturePath);
  expect(hashOf(new Uint8Array(await read.arrayBuffer()))).toBe(hashOf(bytes));
  // In another project of the same person, but in nobody else's.
  const dressed = { model_materials: [{ ...entry, textureHash: hashOf(bytes), libraryId: null }] };
  expect((await call(person, 'POST', '/api/project/', dressed)).status).toBe(201);
  expect((await call(other, 'POST', '/api/project/', dressed)).status).toBe(400);
  const theirs = await active(other);
  expect((await call(other, 'PATCH', `/api/project/${theirs.id}/`, dressed)).status).toBe(400);
  // A picture is no model.
  expect(await call(person, 'PATCH', `/api/project/${id}/`, { model_hash: hashOf(bytes) })).toMatchObject({
    status: 400,
    body: { fields: { model_hash: 'is not a model of yours' } },
  });
});

test('a picture for a material that the server does not know yet brings it along', async () => {
  const { person, at, list, entry } = await begin();
  const [texture, materialId] = [await flatPicture('#00ff00'), randomUUID()];
  const path = at(`${materialId}/texture/`);
  expect((await call(person, 'POST', path, makeForm({ texture }))).status).toBe(404);
  const fields = { original_index: '1', original_id: 'Sole', texture };
  expect(await call(person, 'POST', path, makeForm(fields))).toMatchObject({
    status: 200,
    body: { id: materialId, originalIndex: 1, originalId: 'Sole', textureHash: hashOf(texture) },
  });
  expect((await list()).map(({ id }) => id)).toEqual([entry.id, materialId]);
  expect(await call(person, 'POST', path, makeForm({ ...fields, original_index: '-2' }))).toMatchObject({
    status: 400,
    body: { fields: { original_index: expect.any(String) } },
  });
});

test('what a camera wrote into a picture is not kept; what is no picture is refused', async () => {
  const { person, entry, at, list } = await begin();
  const send = (texture: Uint8Array) =>
    call(person, 'POST', at(`${entry.id}/texture/`), makeForm({ texture }, 'oak.png'));
  const photo = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#808080' } })
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .jpeg()
    .toBuffer();
  const { body } = await send(photo);
  expect(body.textureHash).not.toBe(hashOf(photo));
  const kept = await (await fetch(server.url + body.texturePath)).arrayBuffer();
  const { format, width, exif } = await sharp(kept).metadata();
  expect({ format, width, exif }).toEqual({ format: 'webp', width: 40, exif: undefined });

  const before = await list();
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
  expect(await send(svg)).toMatchObject({ status: 415, body: { code: 'file-format-unsupported' } });
  expect(await send(writeFlatPng(16_384, 16_384))).toMatchObject({ body: { code: 'image-too-large' } });
  expect(await send(photo.subarray(0, 200))).toMatchObject({ body: { code: 'image-unreadable' } });
  expect(await send(new Uint8Array())).toMatchObject({ body: { code: 'file-empty' } });
  expect(await list()).toEqual(before);
});

test('a deleted material is gone from the list and from the selection; the library keeps its item', async () => {
  const { person, id, entry, at, list } = await begin();
  await call(person, 'PUT', `/api/project/${id}/material-selection/`, {
    selected: [entry.id],
    deselected: [],
  });
  const items = await server.get(person, '/api/material/');
  expect((await call(person, 'DELETE', at(`${entry.id}/`))).status).toBe(204);
  expect(await list()).toEqual([]);
  expect((await active(person)).render_settings.material_selection).toMatchObject({ selected: [] });
  expect((await call(person, 'DELETE', at(`${entry.id}/`))).status).toBe(404);
  expect(await server.get(person, '/api/material/')).toEqual(items);
});

test('a call about a project never reaches the library, and one about the library no project (C10)', async () => {
  const { person, entry, at, list } = await begin();
  const own = await call(
    person,
    'POST',
    '/api/material/',
    makeForm({ name: 'Mine', image: await flatPicture('#ff8800') }),
  );
  const itemId = own.body.id as number;
  for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
    const body = method === 'PATCH' ? { name: 'Changed' } : undefined;
    expect((await call(person, method, at(`${itemId}/`), body)).status).toBe(400);
    if (method !== 'GET')
      expect((await call(person, method, `/api/material/${entry.id}/`, body)).status).toBe(400);
  }
  const item = await findItem(server, person, 'material', 'Mine');
  expect(item.id).toBe(itemId);
  expect(await list()).toEqual([entry]);
});

test('what is out of its range, or cannot be drawn, is refused by field', async () => {
  const { person, entry, at, list } = await begin();
  const fieldsOf = async (body: object) => {
    const answer = await call(person, 'PATCH', at(entry.id), body);
    expect(answer.status).toBe(400);
    return Object.keys(answer.body.fields);
  };
  expect(await fieldsOf({ properties: { roughness: 2 } })).toEqual(['properties.roughness']);
  expect(await fieldsOf({ properties: { color: 'red' } })).toEqual(['properties.color']);
  expect(await fieldsOf({ properties: { wireframe: true } })).toEqual(['properties.wireframe']);
  expect(await fieldsOf({ assigned_material_id: -1 })).toEqual(['assigned_material_id']);
  expect(await fieldsOf({ version_comment: 'x'.repeat(501) })).toEqual(['version_comment']);
  expect((await call(person, 'PATCH', at(randomUUID()), {})).status).toBe(404);
  expect((await call(person, 'PATCH', at('not-a-uuid'), {})).status).toBe(400);
  expect(await list()).toEqual([entry]);
});

test('the sweeper leaves a picture that was somebody’s texture, also when nothing wears it any more', async () => {
  const { person, id, entry, at, brass } = await begin();
  const texture = await flatPicture('#0a0b0c', 'png', 24);
  const { body } = await call(person, 'POST', at(`${entry.id}/texture/`), makeForm({ texture }));
  await call(person, 'PATCH', at(entry.id), { assigned_material_id: brass.id });
  const { database, services, config } = server.deps;
  const hash = hashOf(texture);
  const file = join(config.dataDir, 'files', hash.slice(0, 2), hash.slice(2, 4), hash);
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await utimes(file, yesterday, yesterday);
  const sweep = () => sweepFiles({ db: database.db, ...services });
  // 1. An earlier version names it.
  await sweep();
  expect((await fetch(server.url + body.texturePath)).status).toBe(200);
  // 2. A look may, after the project is gone.
  await call(person, 'DELETE', `/api/project/${id}/`);
  await sweep();
  expect((await fetch(server.url + body.texturePath)).status).toBe(200);
});

test('a material that the project does not know is added by its first colour, if the call says what it is', async () => {
  const { person, entry, at, list } = await begin();
  const id = randomUUID();
  const properties = { color: '#203040' };
  expect((await call(person, 'PATCH', at(`${id}/`), { properties })).status).toBe(404);
  const original = { original_index: 4, original_id: 'Handle' };
  const made = await call(person, 'PATCH', at(`${id}/`), { properties, ...original });
  expect(made).toMatchObject({
    status: 200,
    body: { id, originalIndex: 4, originalId: 'Handle', name: 'Handle', color: '#203040', roughness: null },
  });
  expect(await list()).toEqual([entry, made.body]);
  const refused = await call(person, 'PATCH', at(`${randomUUID()}/`), { ...original, original_index: -2 });
  expect(refused.status).toBe(400);
  expect(await list()).toHaveLength(2);
});

test('a write of a part tells the revision it made of the project, and one that changes nothing tells none', async () => {
  const { person, id, entry, at } = await begin();
  const { revision } = await active(person);
  const write = async (method: Method, path: string, body?: object) => {
    const answer = await fetch(server.url + path, {
      method,
      headers: { ...person.headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : null,
    });
    expect(answer.ok, path).toBe(true);
    return answer.headers.get('x-project-revision');
  };
  const view = makeView(9, { uuid: randomUUID(), timestamp: 1_000 });
  const selection = `/api/projects/${id}/material-selection/`;
  const views = `/api/projects/${id}/camera-views/`;
  const lists = { selected: [], deselected: [entry.id] };
  expect(await write('PATCH', at(`${entry.id}/`), { properties: { color: '#111111' } })).toBe(
    `${revision + 1}`,
  );
  expect(await write('PUT', selection, lists)).toBe(`${revision + 2}`);
  expect(await write('DELETE', selection)).toBe(`${revision + 3}`);
  expect(await write('POST', views, view)).toBe(`${revision + 4}`);
  expect(await write('POST', views, { ...view, name: 'Older', timestamp: 900 })).toBeNull();
  const gone = `/api/project/${id}/delete_camera_view/${view.uuid}/`;
  expect(await write('DELETE', gone)).toBe(`${revision + 5}`);
  const query = `?project_id=${id}&model_material_id=${entry.id}`;
  const [newest] = await server.get<{ id: number }[]>(person, `/api/model-material-versions/${query}`);
  expect(await write('POST', `/api/model-material-versions/${newest?.id}/restore/${query}`)).toBe(
    `${revision + 6}`,
  );
  expect((await active(person)).revision).toBe(revision + 6);
});
