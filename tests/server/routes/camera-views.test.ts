import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IDENTITY_MATRIX } from '../../../src/contract/constants.ts';
import type { CameraViewBody, SavedView } from '../../../src/contract/http/camera-views.ts';
import type { ProjectBody, ProjectSummaryBody } from '../../../src/contract/http/projects.ts';
import { projects } from '../../../src/server/db/schema/projects.ts';
import { makeBoxes } from '../../support/box-model.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
});
afterAll(() => server.stop());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
async function call(person: Person, method: Method, path: string, body?: object, headers: object = {}) {
  const answer = await fetch(server.url + path, {
    method,
    headers: { ...person.headers, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    body: body ? JSON.stringify(body) : null,
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}
const active = (person: Person) => server.get<ProjectBody>(person, '/api/project/active/');

/** Somebody with an empty project, active. */
async function begin() {
  const person = await server.signUp();
  const { body: project } = await call(person, 'POST', '/api/project/', { name: 'Shoe' });
  const views = `/api/projects/${project.id}/camera-views/`;
  const list = () => server.get<CameraViewBody[]>(person, views);
  return { person, id: project.id as number, views, list };
}

const orbit = {
  orbit_theta: 0,
  orbit_phi: Math.PI / 2,
  orbit_radius: 8,
  target_x: 0,
  target_y: 0,
  target_z: 1,
};
const view = (change: Partial<SavedView> = {}): SavedView => ({
  uuid: randomUUID(),
  id: 1,
  name: 'Front',
  pose: { position: [0, 0, 5], target: [0, 0, 0], up: [0, 1, 0], quaternion: [0, 0, 0, 1], fovDegrees: 45 },
  model_hash: null,
  is_active: false,
  order: 1,
  timestamp: Date.now(),
  model_transform: null,
  thumbnail: null,
  backend_id: null,
  version: '2.1.0',
  ...change,
});

test('a view of the old form is saved, answered in all forms, listed, and part of the project', async () => {
  const { person, views, list } = await begin();
  const sent = { id: 3, name: 'Side', ...orbit, field_of_view: 35, model_position_x: 2, timestamp: 1_000 };
  const saved = await call(person, 'POST', views, sent);
  expect(saved).toMatchObject({
    status: 201,
    body: {
      view_number: 3,
      name: 'Side',
      orbit_radius: 8,
      field_of_view: 35,
      fov: 35,
      timestamp: 1_000,
      version: '2.1.0',
      model_position_x: 2,
      model_scale_y: 1,
      modelTransformations: { model_local_position: { x: 2, y: 0, z: 0 } },
      cameraPosition: { x: 0, y: expect.closeTo(0), z: 9 },
      cameraUp: { x: 0, y: 1, z: 0 },
    },
  });
  expect(saved.body.id).toBe(saved.body.backend_id);
  expect(await list()).toEqual([saved.body]);
  expect(await call(person, 'GET', views.slice(0, -1))).toEqual({ status: 200, body: [saved.body] });
  const project = await active(person);
  expect(project.camera_views).toMatchObject([
    { uuid: saved.body.uuid, id: 3, backend_id: saved.body.id, pose: saved.body.pose },
  ]);
  expect(project.revision).toBe(2);
});

test('what a body leaves out has its default, in the language of the request', async () => {
  const { person, views } = await begin();
  const first = await call(person, 'POST', views, { orbit_theta: 1 }, { 'accept-language': 'es-MX' });
  expect(first.body).toMatchObject({
    view_number: 1,
    name: 'Vista 1',
    fov: 50,
    order: 1,
    modelTransformations: null,
  });
  expect(first.body.orbit_radius).toBeCloseTo(5);
  const second = await call(person, 'POST', views, { cameraPosition: { x: 0, y: 0, z: 3 } });
  expect(second.body).toMatchObject({ view_number: 2, name: 'View 2', fov: 45 });
});

test('the calls without a project mean the active one, or the one they name', async () => {
  const { person, id, list } = await begin();
  const saved = await call(person, 'POST', '/api/project/save_camera_view/', {
    view_number: 1,
    mode: 'orbit',
    ...orbit,
  });
  expect(saved.status).toBe(201);
  expect(await list()).toEqual([saved.body]);
  expect(await server.get(person, '/api/project/camera_views/')).toEqual([saved.body]);

  const other = (await call(person, 'POST', '/api/project/', { name: 'Boot' })).body;
  expect(await server.get(person, '/api/project/camera_views')).toEqual([]);
  expect(await server.get(person, `/api/project/camera_views/?project_id=${id}`)).toEqual([saved.body]);
  await call(person, 'POST', '/api/projects/save_camera_view', { ...orbit, project_id: id });
  expect(await list()).toHaveLength(2);

  const path = `/api/project/${id}/delete_camera_view/${saved.body.id}/`;
  expect((await call(person, 'DELETE', path)).status).toBe(204);
  expect((await call(person, 'DELETE', path)).status).toBe(404);
  expect(await list()).toHaveLength(1);
  expect((await active(person)).id).toBe(other.id);
});

test('number 0 is the current view: the camera of the project, never in the list', async () => {
  const { person, id, views, list } = await begin();
  const sent = {
    view_number: 0,
    cameraPosition: { x: 1, y: 2, z: 3 },
    fov: 40,
    timestamp: 77,
    model_scale_x: 3,
  };
  const saved = await call(person, 'POST', views, sent);
  expect(saved).toMatchObject({ status: 200, body: { id: 0, view_number: 0, uuid: null, timestamp: 77 } });
  expect(await list()).toEqual([]);
  await call(person, 'PATCH', `/api/project/${id}/`, { camera_views: [view({ id: 0 })] });
  expect(await list()).toEqual([]);
  const { render_settings: settings } = await active(person);
  expect(settings.camera).toEqual(saved.body.pose);
  expect(settings.camera_at).toBe(77);
  expect(settings.model_transform).toEqual(IDENTITY_MATRIX);
  expect((await call(person, 'PATCH', `${views}0/`, { fov: 20 })).body.pose).toEqual({
    ...saved.body.pose,
    fovDegrees: 20,
  });
  expect((await call(person, 'DELETE', `/api/project/${id}/delete_camera_view/0/`)).status).toBe(204);
  expect((await active(person)).render_settings.camera).toBeNull();
});

test('a change by number or uuid leaves the rest, and makes one view active at most', async () => {
  const { person, views, list } = await begin();
  const first = (await call(person, 'POST', views, { ...orbit, is_active: true })).body;
  const second = (await call(person, 'POST', views, { ...orbit, name: 'Two' })).body;
  const changed = await call(person, 'PATCH', `${views}${second.id}/`, {
    name: 'Top',
    order: 0.5,
    is_active: true,
  });
  expect(changed).toMatchObject({
    status: 200,
    body: { ...second, name: 'Top', order: 0.5, is_active: true, timestamp: changed.body.timestamp },
  });
  expect(changed.body.timestamp).toBeGreaterThanOrEqual(second.timestamp);
  expect(await list()).toEqual([changed.body, { ...first, is_active: false }]);
  const thumbnail = 'data:image/webp;base64,UklGRg==';
  expect((await call(person, 'PATCH', `${views}${first.uuid}/`, { thumbnail })).body).toMatchObject({
    id: first.id,
    thumbnail,
  });
  const echoed = await call(person, 'PATCH', `${views}${second.id}/`, { ...changed.body, name: 'Echo' });
  expect(echoed.body).toEqual({ ...changed.body, name: 'Echo' });
});

test('the newer state of a view wins, in whatever order they come', async () => {
  const { person, views, list } = await begin();
  const one = view({ timestamp: 500, name: 'new' });
  const first = await call(person, 'POST', views, one);
  expect(first).toMatchObject({ status: 201, body: { uuid: one.uuid, name: 'new' } });
  const older = await call(person, 'POST', views, { ...one, timestamp: 400, name: 'old' });
  expect(older).toEqual({ status: 200, body: first.body });
  expect(
    (await call(person, 'PATCH', `${views}${first.body.id}/`, { timestamp: 499, name: 'old' })).body,
  ).toEqual(first.body);
  expect((await active(person)).revision).toBe(2);
  const newer = await call(person, 'POST', views, { ...one, timestamp: 600, name: 'newest' });
  expect(newer).toMatchObject({ status: 200, body: { id: first.body.id, name: 'newest' } });
  expect(await list()).toHaveLength(1);
});

test('a deleted view does not come back from a device that still has it', async () => {
  const { person, id, views, list } = await begin();
  const one = view({ timestamp: 500 });
  const { id: number } = (await call(person, 'POST', views, one)).body;
  expect((await call(person, 'DELETE', `${views}${number}/`)).status).toBe(204);
  expect((await active(person)).render_settings.deleted_views).toEqual([
    { uuid: one.uuid, timestamp: expect.any(Number) },
  ]);
  expect(await call(person, 'POST', views, one)).toMatchObject({
    status: 410,
    body: { code: 'view-deleted' },
  });
  await call(person, 'PATCH', `/api/project/${id}/`, { camera_views: [one] });
  expect(await list()).toEqual([]);
  const later = { ...one, timestamp: Date.now() + 60_000 };
  const again = await call(person, 'POST', views, later);
  expect(again.status).toBe(201);
  expect(again.body.id).toBeGreaterThan(number);
  expect((await active(person)).render_settings.deleted_views).toEqual([]);
});

test('a deletion has the time the device says: what came back after it stands, however late the deletion arrives', async () => {
  const { person, id, views, list } = await begin();
  const now = Date.now();
  const one = view({ timestamp: now - 5_000 });
  const { id: number } = (await call(person, 'POST', views, one)).body;
  const path = `/api/project/${id}/delete_camera_view/${number}/`;
  expect((await call(person, 'DELETE', `${path}?deleted_at=${now - 6_000}`)).status).toBe(204);
  expect(await list()).toHaveLength(1);
  expect((await active(person)).revision).toBe(2);

  expect((await call(person, 'DELETE', `${path}?deleted_at=${now - 4_000}`)).status).toBe(204);
  expect(await list()).toEqual([]);
  expect((await active(person)).render_settings.deleted_views).toEqual([
    { uuid: one.uuid, timestamp: now - 4_000 },
  ]);
  const back = await call(person, 'POST', views, { ...one, timestamp: now - 3_000 });
  expect(back.status).toBe(201);
  expect((await call(person, 'DELETE', `${views}${one.uuid}/?deleted_at=${now - 3_500}`)).status).toBe(204);
  expect(await list()).toHaveLength(1);

  for (const bad of ['', 'soon', '-1', '1e99']) {
    expect((await call(person, 'DELETE', `${views}${one.uuid}/?deleted_at=${bad}`)).status).toBe(400);
  }
  await call(person, 'POST', views, { ...orbit, view_number: 0, timestamp: 70 });
  await call(person, 'DELETE', `${views}0/?deleted_at=80`);
  expect((await active(person)).render_settings).toMatchObject({ camera: null, camera_at: 80 });
});

test('the 21st view is refused in words, by every way in; one fewer makes room', async () => {
  const { person, id, views, list } = await begin();
  const many = Array.from({ length: 20 }, (_, index) => view({ id: index + 1, order: index + 1 }));
  await call(person, 'PATCH', `/api/project/${id}/`, { camera_views: many });
  const refused = {
    status: 422,
    body: { code: 'view-limit', data: { limit: 20 }, detail: expect.stringContaining('20 saved views') },
  };
  expect(await call(person, 'POST', views, orbit)).toMatchObject(refused);
  expect(await call(person, 'POST', '/api/project/save_camera_view/', orbit)).toMatchObject(refused);
  expect(await call(person, 'PATCH', `/api/project/${id}/`, { camera_views: [view()] })).toMatchObject(
    refused,
  );
  const tooMany = [...many, view({ id: 21, order: 21 })];
  const made = await call(person, 'POST', '/api/project/', { name: 'Boot', camera_views: tooMany });
  expect(made).toMatchObject(refused);
  expect((await call(person, 'POST', views, { ...many[0], timestamp: Date.now() + 5 })).status).toBe(200);
  expect(await list()).toHaveLength(20);
  await call(person, 'DELETE', `${views}${many[3]!.uuid}/`);
  expect(await call(person, 'POST', views, orbit)).toMatchObject({ status: 201, body: { view_number: 21 } });
});

test('views that an older device sends without their model keep it before they are counted', async () => {
  const { person, id, list } = await begin();
  const other = 'c'.repeat(64);
  const first = Array.from({ length: 12 }, (_, index) => view({ id: index + 1, model_hash: other as never }));
  const second = Array.from({ length: 12 }, (_, index) => view({ id: index + 1 }));
  const path = `/api/project/${id}/`;
  expect((await call(person, 'PATCH', path, { camera_views: [...first, ...second] })).status).toBe(200);
  const plain = [...first, ...second].map(({ model_hash: _model, ...rest }) => ({
    ...rest,
    name: 'Renamed',
  }));
  const { body: before } = await call(person, 'GET', path);
  const sent = await call(person, 'PATCH', path, { camera_views: plain, revision: before.revision });
  expect([sent.status, sent.body.camera_views?.length]).toEqual([200, 24]);
  expect(sent.body.camera_views.filter((one: SavedView) => one.model_hash === other)).toHaveLength(12);
  expect((await list()).every(({ name }) => name === 'Renamed')).toBe(true);
});

test('twenty at once and one more: the limit holds', async () => {
  const { person, views, list } = await begin();
  const answers = await Promise.all(Array.from({ length: 22 }, () => call(person, 'POST', views, orbit)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(2);
  const numbers = (await list()).map(({ id }) => id);
  expect(new Set(numbers).size).toBe(20);
});

test("views are their project's owner's alone", async () => {
  const { person: owner, id, views, list } = await begin();
  const saved = (await call(owner, 'POST', views, orbit)).body;
  const { person: other, views: theirs } = await begin();
  const attempts: [Method, string, object?][] = [
    ['GET', views],
    ['POST', views, orbit],
    ['PATCH', `${views}${saved.id}/`, { name: 'Mine' }],
    ['PATCH', `${theirs}${saved.id}/`, { name: 'Mine' }],
    ['DELETE', `${views}${saved.id}/`],
    ['DELETE', `${theirs}${saved.uuid}/`],
    ['DELETE', `/api/project/${id}/delete_camera_view/${saved.id}/`],
    ['GET', `/api/project/camera_views/?project_id=${id}`],
    ['POST', '/api/project/save_camera_view/', { ...orbit, project_id: id }],
  ];
  for (const [method, path, body] of attempts) {
    expect([path, (await call(other, method, path, body)).status]).toEqual([path, 404]);
  }
  expect((await fetch(server.url + views)).status).toBe(401);
  expect(await list()).toEqual([saved]);
});

test('bodies that describe no view are refused by field, and change nothing', async () => {
  const { person, views } = await begin();
  const saved = (await call(person, 'POST', views, orbit)).body;
  const bad: [object, string][] = [
    [{ name: 'Nowhere' }, 'position'],
    [{ ...orbit, orbit_radius: 'far' }, 'orbit_radius'],
    [{ ...orbit, field_of_view: 0 }, 'fovDegrees'],
    [{ cameraPosition: { x: 1, y: 2 } }, 'cameraPosition.z'],
    [{ ...orbit, model_transform: [1, 2, 3] }, 'model_transform'],
    [{ ...orbit, uuid: 'not one' }, 'uuid'],
    [{ ...orbit, thumbnail: 'data:image/png;base64,AAAA' }, 'thumbnail'],
    [{ ...orbit, thumbnail: `data:image/webp;base64,${'A'.repeat(30_000)}` }, 'thumbnail'],
    [{ ...orbit, view_number: -1 }, 'view_number'],
  ];
  for (const [body, field] of bad) {
    const answer = await call(person, 'POST', views, body);
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]]);
  }
  expect((await call(person, 'PATCH', `${views}${saved.id}/`, { view_number: 0 })).status).toBe(400);
  expect((await call(person, 'PATCH', `${views}nonsense/`, { name: 'x' })).status).toBe(400);
  expect((await active(person)).revision).toBe(2);
});

test('the same save sent twice with its key is one view', async () => {
  const { person, views, list } = await begin();
  const key = { 'idempotency-key': 'view-1' };
  const first = await call(person, 'POST', views, orbit, key);
  expect(await call(person, 'POST', views, orbit, key)).toEqual(first);
  expect(await list()).toHaveLength(1);
});

test('a project saved by one that knows the list has its way: what is left out is deleted, what is brought back stands', async () => {
  const { person, id } = await begin();
  const path = `/api/project/${id}/`;
  const [one, two] = [view({ timestamp: 100 }), view({ timestamp: 200, order: 2 })];
  const first = (await call(person, 'PATCH', path, { camera_views: [one, two], revision: 1 })).body;
  expect(first.camera_views.map((item: SavedView) => item.uuid)).toEqual([one.uuid, two.uuid]);
  expect(first.camera_views[0].backend_id).not.toBe(first.camera_views[1].backend_id);

  const second = (await call(person, 'PATCH', path, { camera_views: [two], revision: 2 })).body;
  expect(second.camera_views).toEqual([first.camera_views[1]]);
  expect(second.render_settings.deleted_views).toMatchObject([{ uuid: one.uuid }]);

  const third = (await call(person, 'PATCH', path, { camera_views: [one, two], revision: 3 })).body;
  expect(third.camera_views).toHaveLength(2);
  expect(third.render_settings.deleted_views).toEqual([]);
});

test('a deletion in a saved project keeps the device’s time, so that what comes back after it stands', async () => {
  const { person, id, views, list } = await begin();
  const path = `/api/project/${id}/`;
  const one = view({ timestamp: 100 });
  const { render_settings: look } = (await call(person, 'PATCH', path, { camera_views: [one], revision: 1 }))
    .body;
  const render_settings = { ...look, deleted_views: [{ uuid: one.uuid, timestamp: 200 }] };
  await call(person, 'PATCH', path, { camera_views: [], render_settings, revision: 2 });
  expect((await active(person)).render_settings.deleted_views).toEqual([{ uuid: one.uuid, timestamp: 200 }]);
  expect((await call(person, 'POST', views, { ...one, timestamp: 300 })).status).toBe(201);
  expect(await list()).toHaveLength(1);
});

test('a project saved without a revision is joined with what another device did', async () => {
  const { person, id } = await begin();
  const path = `/api/project/${id}/`;
  const [one, two, three] = [view({ timestamp: 100 }), view({ timestamp: 200 }), view({ timestamp: 300 })];
  await call(person, 'PATCH', path, { camera_views: [one, { ...two, backend_id: 999_999 }] });
  const joined = await call(person, 'PATCH', path, {
    camera_views: [{ ...one, name: 'older', timestamp: 50 }, three],
    render_settings: { deleted_views: [{ uuid: two.uuid, timestamp: 250 }] },
  });
  expect(joined.status).toBe(200);
  expect(joined.body.camera_views.map((item: SavedView) => [item.uuid, item.name])).toEqual([
    [one.uuid, 'Front'],
    [three.uuid, 'Front'],
  ]);
  expect(joined.body.render_settings.deleted_views).toEqual([{ uuid: two.uuid, timestamp: 250 }]);
  expect(joined.body.render_settings.quality).toBe('standard');
});

test('a list that was cleared stays cleared when an old device sends its own', async () => {
  const { person, id, list } = await begin();
  const path = `/api/project/${id}/`;
  const stored = [view({ timestamp: 100 }), view({ timestamp: 200 })];
  await call(person, 'PATCH', path, { camera_views: stored, revision: 1 });
  await call(person, 'PATCH', path, { camera_views: [], revision: 2 });
  await call(person, 'PATCH', path, { camera_views: stored });
  expect(await list()).toEqual([]);
});

test('a project stored before views had transforms and numbers reads as one of today', async () => {
  const { person, id, list } = await begin();
  const { db } = server.deps.database;
  const { model_transform: _m, thumbnail: _t, backend_id: _b, version: _v, ...old } = view();
  const { deleted_views: _d, up_axis: _u, ...look } = (await active(person)).render_settings;
  const [row] = await db.select().from(projects).where(eq(projects.id, id));
  const settings = { ...row!.settings, camera_views: [old], render_settings: look } as never;
  await db.update(projects).set({ settings }).where(eq(projects.id, id));
  expect(await active(person)).toMatchObject({
    camera_views: [{ uuid: old.uuid, model_transform: null, version: '2.1.0' }],
    render_settings: { up_axis: 'Y_UP', deleted_views: [], model_transform: IDENTITY_MATRIX },
  });
  expect(await list()).toMatchObject([{ uuid: old.uuid, modelTransformations: null }]);
});

const tinyModel = (name: string) => new Uint8Array(makeBoxes([{ name, size: [1, 1, 1], centre: [0, 0, 0] }]));
const named = (views: readonly { readonly name: string }[]) => views.map(({ name }) => name);

/** Two models, and a project that shows either. */
async function beginWithModels() {
  const started = await begin();
  const { person, id } = started;
  const path = `/api/project/${id}/`;
  const show = async (glb: Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.set('model', new Blob([glb]), 'model.glb');
    const answer = await fetch(server.url + path, { method: 'PATCH', headers: person.headers, body: form });
    expect(answer.status).toBe(200);
    return (await answer.json()) as ProjectBody;
  };
  return { ...started, path, chair: tinyModel('chair'), lamp: tinyModel('lamp'), show };
}

test('views belong to the model they were saved of: listed with it alone, numbered for it, and found by whoever asks for all', async () => {
  const { person, id, views, list, chair, lamp, show } = await beginWithModels();
  const { model_hash } = await show(chair);
  const thumbnail = 'data:image/webp;base64,AAAA';
  await call(person, 'POST', views, { uuid: randomUUID(), ...orbit, thumbnail });
  expect(await list()).toMatchObject([{ name: 'View 1', model_hash }]);
  const shown = await show(lamp);
  expect(await list()).toEqual([]);
  // A device may show another model than the server does by now.
  await call(person, 'POST', views, { uuid: randomUUID(), ...orbit });
  await call(person, 'POST', views, { uuid: randomUUID(), ...orbit, model_hash });
  expect(await list()).toMatchObject([{ name: 'View 1', model_hash: shown.model_hash }]);
  const all = await call(person, 'GET', `${views}?model=all`);
  expect(named(all.body).sort()).toEqual(['View 1', 'View 1', 'View 2']);
  const pictured = async () => {
    const summaries = await server.get<ProjectSummaryBody[]>(person, '/api/project/summaries/');
    return summaries.find((summary) => summary.id === id)?.thumbnail;
  };
  expect(await pictured()).toBeNull();
  await show(chair);
  expect(named(await list())).toEqual(['View 1', 'View 2']);
  expect(await pictured()).toBe(thumbnail);
});

test('a device of an older version that blanks the list with a change of model deletes nothing', async () => {
  const { person, path, list, chair, lamp, show } = await beginWithModels();
  const { model_hash, revision } = await show(chair);
  const { model_hash: _none, ...front } = view();
  await call(person, 'PATCH', path, { camera_views: [front], revision });
  const { revision: next } = await show(lamp);
  const blank = await call(person, 'PATCH', path, { camera_views: [], revision: next });
  expect(blank.body).toMatchObject({ camera_views: [{ uuid: front.uuid, model_hash }] });
  expect(blank.body.render_settings.deleted_views).toEqual([]);
  // It knows no model of a view: a view keeps the one it has.
  const body = { camera_views: [{ ...front, name: 'Renamed', timestamp: front.timestamp + 1 }] };
  const renamed = await call(person, 'PATCH', path, body);
  expect(renamed.body.camera_views).toMatchObject([{ name: 'Renamed', model_hash }]);
  await show(chair);
  expect(named(await list())).toEqual(['Renamed']);
});

test('views stored before they named a model are of the model that the project showed, also once it shows another', async () => {
  const { id, list, chair, lamp, show } = await beginWithModels();
  const { model_hash } = await show(chair);
  const { model_hash: _none, ...old } = view({ backend_id: 1 });
  const { db } = server.deps.database;
  const [row] = await db.select().from(projects).where(eq(projects.id, id));
  const settings = { ...row!.settings, camera_views: [old] } as never;
  await db.update(projects).set({ settings }).where(eq(projects.id, id));
  expect(await list()).toMatchObject([{ name: 'Front', model_hash }]);
  await show(lamp);
  expect(await list()).toEqual([]);
  await show(chair);
  expect(await list()).toMatchObject([{ name: 'Front', model_hash }]);
});
