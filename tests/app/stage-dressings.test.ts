import { expect, test } from 'vitest';
import { loadActiveProject } from '../../src/app/features/projects/load-active-project.ts';
import { importModel } from '../../src/app/features/stage/import-model.ts';
import { stageDressings } from '../../src/app/stage-dressings.ts';
import { makeBoxes } from '../support/box-model.ts';
import { createFakeServer } from '../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf } from '../support/fake-outside.ts';
import { makeLibraryItem, makeModelMaterial } from '../support/library-items.ts';

test('a texture whose item left the library comes from the address in the project; one without leaves the others on', async () => {
  const picture = new TextEncoder().encode('gone walnut');
  const server = createFakeServer();
  const { fetch } = server;
  server.fetch = async (input, init) => {
    const path = input.replace('http://localhost:8000', '');
    if (path === '/api/material/') return Response.json([]);
    if (path === '/files/walnut?signature=fresh') return new Response(picture);
    return fetch(input, init);
  };
  const app = createTestApp(createFakeOutside(server));
  await loadActiveProject(app, 7, 'New');
  const boxes = ['Seat', 'Legs'].map((name) => ({
    name,
    size: [1, 1, 1] as [number, number, number],
    centre: [0, 0, 0] as [number, number, number],
  }));
  const chair = new Uint8Array(makeBoxes(boxes));
  const files = [{ path: 'chair.glb', file: new Blob([chair]) }];
  await importModel(app, files, new AbortController().signal);
  const model = (await app.db.models.get(hashOf(chair)))!;
  const dressed = (index: number, name: string, texturePath: string | null) =>
    makeModelMaterial(index, {
      libraryId: makeLibraryItem(40 + index).id,
      libraryMaterialName: name,
      textureHash: index === 0 ? hashOf(picture) : makeLibraryItem(41).image_hash,
      texturePath,
    });
  const { staged, missing } = await stageDressings(app, model, {
    ...app.state.project.settings,
    model_materials: [dressed(0, 'Walnut', '/files/walnut?signature=fresh'), dressed(1, 'Brass', null)],
  });
  expect(staged.map(({ dressing }) => dressing.materialIndex)).toEqual([0]);
  expect(await staged[0]?.texture?.text()).toBe('gone walnut');
  expect(missing).toEqual(['Brass']);
});
