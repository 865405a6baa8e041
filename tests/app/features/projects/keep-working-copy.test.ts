import { beforeEach, expect, test, vi } from 'vitest';
import type { App, WorkingCopy } from '../../../../src/app/core/app.ts';
import { assignSettings, currentSettings, editSettings } from '../../../../src/app/core/edit-settings.ts';
import { keepWorkingCopy } from '../../../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { noteDeletion, noteHeir } from '../../../../src/app/features/projects/note-deletion.ts';
import { openProject } from '../../../../src/app/features/projects/open-project.ts';
import { AppError } from '../../../../src/contract/failure.ts';
import { createFakeServer, type FakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, until } from '../../../support/fake-outside.ts';
import { makeModelMaterial } from '../../../support/library-items.ts';
import { makeView } from '../../../support/saved-view.ts';

let server: FakeServer;
const stops: (() => void)[] = [];

beforeEach(() => {
  for (const stop of stops.splice(0)) stop();
  server = createFakeServer();
});

async function open(device: string): Promise<{ app: App; copy: WorkingCopy }> {
  const app = createTestApp(createFakeOutside(server, device));
  await loadActiveProject(app, 7, 'New');
  const copy = keepWorkingCopy(app, (error) => {
    throw error;
  });
  stops.push(copy.stop);
  return { app, copy };
}

test('an edit is on this device without anybody saving, and a reload finds it unsaved', async () => {
  const { app } = await open('device-1');
  assignSettings(app, { positive_prompt: 'oak' });
  expect(app.state.project.isOnDevice).toBe(true);
  await until(() => !app.state.project.isOnDevice);
  await until(() => app.state.project.isOnDevice);
  await until(() => app.state.project.dirtyFields.length > 0);
  expect(app.state.project.dirtyFields).toEqual(['positive_prompt']);
  server.isDown = true;
  const again = await open('device-1');
  expect(again.app.state.project.settings.positive_prompt).toBe('oak');
  expect(again.app.state.project.dirtyFields).toEqual(['positive_prompt']);
});

test('a reload online keeps unsent edits and takes what changed on the server', async () => {
  const { app, copy } = await open('device-2');
  assignSettings(app, { positive_prompt: 'oak' });
  await copy.flush();
  server.project = { ...server.project!, name: 'Renamed', positive_prompt: 'theirs', revision: 9 };
  const again = await open('device-2');
  expect(again.app.state.project.settings).toMatchObject({ name: 'Renamed', positive_prompt: 'oak' });
});

test('two tabs edit different fields and both keep both', async () => {
  const first = await open('device-3');
  const second = await open('device-3');
  assignSettings(first.app, { name: 'Named in the first' });
  assignSettings(second.app, { positive_prompt: 'written in the second' });
  await Promise.all([first.copy.flush(), second.copy.flush()]);
  const both = { name: 'Named in the first', positive_prompt: 'written in the second' };
  await until(() => first.app.state.project.settings.positive_prompt === both.positive_prompt);
  await until(() => second.app.state.project.settings.name === both.name);
  expect((await first.app.db.projects.toArray())[0]?.settings).toMatchObject(both);
});

test('two tabs change the same list and the same group at once, and nothing of either is lost', async () => {
  const [view, model_materials] = [makeView(1), [makeModelMaterial(0), makeModelMaterial(1)]];
  server.project = { ...server.project!, model_materials, camera_views: [view] };
  const [first, second] = [await open('device-6'), await open('device-6')];
  const dye = (app: App, index: number, color: string): void => {
    const { model_materials: entries, render_settings: look } = currentSettings(app);
    const hidden_nodes = [...look.hidden_nodes, index];
    assignSettings(app, {
      model_materials: entries.map((entry, at) => (at === index ? { ...entry, color } : entry)),
      render_settings: { ...look, hidden_nodes, ...(index === 0 ? { exposure: 2 } : { quality: 'high' }) },
    });
  };
  dye(first.app, 0, '#ff0000');
  dye(second.app, 1, '#0000ff');
  assignSettings(first.app, { camera_views: [view, makeView(2)] });
  assignSettings(second.app, { camera_views: [view, makeView(3)] });
  await Promise.all([first.copy.flush(), second.copy.flush()]);
  for (const { app } of [first, second]) {
    await until(() => currentSettings(app).camera_views.length === 3);
    expect(currentSettings(app)).toMatchObject({
      model_materials: [{ color: '#ff0000' }, { color: '#0000ff' }],
      render_settings: { exposure: 2, quality: 'high', hidden_nodes: [0, 1] },
    });
  }
  // One person in two tabs: there is no other whose work was replaced.
  expect(await first.app.db.backups.toArray()).toEqual([]);
});

