import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listRecipeFiles } from '../../../src/contract/files/list-recipe-files.ts';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import type { RenderStateBody } from '../../../src/contract/http/renders.ts';
import { renders } from '../../../src/server/db/schema/renders.ts';
import { openImage } from '../../../src/server/images/open-image.ts';
import { readBytes } from '../../../src/server/storage/read-bytes.ts';
import { flatPicture } from '../../support/pictures.ts';
import {
  findItem,
  picture,
  type RenderBody,
  type RenderServer,
  SIZE_PX,
  sceneOf,
  startRenderServer,
} from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer();
});
afterAll(() => server.stop());

test('an order becomes a picture, told step by step, and is paid once', async () => {
  const person = await server.signUp();
  const order = await server.order(person, { quality: 'draft' });
  expect(order).toMatchObject({ status: 202, body: { status: 'queued', price: 100, credits: 1900 } });

  const messages = await server.follow(person, order.body.id);
  const last = messages.at(-1);
  expect(last).toMatchObject({ type: 'render_completed', status: 'completed', refunded: 0, error: null });
  const sequences = messages.map(({ sequence }) => sequence);
  expect(sequences).toEqual([...sequences].sort((a, b) => a - b));

  const render = await server.get<RenderBody>(person, `/api/render/${order.body.id}/`);
  expect(render).toMatchObject({
    status: 'completed',
    engine: 'studio',
    progress: 100,
    price: 100,
    refunded: 0,
    positive_prompt: 'a square',
    background_color: '#123456',
    batch_count: 1,
    output_images: [{ width: SIZE_PX, height: SIZE_PX, batch_index: 0 }],
  });
  const file = await fetch(server.url + render.main_output_url);
  expect(file.headers.get('content-type')).toBe('image/png');
  const pixels = await openImage(new Uint8Array(await file.arrayBuffer()))
    .raw()
    .toBuffer();
  expect(pixels[2]).toBe(0x56);
  expect(await server.credits(person)).toBe(1900);
});

test('the recipe says what was ordered, with files instead of ids', async () => {
  const person = await server.signUp();
  const background = await findItem(server, person, 'background', 'grey-sweep');
  const style = await findItem(server, person, 'style', 'catalogue');
  const { body } = await server.order(person, {
    background_color: undefined,
    background_id: background.id,
    background_fidelity: 0.05,
    style_id: style.id,
    style_strength: 0.75,
    positive_prompt: `  ${'x'.repeat(600)}  `,
    fix_seed: 'true',
    seed: '42',
    batch_size: 4,
    width: 64,
    height: 64,
  });
  const { recipe } = await server.finish(person, body.id);
  expect(recipe.background).toEqual({
    kind: 'image',
    imageHash: background.image_hash,
    libraryId: background.id,
    name: 'grey-sweep',
    fidelity: 1,
  });
  expect(recipe.style).toMatchObject({ imageHash: style.image_hash, strength: 0.75 });
  expect(recipe.positivePrompt).toBe('x'.repeat(500));
  expect(recipe).toMatchObject({ seed: '42', isSeedFixed: true, batchSize: 1, version: 1 });
  expect(recipe.engineBuild).toEqual({ engine: 'studio', version: 'test', kernelHash: 'test' });
});

test('an order without a fixed seed draws one and makes its batch', async () => {
  const person = await server.signUp();
  const { body } = await server.order(person, { batch_size: 3, seed: '42' });
  expect(body.price).toBe(600);
  const render = await server.finish(person, body.id);
  expect(render.output_images.map((image) => image.batch_index)).toEqual([0, 1, 2]);
  expect(new Set(render.output_images.map((image) => image.image_hash)).size).toBe(3);
  expect(render.seed).toMatch(/^\d+$/);
  expect(render.seed).not.toBe('42');
});

