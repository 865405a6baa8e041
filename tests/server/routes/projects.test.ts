import { createHash, randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANSWER_LIFETIME_MS } from '../../../src/contract/constants.ts';
import type { LibraryItemBody } from '../../../src/contract/http/libraries.ts';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import { libraryItems } from '../../../src/server/db/schema/libraries.ts';
import { forgetOldAnswers } from '../../../src/server/http/idempotency.ts';
import { readGlb } from '../../../src/tracer/gltf/read-glb.ts';
import { findItem, type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
});
afterAll(() => server.stop());

const call = async (person: Person, method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
  const headers = { ...person.headers, ...(body ? { 'content-type': 'application/json' } : {}) };
  const answer = await fetch(server.url + path, {
    method,
    headers,
    body: body ? JSON.stringify(body) : null,
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
};
const active = (person: Person) => server.get<ProjectBody>(person, '/api/project/active/');

test('a new account opens on its own copy of the sample project', async () => {
  const [ada, ben] = [await server.signUp(), await server.signUp()];
  const project = await active(ada);
  const walnut = await findItem(server, ada, 'material', 'walnut');
  const sweep = await findItem(server, ada, 'background', 'grey-sweep');
  expect(project).toMatchObject({
    name: 'Sample',
    is_sample: true,
    sample_words: { names: ['Sample', 'Muestra'], prompts: ['A square', 'Un cuadrado'] },
    model_name: 'square.glb',
    positive_prompt: 'A square',
    background_id: sweep.id,
    background: { id: sweep.id, name: 'grey-sweep', image_url: sweep.image },
    model_materials: [
      {
        originalId: 'Shell',
        originalIndex: 0,
        libraryId: walnut.id,
        libraryMaterialName: 'walnut',
        textureHash: walnut.image_hash,
        texturePath: walnut.image,
      },
    ],
    camera_views: [{ id: 1, name: 'Hero', is_active: true, pose: { position: [0, 0, 9], fovDegrees: 45 } }],
  });
  expect((await fetch(server.url + project.model_glb_url)).headers.get('content-type')).toBe(
    'model/gltf-binary',
  );
  const other = await active(ben);
  expect(other.id).not.toBe(project.id);
  expect(other.camera_views[0]?.uuid).not.toBe(project.camera_views[0]?.uuid);
});

test('a project whose making is asked for again, long after its answer was forgotten, stays one', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const key = randomUUID();
  const ask = (by: Person) => server.post(by, '/api/project/', { name: 'Shoe' }, key);
  const { id } = (await ask(person)).body;
  await call(person, 'PATCH', `/api/project/${id}/`, { name: 'Boot' });
  await forgetOldAnswers(server.deps.database.db, new Date(Date.now() + ANSWER_LIFETIME_MS + 60_000));
  // As it is by now.
  expect(await ask(person)).toMatchObject({ status: 201, body: { id, name: 'Boot', revision: 2 } });
  expect(await server.get<ProjectBody[]>(person, '/api/project/')).toHaveLength(2);
  const theirs = await ask(other);
  expect(theirs).toMatchObject({ status: 201, body: { name: 'Shoe' } });
  expect(theirs.body.id).not.toBe(id);
});

test('a new project is active, the old one can be taken up again', async () => {
  const person = await server.signUp();
  const sample = await active(person);
  const made = await call(person, 'POST', '/api/project/', { name: 'Shoe', creativity: 0.25, user: 999 });
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: 'Shoe',
      creativity: 0.25,
      is_sample: false,
      background_color: '#1e1e1e',
      model_hash: null,
      model_glb_url: null,
      revision: 1,
    },
  });
  expect((await active(person)).id).toBe(made.body.id);
  expect((await call(person, 'POST', `/api/projects/${sample.id}/activate/`)).status).toBe(200);
  expect((await active(person)).id).toBe(sample.id);
  const all = await server.get<ProjectBody[]>(person, '/api/projects/');
  expect(all.map(({ id }) => id).sort()).toEqual([sample.id, made.body.id].sort());
});

test('a change counts the revision up and leaves the rest as it was', async () => {
  const person = await server.signUp();
  const before = await active(person);
  const path = `/api/project/${before.id}/`;
  const changed = await call(person, 'PATCH', path, {
    positive_prompt: 'on sand',
    revision: before.revision,
  });
  expect(changed.status).toBe(200);
  expect(changed.body).toEqual({
    ...before,
    positive_prompt: 'on sand',
    revision: before.revision + 1,
    updated_at: changed.body.updated_at,
  });
  expect(await server.get(person, path)).toEqual(changed.body);
  const { timestamp } = await server.get<{ timestamp: string }>(person, '/api/project/last-sync/');
  expect(timestamp).toBe(changed.body.updated_at);
});