test('a camera that is moved in one tab does not bring back the view that was left', async () => {
  const view = makeView(1);
  server.project = { ...server.project!, camera_views: [{ ...view, is_active: true }] };
  const [first, second] = [await open('device-7'), await open('device-7')];
  assignSettings(first.app, { camera_views: [view] });
  assignSettings(second.app, { positive_prompt: 'oak' });
  await Promise.all([first.copy.flush(), second.copy.flush()]);
  await until(() => second.app.state.project.settings.camera_views[0]?.is_active === false);
  await until(() => first.app.state.project.settings.positive_prompt === 'oak');
  expect(first.app.state.project.settings.camera_views[0]?.is_active).toBe(false);
});

test('an edit that is taken back while it is still being written stays taken back', async () => {
  const { app, copy } = await open('device-8');
  const before = currentSettings(app).render_settings.exposure;
  const expose = (exposure: number): void =>
    assignSettings(app, { render_settings: { ...currentSettings(app).render_settings, exposure } });
  expose(before + 1);
  const writing = copy.flush();
  expose(before);
  assignSettings(app, { name: 'Oak' });
  await Promise.all([writing, copy.flush()]);
  await until(() => app.state.project.isOnDevice);
  const [row] = await app.db.projects.toArray();
  for (const { name, render_settings } of [row!.settings, currentSettings(app)])
    expect([name, render_settings.exposure]).toEqual(['Oak', before]);
});

test('an undo is kept like an edit', async () => {
  const { app, copy } = await open('device-4');
  editSettings(app, 'Name', { name: 'Wrong' });
  await copy.flush();
  app.commands.undo();
  await copy.flush();
  expect((await app.db.projects.toArray())[0]?.settings.name).toBe('Chair');
  await until(() => app.state.project.dirtyFields.length === 0);
});

test('looking around is not an edit', async () => {
  const { app, copy } = await open('device-5');
  app.state.project.settings.render_settings.camera = {
    position: [1, 1, 1],
    target: [0, 0, 0],
    up: [0, 1, 0],
    quaternion: [0, 0, 0, 1],
    fovDegrees: 45,
  };
  await copy.flush();
  await until(async () => (await app.db.projects.toArray())[0]?.settings.render_settings.camera !== null);
  expect(app.state.project.dirtyFields).toEqual([]);
});

test('views of two tabs that have no room together are set aside', async () => {
  const [first, second] = [await open('device-9'), await open('device-9')];
  const many = (from: number) => Array.from({ length: 15 }, (_, index) => makeView(from + index));
  assignSettings(first.app, { camera_views: many(1) });
  assignSettings(second.app, { camera_views: many(101) });
  await Promise.all([first.copy.flush(), second.copy.flush()]);
  await until(() => first.app.state.project.settings.camera_views.length === 20);
  await until(async () => {
    const lost = (await first.app.db.backups.toArray()).flatMap((row) => row.lost);
    return lost.flatMap(({ value }) => value.camera_views ?? []).length === 10;
  });
});

test('an edit that found no room is written by itself once there is some, and said once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const app = createTestApp(createFakeOutside(server, 'device-full'));
    await loadActiveProject(app, 7, 'New');
    const told: unknown[] = [];
    const copy = keepWorkingCopy(app, (error) => told.push(error));
    stops.push(copy.stop);
    const { write } = app.db;
    let attempts = 0;
    const refuse = (): Promise<never> => {
      attempts += 1;
      return Promise.reject(new AppError({ code: 'device-storage-full' }));
    };
    Object.assign(app.db, { write: refuse });
    assignSettings(app, { positive_prompt: 'oak' });
    for (const ms of [200, 10_000, 10_000]) await vi.advanceTimersByTimeAsync(ms);
    expect(attempts).toBe(3);
    expect(told).toHaveLength(1);
    expect(app.state.project.isOnDevice).toBe(false);
    Object.assign(app.db, { write });
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    await until(() => app.state.project.isOnDevice);
    const row = await app.db.run(() => app.db.projects.get(app.state.project.key!));
    expect(row?.settings.positive_prompt).toBe('oak');
  } finally {
    vi.useRealTimers();
  }
});

test('a storage that is cleared under the page gets the open project back, with what was only here', async () => {
  const { app, copy } = await open('device-cleared');
  assignSettings(app, { positive_prompt: 'oak' });
  await copy.flush();
  await until(() => app.state.project.dirtyFields.length > 0);
  const key = app.state.project.key!;
  const kept = await app.db.run(() => app.db.projects.get(key));
  await app.db.write(() => app.db.projects.clear());
  await until(async () => (await app.db.run(() => app.db.projects.get(key))) !== undefined);
  expect(await app.db.run(() => app.db.projects.get(key))).toEqual(kept);
  const said = app.toasts.queue.visibleToasts.map(({ content }) => content.title);
  expect(said).toEqual([app.texts().t.project.cleared]);
});

