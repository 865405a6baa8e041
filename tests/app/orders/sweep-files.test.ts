import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { App } from '../../../src/app/core/app.ts';
import { assignSettings } from '../../../src/app/core/edit-settings.ts';
import { rendersKeptAs } from '../../../src/app/core/render-queries.ts';
import { loadActiveProject } from '../../../src/app/features/projects/load-active-project.ts';
import { importModel } from '../../../src/app/features/stage/import-model.ts';
import { sweepFiles } from '../../../src/app/orders/sweep-files.ts';
import { sweepWhenQuiet } from '../../../src/app/orders/sweep-when-quiet.ts';
import { freshSettings } from '../../../src/app/state/projects.ts';
import type { SketchRow } from '../../../src/app/values/sketch.ts';
import type { Look } from '../../../src/contract/http/looks.ts';
import { RenderSettings } from '../../../src/contract/http/projects.ts';
import type { ContentHash } from '../../../src/contract/ids.ts';
import { makeBoxes } from '../../support/box-model.ts';
import { createFakeServer } from '../../support/fake-http.ts';
import {
  createFakeOutside,
  createTestApp,
  type FakeOutside,
  hashOf,
  until,
} from '../../support/fake-outside.ts';
import { makeLight, makeSketch } from '../../support/light-map-app.ts';
import { makeOrderRequest } from '../../support/order-request.ts';
import { makeView } from '../../support/saved-view.ts';

const DAY_MS = 24 * 3_600_000;

let outside: FakeOutside;
let app: App;
beforeEach(async () => {
  outside = createFakeOutside(createFakeServer());
  app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
});
afterEach(() => {
  vi.useRealTimers();
});

async function store(text: string): Promise<ContentHash> {
  const bytes = new TextEncoder().encode(text);
  await app.storage.put(hashOf(bytes), new Blob([bytes]));
  return hashOf(bytes);
}

/** Drops a model of two files on the stage; the project shows it then. */
async function open(name: string): Promise<readonly ContentHash[]> {
  const files = [
    {
      path: `${name}.obj`,
      file: new Blob([`mtllib ${name}.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\no ${name}\nf 1 2 3\n`]),
    },
    { path: `${name}.mtl`, file: new Blob([`newmtl ${name}\n`]) },
  ];
  const { row } = await importModel(app, files, new AbortController().signal);
  app.state.stage.load = null;
  return [row.hash, ...(row.originals ?? []).map(({ hash }) => hash)];
}

/** Sweeps on the fourth day after now, having noted today what is of no use. */
async function sweepLater(): Promise<readonly ContentHash[]> {
  await sweepFiles(app);
  outside.advance(4 * DAY_MS);
  return sweepFiles(app);
}

test('a model that no project shows any more goes with its originals after three days', async () => {
  const old = await open('old');
  const shown = await open('shown');
  expect(old).toHaveLength(3);
  expect(await sweepFiles(app)).toEqual([]);
  outside.advance(2.9 * DAY_MS);
  expect(await sweepFiles(app)).toEqual([]);
  outside.advance(0.2 * DAY_MS);
  expect([...(await sweepFiles(app))].sort()).toEqual([...old].sort());
  expect([...(await app.storage.list())].sort()).toEqual([...shown].sort());
  expect((await app.db.models.toArray()).map(({ hash }) => hash)).toEqual([shown[0]]);
});

test('what nothing has named for three days stays where it came again just now, and has three days anew', async () => {
  await open('shown');
  const again = await store('dropped again in another tab');
  await sweepFiles(app);
  outside.advance(4 * DAY_MS);
  await store('dropped again in another tab');
  expect(await sweepFiles(app)).toEqual([]);
  outside.advance(2.9 * DAY_MS);
  expect(await sweepFiles(app)).toEqual([]);
  outside.advance(0.2 * DAY_MS);
  expect(await sweepFiles(app)).toEqual([again]);
});

test('what is wanted again in between has three days anew', async () => {
  const [old] = await open('old');
  const [shown] = await open('shown');
  await sweepFiles(app);
  outside.advance(2 * DAY_MS);
  assignSettings(app, { model_hash: old! });
  await sweepFiles(app);
  assignSettings(app, { model_hash: shown! });
  await sweepFiles(app);
  outside.advance(2 * DAY_MS);
  expect(await sweepFiles(app)).toEqual([]);
  outside.advance(1 * DAY_MS);
  expect(await sweepFiles(app)).toContain(old);
});

test('a file that is shared with a model in use stays', async () => {
  const glb = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0] }]);
  const file = new Blob([new Uint8Array(glb)]);
  const { row } = await importModel(app, [{ path: 'a.glb', file }], new AbortController().signal);
  app.state.stage.load = null;
  await app.db.models.put({
    ...row,
    hash: hashOf(new Uint8Array([1])),
    originals: [{ path: 'a', hash: row.hash }],
  });
  expect(await sweepLater()).toEqual([]);
});

const ROW = { projectKey: 'p', stream: 's', userId: 8, state: 'dead', attempts: 0, wasSent: false } as const;
const REST = { nextAt: 0, dependsOn: null, createdAt: 0, visitId: 'v', failure: null } as const;
const PROJECT = { serverId: null, revision: 0, sample: null, openedAt: 0 } as const;

