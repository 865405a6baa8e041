import { expect, test } from 'vitest';
import { assignSettings, editSettings } from '../../../../src/app/core/edit-settings.ts';
import { exportProject } from '../../../../src/app/features/projects/export-project.ts';
import { importProject } from '../../../../src/app/features/projects/import-project.ts';
import { keepWorkingCopy } from '../../../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { importModel } from '../../../../src/app/features/stage/import-model.ts';
import { copyPlain } from '../../../../src/app/values/copy-plain.ts';
import { ENVIRONMENT_PLACING } from '../../../../src/contract/scene/environment.ts';
import type { StageModel } from '../../../../src/contract/stage.ts';
import { makeBoxes } from '../../../support/box-model.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf } from '../../../support/fake-outside.ts';
import { createFakeViewer } from '../../../support/fake-viewer.ts';
import { makeLibraryItem, makeModelMaterial } from '../../../support/library-items.ts';
import { makeLight, makeSketch } from '../../../support/light-map-app.ts';
import { hashBytes, makeManifest, packProject } from '../../../support/project-file.ts';
import { makeView } from '../../../support/saved-view.ts';

const signal = new AbortController().signal;
const quiet = () => {};
const LIGHT = makeLight(hashBytes('light'), [1_024, 768]);
const chair = new Uint8Array(makeBoxes([{ name: 'Seat', size: [1, 1, 1], centre: [0, 0, 0] }]));

async function openApp() {
  const server = createFakeServer({ name: 'Lamp' });
  const outside = createFakeOutside(server);
  const app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  app.workingCopy.current = keepWorkingCopy(app, (error) => {
    throw error;
  });
  const goOffline = () => {
    server.isDown = true;
    outside.setOnline(false);
  };
  return { app, server, goOffline };
}

/** A project of this device alone, with a model, an own texture, a view and a sketch with the light of a recipe. */
async function dressChair() {
  const { app, goOffline } = await openApp();
  await importModel(app, [{ path: 'Chair.glb', file: new Blob([chair]) }], signal);
  for (const text of ['oak', 'light']) await app.storage.put(hashBytes(text), new Blob([text]));
  const { model_hash: modelHash } = app.state.project.settings;
  const view = makeView(1, { model_hash: modelHash });
  assignSettings(app, { camera_views: [view] });
  editSettings(app, 'changes', {
    name: 'Chair: oak',
    model_materials: [makeModelMaterial(0, { textureHash: hashBytes('oak'), libraryMaterialName: 'Oak' })],
  });
  await app.db.sketches.add(
    makeSketch({
      projectKey: app.state.project.key ?? '',
      modelHash,
      pose: view.pose,
      steps: [makeLight(hashBytes('lost, and cleared')), { id: 'a', kind: 'clear' }, LIGHT],
      pictureHash: hashBytes('gone from this device'),
    }),
  );
  return { app, goOffline, view };
}

test('without a connection a project goes out and comes in, and waits for the server whole', async () => {
  const { app, goOffline, view } = await dressChair();
  goOffline();
  const told: string[] = [];
  const { file, name, leftOut } = await exportProject(
    app,
    app.state.project,
    (phase) => void told.push(phase),
    signal,
  );
  expect([name, leftOut]).toEqual(['Chair- oak.vitrine.zip', null]);

  const other = await openApp();
  other.goOffline();
  const row = await importProject(other.app, file, (phase) => void told.push(phase), signal);
  expect([...new Set(told)]).toEqual(expect.arrayContaining(['collecting', 'reading', 'storing']));
  const { project } = other.app.state;
  expect(project).toMatchObject({ key: row.key, serverId: null, status: 'ready' });
  expect(project.settings).toMatchObject({
    name: 'Chair: oak',
    model_hash: hashOf(chair),
    model_materials: [{ textureHash: hashBytes('oak'), libraryId: null }],
    camera_views: [{ name: 'View 1', pose: view.pose }],
  });
  expect(await (await other.app.storage.get(hashBytes('oak')))?.text()).toBe('oak');
  expect(await other.app.db.models.get(hashOf(chair))).toMatchObject({ name: 'Chair.glb' });
  expect(await other.app.db.sketches.toArray()).toMatchObject([
    { projectKey: row.key, pictureHash: null, steps: [{ id: 'a', kind: 'clear' }, LIGHT] },
  ]);
  expect(await (await other.app.storage.get(LIGHT.hash))?.text()).toBe('light');
  const kinds = (await other.app.db.outbox.toArray()).map(({ work }) => work.kind);
  expect(kinds).toEqual([
    'create-project',
    'upload-model',
    'upload-texture',
    'save-project',
    'sync-sketches',
    'activate-project',
  ]);
});

