import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app/core/app.ts';
import { assignSettings, currentSettings } from '../../src/app/core/edit-settings.ts';
import { listUnsentSketches } from '../../src/app/data/list-unsent-sketches.ts';
import { followSketchSync } from '../../src/app/features/light-map/follow-sketch-sync.ts';
import { keepWorkingCopy } from '../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../src/app/features/projects/load-active-project.ts';
import { newProject } from '../../src/app/features/projects/new-project.ts';
import { openProject } from '../../src/app/features/projects/open-project.ts';
import { saveProject } from '../../src/app/features/projects/save-project.ts';
import { syncProject } from '../../src/app/features/projects/sync-project.ts';
import { pullSelection } from '../../src/app/features/selection/pull-selection.ts';
import { pullViews } from '../../src/app/features/views/pull-views.ts';
import { queueViews } from '../../src/app/features/views/queue-views.ts';
import { lateTextsOf } from '../../src/app/texts/load-texts.ts';
import { listDirtyFields } from '../../src/app/values/dirty-fields.ts';
import { isSameValue } from '../../src/app/values/same-value.ts';
import { LOST_REVISIONS_HEADER, PROJECT_REVISION_HEADER } from '../../src/contract/constants.ts';
import type { ProjectBody, ProjectSettings } from '../../src/contract/http/projects.ts';
import { MaterialId } from '../../src/contract/ids.ts';
import { backUp, openFolder } from '../support/backups.ts';
import { createTestApp, until } from '../support/fake-outside.ts';
import { FRONT, makeStroke, SIDE } from '../support/light-map-app.ts';
import { startPutBack } from '../support/put-back.ts';
import { openBrowser, type RealBrowser } from '../support/real-outside.ts';
import { makeView } from '../support/saved-view.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';

const { signal } = new AbortController();
const TOP = { ...FRONT, position: [0, 15, 0] } as const satisfies typeof FRONT;
const KNOWS = { [LOST_REVISIONS_HEADER]: '1' };
let folder: Awaited<ReturnType<typeof openFolder>>;
let first: TestServer;
const servers: TestServer[] = [];
const stops: (() => void)[] = [];
let backups = 0;
beforeAll(async () => {
  folder = await openFolder();
  first = await startTestServer();
});
// The tests share one PostgreSQL, which has connections for a few servers at once.
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  for (const server of servers.splice(0)) await server.stop();
});
afterAll(async () => {
  await first?.stop();
  await folder?.close();
});

/** A device of a person with the project open. */
interface Device {
  readonly browser: RealBrowser;
  app: App;
  edit(change: Partial<ProjectSettings>): void;
  /** Presses Save and waits until the server has it. */
  save(): Promise<void>;
  sync(): Promise<void>;
  /** The page is opened anew. */
  reopen(): Promise<void>;
  /** Parts that were set aside, with their values. */
  aside(): Promise<[string, unknown][]>;
}

async function open(at: TestServer, person: Person, isOld = false): Promise<Device> {
  const browser = openBrowser(at.url, person);
  const { fetch } = browser.outside;
  const outside = isOld ? { ...browser.outside, fetch: fetchAsOfOld(fetch) } : browser.outside;
  const userId = person.session.user.id;
  let stop = (): void => {};
  const start = async (): Promise<App> => {
    const app = createTestApp(outside);
    app.state.account.userId = userId;
    const stopOutbox = app.outbox.start(userId);
    await loadActiveProject(app, userId, 'New');
    const copy = keepWorkingCopy(app, (error) => {
      throw error;
    });
    app.workingCopy.current = copy;
    await until(() => app.state.project.serverId !== null);
    const stopSketches = followSketchSync(app, (error) => {
      throw error;
    });
    stop = () => {
      stopOutbox();
      stopSketches();
      copy.stop();
    };
    return app;
  };
  const device: Device = {
    browser,
    app: await start(),
    edit: (change) => assignSettings(device.app, change),
    async save() {
      const { app } = device;
      await saveProject(app);
      app.state.project.saving = null;
      await until(async () => (await app.db.outbox.count()) === 0);
      await isShown(app);
    },
    async sync() {
      await syncProject(device.app, null, signal);
      await isShown(device.app);
    },
    async reopen() {
      await device.app.workingCopy.current?.flush();
      stop();
      device.app = await start();
    },
    async aside() {
      const rows = await device.app.db.backups.toArray();
      return rows.flatMap(({ lost }) => lost).map(({ part, value }) => [part, Object.values(value)[0]]);
    },
  };
  stops.push(() => stop());
  return device;
}
/** As the pages of versions did that knew nothing of lost revisions. */
function fetchAsOfOld(pass: App['outside']['fetch']): App['outside']['fetch'] {
  return async (address, init) => {
    const headers = new Headers(init?.headers);
    headers.delete(LOST_REVISIONS_HEADER);
    const response = await pass(address, { ...init, headers });
    if (response.headers.get('content-type')?.includes('application/json') !== true) return response;
    const body = (await response.text()).replaceAll('"lost_revisions":', '"unknown":');
    return new Response(body, response);
  };
}

