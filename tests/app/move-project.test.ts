import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app/core/app.ts';
import { exportProject } from '../../src/app/features/projects/export-project.ts';
import { importProject } from '../../src/app/features/projects/import-project.ts';
import { keepWorkingCopy } from '../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../src/app/features/projects/load-active-project.ts';
import { describeScene } from '../../src/app/scene/describe-scene.ts';
import { obtainModel } from '../../src/app/scene/obtain-model.ts';
import type { LibraryItemBody } from '../../src/contract/http/libraries.ts';
import type { ProjectBody } from '../../src/contract/http/projects.ts';
import { ContentHash } from '../../src/contract/ids.ts';
import { openProjectFile } from '../../src/workers/compute/archive/open-project-file.ts';
import { until } from '../support/fake-outside.ts';
import { copyWithLargeRecipe } from '../support/large-recipes.ts';
import { openDevice } from '../support/real-outside.ts';
import {
  findItem,
  type RenderBody,
  type RenderServer,
  SIZE_PX,
  startRenderServer,
} from '../support/render-server.ts';
import type { Person } from '../support/server.ts';
import { flatWebp } from '../support/tiny-content.ts';

let here: RenderServer;
let there: RenderServer;
beforeAll(async () => {
  here = await startRenderServer({ isTracing: true });
  there = await startRenderServer({ isTracing: true });
});
afterAll(async () => {
  await here.stop();
  await there.stop();
});

const signal = new AbortController().signal;
const quiet = () => {};

async function openApp(server: RenderServer, person: Person): Promise<App> {
  const app = openDevice(server.url, person);
  await loadActiveProject(app, person.session.user.id, 'New');
  app.workingCopy.current = keepWorkingCopy(app, (error) => {
    throw error;
  });
  return app;
}

async function upload(person: Person, kind: string, colour: string): Promise<LibraryItemBody> {
  const form = new FormData();
  form.set('name', `My ${kind}`);
  form.set('image', new Blob([new Uint8Array(await flatWebp(colour, 24))]), 'mine.webp');
  const answer = await fetch(`${here.url}/api/${kind}/`, {
    method: 'POST',
    headers: person.headers,
    body: form,
  });
  expect(answer.status).toBe(201);
  return answer.json();
}

/** The project as it is now, with what the two servers must call otherwise taken out. */
async function read(server: RenderServer, person: Person) {
  const body = await server.get<ProjectBody>(person, '/api/project/active/');
  const hashOf = async (kind: string, id: number | null) =>
    id === null ? null : (await server.get<LibraryItemBody>(person, `/api/${kind}/${id}/`)).image_hash;
  return {
    body,
    same: {
      ...body,
      ...{ id: 0, revision: 0, created_at: '', updated_at: '', model_glb_url: '' },
      ...{ is_sample: false, sample_words: null },
      background: null,
      style: null,
      background_id: await hashOf('background', body.background_id),
      style_id: await hashOf('style', body.style_id),
      model_materials: body.model_materials.map((entry) => ({ ...entry, id: '', texturePath: '' })),
      camera_views: body.camera_views.map((view) => ({ ...view, uuid: '', backend_id: 0 })),
    },
  };
}

