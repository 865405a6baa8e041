import { beforeEach, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { freeStorage } from '../../../../src/app/features/account/free-storage.ts';
import { measureStorage } from '../../../../src/app/features/account/measure-storage.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { freshSettings } from '../../../../src/app/state/projects.ts';
import type { ContentHash, ProjectId } from '../../../../src/contract/ids.ts';
import { createFakeServer, type FakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, type FakeOutside, hashOf } from '../../../support/fake-outside.ts';
import { makeLibraryItem } from '../../../support/library-items.ts';

const CLOSED = 99;

const HOUR_MS = 3_600_000;

let server: FakeServer;
let outside: FakeOutside;
let app: App;
let oak: ContentHash;
/** The server's project that is closed here; null where it has none. */
let closed: { model_hash: ContentHash | null; model_glb_url: string | null } | null;
beforeEach(async () => {
  server = createFakeServer();
  const { fetch } = server;
  oak = hashOf(new TextEncoder().encode('oak'));
  server.fetch = async (input, init) => {
    if (server.isDown) return fetch(input, init);
    if (input.endsWith('/api/material/')) return Response.json([{ ...makeLibraryItem(1), image_hash: oak }]);
    if (/\/api\/(background|style)\/$/.test(input)) return Response.json([]);
    if (input.endsWith(`/api/project/${CLOSED}/`)) {
      if (closed === null) return Response.json({ code: 'not-found' }, { status: 404 });
      return Response.json({ ...server.project, ...closed, id: CLOSED });
    }
    return fetch(input, init);
  };
  outside = createFakeOutside(server);
  app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
});

/** Puts a file on this device, @param ageMs ago. */
async function store(text: string, ageMs = HOUR_MS): Promise<ContentHash> {
  const bytes = new TextEncoder().encode(text);
  outside.advance(-ageMs);
  await app.storage.put(hashOf(bytes), new Blob([bytes]));
  outside.advance(ageMs);
  return hashOf(bytes);
}

/** A closed project of the person, as it was saved, with a model that is on this device. */
async function close(
  text: string,
  change: { userId?: number; isDirty?: boolean; hasOriginals?: boolean } = {},
) {
  const hash = await store(text);
  const settings = { ...freshSettings(text), model_hash: hash };
  const { userId = 7, isDirty = false, hasOriginals = false } = change;
  const row = {
    key: text,
    userId,
    serverId: CLOSED as ProjectId,
    revision: 1,
    sample: null,
    settings: isDirty ? { ...settings, positive_prompt: 'unsaved' } : settings,
    saved: settings,
    openedAt: 1,
  };
  await app.db.projects.add(row);
  const report = {} as never;
  const model = { hash, name: text, sizeBytes: 1, report, addedAt: 1 };
  await app.db.models.put(hasOriginals ? { ...model, originals: [] } : model);
  closed = { model_hash: hash, model_glb_url: '/files/x' };
  return hash;
}

test('the model of a closed project that is whole on the server goes; the project stays in the list', async () => {
  const hash = await close('chair');
  expect(await freeStorage(app)).toBe('chair'.length);
  expect(await app.storage.list()).not.toContain(hash);
  expect(await app.db.models.get(hash)).toBeUndefined();
  expect(await app.db.projects.get('chair')).toBeDefined();
});

test('what nothing names goes, and pictures that the server’s library lists', async () => {
  await store('nobody needs me');
  expect(await store('oak')).toBe(oak);
  await app.db.kv.put({ key: 'library:7:material', value: [{ image_hash: oak }] });
  expect(await freeStorage(app)).toBe('nobody needs me'.length + 'oak'.length);
  expect(await app.storage.list()).toEqual([]);
});

test('what came just now, and a label in the hand, are about to be named', async () => {
  const young = await store('an import in another tab', 60_000);
  await store('the same file again');
  const again = await store('the same file again', 60_000);
  const label = await store('a label');
  await store('old');
  app.state.labels.waiting = { hash: label, name: 'a', widthPx: 1, heightPx: 1, widthMetres: null };
  expect(await freeStorage(app)).toBe('old'.length);
  expect((await app.storage.list()).sort()).toEqual([young, again, label].sort());
});

test.each([
  ['has unsaved work', () => close('chair', { isDirty: true })],
  ['is another person’s', () => close('chair', { userId: 8 })],
  ['was packed from files that only this device has', () => close('chair', { hasOriginals: true })],
  [
    'has something on its way',
    async () => {
      const hash = await close('chair');
      const work = { kind: 'save-project', frozen: null } as const;
      const key = app.outside.randomUuid();
      await app.outbox.add(7, [{ key, projectKey: 'chair', work, dependsOn: null }]);
      return hash;
    },
  ],
  [
    'the server has without its model',
    async () => {
      const hash = await close('chair');
      closed = { model_hash: hash, model_glb_url: null };
      return hash;
    },
  ],
  [
    'the server has with another model',
    async () => {
      const hash = await close('chair');
      closed = { model_hash: oak, model_glb_url: '/files/x' };
      return hash;
    },
  ],
  [
    'the server no longer has',
    async () => {
      const hash = await close('chair');
      closed = null;
      return hash;
    },
  ],
  [
    'is open',
    async () => {
      const hash = await close('chair');
      app.state.project.key = 'chair';
      return hash;
    },
  ],
])('the model of a project stays that %s', async (_title, prepare) => {
  const hash = await prepare();
  expect(await freeStorage(app)).toBe(0);
  expect(await app.storage.list()).toContain(hash);
  expect(await app.db.models.get(hash)).toBeDefined();
});

test('while a model comes in nothing goes, and without the server neither', async () => {
  await store('nobody needs me');
  const card = { name: 'x', hash: null, phase: 'checking', progress: 1, sizeBytes: null } as const;
  app.state.stage.load = { ...card } as App['state']['stage']['load'];
  expect(await freeStorage(app)).toBe(0);
  app.state.stage.load = null;
  server.isDown = true;
  await expect(freeStorage(app)).rejects.toMatchObject({ failure: { code: 'server-unreachable' } });
  expect(await app.storage.list()).toHaveLength(1);
});

test('models are told from pictures by what they take', async () => {
  await close('chair');
  await store('a picture');
  expect(await measureStorage(app)).toEqual({
    modelBytes: 'chair'.length,
    pictureBytes: 'a picture'.length,
    restBytes: null,
    quotaBytes: null,
    isKept: false,
  });
});