/** What the device has of the project is on its page. */
async function isShown({ db, state }: App): Promise<void> {
  const { project } = state;
  const row = await db.projects.get(project.key!);
  await until(() => project.settings.description === row?.settings.description);
  await until(() => project.settings.name === row?.settings.name);
  await until(() => project.settings.camera_views.length === row?.settings.camera_views.length);
  const unsaved = row === undefined ? [] : listDirtyFields(row.settings, row.saved);
  await until(() => project.dirtyFields.length === unsaved.length);
}
/** Two devices of a person with a project that both know, and the backup of it. */
async function begin(at = first, isOld = false) {
  const person = await at.signUp();
  const desktop = await open(at, person);
  desktop.edit({ name: 'Chair', description: 'of oak', positive_prompt: 'on snow' });
  await desktop.save();
  const tablet = await open(at, person, isOld);
  return { person, desktop, tablet, backup: await keep(at) };
}
async function keep(at: TestServer): Promise<string> {
  backups += 1;
  return (await backUp(at, join(folder.path, String(backups)))).folder;
}
async function putBack(backup: string, ...devices: Device[]): Promise<TestServer> {
  const server = await startPutBack(backup);
  servers.push(server);
  for (const { browser } of devices) browser.moveTo(server.url);
  return server;
}
/**
 * No server starts, or is put back again, in the second of a restore: when it takes something is told in whole seconds, and
 * revisions go on as many as four a second behind.
 */
const leaveSecondOfRestore = (): Promise<void> => setTimeout(1_000);
async function read(at: TestServer, { headers }: Person, more = {}): Promise<ProjectBody> {
  const response = await fetch(`${at.url}/api/project/active/`, { headers: { ...headers, ...more } });
  return (await response.json()) as ProjectBody;
}

test('what a device saved in a time that is lost stands beside what another one has saved often since', async () => {
  const { person, desktop, tablet, backup } = await begin();
  tablet.edit({ description: 'of ash' });
  await tablet.save();
  const server = await putBack(backup, desktop, tablet);
  // It knows what the backup had, and nothing of what is lost.
  for (const positive_prompt of ['on sand', 'on grass', 'on moss']) {
    desktop.edit({ positive_prompt });
    await desktop.save();
  }
  expect(await desktop.aside()).toEqual([]);

  await tablet.sync();
  const both = { name: 'Chair', description: 'of ash', positive_prompt: 'on moss' };
  expect(currentSettings(tablet.app)).toMatchObject(both);
  expect(tablet.app.state.project.dirtyFields).toEqual(['description']);
  expect(await tablet.aside()).toEqual([]);
  const told = tablet.app.toasts.queue.visibleToasts.map(({ content }) => content.title);
  expect(told).toEqual([lateTextsOf('en').conflicts.restoredUnsaved]);
  // Once: from now on it knows what is there.
  await tablet.sync();
  expect(tablet.app.state.project.dirtyFields).toEqual(['description']);
  await tablet.save();
  expect(await read(server, person)).toMatchObject(both);
  await desktop.sync();
  expect(currentSettings(desktop.app)).toMatchObject(both);
  expect([await desktop.aside(), await tablet.aside()]).toEqual([[], []]);
});