test('a change made on an older revision is refused and told the new one; without one it is taken', async () => {
  const person = await server.signUp();
  const { id, revision } = await active(person);
  const path = `/api/project/${id}/`;
  await call(person, 'PATCH', path, { name: 'First', revision });
  const refused = await call(person, 'PATCH', path, { name: 'Second', revision });
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'revision-stale', data: { revision: revision + 1 }, project: { name: 'First' } },
  });
  // The device merges with it, so it is as whole as a read.
  expect(refused.body.error).toBe(refused.body.detail);
  expect(Object.keys(refused.body.project)).toEqual(Object.keys(await server.get<object>(person, path)));
  expect(await call(person, 'PATCH', path, { name: 'Third' })).toMatchObject({
    status: 200,
    body: { name: 'Third', revision: revision + 2 },
  });
});

test('settings out of their range, and files and items that are not there, are refused by field', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const { id } = await active(person);
  const path = `/api/project/${id}/`;
  const fieldsOf = async (body: object) => {
    const answer = await call(person, 'PATCH', path, body);
    expect(answer.status).toBe(400);
    return Object.keys(answer.body.fields);
  };
  expect(await fieldsOf({ creativity: 2 })).toEqual(['creativity']);
  expect(await fieldsOf({ positive_prompt: 'x'.repeat(501) })).toEqual(['positive_prompt']);
  expect(await fieldsOf({ model_hash: 'a'.repeat(64) })).toEqual(['model_hash']);
  const style = await findItem(server, other, 'style', 'catalogue');
  expect(await fieldsOf({ background_id: style.id })).toEqual(['background_id']);
  expect((await active(person)).revision).toBe(1);
});

test('deleting the active project makes the last changed of the others active; without any there is none', async () => {
  const person = await server.signUp();
  const sample = await active(person);
  const made = await call(person, 'POST', '/api/project/', {});
  expect((await call(person, 'DELETE', `/api/project/${made.body.id}/`)).status).toBe(204);
  expect((await active(person)).id).toBe(sample.id);
  await call(person, 'DELETE', `/api/project/${sample.id}/`);
  for (const path of ['active/', 'last-sync/', `${sample.id}/`]) {
    const answer = await fetch(`${server.url}/api/project/${path}`, { headers: person.headers });
    expect(answer.status).toBe(404);
  }
});

test("a project is its owner's alone", async () => {
  const [owner, other] = [await server.signUp(), await server.signUp()];
  const { id } = await active(owner);
  const path = `/api/project/${id}/`;
  expect((await fetch(server.url + path, { headers: other.headers })).status).toBe(404);
  expect((await fetch(server.url + path)).status).toBe(401);
  expect((await call(other, 'PATCH', path, { name: 'Mine' })).status).toBe(404);
  expect((await call(other, 'DELETE', path)).status).toBe(404);
  expect((await call(other, 'POST', `${path}activate/`)).status).toBe(404);
  expect(
    (await fetch(`${server.url}/api/material?project_id=${id}`, { headers: other.headers })).status,
  ).toBe(404);
  expect((await active(owner)).name).toBe('Sample');
});

test('the same creation sent twice with its key makes one project', async () => {
  const person = await server.signUp();
  const first = await server.post(person, '/api/project/', { name: 'Once' }, 'create-1');
  expect(await server.post(person, '/api/project/', { name: 'Once' }, 'create-1')).toEqual(first);
  expect(await server.get<unknown[]>(person, '/api/project/')).toHaveLength(2);
});

test('the sample project is in the language of the page, else of the request', async () => {
  const register = async (body: object, accepted: string) => {
    const answer = await fetch(`${server.url}/api/users/register/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': accepted },
      body: JSON.stringify({
        name: 'Ana',
        email: `${crypto.randomUUID()}@example.com`,
        password: 'a long password',
        ...body,
      }),
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${server.url}/api/project/active/`, { headers })).json();
  };
  const spanish = {
    name: 'Muestra',
    positive_prompt: 'Un cuadrado',
    camera_views: [{ name: 'Principal' }],
    model_materials: [{ name: 'Carcasa', originalId: 'Carcasa', libraryMaterialName: 'walnut (es)' }],
  };
  const made = await register({ language: 'es' }, 'en');
  expect(made).toMatchObject(spanish);
  // Its model is, too: its parts have no other names than their file's.
  const glb = await (await fetch(new URL(made.model_glb_url, server.url))).arrayBuffer();
  expect(createHash('sha256').update(new Uint8Array(glb)).digest('hex')).toBe(made.model_hash);
  expect(readGlb(new Uint8Array(glb)).json.materials?.map(({ name }) => name)).toEqual(['Carcasa']);
  expect(await register({}, 'es-AR, en;q=0.5')).toMatchObject(spanish);
  const english = { name: 'Sample', model_materials: [{ name: 'Shell', originalId: 'Shell' }] };
  expect(await register({ language: 'en' }, 'es')).toMatchObject(english);
});

