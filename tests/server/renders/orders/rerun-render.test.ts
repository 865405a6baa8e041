import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LibraryItemBody } from '../../../../src/contract/http/libraries.ts';
import type { ProjectBody } from '../../../../src/contract/http/projects.ts';
import { deleteItem } from '../../../../src/server/libraries/delete-item.ts';
import {
  findItem,
  type RenderBody,
  type RenderServer,
  startRenderServer,
} from '../../../support/render-server.ts';
import { buildKernel } from '../../../support/trace-host.ts';

let server: RenderServer;
beforeAll(async () => {
  buildKernel();
  server = await startRenderServer({ isTracing: true });
});
afterAll(() => server.stop());

const hashes = (render: RenderBody) => render.output_images.map((image) => image.image_hash);
/** The cheapest picture in which every file of the recipe counts. */
const DRAFT = { quality: 'draft', background_color: undefined, background_fidelity: '0.05' };

test('run again gives the same bytes after everything the recipe names was deleted', async () => {
  const person = await server.signUp();
  const material = await findItem(server, person, 'material', 'walnut');
  const background = await findItem(server, person, 'background', 'grey-sweep');
  const style = await findItem(server, person, 'style', 'catalogue');
  const project = await server.get<ProjectBody>(person, '/api/project/active/');
  const { body } = await server.order(person, {
    ...DRAFT,
    background_id: background.id,
    style_id: style.id,
    batch_size: 2,
  });
  const before = await server.finish(person, body.id);
  expect(before.status).toBe('completed');
  expect(before.recipe.scene.dressings).toMatchObject([{ textureHash: material.image_hash }]);
  const [first, second] = hashes(before);
  expect(first).not.toBe(second);

  // 1. The library items and the project go.
  const { db } = server.deps.database;
  for (const item of [material, background, style]) {
    const kind = item === material ? 'material' : item === background ? 'background' : 'style';
    const staff = { id: 0, isStaff: true, lack: null };
    await db.transaction((tx) => deleteItem(tx, staff, kind, item.id));
    const left = await server.get<LibraryItemBody[]>(person, `/api/${kind}/`);
    expect(left.map(({ id }) => id)).not.toContain(item.id);
  }
  const gone = await fetch(`${server.url}/api/project/${project.id}/`, {
    method: 'DELETE',
    headers: person.headers,
  });
  expect(gone.status).toBe(204);

  // 2. The recipe still has its files.
  const again = await server.post(person, `/api/render/${body.id}/rerun/`);
  expect(again).toMatchObject({ status: 202, body: { price: 200, credits: 1600 } });
  const after = await server.finish(person, again.body.id);
  expect(after).toMatchObject({ status: 'completed', project: null, recipe: before.recipe });
  expect(hashes(after)).toEqual(hashes(before));
});