test('a save on what is lost meets what another device has saved since, however often that was', async () => {
  const { person, desktop, tablet, backup } = await begin();
  tablet.edit({ description: 'of ash' });
  await tablet.save();
  tablet.edit({ name: 'Stool' });
  await tablet.app.workingCopy.current?.flush();
  const server = await putBack(backup, desktop, tablet);
  desktop.edit({ positive_prompt: 'on sand' });
  await desktop.save();

  await tablet.save();
  const both = { name: 'Stool', description: 'of ash', positive_prompt: 'on sand' };
  expect(await read(server, person)).toMatchObject(both);
  tablet.edit({ negative_prompt: 'people' });
  await tablet.save();
  expect(await read(server, person)).toMatchObject({ ...both, negative_prompt: 'people' });
  expect(currentSettings(tablet.app)).toMatchObject(both);
  expect(await tablet.aside()).toEqual([]);
});

test('of a part that was changed in the time that is lost and since then the later stands, and the lost one is kept; an unsent edit stands', async () => {
  const { person, desktop, tablet, backup } = await begin();
  tablet.edit({ description: 'of ash', positive_prompt: 'on ice', name: 'Stool' });
  await tablet.save();
  tablet.edit({ name: 'Bench' });
  await tablet.app.workingCopy.current?.flush();
  const server = await putBack(backup, desktop, tablet);
  desktop.edit({ positive_prompt: 'on sand', name: 'Seat' });
  await desktop.save();

  // It looks as its page is opened.
  await tablet.reopen();
  const joined = { name: 'Bench', description: 'of ash', positive_prompt: 'on sand' };
  expect(currentSettings(tablet.app)).toMatchObject(joined);
  expect((await tablet.aside()).sort()).toEqual([
    ['name', 'Seat'],
    ['positive_prompt', 'on ice'],
  ]);
  await tablet.save();
  expect(await read(server, person)).toMatchObject(joined);
});

test('a device that knew what the backup had, or less, meets nobody: it saves, and what is taken away stays away', async () => {
  const { person, desktop, tablet, backup } = await begin();
  const server = await putBack(backup, desktop, tablet);
  tablet.edit({ description: '' });
  await tablet.save();
  desktop.edit({ name: 'Stool' });
  await desktop.save();
  const both = { name: 'Stool', description: '', positive_prompt: 'on snow' };
  expect(await read(server, person)).toMatchObject(both);
  await tablet.sync();
  for (const { app } of [desktop, tablet]) expect(currentSettings(app)).toMatchObject(both);
  expect([await desktop.aside(), await tablet.aside()]).toEqual([[], []]);
});

test('views and what is taken away in the time that is lost: nothing of it is taken for another device’s deletion', async () => {
  const { person, desktop, tablet, backup } = await begin();
  const view = makeView(1, { name: 'From above' });
  const { render_settings: look } = currentSettings(tablet.app);
  const chosen = { selected: [], deselected: [MaterialId.parse(randomUUID())], created_at: 1, updated_at: 1 };
  tablet.edit({
    camera_views: [view],
    description: '',
    render_settings: { ...look, material_selection: chosen },
  });
  await tablet.save();
  const server = await putBack(backup, desktop, tablet);
  desktop.edit({ positive_prompt: 'on sand' });
  await desktop.save();

  // As the page does when a project opens, before it knows more.
  await pullViews(tablet.app, signal);
  await pullSelection(tablet.app, tablet.app.state.project.key!, signal);
  expect(currentSettings(tablet.app).camera_views.map(({ name }) => name)).toEqual(['From above']);
  await tablet.sync();
  await tablet.save();
  const there = await read(server, person);
  expect(there).toMatchObject({ description: '', positive_prompt: 'on sand' });
  expect(there.render_settings.material_selection).toMatchObject({ deselected: chosen.deselected });
  expect(there.camera_views.map(({ name }) => name)).toEqual(['From above']);
});

/** How often it is said that something is to be saved again. */
function told({ app }: Device): number {
  const title = lateTextsOf('en').conflicts.restoredUnsaved;
  return app.toasts.queue.visibleToasts.filter(({ content }) => content.title === title).length;
}