test('of a storage that is cleared under two tabs each gets the project back that it shows', async () => {
  const first = await openNamed('device-cleared-twice');
  const second = await openNamed('device-cleared-twice');
  const other = (await first.app.db.run(() => first.app.db.projects.get(first.key)))!;
  const alone = { ...other, key: 'another', serverId: null, openedAt: other.openedAt + 1 };
  await first.app.db.run(() => first.app.db.projects.add(alone));
  await openProject(second.app, { key: 'another', serverId: null });
  assignSettings(second.app, { positive_prompt: 'oak' });
  await until(() => second.app.state.project.dirtyFields.includes('positive_prompt'));
  const keys = () => first.app.db.run(() => first.app.db.projects.toCollection().primaryKeys());
  await first.app.db.write(() => first.app.db.projects.clear());
  await until(async () => (await keys()).length === 2);
  expect((await keys()).sort()).toEqual([first.key, 'another'].sort());
  expect(first.fates()).toEqual([]);
  expect(second.fates()).toEqual([]);
});

test('a project that was shown for want of a server, and made way in one tab, is followed by the other in silence', async () => {
  server.isDown = true;
  const [first, second] = [await open('device-heir'), await openNamed('device-heir', null)];
  expect(second.app.state.project.key).toBe(first.app.state.project.key);
  server.isDown = false;
  await loadActiveProject(first.app, 7, 'New');
  await until(() => second.fates().length > 0);
  expect(second.fates()).toEqual(['replaced']);
  await loadActiveProject(second.app, 7, 'New');
  expect(second.app.state.project.key).toBe(first.app.state.project.key);
  expect(second.app.toasts.queue.visibleToasts).toEqual([]);
});

test('a project that made way in one tab stays in the other where it was edited', async () => {
  server.isDown = true;
  const [first, second] = [await open('device-edited'), await openNamed('device-edited', null)];
  const { app, key, fates } = second;
  assignSettings(app, { positive_prompt: 'oak' });
  await first.app.db.write(async () => {
    await noteHeir(first.app.db, key, 'its heir');
    await first.app.db.projects.delete(key);
  });
  await until(async () => {
    const row = await app.db.run(() => app.db.projects.get(key));
    return row?.settings.positive_prompt === 'oak';
  });
  expect(fates()).toEqual([]);
  expect(app.toasts.queue.visibleToasts).toEqual([]);
});

/** A project with an edit that is in its row; `fates` is what was said to have become of it, `goneTimes` how often. */
async function openNamed(device: string, name: string | null = 'Named') {
  const app = createTestApp(createFakeOutside(server, device));
  await loadActiveProject(app, 7, 'New');
  const fates: string[] = [];
  const onError = (error: unknown): void => {
    throw error;
  };
  const shown = app.state.project.dirtyFields;
  const copy = keepWorkingCopy(app, onError, (fate) => void fates.push(fate));
  stops.push(copy.stop);
  if (name !== null) assignSettings(app, { name });
  // It has read the row.
  await until(() => app.state.project.dirtyFields !== shown);
  if (name !== null) await until(() => app.state.project.dirtyFields.length > 0);
  return { app, copy, key: app.state.project.key!, fates: () => fates, goneTimes: () => fates.length };
}

test('a project that another tab deleted stays deleted, is told of once, and is not written for ever', async () => {
  const { app, copy, key, goneTimes } = await openNamed('device-deleted');
  const kept = await app.db.run(() => app.db.projects.get(key));
  await app.db.write(async () => {
    await app.db.projects.add({ ...kept!, key: 'its heir' });
    await noteDeletion(app.db, key);
    await app.db.projects.delete(key);
  });
  await until(() => goneTimes() === 1);
  const { write } = app.db;
  let writes = 0;
  Object.assign(app.db, {
    write: (work: () => Promise<unknown>) => {
      writes += 1;
      return write(work);
    },
  });
  assignSettings(app, { positive_prompt: 'oak' });
  await until(() => writes > 0);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await copy.flush();
  // The pause after which an edit is written.
  const again = timers.mock.calls.filter(([, ms]) => ms === 120);
  timers.mockRestore();
  expect(again).toEqual([]);
  expect(goneTimes()).toBe(1);
  expect(await app.db.run(() => app.db.projects.toCollection().primaryKeys())).toEqual(['its heir']);
});

test('the only project of a browser, deleted by another tab, is not put back', async () => {
  const { app, key, goneTimes } = await openNamed('device-only');
  await app.db.write(async () => {
    await noteDeletion(app.db, key);
    await app.db.projects.delete(key);
  });
  await until(() => goneTimes() === 1);
  expect(await app.db.run(() => app.db.projects.count())).toBe(0);
  expect(app.toasts.queue.visibleToasts).toEqual([]);
});
