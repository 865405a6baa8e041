import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { clearViews } from '../../../../src/app/features/views/delete-views.ts';
import { followViews } from '../../../../src/app/features/views/follow-views.ts';
import { putViews } from '../../../../src/app/features/views/put-views.ts';
import { renameView } from '../../../../src/app/features/views/rename-view.ts';
import { SAVED_VIEWS_KEY } from '../../../../src/app/orders/backup-tiers.ts';
import type { SavedView } from '../../../../src/contract/http/camera-views.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import { createFakeServer, type FakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, type FakeOutside } from '../../../support/fake-outside.ts';
import { makeView } from '../../../support/saved-view.ts';
import { namesOf, openViewsApp, viewsOf } from '../../../support/views-app.ts';

// Code that comes when it is first needed is here already: the clock of these tests does not wait for it.
beforeAll(async () => {
  await Promise.all([
    import('../../../../src/app/features/views/backup-views.ts'),
    import('../../../../src/app/features/views/recover-views.ts'),
  ]);
});

const BACKUP_KEY = `${SAVED_VIEWS_KEY}_backup`;
const NAME = '31/';

let server: FakeServer;
let outside: FakeOutside;
let app: App;
const stops: (() => void)[] = [];
/** What the page would have thrown. */
const errors: unknown[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  server = createFakeServer();
  outside = createFakeOutside(server);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
  expect(errors.splice(0)).toEqual([]);
});

/** Everything that storage, database and server have to say now. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function pass(ms: number): Promise<void> {
  outside.advance(ms);
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
}

async function open(device: FakeOutside = outside): Promise<App> {
  for (const stop of stops.splice(0)) stop();
  const opened = await openViewsApp(device);
  app = opened.app;
  stops.push(
    opened.stop,
    followViews(app, (error) => errors.push(error)),
  );
  await settle();
  return app;
}

/** The same browser after its database was wiped, and what `change` does to its storages. */
async function openWiped(): Promise<App> {
  return open({ ...outside, databaseName: crypto.randomUUID() });
}

const save = (...views: SavedView[]) => putViews(app, new Map(views.map((view) => [view.uuid, view])));
const stored = (storage: FakeOutside['localStorage'], key: string) => {
  const all = JSON.parse(storage.getItem(key) ?? '{}') as Record<string, { views: SavedView[] }>;
  return all[NAME] === undefined ? null : namesOf(all[NAME].views);
};
const rows = () => app.db.viewBackups.where('name').equals(NAME).toArray();
const names = () => namesOf(viewsOf(app));
const setAside = async () =>
  (await app.db.backups.toArray()).flatMap(({ lost }) =>
    lost.flatMap(({ value }) => namesOf(value.camera_views ?? [])),
  );
/** As when the list went nowhere but to this device. */
const forget = (): void => {
  server.project!.camera_views = [];
  server.project!.render_settings.deleted_views = [];
};

test('a copy goes to every place 1 s after a change, and not before', async () => {
  await open();
  save(makeView(1));
  await pass(999);
  expect(stored(outside.localStorage, BACKUP_KEY)).toBeNull();
  expect(await rows()).toEqual([]);
  await pass(1);
  expect(stored(outside.localStorage, SAVED_VIEWS_KEY)).toEqual(['View 1']);
  expect(stored(outside.localStorage, BACKUP_KEY)).toEqual(['View 1']);
  expect(stored(outside.sessionStorage, BACKUP_KEY)).toEqual(['View 1']);
  expect(await rows()).toMatchObject([{ backup: { viewCount: 1, version: '1.0.0', deleted: [] } }]);
});

test('every 30 s what is not stored yet is, and the same content is not stored again', async () => {
  await open();
  save(makeView(1));
  await pass(1_000);
  await pass(90_000);
  expect(await rows()).toHaveLength(1);
  await app.db.viewBackups.clear();
  await pass(29_000);
  expect(await rows()).toHaveLength(1);
});

test('the database keeps five copies of a project', async () => {
  await open();
  const view = makeView(1);
  save(view);
  for (let turn = 1; turn <= 7; turn += 1) {
    renameView(app, view.uuid, `Name ${turn}`);
    await pass(1_000);
  }
  const kept = (await rows()).map(({ backup }) => (backup as { views: SavedView[] }).views[0]?.name);
  expect(kept).toEqual(['Name 3', 'Name 4', 'Name 5', 'Name 6', 'Name 7']);
});

test.each<[string, () => void]>([
  ['the list on this device', () => undefined],
  ['its backup', () => outside.localStorage.setItem(SAVED_VIEWS_KEY, '{"31/": {"views": 4}}')],
  [
    'the session’s',
    () => {
      outside.localStorage.setItem(SAVED_VIEWS_KEY, '[');
      outside.localStorage.removeItem(BACKUP_KEY);
    },
  ],
])('an empty list comes back after 2 s from %s, and goes to the server', async (_name, damage) => {
  await open();
  save(makeView(1), makeView(2));
  await pass(1_000);
  forget();
  damage();
  await openWiped();
  await pass(1_999);
  expect(names()).toEqual([]);
  await pass(1);
  expect(names()).toEqual(['View 1', 'View 2']);
  expect(namesOf(server.project!.camera_views)).toEqual(['View 1', 'View 2']);
  expect(app.toasts.queue.visibleToasts.map(({ content }) => content.title)).toEqual([
    '2 saved views were recovered.',
  ]);
});