test('what was never saved is no loss, and nobody is told of one', async () => {
  const { desktop, tablet, backup } = await begin();
  tablet.edit({ description: 'of ash' });
  await tablet.save();
  tablet.edit({ name: 'Stool' });
  await putBack(backup, desktop, tablet);
  desktop.edit({ description: 'of ash' });
  await desktop.save();
  await tablet.sync();
  expect(tablet.app.state.project.dirtyFields).toEqual(['name']);
  expect(told(tablet)).toBe(0);
});

test('nobody is told over another project that is open by then', async () => {
  const { desktop, tablet } = await begin();
  const { project } = tablet.app.state;
  const chair = { key: project.key, serverId: project.serverId };
  await newProject(tablet.app, 'Table');
  await until(() => project.serverId !== null);
  const table = { key: project.key, serverId: project.serverId };
  await openProject(tablet.app, chair);
  const backup = await keep(first);
  tablet.edit({ description: 'of ash' });
  await tablet.save();
  await putBack(backup, desktop, tablet);
  const { outside } = tablet.browser;
  const pass = outside.fetch;
  const slowly: typeof pass = async (address, init) => {
    if (address.includes('/at-restore/')) await openProject(tablet.app, table);
    return pass(address, init);
  };
  Object.assign(outside, { fetch: slowly });
  await syncProject(tablet.app, null, signal);
  expect([project.key, told(tablet)]).toEqual([table.key, 0]);
  await openProject(tablet.app, chair);
  expect(currentSettings(tablet.app)).toMatchObject({ description: 'of ash' });
});

/** Light that lies on the device, and is sent. */
async function paint({ app }: Device, name: string, pose = FRONT, at = Date.now()): Promise<void> {
  const projectKey = app.state.project.key!;
  const { id = randomUUID() } =
    (await app.db.sketches.filter((row) => isSameValue(row.pose, pose)).first()) ?? {};
  const none = { modelHash: null, undone: [], pictureHash: null };
  await app.db.sketches.put({ ...none, id, projectKey, pose, steps: [makeStroke(name)], updatedAt: at });
  await isSent(app);
}
async function isSent({ db, state }: App): Promise<void> {
  await until(async () => (await listUnsentSketches(db, state.project.key!)).changed.length === 0);
  await until(async () => (await db.outbox.count()) === 0);
}
async function strokes({ app }: Device): Promise<string[]> {
  const rows = await app.db.sketches.toArray();
  return rows.flatMap(({ steps }) => steps.map(({ id }) => id)).sort();
}

test('light that was painted in the time that is lost stays on its device, saved with the project or not, and is sent again', async () => {
  const person = await first.signUp();
  const desktop = await open(first, person);
  await paint(desktop, 'before', SIDE, Date.now() - 600_000);
  const tablet = await open(first, person);
  await until(async () => (await strokes(tablet)).join() === 'before');
  const backup = await keep(first);
  await paint(tablet, 'saved');
  tablet.edit({ description: 'of ash' });
  await tablet.save();
  await desktop.sync();
  await paint(tablet, 'over', SIDE);

  let server = await putBack(backup, desktop, tablet);
  await tablet.reopen();
  await isSent(tablet.app);
  await tablet.sync();
  expect(await strokes(tablet)).toEqual(['over', 'saved']);
  const phone = await open(server, person);
  await until(async () => (await strokes(phone)).join() === 'over,saved');

  // Without a save of the project there is no revision that is lost.
  const later = await keep(server);
  await paint(phone, 'unsaved', TOP);
  server = await putBack(later, phone, tablet);
  await leaveSecondOfRestore();
  const { outside } = phone.browser;
  outside.advance(Date.now() - outside.now());
  await phone.sync();
  await isSent(phone.app);
  expect(await strokes(phone)).toEqual(['over', 'saved', 'unsaved']);
  await tablet.sync();
  expect(await strokes(tablet)).toEqual(['over', 'saved', 'unsaved']);

  // What is taken away since then is, and once.
  await tablet.app.db.sketches.filter(({ steps }) => steps[0]?.id === 'unsaved').delete();
  await until(
    async () => (await listUnsentSketches(tablet.app.db, tablet.app.state.project.key!)).deleted.length === 0,
  );
  await phone.sync();
  expect(await strokes(phone)).toEqual(['over', 'saved']);
});

