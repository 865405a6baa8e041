import { afterAll, beforeAll, expect, test } from 'vitest';
import { RENDER_PAGE, type RenderBody } from '../../../src/contract/http/renders.ts';
import { copyWithLargeRecipe } from '../../support/large-recipes.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

/** Of an answer: what recipes may have together, and what stands around them. */
const ANSWER_BYTES = 1.2 * 1024 ** 2;

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer();
});
afterAll(() => server.stop());

async function renderOnce(person: Person): Promise<RenderBody> {
  return server.finish(person, (await server.order(person)).body.id);
}
interface Page {
  readonly results: RenderBody[];
  readonly next: string | null;
  readonly bytes: number;
}
async function readPages(person: Person, path: string): Promise<Page[]> {
  const pages: Page[] = [];
  for (let next: string | null = ''; next !== null; next = pages.at(-1)?.next ?? null) {
    const answer = await fetch(`${server.url}${path}cursor=${next}`, { headers: person.headers });
    const text = await answer.text();
    pages.push({ ...JSON.parse(text), bytes: Buffer.byteLength(text) });
  }
  return pages;
}

test('renders with large recipes come over several pages, each under a bound, whole and each once', async () => {
  const person = await server.signUp();
  const first = await renderOnce(person);
  const ids = await copyWithLargeRecipe(server, first.id, { count: 7, bytes: 300_000 });
  const { recipe } = await server.get<RenderBody>(person, `/api/render/${ids[0]}/`);
  for (const path of [
    '/api/render/?',
    `/api/projects/${first.project}/renders/?`,
    '/api/render/?engine=studio&',
  ]) {
    const pages = await readPages(person, path);
    expect(pages.length).toBeGreaterThan(2);
    expect(Math.max(...pages.map(({ bytes }) => bytes))).toBeLessThan(ANSWER_BYTES);
    const results = pages.flatMap((page) => page.results);
    expect(results.map(({ id }) => id)).toEqual([...ids, first.id]);
    expect(results.slice(0, -1).every((render) => render.recipe.scene.dressings.length === 15)).toBe(true);
    expect(results[0]?.recipe).toEqual(recipe);
  }
  // Without a cursor there is the first page.
  const plain = await fetch(`${server.url}/api/render/`, { headers: person.headers });
  const text = await plain.text();
  expect(Buffer.byteLength(text)).toBeLessThan(ANSWER_BYTES);
  expect(JSON.parse(text).map(({ id }: RenderBody) => id)).toEqual(ids.slice(0, JSON.parse(text).length));
});

test('one recipe that is larger than a page is a page by itself', async () => {
  const person = await server.signUp();
  const first = await renderOnce(person);
  const [newer, older] = await copyWithLargeRecipe(server, first.id, { count: 2, bytes: 2 * 1024 ** 2 });
  const pages = await readPages(person, '/api/render/?');
  expect(pages.map(({ results }) => results.map(({ id }) => id))).toEqual([[newer], [older], [first.id]]);
});

test('usual recipes fill a page, and the last one says that it is', async () => {
  const person = await server.signUp();
  const first = await renderOnce(person);
  const copies = `insert into renders (user_id, project_id, status, engine, recipe, price)
    select user_id, project_id, status, engine, recipe, price from renders, generate_series(1, $2) where id = $1`;
  await server.deps.database.pool.query(copies, [first.id, 2 * RENDER_PAGE - 1]);
  const pages = await readPages(person, '/api/render/?');
  expect(pages.map(({ results }) => results.length)).toEqual([RENDER_PAGE, RENDER_PAGE]);
  expect(new Set(pages.flatMap(({ results }) => results.map(({ id }) => id))).size).toBe(2 * RENDER_PAGE);
});