test('masks are kept as exactly black and white, with the picture their material wears', async () => {
  const person = await server.signUp();
  const project = await server.get<ProjectBody>(person, '/api/project/active/');
  const [material] = project.model_materials;
  const { body } = await server.order(person, {
    'masks[0][mask_image]': await picture('#a8a8a8'),
    'masks[0][material_id]': material?.id,
    'masks[0][mask_name]': 'mask-1',
    'masks[0][material_name]': 'walnut',
    'masks[0][original_names]': '["Shell"]',
    'masks[0][is_prioritized]': 'true',
    'masks[0][priority]': 1,
    // Without an image: skipped, as the specification says.
    'masks[1][material_id]': material?.id,
  });
  const render = await server.finish(person, body.id);
  expect(render.applied_masks).toHaveLength(1);
  const [mask] = render.recipe.masks;
  expect(mask).toMatchObject({
    maskName: 'mask-1',
    originalNames: ['Shell'],
    isPrioritized: true,
    priority: 1,
  });
  expect(mask?.materialImageHash).toBe(material?.textureHash);
  const bytes = await readBytes(server.deps.services.storage, mask!.imageHash);
  const pixels = await openImage(bytes).extractChannel(0).raw().toBuffer();
  expect(new Set(pixels)).toEqual(new Set([255]));
});

test('the recipe keeps the pictures that guide an AI engine, as they came', async () => {
  const person = await server.signUp();
  const guides = {
    outline_snapshot: await picture('#010101'),
    depth: await picture('#020202'),
    normal: await picture('#8080ff'),
    alpha: await picture('#030303'),
  };
  const { body } = await server.order(person, guides);
  const { recipe } = await server.finish(person, body.id);
  const { outline, depth, normal, alpha, lightmap } = recipe.passes;
  expect(lightmap).toBeNull();
  for (const [hash, sent] of [
    [outline, guides.outline_snapshot],
    [depth, guides.depth],
    [normal, guides.normal],
    [alpha, guides.alpha],
  ] as const) {
    if (hash === null) throw new Error('a guide was not kept');
    const kept = await readBytes(server.deps.services.storage, hash);
    expect(Buffer.from(kept)).toEqual(Buffer.from(await sent.arrayBuffer()));
  }
  const { files } = await server.get<{ files: Record<string, string> }>(
    person,
    `/api/render/${body.id}/files/`,
  );
  expect(Object.keys(files).sort()).toEqual([...listRecipeFiles(recipe)].sort());
  const told = await fetch(server.url + files[alpha ?? '']);
  expect(Buffer.from(await told.arrayBuffer())).toEqual(Buffer.from(await guides.alpha.arrayBuffer()));
});

test('an order that cannot be paid takes nothing and leaves nothing', async () => {
  const person = await server.signUp();
  const first = await server.order(person, { batch_size: 4, quality: 'high' });
  expect(first).toMatchObject({ status: 202, body: { price: 1600, credits: 400 } });
  const second = await server.order(person, { batch_size: 4 });
  expect(second).toMatchObject({
    status: 402,
    body: { code: 'credits-insufficient', data: { price: 800, balance: 400 } },
  });
  await server.finish(person, first.body.id);
  expect(await server.get<unknown[]>(person, '/api/render/')).toHaveLength(1);
  expect(await server.credits(person)).toBe(400);
});

test('many orders at once spend what there is and not one credit more', async () => {
  const person = await server.signUp();
  const answers = await Promise.all(Array.from({ length: 14 }, () => server.order(person)));
  const counts = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([counts(202), counts(402)]).toEqual([10, 4]);
  expect(await server.credits(person)).toBe(0);
  for (const { status, body } of answers) if (status === 202) await server.finish(person, body.id);
});

test('the same order sent twice with its key is one render and one charge', async () => {
  const person = await server.signUp();
  const snapshot = await picture('#808080');
  const send = (prompt: string) =>
    server.order(person, { viewer_snapshot: snapshot, positive_prompt: prompt }, 'key-1');
  const first = await send('one');
  expect(await send('one')).toEqual(first);
  expect(await send('two')).toMatchObject({ status: 422, body: { code: 'idempotency-mismatch' } });
  await server.finish(person, first.body.id);
  expect(await server.get<unknown[]>(person, '/api/render/')).toHaveLength(1);
  expect(await server.credits(person)).toBe(1800);
});

test('a model the engine cannot draw is refused by name before anything is paid', async () => {
  const person = await server.signUp();
  server.engine.untraceable = ['iridescence'];
  const answer = await server.order(person);
  expect(answer).toMatchObject({
    status: 422,
    body: { code: 'not-traceable', data: { features: ['iridescence'] } },
  });
  expect(await server.credits(person)).toBe(2000);
  // Whoever says yes to that has it drawn without.
  const { body } = await server.order(person, { draws_without: 'true' });
  server.engine.untraceable = [];
  expect(await server.finish(person, body.id)).toMatchObject({
    status: 'completed',
    recipe: { drawsWithout: true },
  });
  expect(await server.credits(person)).toBe(1800);
});

