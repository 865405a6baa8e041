import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { assignSettings, currentSettings, editSettings } from '../../../../src/app/core/edit-settings.ts';
import { listConflicts } from '../../../../src/app/features/conflicts/list-conflicts.ts';
import { restoreParts } from '../../../../src/app/features/conflicts/restore-parts.ts';
import { followSync } from '../../../../src/app/features/projects/follow-sync.ts';
import { keepWorkingCopy } from '../../../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { saveProject } from '../../../../src/app/features/projects/save-project.ts';
import { syncProject } from '../../../../src/app/features/projects/sync-project.ts';
import type { ProjectBody } from '../../../../src/contract/http/projects.ts';
import { createFakeServer, type FakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, type FakeOutside, until } from '../../../support/fake-outside.ts';
import { makeView } from '../../../support/saved-view.ts';

let server: FakeServer;
const stops: (() => void)[] = [];
const { signal } = new AbortController();

beforeEach(() => {
  server = createFakeServer();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A device of the person with the project open. */
async function open(device?: string): Promise<{ app: App; outside: FakeOutside; save(): Promise<void> }> {
  const outside = createFakeOutside(server, device);
  const app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  const copy = keepWorkingCopy(app, (error) => {
    throw error;
  });
  app.workingCopy.current = copy;
  stops.push(app.outbox.start(7), copy.stop);
  const save = async (): Promise<void> => {
    await saveProject(app);
    app.state.project.saving = null;
    await until(async () => (await app.db.outbox.count()) === 0);
  };
  return { app, outside, save };
}
/** Another device saves. */
const saveThere = (change: Partial<ProjectBody>): void => {
  server.project = { ...server.project!, ...change, revision: server.project!.revision + 1 };
};
const lost = async (app: App) => (await app.db.backups.toArray()).flatMap((row) => row.lost);

test('what another device saved comes, under the edits of this one that are not saved', async () => {
  const { app } = await open();
  assignSettings(app, { name: 'Mine' });
  saveThere({ description: 'theirs', positive_prompt: 'on sand' });
  await syncProject(app, null, signal);
  await until(() => app.state.project.settings.description === 'theirs');
  expect(app.state.project.settings).toMatchObject({ name: 'Mine', positive_prompt: 'on sand' });
  expect(app.state.project.dirtyFields).toEqual(['name']);
  expect(await lost(app)).toEqual([]);
});

test('an answer that is older than what this device saved meanwhile changes nothing', async () => {
  const { app, save } = await open();
  const { fetch } = server;
  server.fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (!/project\/\d+\/$/.test(input)) return answer;
    server.fetch = fetch;
    assignSettings(app, { name: 'Saved' });
    await save();
    return answer;
  };
  await syncProject(app, null, signal);
  expect(app.state.project.settings.name).toBe('Saved');
  expect(await app.db.projects.toArray()).toMatchObject([
    { revision: server.project!.revision, saved: { name: 'Saved' } },
  ]);
  await until(() => app.state.project.dirtyFields.length === 0);
});

test('without news since the last look nothing is fetched', async () => {
  const { app } = await open();
  const known = await syncProject(app, null, signal);
  const { length } = server.calls;
  expect(await syncProject(app, known, signal)).toBe(known);
  expect(server.calls.slice(length).map(({ path }) => path)).toEqual(['/api/project/last-sync/']);
});

test('two devices end equal, and what lost can be put back as a step that can be undone', async () => {
  const [one, two] = [await open(), await open()];
  const { render_settings: look } = currentSettings(one.app);
  assignSettings(one.app, { name: 'One', render_settings: { ...look, exposure: 2, quality: 'high' } });
  assignSettings(two.app, { name: 'Two', render_settings: { ...look, exposure: 3, shadow_intensity: 0 } });
  await one.save();
  const reads = server.calls.length;
  await two.save();
  // The refusal brought the server's copy: no further read.
  expect(server.calls.slice(reads).map(({ method }) => method)).toEqual(['PATCH', 'PATCH']);
  await syncProject(one.app, null, signal);
  const merged = { name: 'Two', render_settings: { exposure: 3, quality: 'high', shadow_intensity: 0 } };
  for (const { app } of [one, two]) {
    await until(
      () => app.state.project.settings.name === 'Two' && app.state.project.dirtyFields.length === 0,
    );
    expect(app.state.project.settings).toMatchObject(merged);
  }
  expect(await lost(one.app)).toEqual([]);
  const aside = await lost(two.app);
  expect(aside.map(({ part }) => part).sort()).toEqual(['look:exposure', 'name']);

  restoreParts(two.app, 'The other’s', aside);
  expect(currentSettings(two.app)).toMatchObject({ name: 'One', render_settings: { exposure: 2 } });
  const backups = await two.app.db.backups.toArray();
  expect(listConflicts(backups, currentSettings(two.app)).map(({ isInUse }) => isInUse)).toEqual([
    true,
    true,
  ]);
  two.app.commands.undo();
  expect(currentSettings(two.app)).toMatchObject(merged);
});

test('two devices set the lights of the file: one stands, whole, and the other is put back whole', async () => {
  const [one, two] = [await open(), await open()];
  const { render_settings: look } = currentSettings(one.app);
  const [bright, dim] = [
    { isOn: true, strength: 3 },
    { isOn: true, strength: 0.5 },
  ];
  assignSettings(one.app, { render_settings: { ...look, file_lights: bright } });
  assignSettings(two.app, { render_settings: { ...look, file_lights: dim } });
  await one.save();
  await two.save();
  await syncProject(one.app, null, signal);
  for (const { app } of [one, two])
    await until(() => currentSettings(app).render_settings.file_lights.strength === dim.strength);
  const aside = await lost(two.app);
  expect(aside.map(({ part }) => part)).toEqual(['look:file_lights']);
  restoreParts(two.app, 'The other’s', aside);
  expect(currentSettings(two.app).render_settings.file_lights).toEqual(bright);
  two.app.commands.undo();
  expect(currentSettings(two.app).render_settings.file_lights).toEqual(dim);
});

test('an edit that is made while a save meets another device’s stands', async () => {
  const { app, save } = await open();
  assignSettings(app, { name: 'Mine' });
  saveThere({ description: 'theirs' });
  const { fetch } = server;
  server.fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (answer.status !== 409) return answer;
    editSettings(app, 'Prompt', { positive_prompt: 'typed meanwhile' });
    await app.workingCopy.current?.flush();
    return answer;
  };
  await save();
  const { settings } = (await app.db.projects.toArray())[0]!;
  const all = { name: 'Mine', description: 'theirs', positive_prompt: 'typed meanwhile' };
  expect(settings).toMatchObject(all);
  expect(app.state.project.settings).toMatchObject({ positive_prompt: 'typed meanwhile' });
  expect(server.project).toMatchObject(all);
});