test('light that was painted before the backup, and sent after it, stays on its device, and is sent again', async () => {
  const { person, desktop, tablet, backup } = await begin();
  // As on a journey.
  await paint(tablet, 'early', FRONT, Date.now() - 600_000);
  const server = await putBack(backup, desktop, tablet);
  await tablet.sync();
  await isSent(tablet.app);
  expect(await strokes(tablet)).toEqual(['early']);
  const phone = await open(server, person);
  await until(async () => (await strokes(phone)).join() === 'early');
});

test('light that is taken away after a restore stays away, also where the project was saved in the time that is lost', async () => {
  const person = await first.signUp();
  const desktop = await open(first, person);
  await paint(desktop, 'old', FRONT, Date.now() - 600_000);
  const tablet = await open(first, person);
  await until(async () => (await strokes(tablet)).join() === 'old');
  const backup = await keep(first);
  tablet.edit({ description: 'of ash' });
  await tablet.save();
  await putBack(backup, desktop, tablet);
  await desktop.app.db.sketches.clear();
  await until(
    async () =>
      (await listUnsentSketches(desktop.app.db, desktop.app.state.project.key!)).deleted.length === 0,
  );
  for (const device of [tablet, desktop]) {
    await device.sync();
    await isSent(device.app);
    expect(await strokes(device)).toEqual([]);
  }
  expect(currentSettings(tablet.app)).toMatchObject({ description: 'of ash' });
});

test('a view that was sent behind another device’s change, both in the time that is lost, is not taken for deleted', async () => {
  const { person, desktop, tablet, backup } = await begin();
  desktop.edit({ description: 'of ash' });
  await desktop.save();
  tablet.edit({ camera_views: [makeView(1, { name: 'From above' })] });
  queueViews(tablet.app);
  await until(async () => (await read(first, person)).camera_views.length === 1);
  await until(async () => (await tablet.app.db.outbox.count()) === 0);
  const server = await putBack(backup, desktop, tablet);
  const views = () => currentSettings(tablet.app).camera_views.map(({ name }) => name);
  await pullViews(tablet.app, signal);
  expect(views()).toEqual(['From above']);
  await tablet.sync();
  expect(views()).toEqual(['From above']);
  await tablet.save();
  expect((await read(server, person)).camera_views.map(({ name }) => name)).toEqual(['From above']);
  await desktop.sync();
  await desktop.save();
  expect(await read(server, person)).toMatchObject({ description: 'of ash' });
});

test('two restores, then one from the older backup: a device that was away over them brings what each has lost', async () => {
  const { person, desktop, tablet, backup: older } = await begin();
  tablet.edit({ description: 'of ash' });
  await tablet.save();
  const second = await putBack(older, desktop);
  desktop.edit({ positive_prompt: 'on sand' });
  await desktop.save();
  const newer = await keep(second);
  desktop.edit({ negative_prompt: 'people' });
  await desktop.save();

  const third = await putBack(newer, desktop, tablet);
  await tablet.sync();
  await tablet.save();
  await desktop.sync();
  await desktop.save();
  const all = { description: 'of ash', positive_prompt: 'on sand', negative_prompt: 'people' };
  expect(await read(third, person)).toMatchObject(all);
  await tablet.sync();
  await leaveSecondOfRestore();

  const fourth = await putBack(older, desktop, tablet);
  const phone = await open(fourth, person);
  expect(currentSettings(phone.app)).toMatchObject({ description: 'of oak', negative_prompt: '' });
  phone.edit({ name: 'Stool' });
  await phone.save();
  await desktop.sync();
  await desktop.save();
  await tablet.sync();
  expect(await read(fourth, person)).toMatchObject({ ...all, name: 'Stool' });
  for (const { app } of [desktop, tablet])
    expect(currentSettings(app)).toMatchObject({ ...all, name: 'Stool' });
  for (const device of [desktop, tablet, phone]) expect(await device.aside()).toEqual([]);
});

