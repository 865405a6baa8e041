import { randomUUID } from 'node:crypto';
import type { Document } from '@gltf-transform/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import type { ModelMaterial } from '../../../src/contract/scene/dressed-material.ts';
import { callApi, type Method, makeForm } from '../../support/call-api.ts';
import { flatPicture } from '../../support/pictures.ts';
import { findItem, type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';
import { createSquare, writeGlb } from '../../support/tiny-model.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
});
afterAll(() => server.stop());

const call = (person: Person, method: Method, path: string, body?: object, key = '') =>
  callApi(server, person, method, path, body, { 'idempotency-key': key });
const AUTOMATIC = {
  selected: [],
  deselected: [],
  has_manual_selection: false,
  created_at: null,
  updated_at: null,
};

/** Somebody whose project has six materials: each with an own name, walnut on the first, own pictures on the others. */
async function begin() {
  const person = await server.signUp();
  const project = await server.get<ProjectBody>(person, '/api/project/active/');
  const { id } = project;
  const first = project.model_materials[0] as ModelMaterial;
  const rest = Array.from({ length: 5 }, (_, index) => ({
    ...first,
    id: randomUUID(),
    originalIndex: index + 1,
    name: `Part ${index + 1}`,
    libraryId: null,
    libraryMaterialName: null,
    textureHash: null,
  }));
  for (const [index, entry] of rest.entries()) {
    const texture = await flatPicture(`#0${index}0000`);
    const fields = { original_index: String(entry.originalIndex), original_id: entry.name, texture };
    await call(person, 'POST', `/api/material/${entry.id}/texture/?project_id=${id}`, makeForm(fields));
  }
  const path = `/api/projects/${id}/material-selection/`;
  const toggle = (material: string, key?: string) =>
    call(person, 'POST', `/api/projects/${id}/toggle-material-selection/`, { material_id: material }, key);
  const read = () => server.get(person, path);
  const materials = [first.id as string, ...rest.map((entry) => entry.id)];
  return { person, id, path, toggle, read, materials, first };
}

test('without a choice the automatic priority holds; a first choice is posted, put and deleted', async () => {
  const { person, id, path, read, materials } = await begin();
  expect(await read()).toEqual(AUTOMATIC);
  const [a, b, c] = materials;
  const posted = await call(person, 'POST', path, { selected: [a, a], deselected: [b] });
  expect(posted).toMatchObject({
    status: 200,
    body: {
      selected: [a],
      deselected: [b],
      has_manual_selection: true,
      created_at: expect.stringMatching(/Z$/),
    },
  });
  expect(await read()).toEqual(posted.body);
  const put = await call(person, 'PUT', path, { selected: [], deselected: [b, c] });
  expect(put.body).toMatchObject({ selected: [], deselected: [b, c], has_manual_selection: true });
  expect(put.body.created_at).toBe(posted.body.created_at);
  // It is part of the project.
  const project = await server.get<ProjectBody>(person, `/api/project/${id}/`);
  expect(project.render_settings.material_selection).toMatchObject({ selected: [], deselected: [b, c] });
  expect((await call(person, 'DELETE', path)).status).toBe(204);
  expect(await read()).toEqual(AUTOMATIC);
  // Both lists empty are no choice (G13).
  await call(person, 'POST', path, { selected: [a], deselected: [] });
  expect((await call(person, 'PUT', path, { selected: [], deselected: [] })).body).toEqual(AUTOMATIC);
});

test('a press moves a material between the two lists', async () => {
  const { toggle, read, materials } = await begin();
  const [a, b] = materials as [string, string];
  const first = await toggle(a, 'toggle-1');
  expect(first).toMatchObject({
    status: 200,
    body: { action: 'selected', selected: [a], deselected: [], message: expect.stringMatching(/./) },
  });
  expect(await toggle(a, 'toggle-1')).toEqual(first);
  expect((await toggle(b)).body).toMatchObject({ action: 'selected', selected: [a, b] });
  expect((await toggle(a)).body).toMatchObject({ action: 'deselected', selected: [b], deselected: [a] });
  expect((await toggle(a)).body).toMatchObject({ action: 'selected', selected: [b, a], deselected: [] });
  expect(await read()).toMatchObject({ selected: [b, a], has_manual_selection: true });
});