test('a server that was put back takes saves again, with what it has lost', async () => {
  const [one, two] = [await open(), await open()];
  const backup = server.project!;
  assignSettings(one.app, { description: 'saved since the backup' });
  await one.save();
  await syncProject(two.app, null, signal);
  await until(() => currentSettings(two.app).description === 'saved since the backup');
  server.project = backup;

  // One presses save before it has looked, the other one looks.
  assignSettings(one.app, { name: 'Mine' });
  await one.save();
  const merged = { name: 'Mine', description: 'saved since the backup' };
  expect(server.project).toMatchObject(merged);
  await until(() => one.app.state.project.dirtyFields.length === 0);
  expect(await lost(one.app)).toEqual([]);

  server.project = { ...backup, revision: 0 };
  await syncProject(two.app, null, signal);
  await until(() => two.app.state.project.dirtyFields.includes('description'));
  await two.save();
  expect(server.project).toMatchObject({ description: 'saved since the backup' });
});

test('what another device has done since a server was put back stands, or is set aside: its views stay, and so does its name', async () => {
  const [one, two] = [await open(), await open()];
  const backup = server.project!;
  for (const description of ['first', 'second', 'third']) {
    assignSettings(one.app, { description });
    await one.save();
  }
  server.project = backup;
  const view = makeView(1, { name: 'Since then' });
  assignSettings(two.app, { name: 'Since then', description: 'theirs', camera_views: [view] });
  await two.save();

  await syncProject(one.app, null, signal);
  await until(() => one.app.state.project.dirtyFields.includes('description'));
  const viewsOf = (all: Pick<ProjectBody, 'camera_views'>) => all.camera_views.map(({ name }) => name);
  expect(viewsOf(currentSettings(one.app))).toEqual(['Since then']);
  expect((await lost(one.app)).map(({ part, value }) => [part, Object.values(value)])).toEqual(
    expect.arrayContaining([
      ['name', ['Since then']],
      ['description', ['theirs']],
    ]),
  );
  await one.save();
  expect(server.project).toMatchObject({ description: 'third' });
  expect(viewsOf(server.project!)).toEqual(['Since then']);
});

