import { expect, test } from 'vitest';
import { loadActiveProject } from '../../../src/app/features/projects/load-active-project.ts';
import { importModel } from '../../../src/app/features/stage/import-model.ts';
import { stageDressings } from '../../../src/app/scene/stage-dressings.ts';
import { makeBoxes } from '../../support/box-model.ts';
import { createFakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf } from '../../support/fake-outside.ts';
import { makeLibraryItem, makeModelMaterial } from '../../support/library-items.ts';

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

test('a picture of the person’s own lies on this device; a map comes from the library, and one that nobody has is left out', async () => {
  const [own, slopes] = ['holiday', 'slopes'].map((text) => new TextEncoder().encode(text)) as [
    Uint8Array,
    Uint8Array,
  ];
  const item = makeLibraryItem(41, {
    material: {
      tile_size_metres: 0.1,
      metalness: 0,
      roughness: 1,
      bump_height_millimetres: 0,
      normal: { url: '/files/slopes?signature=fresh', hash: hashOf(slopes) },
      roughness_map: null,
    },
  });
  const server = createFakeServer();
  const { fetch } = server;
  server.fetch = async (input, init) => {
    const path = input.replace('http://localhost:8000', '');
    if (path === '/api/material/') return Response.json([item]);
    if (path === '/files/41.webp?token=full') return new Response('oak');
    if (path === '/files/slopes?signature=fresh') return new Response(slopes as Uint8Array<ArrayBuffer>);
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
  await app.storage.put(hashOf(own), new Blob([own as Uint8Array<ArrayBuffer>]));
  const { staged, missing } = await stageDressings(app, model, {
    ...app.state.project.settings,
    model_materials: [
      makeModelMaterial(0, { textureHash: hashOf(own) }),
      makeModelMaterial(1, {
        libraryId: item.id,
        textureHash: item.image_hash,
        normalHash: hashOf(slopes),
        roughnessHash: makeLibraryItem(99).image_hash,
      }),
    ],
  });
  expect(missing).toEqual([]);
  const [picture, oak] = staged;
  expect([await picture?.texture?.text(), picture?.maps]).toEqual(['holiday', undefined]);
  expect(await oak?.texture?.text()).toBe('oak');
  expect([await oak?.maps?.normal?.text(), oak?.maps?.roughness]).toEqual(['slopes', null]);
});

test('a material that was deleted from the library keeps its maps on a device that never saw them', async () => {
  const [oak, slopes] = ['oak', 'slopes'].map((text) => new TextEncoder().encode(text)) as [
    Uint8Array,
    Uint8Array,
  ];
  const gone = makeLibraryItem(41, {
    image_hash: hashOf(oak),
    material: {
      tile_size_metres: 0.1,
      metalness: 0,
      roughness: 1,
      bump_height_millimetres: 0,
      normal: { url: '/files/slopes?signature=fresh', hash: hashOf(slopes) },
      roughness_map: null,
    },
  });
  const server = createFakeServer();
  const { fetch } = server;
  server.fetch = async (input, init) => {
    const path = input.replace('http://localhost:8000', '');
    if (path === '/api/material/') return Response.json([]);
    if (path === '/api/material/41/') return Response.json(gone);
    if (path === '/files/slopes?signature=fresh') return new Response(slopes as Uint8Array<ArrayBuffer>);
    return fetch(input, init);
  };
  const app = createTestApp(createFakeOutside(server));
  await loadActiveProject(app, 7, 'New');
  const chair = new Uint8Array(makeBoxes([{ name: 'Seat', size: [1, 1, 1], centre: [0, 0, 0] }]));
  await importModel(app, [{ path: 'chair.glb', file: new Blob([chair]) }], new AbortController().signal);
  const model = (await app.db.models.get(hashOf(chair)))!;
  await app.storage.put(hashOf(oak), new Blob([oak as Uint8Array<ArrayBuffer>]));
  const worn = { libraryId: gone.id, textureHash: hashOf(oak), normalHash: hashOf(slopes) };
  const { staged } = await stageDressings(app, model, {
    ...app.state.project.settings,
    model_materials: [makeModelMaterial(0, worn)],
  });
  expect(await staged[0]?.maps?.normal?.text()).toBe('slopes');
});