test('a picture from before its engine looked for what it cannot draw is run again without it', async () => {
  const person = await server.signUp();
  const { body } = await server.order(person);
  await server.finish(person, body.id);
  server.engine.untraceable = ['bump maps'];
  const again = await server.post(person, `/api/render/${body.id}/rerun/`);
  server.engine.untraceable = [];
  expect(again.status).toBe(202);
  expect(await server.finish(person, again.body.id)).toMatchObject({
    status: 'completed',
    recipe: { drawsWithout: true },
  });
});

test('what does not belong into an order is refused, and nothing is charged', async () => {
  const person = await server.signUp();
  const project = await server.get<ProjectBody>(person, '/api/project/active/');
  const refused = async (changes: Parameters<RenderServer['order']>[1]) => {
    const { status, body } = await server.order(person, changes);
    return `${status} ${body.code} ${Object.keys(body.fields ?? {}).join()}`;
  };
  const mask = async (image: Blob, number = 0) => ({
    [`masks[${number}][mask_image]`]: image,
    [`masks[${number}][material_id]`]: project.model_materials[0]?.id,
    [`masks[${number}][mask_name]`]: 'm',
    [`masks[${number}][material_name]`]: 'm',
    [`masks[${number}][original_names]`]: '[]',
    [`masks[${number}][is_prioritized]`]: 'false',
    [`masks[${number}][priority]`]: 0,
  });
  const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>']);
  const bomb = await picture('#000000', 9_000, 9_000);
  const five = Object.assign(
    {},
    ...(await Promise.all([0, 1, 2, 3, 4].map(async (n) => mask(await picture('#fff'), n)))),
  );

  expect(await refused({ viewer_snapshot: undefined })).toBe('400 invalid-request viewer_snapshot');
  expect(await refused({ viewer_snapshot: svg })).toBe('415 file-format-unsupported ');
  expect(await refused({ viewer_snapshot: bomb })).toBe('422 image-too-large ');
  expect(await refused({ depth: await picture('#fff', 32, 64) })).toBe('400 invalid-request depth');
  expect(await refused(await mask(await picture('#fff', 63, 64)))).toBe(
    '400 invalid-request masks[0][mask_image]',
  );
  expect(await refused(await mask(svg))).toBe('422 image-unreadable ');
  expect(await refused(five)).toBe('400 invalid-request masks');
  expect(await refused({ scene: '{"modelHash":' })).toBe('400 invalid-request scene');
  expect(await refused({ scene: JSON.stringify({ ...sceneOf(project), modelHash: 'x' }) })).toBe(
    '400 invalid-request scene.modelHash',
  );
  expect(await refused({ width: 9000 })).toBe('400 invalid-request width');
  expect(await refused({ batch_size: 5 })).toBe('400 invalid-request batch_size');
  expect(await refused({ fix_seed: 'true', seed: '9999999999999999' })).toBe('400 invalid-request seed');
  expect(await refused({ project_id: 999_999 })).toBe('404 not-found ');
  expect(await refused({ engine: 'comfyui' })).toBe('503 engine-unavailable ');
  expect(await refused({ background_color: undefined, background_id: 999_999 })).toBe(
    '400 invalid-request background_id',
  );
  expect(await server.credits(person)).toBe(2000);
  expect(await server.get<unknown[]>(person, '/api/render/')).toEqual([]);
});

const GRADIENT = {
  kind: 'linear',
  angleDegrees: 180,
  stops: [
    { at: 0, colour: '#102030' },
    { at: 1, colour: '#f0e0d0' },
  ],
};

/** Brings the server a picture of the person's own. */
async function sendPicture(person: Person, colour = '#405060'): Promise<string> {
  const form = new FormData();
  form.set(
    'picture',
    new Blob([new Uint8Array(await flatPicture(colour, 'webp', SIZE_PX))]),
    'gradient.webp',
  );
  const answer = await fetch(`${server.url}/api/picture/`, {
    method: 'POST',
    headers: person.headers,
    body: form,
  });
  expect(answer.status).toBe(201);
  return (await answer.json()).hash;
}