test('what is cleared and not sent stays so when a server was put back to where it was not', async () => {
  const one = await open();
  assignSettings(one.app, { description: 'of the backup', positive_prompt: 'snow' });
  await one.save();
  const backup = server.project!;
  assignSettings(one.app, { name: 'Since then' });
  await one.save();
  server.project = backup;
  assignSettings(one.app, { positive_prompt: '' });
  await syncProject(one.app, null, signal);
  await one.save();
  expect(server.project).toMatchObject({
    name: 'Since then',
    description: 'of the backup',
    positive_prompt: '',
  });
});

test('a project that is opened from a server that was put back is saved there again', async () => {
  const { app, outside, save } = await open();
  const backup = server.project!;
  assignSettings(app, { description: 'saved since the backup' });
  await save();
  server.project = backup;
  const later = createTestApp(outside);
  await loadActiveProject(later, 7, 'New');
  expect(later.state.project).toMatchObject({
    settings: { description: 'saved since the backup' },
    dirtyFields: ['description'],
  });
  expect(await later.db.projects.toArray()).toMatchObject([{ revision: backup.revision }]);
});

test('an answer to a save that is overtaken takes nothing back that has come since', async () => {
  const { app, save } = await open();
  const { fetch } = server;
  server.fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (init?.method !== 'PATCH') return answer;
    server.fetch = fetch;
    saveThere({ description: 'theirs' });
    await loadActiveProject(app, 7, 'New');
    return answer;
  };
  assignSettings(app, { name: 'Mine' });
  await save();
  const { revision } = server.project!;
  expect(await app.db.projects.toArray()).toMatchObject([
    { revision, saved: { name: 'Mine', description: 'theirs' } },
  ]);
});

test('of a part that loses again the newest value is kept', async () => {
  const { app } = await open();
  assignSettings(app, { name: 'Mine', positive_prompt: 'mine' });
  saveThere({ name: 'First', positive_prompt: 'theirs' });
  const known = await syncProject(app, null, signal);
  saveThere({ name: 'Second' });
  await syncProject(app, known, signal);
  expect((await lost(app)).map(({ part, value }) => [part, Object.values(value)])).toEqual([
    ['positive_prompt', ['theirs']],
    ['name', ['Second']],
  ]);
});

test('a project that was deleted elsewhere goes, unless it has work that nobody else has', async () => {
  const clean = await open();
  const gone = server.project!;
  server.project = { ...gone, id: 32 as ProjectBody['id'], name: 'Another' };
  server.fail('/api/project/31/', { status: 404, code: 'not-found' });
  await syncProject(clean.app, null, signal);
  expect(clean.app.state.project).toMatchObject({ serverId: 32, settings: { name: 'Another' } });
  // It is no storage that was cleared: nothing is put back, and one sentence says what happened.
  const [row] = await clean.app.db.projects.toArray();
  expect(await clean.app.db.projects.count()).toBe(1);
  expect(row?.serverId).toBe(32);
  const { deletedElsewhere } = clean.app.texts().t.project;
  const said = clean.app.toasts.queue.visibleToasts.map(({ content }) => content.title);
  expect(said).toEqual([deletedElsewhere]);

  server.project = gone;
  const busy = await open();
  assignSettings(busy.app, { positive_prompt: 'only here' });
  server.fail('/api/project/31/', { status: 404, code: 'not-found' });
  await syncProject(busy.app, null, signal);
  await until(() => busy.app.state.project.serverId === null);
  await busy.save();
  expect(server.project).toMatchObject({ positive_prompt: 'only here' });
  await until(() => busy.app.state.project.serverId !== null);
});

test('one look at a time, when the page comes to the front and when the server is there again', async () => {
  const { app, outside } = await open();
  stops.push(followSync(app));
  saveThere({ description: 'first' });
  const { length } = server.calls;
  outside.setOnline(true);
  outside.setOnline(true);
  await until(() => app.state.project.settings.description === 'first');
  const looks = server.calls.slice(length).filter(({ path }) => path.endsWith('/last-sync/'));
  expect(looks).toHaveLength(1);
});

test('a look that the server refuses is told once', async () => {
  const { app, outside } = await open();
  stops.push(followSync(app));
  const broken = { status: 500, code: 'server-failed' };
  server.fail('/last-sync/', broken, broken);
  for (const count of [1, 2]) {
    const { length } = server.calls;
    outside.setOnline(true);
    await until(() => server.calls.length > length);
    await until(() => app.toasts.queue.visibleToasts.length > 0);
    expect(
      app.toasts.queue.visibleToasts.map(({ content }) => content.title),
      `look ${count}`,
    ).toEqual([expect.stringMatching(/^Error synchronizing project: /)]);
  }
});
