import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { clearViews, deleteView } from '../../../../src/app/features/views/delete-views.ts';
import { stepView } from '../../../../src/app/features/views/move-view.ts';
import { putViews } from '../../../../src/app/features/views/put-views.ts';
import { renameView } from '../../../../src/app/features/views/rename-view.ts';
import { createFakeServer, type FakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, type FakeOutside, until } from '../../../support/fake-outside.ts';
import { makeView } from '../../../support/saved-view.ts';
import { namesOf, openViewsApp, served, viewsOf } from '../../../support/views-app.ts';

let server: FakeServer;
let outside: FakeOutside;
let app: App;
let stop: () => void;

beforeEach(async () => {
  const camera_views = [1, 2, 3].map((id) => makeView(id, { backend_id: 100 + id, is_active: id === 2 }));
  server = createFakeServer({ camera_views });
  outside = createFakeOutside(server);
  ({ app, stop } = await openViewsApp(outside));
});
afterEach(() => stop());

const names = () => namesOf(viewsOf(app));
const deleted = () => app.state.project.settings.render_settings.deleted_views.map(({ uuid }) => uuid);
const idle = async () => until(async () => (await app.db.outbox.count()) === 0);

test('a name, an order and a deletion are edits that are undone and done again, here and on the server', async () => {
  const [first, second, third] = viewsOf(app);
  renameView(app, first!.uuid, '  Front  ');
  renameView(app, second!.uuid, '   ');
  stepView(app, third!.uuid, -1);
  deleteView(app, second!.uuid);
  expect(names()).toEqual(['Front', 'View 3']);
  expect(deleted()).toEqual([second!.uuid]);
  await until(() => served(server).join() === 'Front,View 3');
  await idle();
  expect(server.calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    `/api/project/31/delete_camera_view/102/?deleted_at=${outside.now()}`,
  ]);
  app.commands.undo();
  expect(names()).toEqual(['Front', 'View 3', 'View 2']);
  expect(deleted()).toEqual([]);
  app.commands.undo();
  app.commands.undo();
  expect(names()).toEqual(['View 1', 'View 2', 'View 3']);
  await until(() => served(server).join() === 'View 1,View 2,View 3');
  for (let step = 0; step < 3; step += 1) app.commands.redo();
  expect(names()).toEqual(['Front', 'View 3']);
  await until(() => served(server).join() === 'Front,View 3');
  expect(outside.warnings).toEqual([]);
});

test('every state of a view is newer than the one before, also when it is undone', () => {
  const [{ uuid } = makeView(0)] = viewsOf(app);
  const timestamp = () => viewsOf(app).find((view) => view.uuid === uuid)!.timestamp;
  const stamps = [timestamp()];
  renameView(app, uuid, 'Front');
  stamps.push(timestamp());
  app.commands.undo();
  stamps.push(timestamp());
  expect(stamps).toEqual([...new Set(stamps)].sort((a, b) => a - b));
});

test('undoing leaves alone what came from elsewhere in between', () => {
  const [first] = viewsOf(app);
  deleteView(app, first!.uuid);
  const other = makeView(9, { name: 'From the tablet' });
  putViews(app, new Map([[other.uuid, other]]));
  app.commands.undo();
  expect(names()).toEqual(['View 1', 'View 2', 'View 3', 'From the tablet']);
  expect(deleted()).toEqual([]);
});

test('clearing leaves a deletion of each and is undone as one', async () => {
  const uuids = viewsOf(app).map(({ uuid }) => uuid);
  clearViews(app);
  expect(names()).toEqual([]);
  expect(deleted()).toEqual(uuids);
  await until(() => served(server).length === 0);
  app.commands.undo();
  expect(names()).toEqual(['View 1', 'View 2', 'View 3']);
  expect(viewsOf(app).map(({ is_active }) => is_active)).toEqual([false, false, false]);
});

test('an edit offline is sent when the server is back, and nothing is said but in the pending changes', async () => {
  outside.setOnline(false);
  server.isDown = true;
  renameView(app, viewsOf(app)[0]!.uuid, 'Front');
  await until(async () => (await app.db.outbox.count()) === 1);
  renameView(app, viewsOf(app)[1]!.uuid, 'Back');
  server.isDown = false;
  outside.setOnline(true);
  await app.reachability.probe();
  await until(async () => {
    outside.advance(1_000);
    await app.outbox.drain();
    return served(server).join() === 'Front,Back,View 3';
  });
  await idle();
  expect(app.state.project.dirtyFields).toEqual([]);
});
