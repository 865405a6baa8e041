import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { followThumbnails } from '../../../../src/app/features/views/follow-thumbnails.ts';
import { pullViews } from '../../../../src/app/features/views/pull-views.ts';
import { renameView } from '../../../../src/app/features/views/rename-view.ts';
import { IDENTITY_MATRIX, VIEW_THUMBNAIL_PX } from '../../../../src/contract/constants.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import { createFakeServer, type FakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside } from '../../../support/fake-outside.ts';
import { createFakeViewer, type FakeViewer } from '../../../support/fake-viewer.ts';
import { makeView } from '../../../support/saved-view.ts';
import { openViewsApp, viewsOf } from '../../../support/views-app.ts';

const MOVED = [...IDENTITY_MATRIX.slice(0, 12), 3, 0, 0, 1];
const PICTURE = 'data:image/webp;base64,UklGRg==';
const SIZE = VIEW_THUMBNAIL_PX;

let server: FakeServer;
let app: App;
let viewer: FakeViewer;
let answers: { capturePasses: { snapshot: ArrayBuffer | null } };
const stops: (() => void)[] = [];

beforeEach(async () => {
  const model_hash = ContentHash.parse('ab'.repeat(32));
  server = createFakeServer({
    camera_views: [
      makeView(1, { backend_id: 101 }),
      makeView(2, { backend_id: 102, thumbnail: PICTURE }),
      makeView(3, { backend_id: 103, model_transform: MOVED }),
      makeView(4, { backend_id: 104, model_transform: [...IDENTITY_MATRIX] }),
    ],
    model_hash,
  });
  const opened = await openViewsApp(createFakeOutside(server));
  ({ app } = opened);
  answers = { capturePasses: { snapshot: new ArrayBuffer(SIZE * SIZE * 4) } };
  viewer = createFakeViewer(answers);
  app.viewer.current = viewer;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  stops.push(opened.stop, followThumbnails(app, viewer));
  app.state.stage.graphics = 'ready';
  app.state.stage.modelHash = model_hash;
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

const turn = () => new Promise((resolve) => setImmediate(resolve));
/** Ms go by, and everything that follows from that has begun. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let turns = 0; turns < 30; turns += 1) await turn();
}
const pictured = () => viewsOf(app).flatMap(({ id, thumbnail }) => (thumbnail === null ? [] : [id]));
/** Ms go by, and these views have pictures then. */
async function passUntil(ms: number, ...ids: number[]): Promise<void> {
  await pass(ms);
  while (pictured().length < ids.length) await turn();
  expect(pictured()).toEqual(ids);
  await turn();
}
const taken = () => viewer.calls.filter(([method]) => method === 'capturePasses').length;

test('views get their pictures one by one while the stage rests, and nobody has edited anything', async () => {
  const before = viewsOf(app);
  await pass(1_900);
  viewer.emit({ kind: 'frameDrawn', frame: 1 });
  await pass(1_900);
  expect(taken()).toBe(0);
  await passUntil(200, 1, 2);
  expect(viewer.calls).toEqual([['capturePasses', before[0]!.pose, SIZE, SIZE, ['snapshot']]]);
  await passUntil(2_100, 1, 2, 4);
  await pass(10_000);
  expect(taken()).toBe(2);
  const [first, second] = viewsOf(app);
  expect(atob(first!.thumbnail!.replace('data:image/webp;base64,', ''))).toBe(`picture ${SIZE}x${SIZE}`);
  expect([first, second]).toEqual([{ ...before[0], thumbnail: first!.thumbnail }, before[1]]);
  expect(app.commands.undoLabel()).toBeNull();
  await app.workingCopy.current?.flush();
  await pass(0);
  expect(app.state.project.dirtyFields).toEqual([]);
  expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a view of a moved model gets its picture when the model stands as it did', async () => {
  await passUntil(2_100, 1, 2);
  await passUntil(2_100, 1, 2, 4);
  app.state.project.settings.render_settings.model_transform = [...MOVED];
  await passUntil(2_100, 1, 2, 3, 4);
});

test('nothing is taken while a model loads or is dressed, a view is gone to or another model stands there', async () => {
  const { stage, views, project } = app.state;
  stage.load = {
    name: 'Chair',
    hash: null,
    isImport: true,
    phase: 'fetching',
    progress: 0,
    sizeBytes: null,
  };
  await pass(5_000);
  stage.load = null;
  stage.pending = 1;
  await pass(5_000);
  stage.pending = 0;
  views.movingTo = viewsOf(app)[1]!.uuid;
  await pass(5_000);
  views.movingTo = null;
  const { modelHash } = stage;
  stage.modelHash = ContentHash.parse('cd'.repeat(32));
  await pass(5_000);
  expect(taken()).toBe(0);
  stage.modelHash = modelHash;
  expect(project.settings.model_hash).toBe(modelHash);
  await passUntil(2_100, 1, 2);
});

test('a picture that cannot be made is not tried again, and one of a view that changed meanwhile is not kept', async () => {
  const { snapshot } = answers.capturePasses;
  answers.capturePasses.snapshot = null;
  for (let rests = 0; rests < 5; rests += 1) await pass(2_100);
  expect(taken()).toBe(2);
  expect(pictured()).toEqual([2]);
  const { uuid } = viewsOf(app)[0]!;
  app.state.project.settings.camera_views[0]!.timestamp += 5;
  Object.defineProperty(answers, 'capturePasses', {
    get: () => {
      renameView(app, uuid, 'Front');
      return { snapshot };
    },
  });
  await pass(2_100);
  expect(taken()).toBe(3);
  // The new state of it gets one of its own.
  while (taken() < 4) await pass(2_100);
  await passUntil(0, 1, 2);
  expect(viewsOf(app)[0]?.name).toBe('Front');
});

test('a picture goes to the server with what is sent next, and another device’s of the same state stays', async () => {
  await passUntil(2_100, 1, 2);
  await passUntil(2_100, 1, 2, 4);
  vi.useRealTimers();
  const { camera_views: there } = server.project!;
  there[3] = { ...there[3]!, thumbnail: PICTURE };
  await pullViews(app, new AbortController().signal);
  renameView(app, viewsOf(app)[1]!.uuid, 'Second');
  await vi.waitUntil(() => server.project!.camera_views.find(({ id }) => id === 1)?.thumbnail !== null);
  await vi.waitUntil(async () => (await app.db.outbox.count()) === 0);
  const sent = server.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(sent).toMatchObject([{ name: 'View 1' }, { name: 'Second' }]);
});