/** How a row of each kind names a file. */
const NAMERS: Readonly<Record<string, (hash: ContentHash) => Promise<unknown>>> = {
  'another project of another person': (hash) => {
    const settings = freshSettings('Other');
    return app.db.projects.put({
      ...PROJECT,
      key: 'o',
      userId: 8,
      settings: { ...settings, model_hash: hash },
      saved: settings,
    });
  },
  'what the server has of a project': (hash) => {
    const settings = freshSettings('Other');
    return app.db.projects.put({
      ...PROJECT,
      key: 'o',
      userId: 8,
      settings,
      saved: { ...settings, model_hash: hash },
    });
  },
  'a backup': (hash) =>
    app.db.backups.add({
      projectKey: 'o',
      at: 0,
      lost: [{ part: 'model', value: { model_hash: hash } }],
    }),
  'a model on its way': (hash) =>
    app.db.outbox.add({
      ...ROW,
      ...REST,
      key: 'k',
      work: { kind: 'upload-model', hash, name: 'a.glb', sizeBytes: 1, uploadId: 'u' },
    }),
  'an order that waits': (hash) =>
    app.db.outbox.add({
      ...ROW,
      ...REST,
      key: 'k',
      work: {
        kind: 'order-render',
        request: makeOrderRequest(),
        files: [['mask', hash, 'a.webp']],
        isOffline: true,
        price: 1,
      },
    }),
  'a sketch': (hash) => app.db.sketches.put(makeSketch({ pictureHash: hash })),
  'light of a recipe in a sketch': (hash) => app.db.sketches.put(makeSketch({ steps: [makeLight(hash)] })),
  'light that was taken back in a sketch': (hash) =>
    app.db.sketches.put(makeSketch({ undone: [makeLight(hash)] })),
  'light that an undo brings back': (hash) => putStep(makeSketch({ steps: [makeLight(hash)] })),
  'a saved look': (hash) =>
    app.db.looks.put({
      id: 'l',
      userId: 8,
      name: 'Warm',
      look: { background_hash: hash } as unknown as Look,
      createdAt: 0,
      updatedAt: 0,
      deletedAt: null,
      sentAt: null,
    }),
  'a known library': (hash) => app.db.kv.put({ key: 'library:7:material', value: [{ image_hash: hash }] }),
};

test.each(Object.keys(NAMERS))('%s keeps the file that it names', async (kind) => {
  const [named, other] = [await store('named'), await store('other')];
  await NAMERS[kind]?.(named);
  expect(await sweepLater()).toEqual([other]);
  expect(await app.storage.get(named)).not.toBeNull();
});

/** A step that can be undone, and brings a sketch back then. */
async function putStep(before: SketchRow): Promise<void> {
  const edit = { kind: 'sketches', ids: [before.id], before: [before], after: [] } as const;
  const step = { command: { label: 'Light-map', edit }, at: 0, position: 0, size: 1 };
  await app.db.steps.put({ projectKey: 'o', position: 0, userId: 8, owner: 'visit', isDone: true, step });
}

test('what a sketch looked like before a step goes: its strokes draw it again', async () => {
  const picture = await store('picture');
  await putStep(makeSketch({ pictureHash: picture }));
  expect(await sweepLater()).toEqual([picture]);
});

test('own textures are kept by the open project and by what it once showed, which keeps no model, nor does a view', async () => {
  const [texture, other, model] = [await store('texture'), await store('other'), await store('model')];
  const { render_settings: look } = app.state.project.settings;
  const { kept_standings } = RenderSettings.parse({
    ...look,
    kept_standings: [{ model_hash: model, model_normalisation: null, up_axis: 'Z_UP' }],
  });
  Object.assign(kept_standings[0]!, { model_materials: [{ textureHash: other }] });
  assignSettings(app, { render_settings: { ...look, kept_standings } });
  assignSettings(app, { camera_views: [makeView(1, { model_hash: model })] });
  Object.assign(app.state.project.settings, { model_materials: [{ textureHash: texture }] });
  expect(await sweepLater()).toEqual([model]);
});

test('what is listed of projects that are not here any more goes, a part with each sweep', async () => {
  const { serverId } = app.state.project;
  const gone = Array.from({ length: 210 }, (_, index) => ({ key: rendersKeptAs(1_000 + index), value: [] }));
  await app.db.kv.bulkPut([...gone, { key: rendersKeptAs(serverId), value: [] }]);
  const left = () => app.db.kv.where('key').startsWith('renders:').primaryKeys();
  await sweepFiles(app);
  expect(await left()).toHaveLength(11);
  await sweepFiles(app);
  expect(await left()).toEqual([rendersKeptAs(serverId)]);
});

test('while a model comes in nothing goes, and one sweep is bounded', async () => {
  for (let index = 0; index < 210; index++) await store(`file ${index}`);
  await sweepFiles(app);
  outside.advance(4 * DAY_MS);
  app.state.stage.load = {
    name: 'a',
    hash: null,
    isImport: true,
    phase: 'checking',
    progress: 5,
    sizeBytes: 1,
  };
  expect(await sweepFiles(app)).toEqual([]);
  app.state.stage.load = null;
  expect(await sweepFiles(app)).toHaveLength(200);
  expect(await sweepFiles(app)).toHaveLength(10);
  expect(await app.storage.list()).toEqual([]);
});

test('the page sweeps once, when it is at rest', async () => {
  const file = await store('unused');
  await sweepFiles(app);
  outside.advance(4 * DAY_MS);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const stop = sweepWhenQuiet(app, (error) => {
    throw error;
  });
  const list = vi.spyOn(app.storage, 'list');
  app.state.shell.uploadFraction = 0.5;
  vi.advanceTimersByTime(600_000);
  expect(list).not.toHaveBeenCalled();
  app.state.shell.uploadFraction = null;
  vi.advanceTimersByTime(60_000);
  await until(async () => (await app.storage.get(file)) === null);
  vi.advanceTimersByTime(600_000);
  expect(list).toHaveBeenCalledTimes(1);
  stop();
});
