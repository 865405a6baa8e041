import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { currentSettings } from '../../src/app/core/edit-settings.ts';
import { applyLibraryMaterial } from '../../src/app/features/materials/apply-library-material.ts';
import { loadActiveProject } from '../../src/app/features/projects/load-active-project.ts';
import { importModel } from '../../src/app/features/stage/import-model.ts';
import { listMaterials } from '../../src/app/model/list-materials.ts';
import { describeScene } from '../../src/app/scene/describe-scene.ts';
import { english } from '../../src/app/texts/english.ts';
import { STAGE_BACKGROUND } from '../../src/contract/constants.ts';
import { defaultSettings } from '../../src/contract/http/default-settings.ts';
import type { ProjectBody } from '../../src/contract/http/projects.ts';
import { RenderSpec } from '../../src/contract/render-spec.ts';
import { seedStarterContent } from '../../src/server/libraries/seed-starter-content.ts';
import { makeTurned } from '../support/box-model.ts';
import { makeSmallRoot } from '../support/child-process.ts';
import { openDevice } from '../support/real-outside.ts';
import { findItem, picture, type RenderServer, startRenderServer } from '../support/render-server.ts';
import type { Person } from '../support/server.ts';
import { openVitrine, type Vitrine } from '../support/vitrine.ts';

let vitrine: Vitrine;
let server: RenderServer;
let folder: string;
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vitrine = await openVitrine();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-same-'));
  server = await startRenderServer({ isTracing: true });
  // The library that both dress from.
  const root = join(folder, 'root');
  await mkdir(root);
  await makeSmallRoot(root);
  const { services, database } = server.deps;
  await seedStarterContent({ ...services, db: database.db }, join(root, 'content'));
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** As the app sends it. */
async function upload(person: Person, project: ProjectBody, hash: string, glb: Uint8Array): Promise<void> {
  const form = new FormData();
  form.set('sha256', hash);
  form.set('model_name', 'lamp.glb');
  form.set('model', new Blob([new Uint8Array(glb)]), 'lamp.glb');
  const answer = await fetch(`${server.url}/api/project/${project.id}/`, {
    method: 'PATCH',
    headers: person.headers,
    body: form,
  });
  expect(answer.status).toBe(200);
}

test('a model that is dropped, dressed and rendered in the app is the same picture here, to the pixel', async () => {
  const profile = [
    [0, 0],
    [0.5, 0],
    [0.5, 0.1],
    [0.1, 0.2],
    [0.1, 0.9],
    [0.4, 0.9],
    [0, 1.4],
  ] as const;
  const glb = makeTurned(profile, 'z');
  // 1. In the app: a file that has Z up is dropped on a new project, and a material is laid on it.
  const person = await server.signUp();
  const app = openDevice(server.url, person);
  await loadActiveProject(app, person.session.user.id, 'New');
  const file = new File([new Uint8Array(glb)], 'lamp.glb');
  const { row } = await importModel(app, [{ path: 'lamp.glb', file }], new AbortController().signal);
  const item = await findItem(server, person, 'material', 'Chestnut leather');
  const [part] = listMaterials(row.report, currentSettings(app).model_materials);
  applyLibraryMaterial(app, english, part ?? null, item);
  const scene = await describeScene(app, row, currentSettings(app));

  // 2. Here, with the same model and choices.
  await writeFile(join(folder, 'lamp.glb'), glb);
  const worn = `${english.t.materials.unnamed(1)}=chestnut LEATHER`;
  const options = ['--size', '96', '--ratio', '4:5', '--quality', 'draft', '--material', worn];
  const made = await vitrine.run(['render', 'lamp.glb', ...options, '--out', 'lamp.png'], folder);
  expect(made).toMatchObject({ code: 0 });
  const read = await vitrine.run(['recipe', 'lamp.png'], folder);
  const recipe = RenderSpec.parse(JSON.parse(read.stdout));
  const isNobodys = { libraryId: null };
  expect(recipe.scene).toEqual({
    ...scene,
    dressings: scene.dressings.map((one) => ({ ...one, ...isNobodys })),
  });

  // 3. The app's order, on the server.
  await upload(person, await server.get(person, '/api/project/active/'), row.hash, glb);
  const { fovDegrees: fov, ...pose } = recipe.camera;
  const settings = defaultSettings();
  const order = await server.order(person, {
    scene: JSON.stringify(scene),
    renderview_parameters: JSON.stringify({ ...pose, fov }),
    background_color: STAGE_BACKGROUND,
    positive_prompt: settings.positive_prompt,
    creativity: settings.creativity,
    fix_seed: 'true',
    seed: '0',
    quality: 'draft',
    width: recipe.widthPx,
    height: recipe.heightPx,
    viewer_snapshot: await picture('#808080', recipe.widthPx, recipe.heightPx),
  });
  expect(order.status, JSON.stringify(order.body)).toBe(202);
  const render = await server.finish(person, order.body.id);
  expect(render.status).toBe('completed');
  const image = await fetch(server.url + (render.main_output_url ?? ''));
  const pixels = (bytes: Uint8Array) => sharp(bytes).removeAlpha().raw().toBuffer();
  const here = await pixels(await readFile(join(folder, 'lamp.png')));
  expect(here).toEqual(await pixels(new Uint8Array(await image.arrayBuffer())));
  expect(new Set(here).size).toBeGreaterThan(50);

  // 4. And the recipe that the server froze of it is the one in the picture, but for what only an order has.
  const { passes: _, engineBuild: __, scene: ___, ...frozen } = render.recipe;
  const { passes: _1, engineBuild: _2, scene: _3, ...written } = recipe;
  expect(written).toEqual(frozen);
});
