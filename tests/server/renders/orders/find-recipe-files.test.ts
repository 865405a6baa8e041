import { afterAll, beforeAll, expect, test } from 'vitest';
import { listRecipeFiles } from '../../../../src/contract/files/list-recipe-files.ts';
import type { RecipeFilesBody } from '../../../../src/contract/http/recipe-files.ts';
import { deleteItem } from '../../../../src/server/libraries/delete-item.ts';
import { findItem, type RenderServer, startRenderServer } from '../../../support/render-server.ts';
import type { Person } from '../../../support/server.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer();
});
afterAll(() => server.stop());

async function find(person: Person, hashes: readonly string[]): Promise<RecipeFilesBody['files']> {
  const answer = await server.post(person, '/api/recipe-files/', { hashes });
  expect(answer.status).toBe(200);
  return answer.body.files;
}

test('finds all files of a recipe of their own, and of it what is theirs for somebody else', async () => {
  const [ada, eve] = [await server.signUp(), await server.signUp()];
  const background = await findItem(server, ada, 'background', 'grey-sweep');
  const { body } = await server.order(ada, { background_color: undefined, background_id: background.id });
  const { recipe } = await server.finish(ada, body.id);
  const named = listRecipeFiles(recipe);

  const own = await find(ada, named);
  expect(own.map(({ hash }) => hash).sort()).toEqual([...named].sort());
  const picture = own.find(({ hash }) => hash === background.image_hash);
  expect(picture?.items).toEqual([{ asset_type: 'background', id: background.id }]);
  expect((await fetch(server.url + picture?.url)).status).toBe(200);

  // The sample model and the library are everybody's; the snapshot is Ada's alone.
  const others = (await find(eve, named)).map(({ hash }) => hash);
  expect(others).toContain(recipe.scene.modelHash);
  expect(others).toContain(background.image_hash);
  expect(others).not.toContain(recipe.passes.snapshot);
});

test('an item that left the library is still found, and a hash that nobody has is left out', async () => {
  const person = await server.signUp();
  const style = await findItem(server, person, 'style', 'catalogue');
  const staff = { id: 0, isStaff: true, lack: null };
  await server.deps.database.db.transaction((tx) => deleteItem(tx, staff, 'style', style.id));
  expect(await find(person, [style.image_hash, 'f'.repeat(64)])).toMatchObject([
    { hash: style.image_hash, items: [{ asset_type: 'style', id: style.id }] },
  ]);
});

test('more hashes than a recipe has, and what is no hash, are refused', async () => {
  const person = await server.signUp();
  const refused = (hashes: readonly string[]) => server.post(person, '/api/recipe-files/', { hashes });
  expect((await refused(Array.from({ length: 1_001 }, () => 'a'.repeat(64)))).status).toBe(400);
  expect((await refused(['../../etc/passwd'])).status).toBe(400);
});