test('a gradient comes as a picture and stays in the recipe with what it was painted from; a colour wins', async () => {
  const person = await server.signUp();
  const project = await server.get<ProjectBody>(person, '/api/project/active/');
  const scene = JSON.stringify({ ...sceneOf(project), lighting: 'render', shadowIntensity: 0.25 });
  const hash = await sendPicture(person);
  const given = {
    background_hash: hash,
    background_gradient: JSON.stringify(GRADIENT),
    background_fidelity: 0.05,
  };
  const made = async (fields: object) => {
    const { body } = await server.order(person, { ...given, scene, ...fields });
    return server.finish(person, body.id);
  };
  const { id, recipe, background, background_color } = await made({ background_color: undefined });
  const expected = { kind: 'image', imageHash: hash, libraryId: null, fidelity: 1 };
  expect(recipe.background).toEqual({ ...expected, name: 'Gradient', gradient: GRADIENT });
  expect(background).toMatchObject({ name: 'Gradient', image_url: expect.stringContaining(hash) });
  expect(background_color).toBeNull();
  expect(recipe.scene).toMatchObject({ lighting: 'render', shadowIntensity: 0.25 });
  expect((await made({ background_color: '#123456' })).recipe.background).toEqual({
    kind: 'colour',
    colour: '#123456',
  });
  const plain = await made({ background_color: undefined, background_gradient: undefined });
  expect(plain.recipe.background).toEqual({ ...expected, name: 'Picture' });
  // The same recipe again needs neither the device nor the project.
  const again = await server.post(person, `/api/render/${id}/rerun/`);
  expect(again.status).toBe(202);
});

test.each([
  ['without its picture', {}, 'background_hash', /is missing/],
  [
    'with the picture of somebody else',
    { background_hash: 'theirs' },
    'background_hash',
    /not a picture of yours/,
  ],
  [
    'with a file that is nowhere',
    { background_hash: 'e'.repeat(64) },
    'background_hash',
    /not a picture of yours/,
  ],
  ['with a path for a hash', { background_hash: '../../etc/passwd' }, 'background_hash', /./],
  ['of no stops', { gradient: { stops: [] } }, 'background_gradient.stops', /Too small/],
  [
    'of nine',
    { gradient: { stops: Array(9).fill({ at: 0, colour: '#ffffff' }) } },
    'background_gradient.stops',
    /Too big/,
  ],
  [
    'of NaN',
    { background_gradient: '{"kind":"linear","angleDegrees":NaN}' },
    'background_gradient',
    /not JSON/,
  ],
  [
    'of a place that is none',
    { gradient: { stops: [{ at: null, colour: '#ffffff' }, GRADIENT.stops[1]] } },
    'background_gradient.stops.0.at',
    /number/,
  ],
  [
    'of a place out of range',
    { gradient: { stops: [GRADIENT.stops[0], { at: 1e9, colour: '#ffffff' }] } },
    'background_gradient.stops.1.at',
    /Too big/,
  ],
  [
    'of a colour by name',
    { gradient: { stops: [{ at: 0, colour: 'red' }, GRADIENT.stops[1]] } },
    'background_gradient.stops.0.colour',
    /./,
  ],
])(
  'an order with a gradient %s is refused in words, and nothing is charged',
  async (_name, given, field, words) => {
    const [person, other] = [await server.signUp(), await server.signUp()];
    const { gradient, ...fields } = given as { gradient?: object } & Record<string, string>;
    if (fields.background_hash === 'theirs') fields.background_hash = await sendPicture(other, '#112233');
    const { status, body } = await server.order(person, {
      background_color: undefined,
      background_gradient: JSON.stringify({ ...GRADIENT, ...gradient }),
      ...fields,
    });
    expect(status).toBe(400);
    expect(Object.keys(body.fields)).toContain(field);
    expect(body.fields[field]).toMatch(words);
    expect(await server.credits(person)).toBe(2000);
  },
);

test('a recipe from before gradients came as pictures is shown, and runs again', async () => {
  const person = await server.signUp();
  const { body } = await server.order(person);
  const { recipe } = await server.finish(person, body.id);
  const background = { kind: 'gradient', from: '#102030', to: '#f0e0d0', fidelity: 1 } as const;
  const { db } = server.deps.database;
  await db
    .update(renders)
    .set({ recipe: { ...recipe, background } })
    .where(eq(renders.id, body.id));
  const again = await server.post(person, `/api/render/${body.id}/rerun/`);
  expect(again.status).toBe(202);
  const render = await server.finish(person, again.body.id);
  expect(render).toMatchObject({ status: 'completed', background: null, recipe: { background } });
});