test('the sample project says how its model stands, so that an order needs no device to find out', async () => {
  const { model_normalisation: matrix } = await active(await server.signUp());
  expect(matrix).toEqual([5, 0, 0, 0, 0, 5, 0, 0, 0, 0, 5, 0, 0, 0, 0, 1]);
});

test('textures of a project have fresh addresses, also of an item that was deleted', async () => {
  const owner = await server.signUp();
  const walnut = await findItem(server, owner, 'material', 'walnut');
  const brass = await findItem(server, owner, 'material', 'brass');
  const { db } = server.deps.database;
  const own = eq(libraryItems.id, brass.id);
  await db.update(libraryItems).set({ userId: owner.session.user.id, deletedAt: new Date() }).where(own);
  const { id, model_materials: entries } = await active(owner);
  const dressed = [walnut, brass].map(({ image_hash: textureHash }) => ({
    ...entries[0],
    id: crypto.randomUUID(),
    textureHash,
    texturePath: '/files/old?signature=stale',
  }));
  const changed = await call(owner, 'PATCH', `/api/project/${id}/`, { model_materials: dressed });
  const read = await active(owner);
  expect(read.model_materials).toEqual(changed.body.model_materials);
  // What everybody sees has the library's address; what is the owner's alone by now has one of their own.
  const [walnuts, brasses] = read.model_materials.map((entry) => entry.texturePath);
  expect(walnuts).toBe(walnut.image);
  expect(brasses).toMatch(`/files/${brass.image_hash}?session=`);
  expect((await fetch(server.url + read.model_materials[1]?.texturePath)).headers.get('content-type')).toBe(
    'image/webp',
  );
  await db.update(libraryItems).set({ userId: null, deletedAt: null }).where(own);
});

test('a picture that is not the person’s, nor of the library, is refused; one the project has stays', async () => {
  const [owner, other] = [await server.signUp(), await server.signUp()];
  const brass = await findItem(server, owner, 'material', 'brass');
  const { db } = server.deps.database;
  const own = eq(libraryItems.id, brass.id);
  const { id, model_materials: entries, model_hash: modelHash } = await active(other);
  const path = `/api/project/${id}/`;
  const dress = (change: object) =>
    call(other, 'PATCH', path, {
      model_materials: [entries[0], { ...entries[0], id: crypto.randomUUID(), ...change }],
    });
  const refused = { status: 400, body: { fields: { 'model_materials.1': expect.any(String) } } };
  expect((await dress({ textureHash: brass.image_hash })).status).toBe(200);
  // Somebody's alone from now on: what the project has already is not taken from it.
  await db.update(libraryItems).set({ userId: owner.session.user.id }).where(own);
  expect(await dress({ textureHash: brass.image_hash, name: 'Renamed' })).toMatchObject({ status: 200 });
  expect((await active(other)).model_materials[1]).toMatchObject({ texturePath: null });
  await call(other, 'PATCH', path, { model_materials: entries });
  for (const field of ['textureHash', 'normalHash', 'roughnessHash']) {
    expect(await dress({ [field]: brass.image_hash })).toMatchObject(refused);
    expect(await dress({ [field]: 'f'.repeat(64) })).toMatchObject(refused);
    // A model is no picture.
    expect(await dress({ [field]: modelHash })).toMatchObject(refused);
  }
  expect(
    await call(other, 'POST', '/api/project/', {
      model_materials: [{ ...entries[0], textureHash: brass.image_hash }],
    }),
  ).toMatchObject({
    status: 400,
    body: { fields: { 'model_materials.0': expect.any(String) } },
  });
  await db.update(libraryItems).set({ userId: null }).where(own);
});

const OLD_GRADIENT = { from: '#102030', to: '#f0e0d0' };
const GRADIENT = {
  kind: 'linear',
  angleDegrees: 180,
  stops: [
    { at: 0, colour: '#102030' },
    { at: 1, colour: '#f0e0d0' },
  ],
};

