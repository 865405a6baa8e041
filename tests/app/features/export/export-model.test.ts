import { expect, test } from 'vitest';
import { editSettings } from '../../../../src/app/core/edit-settings.ts';
import { exportModel } from '../../../../src/app/features/export/export-model.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { importModel } from '../../../../src/app/features/stage/import-model.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import { readGlb } from '../../../../src/tracer/gltf/read-glb.ts';
import { makeBoxes } from '../../../support/box-model.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf } from '../../../support/fake-outside.ts';
import { makeModelMaterial } from '../../../support/library-items.ts';

const signal = new AbortController().signal;
const chair = new Uint8Array(
  makeBoxes([
    { name: 'Seat', size: [1, 1, 1], centre: [0, 0, 0] },
    { name: 'Legs', size: [1, 1, 1], centre: [0, -1, 0] },
  ]),
);

test('the model on the stage becomes a file of its name, dressed, moved and hidden as it stands', async () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  await loadActiveProject(app, 7, 'New');
  await importModel(app, [{ path: 'Chair 3: oak.glb', file: new Blob([chair]) }], signal);
  app.state.stage.modelHash = hashOf(chair);
  const { render_settings } = app.state.project.settings;
  editSettings(app, 'changes', {
    model_materials: [makeModelMaterial(0, { color: '#ff0000', originalId: 'Seat' })],
    render_settings: { ...render_settings, hidden_nodes: [1], up_axis: 'Z_UP' },
  });
  const { file, name, hasLaidTextures, missing } = await exportModel(app, signal);
  expect(name).toBe('Chair 3- oak.glb');
  expect(file.type).toBe('model/gltf-binary');
  expect(missing).toEqual([]);
  expect(hasLaidTextures).toBe(false);
  const { json } = readGlb(new Uint8Array(await file.arrayBuffer()));
  expect(json.materials?.[0]).toMatchObject({
    pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1] },
    extras: { originalId: 'Seat', libraryId: null },
  });
  expect(json.nodes?.[1]).toMatchObject({ extras: { visible: false } });
  expect(json.scenes?.[0]?.nodes).toEqual([2]);
  // The file opens again as it was left: what is hidden stays hidden.
  await importModel(app, [{ path: name, file }], signal);
  expect(app.state.project.settings.render_settings.hidden_nodes).toEqual([1]);
});

test('a model whose bytes the browser took from under the open page comes from the server', async () => {
  const server = createFakeServer();
  const app = createTestApp(createFakeOutside(server));
  await loadActiveProject(app, 7, 'New');
  await importModel(app, [{ path: 'Chair.glb', file: new Blob([chair]) }], signal);
  const hash = hashOf(chair);
  app.state.stage.modelHash = hash;
  await app.storage.delete(hash);
  app.state.project.serverId = server.project?.id ?? null;
  if (server.project !== null) server.project = { ...server.project, model_glb_url: `/files/${hash}` };
  server.recipeFiles.set(hash, { bytes: chair, items: [] });
  const { file, name } = await exportModel(app, signal);
  expect(name).toBe('Chair.glb');
  expect(readGlb(new Uint8Array(await file.arrayBuffer())).json.materials).toHaveLength(2);
  // It is here again.
  expect((await app.storage.get(hash))?.size).toBe(chair.byteLength);

  await app.storage.delete(hash);
  server.isDown = true;
  await expect(exportModel(app, signal)).rejects.toMatchObject({ failure: { code: 'server-unreachable' } });
});

test('there is nothing to export on an empty stage', async () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  await loadActiveProject(app, 7, 'New');
  await expect(exportModel(app, signal)).rejects.toMatchObject({ failure: { code: 'export-empty' } });
});

test('a model whose place another one takes is not written, before or while it is read', async () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  await loadActiveProject(app, 7, 'New');
  await importModel(app, [{ path: 'Chair.glb', file: new Blob([chair]) }], signal);
  const { settings } = app.state.project;
  const other = ContentHash.parse('b'.repeat(64));
  const changed = { failure: { code: 'model-changed' } };
  // The stage shows the one before until the chair is there.
  app.state.stage.modelHash = other;
  await expect(exportModel(app, signal)).rejects.toMatchObject(changed);
  app.state.stage.modelHash = hashOf(chair);
  const writing = exportModel(app, signal);
  settings.model_hash = other;
  await expect(writing).rejects.toMatchObject(changed);
});
