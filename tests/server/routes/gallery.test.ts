import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectFilesBody } from '../../../src/contract/files/project-file.ts';
import type { RenderCardsBody } from '../../../src/contract/http/gallery.ts';
import type { ProjectBody, ProjectSummaryBody } from '../../../src/contract/http/projects.ts';
import { files } from '../../../src/server/db/schema/files.ts';
import { ledger } from '../../../src/server/db/schema/money.ts';
import { renders } from '../../../src/server/db/schema/renders.ts';
import { ownedFiles } from '../../../src/server/db/schema/uploads.ts';
import { sweepUnused } from '../../../src/server/storage/sweep-unused.ts';
import {
  type Fields,
  findItem,
  picture,
  type RenderBody,
  type RenderServer,
  startRenderServer,
} from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

const DAY_MS = 86_400_000;

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer();
});
afterAll(() => server.stop());

const db = () => server.deps.database.db;
async function make(person: Person, changes: Fields = {}): Promise<RenderBody> {
  const { body } = await server.order(person, { quality: 'draft', ...changes });
  return server.finish(person, body.id);
}
async function send(person: Person | null, method: string, path: string, body?: object): Promise<number> {
  const answer = await fetch(server.url + path, {
    method,
    headers: { ...person?.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return answer.status;
}
/** Ids of the cards that a search finds, newest first. */
async function find(person: Person, search: Record<string, string> = {}): Promise<number[]> {
  const query = new URLSearchParams({ cursor: '', ...search });
  const { results, total } = await server.get<RenderCardsBody>(person, `/api/render/cards/?${query}`);
  expect(total).toBe(results.length);
  // The list of whole renders is searched by the same.
  const whole = await server.get<{ results: RenderBody[] }>(person, `/api/render/?${query}`);
  const shown = whole.results.filter(({ output_images: images }) => images.length > 0);
  expect(shown.map(({ id }) => id)).toEqual(results.map(({ id }) => id));
  return results.map(({ id }) => id);
}

test('a card shows the picture, and what has none is no card', async () => {
  const person = await server.signUp();
  const { body: waiting } = await server.order(person, { positive_prompt: 'cancelled at once' });
  await server.post(person, `/api/render/${waiting.id}/cancel/`);
  const batch = await make(person, { batch_size: 2, positive_prompt: 'two chairs' });
  const { results, next, total } = await server.get<RenderCardsBody>(person, '/api/render/cards/');
  expect({ next, total }).toEqual({ next: null, total: 1 });
  expect(results).toEqual([
    {
      id: batch.id,
      created_at: batch.created_at,
      status: 'completed',
      engine: 'studio',
      starred: false,
      thumbnail: batch.output_images[0]?.thumbnail,
      images: 2,
      positive_prompt: 'two chairs',
    },
  ]);
});

test('renders are found by prompt, material, engine, day and star, and only one’s own', async () => {
  const person = await server.signUp();
  const stranger = await server.signUp();
  const project = await server.get<ProjectBody>(person, '/api/project/active/');
  const [material] = project.model_materials;
  const walnut = await findItem(server, person, 'material', 'walnut');
  expect(material?.libraryId).toBe(walnut.id);
  const oldest = await make(person, { positive_prompt: 'Sillón ROJO, 100% lana' });
  const masked = await make(person, {
    positive_prompt: 'a blue chair',
    negative_prompt: 'people',
    use_negative_prompt: 'true',
    'masks[0][mask_image]': await picture('#ffffff'),
    'masks[0][material_id]': material?.id,
    'masks[0][mask_name]': 'mask-1',
    'masks[0][material_name]': 'Brushed Ebony',
    'masks[0][original_names]': '["Shell"]',
    'masks[0][is_prioritized]': 'true',
    'masks[0][priority]': 1,
  });
  const bare = await make(person, {
    positive_prompt: 'a bare chair',
    negative_prompt: 'people',
    scene: JSON.stringify({ ...oldest.recipe.scene, dressings: [] }),
  });
  await make(stranger, { positive_prompt: 'a blue chair' });
  const all = [bare.id, masked.id, oldest.id];
  expect(await find(person)).toEqual(all);

  // Words in any order, whatever their case and accents; signs are only signs.
  expect(await find(person, { q: 'chair' })).toEqual([bare.id, masked.id]);
  expect(await find(person, { q: ' chair  BLUE ' })).toEqual([masked.id]);
  expect(await find(person, { q: 'sillon rojo' })).toEqual([oldest.id]);
  expect(await find(person, { q: 'SILLÓN' })).toEqual([oldest.id]);
  expect(await find(person, { q: '100%' })).toEqual([oldest.id]);
  expect(await find(person, { q: '_' })).toEqual([]);
  expect(await find(person, { q: "'; drop table renders" })).toEqual([]);
  // A negative prompt counts where it did.
  expect(await find(person, { q: 'people' })).toEqual([masked.id]);
  // Materials by the mask's name, and by the item's in either language.
  expect(await find(person, { q: 'ebony' })).toEqual([masked.id]);
  expect(await find(person, { q: walnut.names.en })).toEqual([masked.id, oldest.id]);
  expect(await find(person, { q: walnut.names.es })).toEqual([masked.id, oldest.id]);
  expect(await find(person, { material: String(walnut.id) })).toEqual([masked.id, oldest.id]);
  expect(await find(person, { material: '999999' })).toEqual([]);
  expect(await server.get(person, '/api/render/materials/')).toEqual([
    { id: walnut.id, names: walnut.names },
  ]);

  expect(await find(person, { engine: 'studio' })).toEqual(all);
  expect(await find(person, { engine: 'comfyui' })).toEqual([]);

  const days = [3, 2, 1].map((ago) => new Date(Date.now() - ago * DAY_MS));
  for (const [index, id] of [oldest.id, masked.id, bare.id].entries()) {
    await db()
      .update(renders)
      .set({ createdAt: days[index] })
      .where(inArray(renders.id, [id]));
  }
  const [first, second, third] = days.map((day) => day.toISOString());
  expect(await find(person, { from: second! })).toEqual([bare.id, masked.id]);
  expect(await find(person, { to: second! })).toEqual([oldest.id]);
  expect(await find(person, { from: first!, to: third! })).toEqual([masked.id, oldest.id]);

  expect(await send(person, 'POST', `/api/render/${masked.id}/star/`, { starred: true })).toBe(204);
  expect(await find(person, { starred: 'true' })).toEqual([masked.id]);
  expect(await server.get(person, `/api/render/${masked.id}/`)).toMatchObject({ starred: true });
  expect(await send(person, 'POST', '/api/render/star/', { ids: [masked.id], starred: false })).toBe(204);
  expect(await find(person, { starred: 'true' })).toEqual([]);
  for (const wrong of ['engine=other', 'from=yesterday', 'material=0', 'cursor=x', `q=${'a'.repeat(201)}`]) {
    expect(await send(person, 'GET', `/api/render/cards/?${wrong}`), wrong).toBe(400);
  }
});

test('a deleted render is nowhere, its money is still told, and it comes back', async () => {
  const person = await server.signUp();
  const project = await server.get<ProjectBody>(person, '/api/project/active/');
  const kept = await make(person, { positive_prompt: 'kept' });
  const gone = await make(person, { positive_prompt: 'gone' });
  const again = await server.post(person, `/api/render/${gone.id}/rerun/`);
  await server.finish(person, again.body.id);
  expect(await send(person, 'DELETE', `/api/render/${gone.id}/`)).toBe(204);

  expect(await find(person)).toEqual([again.body.id, kept.id]);
  for (const path of ['', 'files/']) {
    expect(await send(person, 'GET', `/api/render/${gone.id}/${path}`)).toBe(404);
  }
  for (const path of ['rerun/', 'ticket/', 'cancel/']) {
    expect(await send(person, 'POST', `/api/render/${gone.id}/${path}`)).toBe(404);
  }
  expect(await send(person, 'POST', `/api/render/${gone.id}/engine/`, { engine: 'comfyui' })).toBe(404);
  expect(await send(person, 'POST', `/api/render/${gone.id}/star/`, { starred: true })).toBe(404);
  expect(await send(person, 'DELETE', `/api/render/${gone.id}/`)).toBe(404);
  expect(await server.get(person, `/api/render/${again.body.id}/`)).toMatchObject({ rerun_of: null });
  const ids = ({ results }: { results: RenderBody[] }) => results.map(({ id }) => id);
  const ofProject = `/api/projects/${project.id}/renders/`;
  expect(ids(await server.get(person, ofProject))).toEqual([again.body.id, kept.id]);
  const { images } = await server.get<{ images: { render_id: number }[] }>(person, '/api/render/images/');
  expect(images.map(({ render_id: id }) => id)).toEqual([again.body.id, kept.id]);
  const small = await server.get<unknown[]>(person, `/api/renders/project/${project.id}/min-res-images/`);
  expect(small).toHaveLength(2);
  const exported = await server.get<ProjectFilesBody>(person, `/api/project/${project.id}/files/`);
  expect(exported.renders.map(({ recipe }) => recipe.positivePrompt)).toEqual(['gone', 'kept']);
  // The newest picture stands for the project: with all of them gone the saved view does.
  expect(await send(person, 'POST', '/api/render/delete/', { ids: [again.body.id, kept.id] })).toBe(204);
  const [summary] = await server.get<ProjectSummaryBody[]>(person, '/api/project/');
  expect(summary?.thumbnail ?? '').not.toContain('/files/');
  expect(await find(person)).toEqual([]);
  const told = await db()
    .select()
    .from(ledger)
    .where(inArray(ledger.renderId, [gone.id]));
  expect(told.length).toBeGreaterThan(0);

  expect(await send(person, 'POST', `/api/render/${gone.id}/restore/`)).toBe(204);
  expect(await find(person)).toEqual([gone.id]);
  expect(await send(person, 'POST', '/api/render/restore/', { ids: [again.body.id, kept.id] })).toBe(204);
  expect(await find(person)).toEqual([again.body.id, gone.id, kept.id]);
  expect(await server.get(person, `/api/render/${again.body.id}/`)).toMatchObject({ rerun_of: gone.id });
});

test('what is under way is cancelled before it is deleted, and of several all go or none', async () => {
  const person = await server.signUp();
  const done = await make(person);
  const gate = server.engine.hold();
  const { body: alive } = await server.order(person);
  const both = { ids: [done.id, alive.id] };
  const refused = await server.post(person, '/api/render/delete/', both);
  expect(refused).toMatchObject({ status: 409, body: { code: 'render-alive' } });
  expect(await find(person)).toEqual([done.id]);
  await server.post(person, `/api/render/${alive.id}/cancel/`);
  gate.release();
  expect(await send(person, 'POST', '/api/render/delete/', both)).toBe(204);
  expect(await find(person)).toEqual([]);
});

test('nobody sees, stars, deletes or brings back another person’s renders', async () => {
  const person = await server.signUp();
  const stranger = await server.signUp();
  const mine = await make(person);
  const theirs = await make(stranger);
  for (const [method, path, body] of [
    ['POST', `/api/render/${mine.id}/star/`, { starred: true }],
    ['DELETE', `/api/render/${mine.id}/`, undefined],
    ['POST', `/api/render/${mine.id}/restore/`, undefined],
    ['POST', '/api/render/star/', { ids: [theirs.id, mine.id], starred: true }],
    ['POST', '/api/render/delete/', { ids: [theirs.id, mine.id] }],
    ['POST', '/api/render/restore/', { ids: [theirs.id, mine.id] }],
  ] as const) {
    expect(await send(stranger, method, path, body), path).toBe(404);
    expect(await send(null, method, path, body), path).toBe(401);
  }
  for (const path of ['/api/render/cards/', '/api/render/materials/']) {
    expect(await send(null, 'GET', path), path).toBe(401);
  }
  expect(await find(person)).toEqual([mine.id]);
  expect(await find(stranger)).toEqual([theirs.id]);
  expect(await find(stranger, { starred: 'true' })).toEqual([]);
});

test('30 days after it was deleted a render is gone for good with its pictures; what others name stays', async () => {
  const person = await server.signUp();
  const kept = await make(person, { positive_prompt: 'kept' });
  const gone = await make(person, { positive_prompt: 'gone' });
  const hashes = gone.output_images.flatMap(({ image_hash: image, thumbnail }) => [
    image,
    String(/[0-9a-f]{64}/.exec(thumbnail)),
  ]);
  const count = async (wanted: readonly string[]) =>
    (
      await db()
        .select()
        .from(files)
        .where(inArray(files.hash, [...wanted]))
    ).length;
  const shared = kept.output_images.map(({ image_hash: hash }) => hash);
  const own = hashes.filter((hash) => !shared.some((each) => each === hash));
  expect(own.length).toBeGreaterThan(0);
  await db()
    .insert(ownedFiles)
    .values(own.map((hash) => ({ userId: person.session.user.id, hash })))
    .onConflictDoNothing();
  await send(person, 'DELETE', `/api/render/${gone.id}/`);
  const sweep = (days: number) => sweepUnused(db(), new Date(Date.now() + days * DAY_MS));
  await sweep(29);
  expect(await count(own)).toBe(own.length);
  expect(await send(person, 'POST', `/api/render/${gone.id}/restore/`)).toBe(204);
  await send(person, 'DELETE', `/api/render/${gone.id}/`);
  await sweep(31);
  expect(await send(person, 'POST', `/api/render/${gone.id}/restore/`)).toBe(404);
  expect(await count(own)).toBe(0);
  expect(await find(person)).toEqual([kept.id]);
  expect(await count(shared)).toBe(new Set(shared).size);
  // The model that both were made of, and the money.
  expect(await count([kept.recipe.scene.modelHash])).toBe(1);
  const told = await db()
    .select()
    .from(ledger)
    .where(inArray(ledger.renderId, [gone.id]));
  expect(told.length).toBeGreaterThan(0);
});