test('views of other models that make room for recovered ones, and old ones without room, are set aside', async () => {
  await open();
  save(makeView(1), makeView(2));
  await pass(1_000);
  forget();
  const others = ['a', 'b', 'c', 'd', 'e'].flatMap((letter) =>
    Array.from({ length: 20 }, (_, index) =>
      makeView(index + 1, {
        name: `${letter}${index + 1}`,
        model_hash: ContentHash.parse(letter.repeat(64)),
      }),
    ),
  );
  server.project!.camera_views = others;
  await openWiped();
  await pass(2_000);
  expect(names()).toHaveLength(100);
  expect(await setAside()).toHaveLength(2);
});

test('views that an older version kept here and the model has no room for are set aside', async () => {
  outside.localStorage.setItem(
    SAVED_VIEWS_KEY,
    JSON.stringify(
      Array.from({ length: 23 }, (_, index) => makeView(index + 1, { name: `Old ${index + 1}` })),
    ),
  );
  await open();
  expect(names()).toHaveLength(20);
  expect((await setAside()).sort()).toEqual(['Old 21', 'Old 22', 'Old 23']);
});

test('the database is the last place, and is asked again at 3 s', async () => {
  await open();
  await pass(2_500);
  await app.db.viewBackups.add({
    name: NAME,
    backup: { views: [makeView(1)], deleted: [], timestamp: 1, viewCount: 1, version: '1.0.0' },
  });
  await pass(499);
  expect(names()).toEqual([]);
  await pass(1);
  expect(names()).toEqual(['View 1']);
});

test('an empty list that remembers other deletions does not overwrite the copies before they are looked at', async () => {
  await open();
  save(makeView(1));
  await pass(1_000);
  forget();
  server.project!.render_settings.deleted_views = [{ uuid: crypto.randomUUID(), timestamp: 5 }];
  await openWiped();
  await pass(1_500);
  expect(stored(outside.localStorage, BACKUP_KEY)).toEqual(['View 1']);
  await pass(500);
  expect(names()).toEqual(['View 1']);
});

test('what was cleared stays cleared, whatever copies there are', async () => {
  await open();
  save(makeView(1), makeView(2));
  await pass(1_000);
  const old = outside.localStorage.getItem(BACKUP_KEY)!;
  clearViews(app);
  await pass(1_000);
  forget();
  outside.localStorage.setItem(BACKUP_KEY, old);
  await openWiped();
  await pass(5_000);
  expect(names()).toEqual([]);
  expect(app.toasts.queue.visibleToasts).toEqual([]);
});

test('copies belong to a model: another model’s views are not brought back', async () => {
  await open();
  save(makeView(1));
  await pass(1_000);
  forget();
  server.project!.model_hash = 'ab'.repeat(32) as never;
  await openWiped();
  await pass(5_000);
  expect(names()).toEqual([]);
  expect(outside.warnings).toContain('No backups of saved views found');
});

test('storages that throw are passed over; looking there is given up after three attempts', async () => {
  const broken = (): never => {
    throw new DOMException('closed', 'SecurityError');
  };
  const closed = { getItem: broken, setItem: broken, removeItem: broken };
  await open({ ...outside, localStorage: { ...outside.localStorage }, sessionStorage: closed });
  await pass(10_000);
  expect(outside.warnings.filter((line) => line.startsWith('Recovery'))).toEqual([
    'Recovery attempt failed (1 of 3)',
    'Recovery attempt failed (2 of 3)',
    'Recovery attempt failed (3 of 3)',
  ]);
  save(makeView(1));
  await pass(1_000);
  expect(stored(outside.localStorage, BACKUP_KEY)).toEqual(['View 1']);
  expect(await rows()).toHaveLength(1);
});

test('a full storage gives up other projects’ copies for this one’s', async () => {
  outside.localStorage.setItem(BACKUP_KEY, JSON.stringify({ '7/': { timestamp: 1, views: [] } }));
  const setItem = (key: string, value: string): void => {
    if (value.includes('"7/"')) throw new DOMException('full', 'QuotaExceededError');
    outside.localStorage.setItem(key, value);
  };
  await open({ ...outside, localStorage: { ...outside.localStorage, setItem } });
  save(makeView(1));
  await pass(1_000);
  expect(stored(outside.localStorage, BACKUP_KEY)).toEqual(['View 1']);
});

test('a bare list of an older version is taken over once, next to what is there', async () => {
  server.project!.camera_views = [makeView(1, { backend_id: 101 })];
  const legacy = {
    id: 2,
    name: 'Old',
    orbit_theta: 1,
    orbit_phi: 1,
    orbit_radius: 15,
    timestamp: 5,
  };
  outside.localStorage.setItem(SAVED_VIEWS_KEY, JSON.stringify([legacy, { id: 3, name: 'Broken' }]));
  await open();
  expect(names()).toEqual(['View 1', 'Old']);
  await pass(1_000);
  expect(stored(outside.localStorage, SAVED_VIEWS_KEY)).toEqual(['View 1', 'Old']);
  await openWiped();
  expect(names().filter((name) => name === 'Old')).toHaveLength(1);
});

test('another model while the views are fetched ends that call without an error, and fetches anew', async () => {
  const { fetch } = server;
  const signals: AbortSignal[] = [];
  server.fetch = (input, init) => {
    const signal = init?.signal;
    if (!signal || !input.includes('/camera-views/') || signals.push(signal) > 1) return fetch(input, init);
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
  await open();
  expect(signals).toHaveLength(1);
  server.project!.camera_views = [makeView(1, { backend_id: 101 })];
  app.state.project.settings.model_hash = 'ab'.repeat(32) as never;
  await settle();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  await vi.waitUntil(() => names().join() === 'View 1');
});
