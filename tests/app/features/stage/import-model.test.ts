import { beforeEach, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { assignSettings } from '../../../../src/app/core/edit-settings.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { newProject } from '../../../../src/app/features/projects/new-project.ts';
import { putSelection } from '../../../../src/app/features/selection/put-selection.ts';
import { addFiles } from '../../../../src/app/features/stage/add-files.ts';
import { importModel } from '../../../../src/app/features/stage/import-model.ts';
import { listViews } from '../../../../src/app/features/views/list-views.ts';
import { deriveMaterialId } from '../../../../src/app/model/list-materials.ts';
import { planSave } from '../../../../src/app/orders/plan-save.ts';
import type { NamedFile } from '../../../../src/contract/compute-values.ts';
import { MAX_MODEL_BYTES } from '../../../../src/contract/constants.ts';
import { AppError } from '../../../../src/contract/failure.ts';
import { type ContentHash, ProjectId } from '../../../../src/contract/ids.ts';
import type { CameraPose } from '../../../../src/contract/render-spec.ts';
import type { StageModel } from '../../../../src/contract/stage.ts';
import { makeBoxes } from '../../../support/box-model.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, until } from '../../../support/fake-outside.ts';
import { createFakeViewer, type FakeViewer } from '../../../support/fake-viewer.ts';
import { makeSketch } from '../../../support/light-map-app.ts';
import { makeView } from '../../../support/saved-view.ts';
import { makePng } from '../../../support/tiny-image.ts';

let app: App;

beforeEach(async () => {
  app = createTestApp(createFakeOutside(createFakeServer()));
  await loadActiveProject(app, 7, 'New');
});

const chair = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(makeBoxes([{ name: 'Seat', size: [1, 1, 1], centre: [0, 0, 0] }]));
const file = (path: string, content: BlobPart): NamedFile => ({ path, file: new Blob([content]) });
const forever = () => new AbortController().signal;

const TRIANGLE = 'mtllib part.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl oak\nf 1/1 2/1 3/1\n';

async function refuse(named: NamedFile): Promise<string> {
  const error: unknown = await importModel(app, [named], forever()).catch((reason) => reason);
  return error instanceof AppError ? error.failure.code : `not refused: ${String(error)}`;
}

test('a dropped model is kept on this device and becomes the project’s model, and back', async () => {
  await importModel(app, [file('chair.glb', chair())], forever());
  const { settings } = app.state.project;
  const hash = settings.model_hash!;
  expect(settings).toMatchObject({ model_name: 'chair.glb', model_materials: [], camera_views: [] });
  expect((await app.storage.get(hash))?.size).toBe(chair().byteLength);
  expect(await app.db.models.get(hash)).toMatchObject({ name: 'chair.glb', report: { triangleCount: 12 } });
  expect(await app.storage.list()).toEqual([hash]);
  app.commands.undo();
  expect(app.state.project.settings.model_hash).toBeNull();
});

test('a model that is given again goes to the server with the next save, which may have lost its own', async () => {
  await importModel(app, [file('chair.glb', chair())], forever());
  const { key, settings } = app.state.project;
  const row = await app.db.projects.get(key!);
  const sent = { ...row!.settings, model_hash: settings.model_hash, model_name: 'chair.glb' };
  await app.db.projects.update(key!, { serverId: ProjectId.parse(5), settings: sent, saved: sent });
  const planUploads = async () => {
    const { added } = await app.db.write(() => planSave(app, key!));
    return added.map(({ work }) => work.kind).filter((kind) => kind === 'upload-model');
  };
  expect(await planUploads()).toEqual([]);
  await importModel(app, [file('chair.glb', chair())], forever());
  expect(await planUploads()).toEqual(['upload-model']);
});

test('a model that is still read when another project is opened is no model of that one', async () => {
  const { key: first } = app.state.project;
  const importing = importModel(app, [file('chair.glb', chair())], forever()).catch((reason) => reason);
  await until(() => app.state.stage.load !== null);
  await newProject(app, 'Another');
  expect(await importing).toMatchObject({ name: 'AbortError' });
  expect(app.state.project).toMatchObject({ settings: { name: 'Another', model_hash: null } });
  expect(app.state.stage.load).toBeNull();
  expect((await app.db.projects.get(first ?? ''))?.settings.model_hash).toBeNull();
  expect(app.toasts.queue.visibleToasts.map(({ content }) => content.title)).toEqual([
    app.texts().t.stage.importLeft('chair.glb'),
  ]);
});

test('a model of several files is one GLB, with the files beside it', async () => {
  const mtl = file('part.mtl', 'newmtl oak\nKd 1 0 0\n');
  await importModel(app, [mtl, file('part.obj', TRIANGLE)], forever());
  const hash = app.state.project.settings.model_hash!;
  const row = await app.db.models.get(hash);
  expect(row).toMatchObject({ name: 'part.obj', report: { triangleCount: 1, warnings: [] } });
  expect(row?.originals?.map(({ path }) => path)).toEqual(['part.obj', 'part.mtl']);
  for (const original of row?.originals ?? []) expect(await app.storage.get(original.hash)).not.toBeNull();
  expect(new Uint32Array(await (await app.storage.get(hash))!.slice(0, 4).arrayBuffer())[0]).toBe(0x46546c67);
});

test('files that were missing are added, and the project keeps its work on the model', async () => {
  await importModel(app, [file('part.obj', TRIANGLE)], forever());
  const { settings } = app.state.project;
  const before = settings.model_hash!;
  expect((await app.db.models.get(before))?.report.warnings).toEqual([
    { kind: 'missing-file', uri: 'part.mtl', use: 'material-library', role: null, materials: [] },
  ]);
  settings.render_settings.hidden_nodes = [0];
  settings.render_settings.floor.stand = { kind: 'part', modelHash: before, nodeIndex: 0 };
  const oak = deriveMaterialId(before, 0);
  assignSettings(app, { camera_views: [makeView(1, { model_hash: before })] });
  putSelection(app, { selected: [], deselected: [oak], created_at: 1, updated_at: 1 });
  await app.db.sketches.add(makeSketch({ projectKey: app.state.project.key!, modelHash: before }));
  const owners = async () => [
    listViews(settings).map(({ model_hash }) => model_hash),
    (await app.db.sketches.toArray()).map(({ modelHash }) => modelHash),
    settings.render_settings.material_selection?.deselected,
    settings.render_settings.floor.stand,
  ];
  const ownedBy = async (hash: ContentHash) =>
    expect
      .poll(owners)
      .toEqual([
        [hash],
        [hash],
        [deriveMaterialId(hash, 0)],
        { kind: 'part', modelHash: hash, nodeIndex: 0 },
      ]);
  const camera: CameraPose = {
    position: [1, 2, 3],
    target: [0, 0, 0],
    up: [0, 1, 0],
    quaternion: [0, 0, 0, 1],
    fovDegrees: 45,
  };
  app.state.stage.camera = camera;
  app.state.stage.modelHash = before;
  await addFiles(app, [file('part.mtl', 'newmtl oak\nmap_Kd oak.png\n')], forever());
  const plain = await app.db.models.get(settings.model_hash!);
  await ownedBy(settings.model_hash!);
  expect(plain?.report.warnings).toEqual([
    { kind: 'missing-file', uri: 'oak.png', use: 'image', role: 'colour', materials: ['oak'] },
  ]);
  await addFiles(app, [file('oak.png', makePng())], forever());
  const whole = await app.db.models.get(settings.model_hash!);
  expect(whole?.report).toMatchObject({ warnings: [], materials: [{ name: 'oak', hasTexture: true }] });
  expect(whole?.name).toBe('part.obj');
  expect(settings.render_settings).toMatchObject({ hidden_nodes: [0], camera });
  await ownedBy(settings.model_hash!);
  app.commands.undo();
  expect(app.state.project.settings.model_hash).toBe(plain?.hash);
  await ownedBy(plain!.hash);
});

test('a picture goes into a GLB whose own files this device never had', async () => {
  const glb = makeBoxes([{ size: [1, 1, 1], centre: [0, 0, 0] }], { images: ['wood.png'] });
  await importModel(app, [file('box.glb', new Uint8Array(glb))], forever());
  await addFiles(app, [file('wood.png', makePng())], forever());
  const row = await app.db.models.get(app.state.project.settings.model_hash!);
  expect(row).toMatchObject({ name: 'box.glb', report: { warnings: [] } });
});

test('what is refused leaves project, stage and device as they were', async () => {
  await importModel(app, [file('chair.glb', chair())], forever());
  const before = JSON.stringify(app.state.project.settings);
  const kept = await app.storage.list();
  const huge = new Blob([chair()]);
  Object.defineProperty(huge, 'size', { value: MAX_MODEL_BYTES + 1 });
  expect(await refuse(file('empty.glb', ''))).toBe('file-empty');
  expect(await refuse(file('part.stl', 'solid'))).toBe('file-format-unsupported');
  expect(await refuse(file('README', 'x'))).toBe('file-format-unsupported');
  expect(await refuse({ path: 'huge.glb', file: huge })).toBe('file-too-large');
  expect(await refuse(file('broken.glb', 'not a model'))).toBe('model-unreadable');
  expect(await refuse(file('cut.glb', chair().slice(0, 200)))).toBe('model-unreadable');
  const document = { asset: { version: '2.0' }, buffers: [{ uri: 'chair.bin', byteLength: 9 }] };
  expect(await refuse(file('chair.gltf', JSON.stringify(document)))).toBe('model-incomplete');
  expect(JSON.stringify(app.state.project.settings)).toBe(before);
  expect(await app.storage.list()).toEqual(kept);
  expect(app.state.stage.load).toBeNull();
});

test('a cancelled import changes nothing', async () => {
  const controller = new AbortController();
  const importing = importModel(app, [file('chair.glb', chair())], controller.signal);
  controller.abort();
  await expect(importing).rejects.toMatchObject({ name: 'AbortError' });
  expect(app.state.project.settings.model_hash).toBeNull();
});

/** A viewer that meets what a model does to it. */
function drawWith(
  prepare: (model: StageModel) => Promise<unknown>,
  letGo?: (id: string) => void,
): FakeViewer {
  const viewer = createFakeViewer({ prepare, letGo });
  app.viewer.current = viewer;
  return viewer;
}

const preparedIds = ({ calls }: FakeViewer) =>
  calls.flatMap(([method, model]) => (method === 'prepare' ? [(model as StageModel).id] : []));
const releasedIds = ({ calls }: FakeViewer) =>
  calls.flatMap(([method, id]) => (method === 'letGo' ? [id] : []));

test('a model becomes the project’s only after it was drawn; before that nothing knows of it', async () => {
  let draw = (): void => undefined;
  const drawn = new Promise<void>((resolve) => {
    draw = resolve;
  });
  let isAsked = false;
  drawWith(() => {
    isAsked = true;
    return drawn;
  });
  const importing = importModel(app, [file('chair.glb', chair())], forever());
  await until(() => isAsked);
  expect(app.state.stage.load).toMatchObject({ isImport: true, phase: 'drawing' });
  expect(app.state.project.settings.model_hash).toBeNull();
  expect(await app.storage.list()).toEqual([]);
  expect(await app.db.models.toArray()).toEqual([]);
  draw();
  const { row } = await importing;
  expect(app.state.project.settings.model_hash).toBe(row.hash);
});

test.each([
  [
    'whose shapes do not unpack',
    new AppError({ code: 'model-unreadable', reason: 'geometry-damaged', details: 'x' }),
    'geometry-damaged',
  ],
  [
    'over which the viewer breaks down',
    new AppError({ code: 'worker-crashed', worker: 'viewer' }),
    'stopped-viewer',
  ],
])('a model %s leaves no trace', async (_what, thrown, reason) => {
  await importModel(app, [file('chair.glb', chair())], forever());
  const before = JSON.stringify(app.state.project.settings);
  const steps = app.commands.steps();
  const viewer = drawWith(() => Promise.reject(thrown));
  const other = new Uint8Array(makeBoxes([{ name: 'Other', size: [2, 1, 1], centre: [0, 0, 0] }]));
  await expect(importModel(app, [file('other.glb', other)], forever())).rejects.toMatchObject({
    failure: { reason },
  });
  expect(JSON.stringify(app.state.project.settings)).toBe(before);
  expect(app.commands.steps()).toBe(steps);
  expect(await app.storage.list()).toEqual([app.state.project.settings.model_hash]);
  expect(await app.db.models.toArray()).toHaveLength(1);
  expect(app.state.stage.load).toBeNull();
  expect(releasedIds(viewer)).toEqual(preparedIds(viewer));
});

test('a second file while the first is drawn takes its place, whatever becomes of the first', async () => {
  let calls = 0;
  drawWith(() => (++calls === 1 ? new Promise(() => undefined) : Promise.resolve()));
  const first = new AbortController();
  const importing = importModel(app, [file('chair.glb', chair())], first.signal);
  const ended = expect(importing).rejects.toMatchObject({ name: 'AbortError' });
  await until(() => calls === 1);
  first.abort();
  const other = new Uint8Array(makeBoxes([{ name: 'Other', size: [2, 1, 1], centre: [0, 0, 0] }]));
  const { row } = await importModel(app, [file('other.glb', other)], forever());
  await ended;
  expect(app.state.project.settings).toMatchObject({ model_hash: row.hash, model_name: 'other.glb' });
});

test('a first file that ends late leaves the second alone while that is drawn', async () => {
  const drawings = new Map<string, { resolve: () => void; reject: (reason: unknown) => void }>();
  const viewer = drawWith(
    ({ id }) => new Promise<void>((resolve, reject) => drawings.set(id, { resolve, reject })),
    (id) => drawings.get(id)?.reject(new DOMException('let go', 'AbortError')),
  );
  const first = new AbortController();
  const importing = importModel(app, [file('chair.glb', chair())], first.signal);
  const ended = expect(importing).rejects.toMatchObject({ name: 'AbortError' });
  await until(() => drawings.size === 1);
  // The same file given twice counts as well.
  const again = importModel(app, [file('chair.glb', chair())], forever());
  await until(() => drawings.size === 2);
  first.abort();
  await ended;
  const [former = '', latter = ''] = preparedIds(viewer);
  expect(releasedIds(viewer)).toEqual([former]);
  drawings.get(latter)?.resolve();
  const { row } = await again;
  expect(app.state.project.settings.model_hash).toBe(row.hash);
  expect(releasedIds(viewer)).toEqual([former]);
});

test('a drawn model that cannot be kept is freed in the viewer', async () => {
  const viewer = drawWith(async () => undefined);
  const full = new AppError({ code: 'device-storage-full' });
  app.storage.put = () => Promise.reject(full);
  await expect(importModel(app, [file('chair.glb', chair())], forever())).rejects.toBe(full);
  expect(preparedIds(viewer)).toHaveLength(1);
  expect(releasedIds(viewer)).toEqual(preparedIds(viewer));
});

test('a model that is given before the project is open waits for it, and is not lost when it comes', async () => {
  app.state.project.status = 'loading';
  const importing = importModel(app, [file('chair.glb', chair())], forever());
  await until(() => app.state.stage.load?.phase === 'storing');
  expect(app.state.project.settings.model_hash).toBeNull();
  app.state.project.status = 'ready';
  const { row } = await importing;
  expect(app.state.project.settings.model_hash).toBe(row.hash);
});