test('surroundings of the person’s own go out with their picture and light the product where they come in', async () => {
  const { app, goOffline } = await dressChair();
  await app.storage.put(hashBytes('panorama'), new Blob(['panorama']));
  const environment = {
    kind: 'picture' as const,
    imageHash: hashBytes('panorama'),
    name: 'Loft',
    ...ENVIRONMENT_PLACING,
    rotationDegrees: 40,
  };
  const { render_settings } = app.state.project.settings;
  editSettings(app, 'light', { render_settings: { ...copyPlain(render_settings), environment } });
  goOffline();
  const { file } = await exportProject(app, app.state.project, quiet, signal);

  const other = await openApp();
  other.goOffline();
  await importProject(other.app, file, quiet, signal);
  expect(other.app.state.project.settings.render_settings.environment).toEqual(environment);
  expect(await (await other.app.storage.get(hashBytes('panorama')))?.text()).toBe('panorama');
  // The server is given the picture before a project that names it.
  const works = (await other.app.db.outbox.toArray()).map(({ work }) => work);
  const picture = works.findIndex((work) => 'hash' in work && work.hash === hashBytes('panorama'));
  expect(picture).toBeGreaterThanOrEqual(0);
  expect(picture).toBeLessThan(works.findIndex(({ kind }) => kind === 'save-project'));

  await app.storage.delete(hashBytes('panorama'));
  await expect(exportProject(app, app.state.project, quiet, signal)).rejects.toMatchObject({
    failure: { code: 'project-file-lacks', names: ['Loft'] },
  });
});

test('what cannot be had is named, and nothing is exported', async () => {
  const { app } = await dressChair();
  for (const text of ['oak', 'light']) await app.storage.delete(hashBytes(text));
  await expect(exportProject(app, app.state.project, quiet, signal)).rejects.toMatchObject({
    failure: { code: 'project-file-lacks', names: ['Oak', 'Light-map'] },
  });
});

test('a material is that of the library here only with the same maps; else its maps come along as pictures', async () => {
  const here = makeLibraryItem(9, { image_hash: hashBytes('oak') });
  const { app, server } = await openApp();
  const { fetch } = server;
  server.fetch = async (input, init) =>
    input.endsWith('/api/material/') ? Response.json([here]) : fetch(input, init);
  const worn = makeModelMaterial(0, {
    libraryId: makeLibraryItem(3).id,
    libraryMaterialName: 'Oak',
    textureHash: hashBytes('oak'),
    normalHash: hashBytes('slopes'),
  });
  const settings = { ...makeManifest([]).settings, model_materials: [worn] };
  const items = [
    { asset_type: 'material' as const, id: worn.libraryId!, name: 'Oak', hash: hashBytes('oak') },
  ];
  const pictures = ['oak', 'slopes'];
  const file = await packProject(makeManifest(pictures, { settings, items }), pictures);
  await importProject(app, file, quiet, signal);
  expect(app.state.project.settings.model_materials).toMatchObject([
    { libraryId: null, textureHash: hashBytes('oak'), normalHash: hashBytes('slopes') },
  ]);
  const works = (await app.db.outbox.toArray()).map(({ work }) => work);
  expect(works).toContainEqual(
    expect.objectContaining({ kind: 'upload-picture', hash: hashBytes('slopes') }),
  );
});

test('a background that the library does not have comes with the connection, unless another was chosen', async () => {
  const item = makeLibraryItem(5, { name: 'Wall', material: null });
  const settings = { ...makeManifest([]).settings, background_id: item.id, background_color: null };
  const items = [{ asset_type: 'background' as const, id: item.id, name: 'Wall', hash: hashBytes('wall') }];
  const file = await packProject(makeManifest(['wall'], { settings, items }), ['wall']);
  const { app, goOffline } = await openApp();
  goOffline();
  await importProject(app, file, quiet, signal);
  expect(app.state.project.settings).toMatchObject({ background_id: null, background_color: '#1e1e1e' });
  const works = (await app.db.outbox.toArray()).map(({ work }) => work);
  expect(works).toContainEqual({
    kind: 'adopt-item',
    assetType: 'background',
    hash: hashBytes('wall'),
    name: 'Wall',
    isWorn: true,
  });
});

test('a file that is refused, or given up, leaves everything as it was', async () => {
  const { app } = await openApp();
  const { key } = app.state.project;
  await expect(importProject(app, new Blob(['nothing']), quiet, signal)).rejects.toMatchObject({
    failure: { code: 'project-file-refused', reason: 'damaged' },
  });
  const broken = makeManifest(['no model'], {
    settings: { ...makeManifest([]).settings, model_hash: hashBytes('no model') },
  });
  await expect(
    importProject(app, await packProject(broken, ['no model']), quiet, signal),
  ).rejects.toMatchObject({ failure: { code: 'model-unreadable' } });
  const ended = new AbortController();
  const good = await packProject(makeManifest(['oak']), ['oak']);
  const giveUp = () => ended.abort();
  await expect(importProject(app, good, giveUp, ended.signal)).rejects.toMatchObject({ name: 'AbortError' });
  expect(app.state.project.key).toBe(key);
  expect(await app.db.projects.count()).toBe(1);
  expect(await app.db.outbox.count()).toBe(0);
});

test('a project that is given up after its model was drawn leaves nothing in the viewer', async () => {
  const { app } = await dressChair();
  const { file } = await exportProject(app, app.state.project, quiet, signal);
  const other = await openApp();
  const viewer = createFakeViewer();
  other.app.viewer.current = viewer;
  const ended = new AbortController();
  const giveUp = (phase: string) => void (phase === 'storing' && ended.abort());
  await expect(importProject(other.app, file, giveUp, ended.signal)).rejects.toMatchObject({
    name: 'AbortError',
  });
  const [[, prepared] = [], [, released] = []] = viewer.calls;
  expect(viewer.calls.map(([method]) => method)).toEqual(['prepare', 'letGo']);
  expect(released).toBe((prepared as StageModel).id);
});