test('a page of an older version sees that the server was put back, and keeps what it had saved', async () => {
  const { person, desktop, tablet, backup } = await begin(first, true);
  tablet.edit({ description: 'of ash' });
  await tablet.save();
  const server = await putBack(backup, desktop, tablet);
  await tablet.sync();
  expect(currentSettings(tablet.app)).toMatchObject({ description: 'of ash' });
  expect(tablet.app.state.project.dirtyFields).toEqual(['description']);
  await tablet.save();
  desktop.edit({ name: 'Stool' });
  await desktop.save();
  // Its saves meet what others have saved, as ever.
  tablet.edit({ positive_prompt: 'on sand' });
  await tablet.save();
  const all = { name: 'Stool', description: 'of ash', positive_prompt: 'on sand' };
  expect(currentSettings(tablet.app)).toMatchObject(all);
  await desktop.sync();
  expect(currentSettings(desktop.app)).toMatchObject(all);
  expect(await read(server, person)).toMatchObject(all);
  // Those pages do not know what the backup had, and keep it.
  expect([await desktop.aside(), await tablet.aside()]).toEqual([[], [['description', 'of oak']]]);
});

test('whoever knows nothing of lost revisions is told those that go on from the backups, everywhere', async () => {
  const { person, desktop, backup } = await begin();
  const { id, revision } = await read(first, person);
  const second = await putBack(backup, desktop);
  desktop.edit({ positive_prompt: 'on sand' });
  await desktop.save();
  const third = await putBack(await keep(second), desktop);
  const headers = { ...person.headers, 'content-type': 'application/json' };
  const send = (method: string, path: string, body: unknown, more = {}) =>
    fetch(`${third.url}/api/project/${path}`, {
      method,
      headers: { ...headers, ...more },
      body: JSON.stringify(body),
    });
  const saved = await read(third, person);
  expect(saved).toMatchObject({ id, revision: revision + 1, positive_prompt: 'on sand' });
  expect(saved.lost_revisions).toBeUndefined();
  const listed = await fetch(`${third.url}/api/project/`, { headers });
  expect(await listed.json()).toMatchObject([{ revision: revision + 1 }]);
  const refused = await send('PATCH', `${id}/`, { revision, name: 'Stool' });
  expect(refused.status).toBe(409);
  const refusal = { data: { revision: revision + 1 }, project: { revision: revision + 1 } };
  expect(await refused.json()).toMatchObject(refusal);
  const taken = await send('PATCH', `${id}/`, { revision: revision + 1, name: 'Stool' });
  expect(await taken.json()).toMatchObject({ revision: revision + 2, name: 'Stool' });
  const view = await send('POST', `${id}/camera-views/`, makeView(1));
  expect(view.headers.get(PROJECT_REVISION_HEADER)).toBe(String(revision + 3));
  const known = await read(third, person, KNOWS);
  expect(known.lost_revisions).toHaveLength(2);
  expect(known.revision).toBe((known.lost_revisions?.at(-1)?.next ?? 0) + 2);
  const fails = await send('PATCH', `${id}/`, { revision: revision + 3, name: 'Seat' }, KNOWS);
  expect(fails.status).toBe(409);
});

test('what the backup had of a project is told to its person alone, and for revisions that are lost alone', async () => {
  const stranger = await first.signUp();
  const { person, desktop, backup } = await begin();
  const before = await read(first, person);
  const server = await putBack(backup, desktop);
  const { id, revision, lost_revisions: lost } = await read(server, person, KNOWS);
  expect(before.lost_revisions).toBeUndefined();
  expect(lost).toEqual([{ last: before.revision, next: revision }]);
  const ask = (of: number, { headers }: Person) =>
    fetch(`${server.url}/api/project/${id}/at-restore/?revision=${of}`, { headers });
  desktop.edit({ name: 'Stool' });
  await desktop.save();
  const then = await ask(before.revision + 1, person);
  expect(await then.json()).toMatchObject({ id, revision: before.revision, name: 'Chair' });
  for (const of of [before.revision, revision]) expect((await ask(of, person)).status).toBe(404);
  expect((await ask(before.revision + 1, stranger)).status).toBe(404);
});
