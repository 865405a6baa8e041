import { beforeEach, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import type { assignSettings } from '../../../../src/app/core/edit-settings.ts';
import type { OutboxRow, OutboxWork } from '../../../../src/app/data/outbox-row.ts';
import {
  describeLoss,
  explainUnsent,
  nameUnsent,
} from '../../../../src/app/features/unsent/describe-unsent.ts';
import { discardUnsent } from '../../../../src/app/features/unsent/discard-unsent.ts';
import { fileUnsent, writeUnsent } from '../../../../src/app/features/unsent/export-unsent.ts';
import {
  listUnsent,
  rootOf,
  type Unsent,
  type UnsentWork,
} from '../../../../src/app/features/unsent/list-unsent.ts';
import { planSave } from '../../../../src/app/orders/plan-save.ts';
import { freshSettings } from '../../../../src/app/state/projects.ts';
import { describeFailure } from '../../../../src/app/texts/describe-failure.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import { makeRecipe } from '../../../support/ai-recipe.ts';
import { createFakeServer, type FakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, type FakeOutside, hashOf } from '../../../support/fake-outside.ts';
import { LATE_TEXTS } from '../../../support/late-texts.ts';
import { makeSketch } from '../../../support/light-map-app.ts';
import { makeLook } from '../../../support/looks.ts';
import { makeOrderRequest } from '../../../support/order-request.ts';
import { makeView } from '../../../support/saved-view.ts';
import { openViewsApp } from '../../../support/views-app.ts';

let server: FakeServer;
let outside: FakeOutside;
let app: App;
beforeEach(async () => {
  server = createFakeServer({ name: 'Chair' });
  outside = createFakeOutside(server);
  const opened = await openViewsApp(outside);
  app = opened.app;
  // Rows stay as a test writes them.
  opened.stop();
});

const texts = textsOf('en');
const late = LATE_TEXTS.en;
const BYTES = new TextEncoder().encode('bytes');
const HASH = hashOf(BYTES);

async function add(work: OutboxWork, change: Partial<OutboxRow> = {}): Promise<string> {
  const key = outside.randomUuid();
  const { dependsOn = null } = change;
  await app.outbox.add(7, [{ key, projectKey: app.state.project.key!, work, dependsOn }]);
  await app.db.outbox.where('key').equals(key).modify(change);
  return key;
}
const list = () => listUnsent(app, 7);
const names = async () => (await list()).map((unsent) => nameUnsent(texts, late, unsent));
const why = (unsent: Unsent, connection: 'online' | 'offline' = 'online') =>
  explainUnsent(texts, late, unsent, connection, outside.now());
const edit = (change: Parameters<typeof assignSettings>[1]) =>
  app.db.projects.update(app.state.project.key!, {
    settings: { ...freshSettings('Chair'), name: 'Chair', ...change },
  });

test('every kind of work has a name that a person knows it by', async () => {
  await edit({ positive_prompt: 'oak', camera_views: [makeView(1, { name: 'Front' })] });
  await app.db.looks.add({ ...lookRow(), id: 'look', name: 'Evening' });
  const image = { batch_index: 0, image_hash: HASH } as never;
  const works: OutboxWork[] = [
    { kind: 'create-project' },
    { kind: 'activate-project' },
    { kind: 'upload-model', hash: HASH, name: 'chair.glb', sizeBytes: 5, uploadId: 'u' },
    {
      kind: 'upload-texture',
      hash: HASH,
      name: 'Oak',
      materialId: 'm' as never,
      originalIndex: 0,
      originalId: '',
    },
    { kind: 'upload-picture', hash: HASH, name: 'Label' },
    { kind: 'import-render', deviceKey: 'd', render: { images: [image] } as never },
    { kind: 'import-render', render: { images: [image] } as never },
    { kind: 'adopt-item', assetType: 'background', hash: HASH, name: 'Sweep', isWorn: false },
    { kind: 'save-project', frozen: null },
    { kind: 'sync-views' },
    { kind: 'sync-sketches' },
    { kind: 'sync-selection' },
    { kind: 'sync-materials' },
    { kind: 'sync-look', lookId: 'look' },
    {
      kind: 'order-render',
      request: makeOrderRequest({ imageCount: 2 }),
      files: [],
      isOffline: false,
      price: 0,
    },
    { kind: 'rerun-render', renderId: 12 as never, engine: 'studio' },
  ];
  for (const work of works) await add(work);
  expect(await names()).toEqual([
    'Project Chair',
    'That Chair is open',
    'Model “chair.glb” of Chair',
    'Texture “Oak” of Chair',
    'Picture “Label” of Chair',
    'Picture drawn on this device of Chair',
    'Finished picture of a project file of Chair',
    'Background “Sweep”',
    'Changes (Prompt) of Chair',
    'The view “Front” of Chair',
    'Painted light of Chair',
    'Materials chosen for the render of Chair',
    'Colours of materials of Chair',
    'Look “Evening”',
    'Order of 2 pictures of Chair',
    'Order to make render 12 again',
  ]);
});

test('what needs the person stands first; edits that no save was asked for stand last', async () => {
  await edit({ positive_prompt: 'oak' });
  await add({ kind: 'sync-sketches' });
  await add({ kind: 'sync-selection' }, { state: 'sending' });
  await add({ kind: 'rerun-render', renderId: 12 as never, engine: 'studio' }, { state: 'parked' });
  await add({ kind: 'activate-project' }, { state: 'dead', failure: { code: 'forbidden' } });
  expect((await list()).map(({ state }) => state)).toEqual([
    'refused',
    'asks',
    'sending',
    'waiting',
    'unsaved',
  ]);
});

test('views that are on their way are no edit to save besides', async () => {
  await edit({ camera_views: [makeView(1, { name: 'Front' })] });
  await add({ kind: 'sync-views' });
  expect(await names()).toEqual(['The view “Front” of Chair']);
});

test('painted light that nothing carries is named, and goes with a save', async () => {
  const projectKey = app.state.project.key!;
  await app.db.sketches.add(makeSketch({ projectKey }));
  expect(await names()).toEqual(['Painted light of Chair']);
  const [light] = await list();
  const written = await writeUnsent(app, light!, { what: 'Light', why: 'because' });
  expect(JSON.parse(written)).toMatchObject({ content: { sketches: { changed: [{ projectKey }] } } });
  await app.outbox.add(7, (await planSave(app, projectKey)).added);
  expect(await names()).toEqual(['Painted light of Chair']);
  expect((await list()).map(({ state }) => state)).toEqual(['waiting']);
});

test('nothing of another person is listed', async () => {
  await add({ kind: 'sync-look', lookId: 'theirs' }, { userId: 8 });
  await app.db.projects.update(app.state.project.key!, { userId: 8, serverId: null });
  expect(await list()).toEqual([]);
});

test('each says why it is not on the server', async () => {
  await add({ kind: 'sync-sketches' });
  await add({ kind: 'sync-selection' }, { nextAt: outside.now() + 60_000 });
  const model = await add(
    { kind: 'upload-model', hash: HASH, name: 'chair.glb', sizeBytes: 5, uploadId: 'u' },
    { state: 'dead', failure: { code: 'quota-exceeded', maxBytes: 1e9 } },
  );
  await add(
    { kind: 'save-project', frozen: null },
    { state: 'dead', dependsOn: model, failure: { code: 'quota-exceeded', maxBytes: 1e9 } },
  );
  const [refused, after, next, later] = await list();
  expect(why(next!)).toBe('It goes next.');
  expect(why(next!, 'offline')).toBe('It waits for a network.');
  expect(why(later!)).toMatch(/^The server could not take it\. It is tried again at \d/);
  expect(why(refused!)).toMatch(/^Your space of 1\sGB/);
  expect(why(after!)).toBe('It needs this first, which could not be saved: Model “chair.glb” of Chair.');
  expect(rootOf(after as UnsentWork).id).toBe(model);
});

test('what this device had no room to note says so, and not that the server refused it', async () => {
  const delayedBy = { code: 'device-storage-full' } as const;
  await add({ kind: 'sync-selection' }, { nextAt: outside.now() + 60_000, delayedBy });
  const [row] = await list();
  expect(why(row!)).toBe(describeFailure(texts, delayedBy));
});

test('what the server failed at says the number to ask with, in both languages, and is tried again', async () => {
  server.fail('/api/render', { status: 500, request_id: 'K7QF2MABCD' });
  const stop = app.outbox.start(7);
  await add({ kind: 'order-render', request: makeOrderRequest(), files: [], isOffline: false, price: 200 });
  await app.reachability.probe();
  await app.outbox.drain();
  await expect.poll(async () => (await list())[0]?.state).toBe('waiting');
  const [order] = await list();
  expect(why(order!)).toMatch(/It is tried again at .+\. If it goes on, ask .+ the number K7QF2MABCD\.$/);
  const spanish = explainUnsent(textsOf('es'), LATE_TEXTS.es, order!, 'online', outside.now());
  expect(spanish).toMatch(/pregunta a quien lleva el servidor con el número K7QF2MABCD\.$/);
  stop();
});

test('its content is the person’s: as a text, and as the file that it is', async () => {
  await app.storage.put(HASH, new Blob([BYTES]));
  await edit({ camera_views: [makeView(1, { name: 'Front' })] });
  await add({ kind: 'sync-views' });
  await add({ kind: 'upload-model', hash: HASH, name: 'chair.glb', sizeBytes: 5, uploadId: 'u' });
  const [views, model] = await list();
  const words = { what: 'The view', why: 'because' };
  expect(JSON.parse(await writeUnsent(app, views!, words))).toMatchObject({
    ...words,
    content: { changed: [{ name: 'Front' }], deleted: [] },
  });
  const { signal } = new AbortController();
  const file = await fileUnsent(app, model!, words, signal);
  expect([file.name, await file.file.text(), file.missing]).toEqual(['chair.glb', 'bytes', []]);
  await app.storage.delete(HASH);
  const rest = await fileUnsent(app, model!, words, signal);
  expect([rest.name, rest.missing]).toEqual(['the-view.json', ['chair.glb']]);
});

test('several files of one thing come as a ZIP', async () => {
  await app.storage.put(HASH, new Blob([BYTES]));
  const images = [0, 1].map((batch_index) => ({ batch_index, image_hash: HASH }));
  await add({ kind: 'import-render', deviceKey: 'd', render: { images } as never });
  const [picture] = await list();
  const file = await fileUnsent(app, picture!, { what: 'Picture', why: '' }, new AbortController().signal);
  expect(file.name).toBe('picture.zip');
  const zip = new TextDecoder('latin1').decode(await file.file.arrayBuffer());
  for (const name of ['picture.json', 'picture-1.webp', 'picture-2.webp']) expect(zip).toContain(name);
});

const lookRow = () => ({
  id: 'look',
  userId: 7,
  name: 'Evening',
  look: makeLook(),
  createdAt: 1,
  updatedAt: 5,
  deletedAt: null,
  sentAt: null as number | null,
});

test('a look that was never sent is gone with its row; one that the server has is again what it has', async () => {
  server.isDown = true;
  await app.db.looks.bulkAdd([lookRow(), { ...lookRow(), id: 'known', sentAt: 3 }]);
  for (const lookId of ['look', 'known']) {
    await add({ kind: 'sync-look', lookId }, { state: 'dead', failure: { code: 'forbidden' } });
  }
  const [never, known] = (await list()) as UnsentWork[];
  expect([never, known].map((unsent) => describeLoss(late, unsent!))).toEqual([
    'The look is on this device alone, and is deleted for good.',
    'Your change of it is lost: it becomes again what the server has.',
  ]);
  for (const unsent of [never, known]) expect(await discardUnsent(app, unsent!.id)).toBe(true);
  expect(await app.db.looks.toArray()).toMatchObject([{ id: 'known', updatedAt: 3, sentAt: 3 }]);
  expect(await list()).toEqual([]);
});

test('of an order whose answer never came it is not said that it costs nothing', async () => {
  server.isDown = true;
  const request = makeOrderRequest({ imageCount: 1 });
  const order = { kind: 'order-render', request, files: [], isOffline: false, price: 200 } as const;
  await add(order, { state: 'dead', failure: { code: 'forbidden' } });
  await add(order, { state: 'dead', failure: { code: 'order-unanswered' } });
  const found = (await list()) as UnsentWork[];
  expect(found.map((unsent) => describeLoss(late, unsent))).toEqual([
    'The order is withdrawn. It costs nothing.',
    'It is not sent again. Whether the server had taken it is not known: if so, its picture and what it cost are among your renders.',
  ]);
});

test('a picture that was drawn here goes with its bytes, and what may be on the server stays', async () => {
  await app.storage.put(HASH, new Blob([BYTES]));
  await app.db.deviceRenders.add({ key: 'd', userId: 7 } as never);
  const images = [{ batch_index: 0, image_hash: HASH }];
  const render = { images, recipe: makeRecipe() } as never;
  const sent = await add({ kind: 'import-render', deviceKey: 'd', render }, { wasSent: true });
  expect(await discardUnsent(app, sent)).toBe(false);
  expect(await app.db.deviceRenders.count()).toBe(1);
  await app.db.outbox.where('key').equals(sent).modify({ wasSent: false, state: 'dead' });
  expect(await discardUnsent(app, sent)).toBe(true);
  expect(await app.db.deviceRenders.count()).toBe(0);
  expect(await app.storage.get(HASH)).toBeNull();
});