test('files of somebody else cannot be named', async () => {
  const [owner, other] = [await server.signUp(), await server.signUp()];
  const { body } = await server.order(owner);
  const { recipe } = await server.finish(owner, body.id);
  const project = await server.get<ProjectBody>(other, '/api/project/active/');
  const scene = sceneOf(project) as { dressings: object[] };
  const stolen = { ...scene, modelHash: recipe.passes.snapshot };
  expect(await server.order(other, { scene: JSON.stringify(stolen) })).toMatchObject({
    status: 400,
    body: { fields: { 'scene.modelHash': 'is not a model of yours' } },
  });
  const dressings = [{ ...scene.dressings[0], textureHash: recipe.passes.snapshot }];
  expect(await server.order(other, { scene: JSON.stringify({ ...scene, dressings }) })).toMatchObject({
    status: 400,
    body: { code: 'invalid-request' },
  });
});

test('nobody sees, follows, cancels or repeats the renders of somebody else', async () => {
  const [owner, other] = [await server.signUp(), await server.signUp()];
  const { body } = await server.order(owner);
  const { project } = await server.finish(owner, body.id);
  for (const path of ['', 'files/', 'cancel/', 'rerun/', 'ticket/']) {
    const method = path === '' || path === 'files/' ? 'GET' : 'POST';
    const url = `${server.url}/api/render/${body.id}/${path}`;
    expect((await fetch(url, { method, headers: other.headers })).status).toBe(404);
    expect((await fetch(url, { method })).status).toBe(401);
  }
  for (const path of [
    `/api/projects/${project}/renders/`,
    `/api/renders/project/${project}/min-res-images/`,
  ]) {
    expect((await fetch(server.url + path, { headers: other.headers })).status).toBe(404);
  }
  expect(await server.get(other, '/api/render/')).toEqual([]);
  expect(await server.get(other, '/api/render/images/')).toEqual({ images: [] });
});

test('every list of renders knows the finished one, newest first', async () => {
  const person = await server.signUp();
  const ids: number[] = [];
  for (const prompt of ['one', 'two'])
    ids.push((await server.order(person, { positive_prompt: prompt })).body.id);
  let project: number | null = null;
  for (const id of ids) ({ project } = await server.finish(person, id));
  const newestFirst = [...ids].reverse();

  const plain = await server.get<RenderBody[]>(person, '/api/render/');
  expect(plain.map(({ id }) => id)).toEqual(newestFirst);
  expect(await server.get(person, '/api/render/?cursor=')).toEqual({ results: plain, next: null });
  const older = await server.get<{ results: RenderBody[] }>(person, `/api/render/?cursor=${ids[1]}`);
  expect(older.results.map(({ id }) => id)).toEqual([ids[0]]);
  const images = await server.get<{ images: { render_id: number }[] }>(person, '/api/render/images/');
  expect(images.images.map((image) => image.render_id)).toEqual(newestFirst);
  const ofProject = { results: plain, next: null };
  expect(await server.get(person, `/api/projects/${project}/renders/`)).toEqual(ofProject);
  const small = await server.get<object[]>(person, `/api/renders/project/${project}/min-res-images/`);
  expect(small).toEqual(
    plain.map((render) => ({
      render_id: render.id,
      image: { image: render.thumbnail_url, width: SIZE_PX, height: SIZE_PX },
    })),
  );
});

test('the state counts own orders and the workers that are alive', async () => {
  const person = await server.signUp();
  const gate = server.engine.hold();
  const running = await server.order(person);
  await gate.reached;
  const waiting = await server.order(person);
  const { success, data } = await server.get<RenderStateBody>(person, '/api/render/state/');
  expect(success).toBe(true);
  expect(data).toMatchObject({
    has_active_renders: true,
    statistics: { pending: 1, in_progress: 1, recent_completed: 0 },
    system: { active_servers: 1, total_servers: 1, has_available_servers: true, engines: ['studio'] },
    renders: {
      pending: [{ id: waiting.body.id, queue_position: 1 }],
      in_progress: [{ id: running.body.id, node_id: 'path-trace' }],
    },
  });
  gate.release();
  await server.finish(person, waiting.body.id);
  const after = await server.get<RenderStateBody>(person, '/api/render/state/');
  expect(after.data.statistics).toEqual({
    pending: 0,
    in_progress: 0,
    recent_completed: 2,
    last_ended_at: (await server.get<RenderBody>(person, `/api/render/${waiting.body.id}/`)).finished_at,
  });
});