test('a gradient of two colours, in a row or from an app of before, reads as one with stops', async () => {
  const person = await server.signUp();
  const { id } = await active(person);
  const { db } = server.deps.database;
  await db.execute(
    sql`update projects set settings = jsonb_set(settings, '{render_settings,background_gradient}', ${JSON.stringify(OLD_GRADIENT)}::jsonb) where id = ${id}`,
  );
  expect((await active(person)).render_settings.background_gradient).toEqual(GRADIENT);
  const patch = (background_gradient: unknown) =>
    call(person, 'PATCH', `/api/project/${id}/`, { render_settings: { background_gradient } });
  const radial = { ...GRADIENT, kind: 'radial' };
  expect((await patch(radial)).body.render_settings.background_gradient).toEqual(radial);
  expect((await patch(OLD_GRADIENT)).body.render_settings.background_gradient).toEqual(GRADIENT);
  const nine = Array.from({ length: 9 }, () => ({ at: 0, colour: '#ffffff' }));
  for (const [hostile, field] of [
    [{ ...GRADIENT, stops: [] }, 'stops'],
    [{ ...GRADIENT, stops: nine }, 'stops'],
    [{ ...GRADIENT, stops: [{ at: null, colour: '#ffffff' }, ...GRADIENT.stops] }, 'stops.0.at'],
    [{ ...GRADIENT, stops: [...GRADIENT.stops, { at: 2, colour: '#ffffff' }] }, 'stops.2.at'],
    [{ ...GRADIENT, angleDegrees: 'NaN' }, 'angleDegrees'],
  ] as const) {
    const { status, body } = await patch(hostile);
    expect(status).toBe(400);
    expect(Object.keys(body.fields)).toContain(`render_settings.background_gradient.${field}`);
  }
  expect((await active(person)).render_settings.background_gradient).toEqual(GRADIENT);
});

test('undone back to what was deleted from the library, a project is saved, shown and rendered', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const { db } = server.deps.database;
  const { id } = await active(person);
  const its = async (assetType: 'background' | 'style', slug: string) => {
    const item = await findItem(server, person, assetType, slug);
    await db.update(libraryItems).set({ userId: person.session.user.id }).where(eq(libraryItems.id, item.id));
    return item;
  };
  const sweep = await its('background', 'grey-sweep');
  const style = await its('style', 'catalogue');
  const worn = { background_id: sweep.id, style_id: style.id };
  expect((await call(person, 'PATCH', `/api/project/${id}/`, worn)).status).toBe(200);
  for (const path of [`/api/background/${sweep.id}/`, `/api/style/${style.id}/`]) {
    expect((await call(person, 'DELETE', path)).status).toBe(204);
  }
  await call(person, 'PATCH', `/api/project/${id}/`, { background_id: null, style_id: null });

  const saved = await call(person, 'PATCH', `/api/project/${id}/`, { ...worn, name: 'Kept' });
  expect(saved).toMatchObject({
    status: 200,
    body: {
      name: 'Kept',
      ...worn,
      background: { id: sweep.id, image_url: expect.stringContaining(sweep.image_hash) },
      style: { id: style.id, image: expect.stringContaining(style.image_hash) },
    },
  });
  const listed = await server.get<{ id: number }[]>(person, '/api/background/');
  expect(listed.map((item) => item.id)).not.toContain(sweep.id);
  const found = await server.get<LibraryItemBody>(person, `/api/background/${sweep.id}/`);
  expect(found).toMatchObject({ id: sweep.id, image_hash: sweep.image_hash, names: sweep.names });
  const order = await server.order(person, {
    background_color: undefined,
    background_id: sweep.id,
    style_id: style.id,
  });
  expect(order.status).toBe(202);

  // Nobody else's projects get at it.
  for (const [field, value] of Object.entries(worn)) {
    expect(await call(other, 'POST', '/api/project/', { name: 'Theirs', [field]: value })).toMatchObject({
      status: 400,
      body: { fields: { [field]: 'is not in the library' } },
    });
  }
  for (const path of [
    `/api/background/${sweep.id}/`,
    `/api/material/${sweep.id}/`,
    '/api/background/99999/',
  ]) {
    const answer = await fetch(server.url + path, { headers: other.headers });
    expect(answer.status, path).toBe(404);
  }
  // As what it is not, it is not found by its owner either.
  expect((await call(person, 'PATCH', `/api/project/${id}/`, { style_id: sweep.id })).status).toBe(400);
  await db
    .update(libraryItems)
    .set({ deletedAt: null, userId: null })
    .where(inArray(libraryItems.id, [sweep.id, style.id]));
});
