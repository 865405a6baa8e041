import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { assignSettings } from '../../../../src/app/core/edit-settings.ts';
import type { OutboxEvent } from '../../../../src/app/data/outbox.ts';
import { keepDeleted } from '../../../../src/app/features/projects/keep-deleted.ts';
import { saveProject } from '../../../../src/app/features/projects/save-project.ts';
import { queueSelection } from '../../../../src/app/features/selection/queue-selection.ts';
import { deleteView } from '../../../../src/app/features/views/delete-views.ts';
import { editViews } from '../../../../src/app/features/views/edit-views.ts';
import { listViews } from '../../../../src/app/features/views/list-views.ts';
import { pullViews } from '../../../../src/app/features/views/pull-views.ts';
import { queueViews } from '../../../../src/app/features/views/queue-views.ts';
import { renameView } from '../../../../src/app/features/views/rename-view.ts';
import type { SavedView } from '../../../../src/contract/http/camera-views.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import { createFakeServer, type FakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, type FakeOutside, until } from '../../../support/fake-outside.ts';
import { makeView } from '../../../support/saved-view.ts';
import { namesOf, openViewsApp, served, viewsOf } from '../../../support/views-app.ts';

let server: FakeServer;
let outside: FakeOutside;
let app: App;
let stop: () => void;

beforeEach(async () => {
  server = createFakeServer({ camera_views: [1, 2].map((id) => makeView(id, { backend_id: 100 + id })) });
  outside = createFakeOutside(server);
  ({ app, stop } = await openViewsApp(outside));
});
afterEach(() => stop());

const names = () => namesOf(viewsOf(app));
const isDelete = ({ method }: { readonly method: string }) => method === 'DELETE';
const idle = async () => until(async () => (await app.db.outbox.count()) === 0);
const pull = () => pullViews(app, new AbortController().signal);
const there = (change: (views: SavedView[]) => SavedView[]): void => {
  server.project!.camera_views = change(server.project!.camera_views);
  server.project!.revision += 1;
};

/** Calls of a method stay on their way until they are let go. */
function hold(method: string): { readonly arrived: Promise<void>; readonly letGo: () => void } {
  const { fetch } = server;
  let letGo = (): void => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const arrived = new Promise<void>((resolve) => {
    server.fetch = async (input, init) => {
      if (init?.method !== method) return fetch(input, init);
      resolve();
      await released;
      return fetch(input, init);
    };
  });
  return { arrived, letGo };
}

test('another device’s views come, its newer names stand, and what it deleted goes', async () => {
  there(([first]) => [
    { ...first!, name: 'Front', timestamp: first!.timestamp + 9 },
    makeView(3, { backend_id: 103 }),
  ]);
  await pull();
  await until(() => names().join() === 'Front,View 3');
  expect(app.state.project.dirtyFields).toEqual([]);
});

test('what was changed here after it was deleted there stays, and an older name from there does not count', async () => {
  const [first, second] = viewsOf(app);
  server.fail('camera-views', { status: 503 });
  renameView(app, second!.uuid, 'Mine');
  await until(() => server.calls.some(({ method }) => method === 'POST'));
  there(() => [{ ...first!, name: 'Old', timestamp: first!.timestamp - 9 }]);
  await pull();
  expect(names()).toEqual(['View 1', 'Mine']);
});