/** What the device would order, drawn by the built-in engine with a seed of its own. */
async function draw(server: RenderServer, person: Person, app: App, body: ProjectBody) {
  const { row } = await obtainModel(app, ContentHash.parse(body.model_hash), signal);
  const scene = await describeScene(app, row, body);
  const order = await server.order(person, {
    scene: JSON.stringify(scene),
    background_color: undefined,
    background_id: body.background_id ?? undefined,
    style_id: body.style_id ?? undefined,
    background_fidelity: 0.05,
    fix_seed: 'true',
    seed: '41',
    quality: 'draft',
    width: SIZE_PX,
    height: SIZE_PX,
  });
  expect(order.status).toBe(202);
  const render = await server.finish(person, order.body.id);
  expect(render.status).toBe('completed');
  const image = await fetch(server.url + (render.main_output_url ?? ''));
  expect(image.headers.get('content-type')).toMatch(/^image\//);
  return { scene, bytes: Buffer.from(await image.arrayBuffer()), render };
}

test('a project of one server is the same project on another, to the byte of its picture', async () => {
  const [ada, ben] = [await here.signUp(), await there.signUp()];
  const [leather, wall] = [
    await upload(ada, 'material', '#803010'),
    await upload(ada, 'background', '#205080'),
  ];
  const style = await findItem(here, ada, 'style', 'catalogue');
  const sample = await here.get<ProjectBody>(ada, '/api/project/active/');
  const [entry] = sample.model_materials;
  await fetch(`${here.url}/api/project/${sample.id}/`, {
    method: 'PATCH',
    headers: { ...ada.headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Moved',
      background_id: wall.id,
      background_color: null,
      style_id: style.id,
      positive_prompt: 'a moved square',
      creativity: 0.25,
      model_materials: [
        {
          ...entry,
          libraryId: leather.id,
          textureHash: leather.image_hash,
          normalHash: null,
          roughnessHash: null,
        },
      ],
      render_settings: {
        exposure: 0.7,
        material_selection: null,
        width: 128,
        file_lights: { isOn: true, strength: 2.5 },
      },
    }),
  });
  const from = await openApp(here, ada);
  const before = await read(here, ada);
  const original = await draw(here, ada, from, before.body);
  const pose = before.body.camera_views[0]!.pose;
  const stroke = { id: 'one', kind: 'clear' } as const;
  await from.db.sketches.add({
    id: 'sketch',
    projectKey: from.state.project.key ?? '',
    modelHash: before.body.model_hash,
    pose,
    steps: [stroke],
    undone: [],
    pictureHash: null,
    updatedAt: 5,
  });
  const { file, name, leftOut } = await exportProject(from, from.state.project, quiet, signal);
  expect([name, leftOut]).toEqual(['Moved.vitrine.zip', 0]);

  const to = await openApp(there, ben);
  const stop = to.outbox.start(ben.session.user.id);
  const failures: unknown[] = [];
  to.outbox.onEvent((event) => {
    if (event.kind === 'stopped') failures.push([event.row.work, event.failure]);
  });
  await importProject(to, file, quiet, signal);
  expect(to.state.project.settings).toMatchObject({ name: 'Moved', background_id: null });
  await until(async () => failures.length > 0 || (await to.db.outbox.count()) === 0);
  expect(failures).toEqual([]);

  // What the libraries there have is worn from them; what they have not is Ben's own now.
  const after = await read(there, ben);
  const [worn] = after.body.model_materials;
  expect(worn).toMatchObject({ libraryId: null, tileSize: expect.any(Number), metalness: 0, roughness: 0.5 });
  const lay = { libraryId: null, tileSize: worn?.tileSize, metalness: 0, roughness: 0.5 };
  const wanted = before.same.model_materials.map((one) => ({ ...one, ...lay }));
  expect(after.same).toEqual({ ...before.same, model_materials: wanted });
  expect(after.body.style_id).toBe((await findItem(there, ben, 'style', 'catalogue')).id);
  const ids = [after.body.model_materials[0]?.id, after.body.camera_views[0]?.uuid];
  expect(ids).not.toContain(before.body.model_materials[0]?.id);
  expect(ids).not.toContain(before.body.camera_views[0]?.uuid);
  expect(await to.db.sketches.toArray()).toMatchObject([{ pose, steps: [stroke], updatedAt: 5 }]);

  // The render came along, with its recipe in this library's items, for nothing.
  const { results } = await there.get<{ results: RenderBody[] }>(
    ben,
    `/api/projects/${after.body.id}/renders/`,
  );
  const [render] = results;
  expect(results).toHaveLength(1);
  expect(render).toMatchObject({
    status: 'completed',
    price: 0,
    seed: '41',
    created_at: original.render.created_at,
    duration_seconds: null,
    output_images: [{ image_hash: original.render.output_images[0]?.image_hash, width: SIZE_PX }],
  });
  expect(render?.recipe).toMatchObject({
    ...original.render.recipe,
    scene: { ...original.render.recipe.scene, dressings: [{ libraryId: null }] },
    background: { ...original.render.recipe.background, libraryId: after.body.background_id },
    style: { ...original.render.recipe.style, libraryId: after.body.style_id },
  });
  expect(await there.credits(ben)).toBe(2_000);

  const copy = await draw(there, ben, to, after.body);
  const unnamed = ({ scene }: typeof copy) => ({
    ...scene,
    dressings: scene.dressings.map((dressing) => ({ ...dressing, libraryId: null })),
  });
  expect(unnamed(copy)).toEqual(unnamed(original));
  expect(copy.scene.fileLights).toEqual({ isOn: true, strength: 2.5 });
  expect(copy.bytes.equals(original.bytes)).toBe(true);
  stop();
});

test('large recipes, which the server tells of in several answers, all come along for as long as the file can be read', async () => {
  const person = await here.signUp();
  const app = await openApp(here, person);
  const { id } = await here.finish(person, (await here.order(person)).body.id);
  const { key, serverId } = app.state.project;
  const addRenders = async (count: number) => {
    const ids = await copyWithLargeRecipe(here, id, { count, bytes: 400_000 });
    // The copies show what the first one does.
    await here.deps.database.pool.query(
      `insert into render_images (render_id, batch_index, image_hash, thumbnail_hash, width_px, height_px)
       select copy, batch_index, image_hash, thumbnail_hash, width_px, height_px
       from render_images, unnest($2::int[]) as copy where render_id = $1`,
      [id, ids],
    );
  };
  const exported = async () => {
    const { file, leftOut } = await exportProject(app, { key, serverId }, quiet, signal);
    const { manifest } = await openProjectFile(file, { postMessage: quiet });
    return { leftOut, held: manifest.renders.length };
  };
  await addRenders(5);
  expect(await exported()).toEqual({ leftOut: 0, held: 6 });
  await addRenders(84);
  const { leftOut, held } = await exported();
  expect(held).toBeGreaterThan(70);
  expect(leftOut).toBe(90 - held);
  app.workingCopy.current?.stop();
});