test('a fifth is refused in the words of the specification, by a press and by a list', async () => {
  const { person, path, toggle, read, materials } = await begin();
  for (const material of materials.slice(0, 4)) await toggle(material);
  const before = await read();
  const refused = {
    status: 400,
    body: { code: 'selection-limit', error: 'Maximum 4 materials allowed. Deselect one first.' },
  };
  expect(await toggle(materials[4] as string)).toMatchObject(refused);
  const five = { selected: materials.slice(0, 5), deselected: [] };
  for (const method of ['POST', 'PUT'] as const) {
    expect(await call(person, method, path, five)).toMatchObject(refused);
  }
  expect(await read()).toEqual(before);
});

test('one that looks like a selected one is refused: the same item, the same picture or the same name', async () => {
  const { person, id, toggle, read, materials, first } = await begin();
  const [a, b, c, d] = materials as [string, string, string, string];
  const change = (material: string, body: object) =>
    call(person, 'PATCH', `/api/material/${material}/?project_id=${id}`, body);
  const walnut = await findItem(server, person, 'material', 'walnut');
  await toggle(a);
  const refused = (name: string) => ({
    status: 400,
    body: {
      code: 'selection-duplicate',
      detail: `Material "${name}" is already selected. Multiple objects with the same material will have their masks combined during rendering.`,
    },
  });
  await change(b, { assigned_material_id: walnut.id });
  expect(await toggle(b)).toMatchObject(refused('Part 1'));
  await change(c, { name: first.libraryMaterialName });
  expect(await toggle(c)).toMatchObject(refused('walnut'));
  await toggle(d);
  const same = makeForm({ texture: await flatPicture('#020000') });
  await call(person, 'POST', `/api/material/${c}/texture/?project_id=${id}`, same);
  await change(c, { name: 'Other' });
  expect(await toggle(c)).toMatchObject(refused('Other'));
  expect(await read()).toMatchObject({ selected: [a, d] });
});

test('one without any texture is refused; one that the file textures is not, unless it was reset', async () => {
  const { person, id, toggle } = await begin();
  const { document, primitive } = createSquare();
  const picture = document.createTexture().setImage(new Uint8Array(await flatPicture('#ffffff')));
  primitive.setMaterial(document.createMaterial('Plain'));
  document.createMaterial('Woven').setBaseColorTexture(picture.setMimeType('image/png'));
  const before = await server.get<ProjectBody>(person, `/api/project/${id}/`);
  const form = makeForm({ model: await writeGlb(document as Document) }, 'shoe.glb');
  expect((await call(person, 'PATCH', `/api/project/${id}/`, form)).status).toBe(200);
  const bare = {
    ...before.model_materials[0],
    libraryId: null,
    libraryMaterialName: null,
    textureHash: null,
  };
  const [plain, woven, reset] = [randomUUID(), randomUUID(), randomUUID()];
  const saved = await call(person, 'PATCH', `/api/project/${id}/`, {
    model_materials: [
      { ...bare, id: plain, originalIndex: 0, name: 'Plain' },
      { ...bare, id: woven, originalIndex: 1, name: 'Woven' },
      { ...bare, id: reset, originalIndex: 1, name: 'Grey', isReset: true },
    ],
  });
  expect(saved.status).toBe(200);
  const refused = (name: string) => ({
    status: 400,
    body: {
      code: 'selection-plain',
      error: expect.stringContaining(`"${name}" is a default model material without assigned texture.`),
    },
  });
  expect(await toggle(plain)).toMatchObject(refused('Plain'));
  expect(await toggle(reset)).toMatchObject(refused('Grey'));
  expect(await toggle(woven)).toMatchObject({ status: 200, body: { selected: [woven] } });
});

test('what is no selection is refused by field; what is nowhere is not found', async () => {
  const { person, path, read, toggle, materials } = await begin();
  const fieldsOf = async (body: object) => {
    const answer = await call(person, 'PUT', path, body);
    expect(answer.status).toBe(400);
    return Object.keys(answer.body.fields);
  };
  const [a] = materials;
  expect(await fieldsOf({ selected: [a], deselected: [a] })).toEqual(['deselected']);
  expect(await fieldsOf({ selected: ['x'], deselected: [] })).toEqual(['selected.0']);
  expect(await fieldsOf({ selected: [] })).toEqual(['deselected']);
  expect((await toggle(randomUUID())).status).toBe(404);
  expect((await toggle('x')).status).toBe(400);
  expect(await read()).toEqual(AUTOMATIC);
});