test('views of another model are fetched, wait unseen, and are sent back to nobody', async () => {
  const model_hash = ContentHash.parse('b'.repeat(64));
  there((views) => [...views, makeView(3, { backend_id: 103, model_hash })]);
  await pull();
  await until(() => names().includes('View 3'));
  expect(namesOf(listViews(app.state.project.settings))).toEqual(['View 1', 'View 2']);
  await idle();
  expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('of more views than one model has room for the newest stay, and the others are set aside, also at the next pull', async () => {
  const many = (from: number, timestamp: number) =>
    Array.from({ length: 12 }, (_, index) =>
      makeView(index + 1, {
        name: `View ${from + index}`,
        backend_id: 100 + from + index,
        timestamp: timestamp + index,
      }),
    );
  assignSettings(app, { camera_views: [...viewsOf(app), ...many(11, 0)] });
  await app.workingCopy.current?.flush();
  there((views) => [...views, ...many(51, 2_000)]);
  await pull();
  await until(() => names().includes('View 62'));
  const setAside = async (): Promise<string[]> =>
    (await app.db.backups.toArray()).flatMap(({ lost }) =>
      lost.flatMap(({ value }) => namesOf(value.camera_views ?? [])),
    );
  expect(names()).toHaveLength(20);
  const first = await setAside();
  expect(new Set([...names(), ...first]).size).toBe(26);
  expect(first).toHaveLength(6);
  there((views) => [...views, ...many(81, 2_000_000_000_000)].slice(-20));
  await pull();
  await until(() => names().includes('View 92'));
  expect(await setAside()).toEqual(expect.arrayContaining(first));
});

test('views in the forms of older servers are taken', async () => {
  const { fetch } = server;
  server.fetch = async (input, init) => {
    if (!input.includes('camera-views')) return fetch(input, init);
    return new Response(
      JSON.stringify([
        { id: 7, view_number: 4, name: 'Orbit', orbit_theta: 0, orbit_phi: 1.5, orbit_radius: 15 },
        { id: 8, view_number: 0, name: 'Current', orbit_theta: 0, orbit_phi: 1.5, orbit_radius: 15 },
        'nonsense',
      ]),
      { headers: { 'content-type': 'application/json' } },
    );
  };
  await pull();
  await until(() => names().includes('Orbit'));
  expect(names()).not.toContain('Current');
});

test('a view that another device deleted is not sent back', async () => {
  const [first] = viewsOf(app);
  server.project!.render_settings.deleted_views = [{ uuid: first!.uuid, timestamp: Number.MAX_SAFE_INTEGER }];
  there(([, second]) => [second!]);
  renameView(app, first!.uuid, 'Too late');
  await until(() => names().join() === 'View 2');
  expect(served(server)).toEqual(['View 2']);
});

test('a view that came back by undo while its deletion was on its way stays here and there', async () => {
  const { uuid } = viewsOf(app)[0]!;
  const call = hold('DELETE');
  deleteView(app, uuid);
  await call.arrived;
  outside.advance(1_000);
  app.commands.undo();
  call.letGo();
  await until(() => server.calls.some(({ method }) => method === 'POST'));
  await idle();
  await app.workingCopy.current?.flush();
  expect(names()).toEqual(['View 1', 'View 2']);
  expect(served(server)).toEqual(['View 1', 'View 2']);
});

test('a deletion made while the view was on its way to the server follows it there', async () => {
  const call = hold('POST');
  const fresh = makeView(3);
  editViews(app, 'Save view', (views) => [...views, fresh]);
  await call.arrived;
  outside.advance(1_000);
  app.commands.undo();
  await app.workingCopy.current?.flush();
  call.letGo();
  await until(() => served(server).join() === 'View 1,View 2' && server.calls.some(isDelete));
  await idle();
  expect(names()).toEqual(['View 1', 'View 2']);
});

test('a delete that the server knows already is no failure', async () => {
  const [first] = viewsOf(app);
  there(([, second]) => [second!]);
  deleteView(app, first!.uuid);
  await until(() => server.calls.some(({ method }) => method === 'DELETE'));
  await idle();
  expect(names()).toEqual(['View 2']);
  expect(outside.warnings).toEqual([]);
});

test('a view that the server fails to take is tried again, and no answer means nothing is lost', async () => {
  server.fail('camera-views', { status: 503 }, 'lost-answer');
  renameView(app, viewsOf(app)[0]!.uuid, 'Front');
  await until(async () => {
    outside.advance(60_000);
    await app.reachability.probe();
    await app.outbox.drain();
    return served(server)[0] === 'Front' && (await app.db.outbox.count()) === 0;
  });
  expect(names()).toEqual(['Front', 'View 2']);
  expect(server.project!.camera_views).toHaveLength(2);
});

test('a save of the project after views were sent merges with them', async () => {
  renameView(app, viewsOf(app)[0]!.uuid, 'Front');
  await until(() => served(server)[0] === 'Front');
  await idle();
  app.state.project.settings.positive_prompt = 'oak';
  await until(() => app.state.project.dirtyFields.includes('positive_prompt'));
  expect(app.state.project.dirtyFields).toEqual(['positive_prompt']);
  await saveProject(app);
  await idle();
  expect(server.project).toMatchObject({ positive_prompt: 'oak' });
  expect(served(server)).toEqual(['Front', 'View 2']);
  expect(await app.db.backups.count()).toBe(0);
});

test('a project that is on this device only says so in the console', async () => {
  app.state.project.serverId = null;
  await pull();
  app.state.project.key = null;
  await pull();
  expect(outside.warnings).toEqual([
    'There is no projectId to synchronise with',
    'There is no state to synchronise',
  ]);
});

test('views of a project that the server has not are no news for it: they go with what makes the project', async () => {
  const key = app.state.project.key!;
  const project = (await app.db.projects.get(key))!;
  await app.db.write(() => keepDeleted(app, project));
  const stopped: OutboxEvent[] = [];
  app.outbox.onEvent((event) => event.kind === 'stopped' && stopped.push(event));
  renameView(app, viewsOf(app)[0]!.uuid, 'Front');
  queueSelection(app);
  queueViews(app);
  // Both have asked by then.
  await until(async () => (await app.db.projects.get(key))!.settings.camera_views[0]?.name === 'Front');
  await app.db.write(async () => {});
  await app.outbox.drain();
  await saveProject(app);
  await idle();
  expect(stopped).toEqual([]);
  expect(served(server)).toContain('Front');
});
