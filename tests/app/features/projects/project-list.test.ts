import { expect, test } from 'vitest';
import { assignSettings, editSettings } from '../../../../src/app/core/edit-settings.ts';
import type { OutboxWork } from '../../../../src/app/data/outbox-row.ts';
import { copyProject } from '../../../../src/app/features/projects/copy-project.ts';
import { deleteProject } from '../../../../src/app/features/projects/delete-project.ts';
import { keepWorkingCopy } from '../../../../src/app/features/projects/keep-working-copy.ts';
import { listProjects, searchProjects } from '../../../../src/app/features/projects/list-projects.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { newProject } from '../../../../src/app/features/projects/new-project.ts';
import { openProject } from '../../../../src/app/features/projects/open-project.ts';
import { renameProject } from '../../../../src/app/features/projects/rename-project.ts';
import type { DeviceRenderRow } from '../../../../src/app/values/device-render.ts';
import { ProjectId } from '../../../../src/contract/ids.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, until } from '../../../support/fake-outside.ts';
import { makeView } from '../../../support/saved-view.ts';

/** A device with the server's project open, and its working copy kept. */
async function openApp(name?: string) {
  const server = createFakeServer({ name: 'Lamp' });
  const outside = createFakeOutside(server, name);
  const app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  app.workingCopy.current = keepWorkingCopy(app, (error) => {
    throw error;
  });
  const rows = () => app.db.projects.toArray();
  const goOffline = () => {
    server.isDown = true;
    outside.setOnline(false);
  };
  return { app, outside, server, rows, goOffline };
}

test('a new project opens empty; back in the old one its unsaved work and its steps are there', async () => {
  const { app, rows } = await openApp();
  const { key: lamp } = app.state.project;
  editSettings(app, 'Prompt', { positive_prompt: 'on sand' });
  await newProject(app, 'Chair');
  expect(app.state.project).toMatchObject({ serverId: null, status: 'ready' });
  expect(app.state.project.settings).toMatchObject({ name: 'Chair', positive_prompt: '' });
  expect(app.state.project.undoLabel).toBeNull();
  editSettings(app, 'Prompt', { positive_prompt: 'on moss' });

  await openProject(app, { key: lamp, serverId: null });
  expect(app.state.project).toMatchObject({ key: lamp, serverId: 31, undoLabel: 'Prompt' });
  expect(app.state.project.settings).toMatchObject({ name: 'Lamp', positive_prompt: 'on sand' });
  expect(app.state.project.dirtyFields).toEqual(['positive_prompt']);
  app.commands.undo();
  expect(app.state.project.settings.positive_prompt).toBe('');
  const chair = (await rows()).find((row) => row.key !== lamp);
  expect(chair?.settings).toMatchObject({ name: 'Chair', positive_prompt: 'on moss' });
});

test('the server hears which project was opened last, also when that was offline, and a reload opens it', async () => {
  const { app, outside, server, goOffline } = await openApp('choice');
  const lamp = app.state.project.key;
  await newProject(app, 'Chair');
  goOffline();
  app.reachability.noteFailure();
  app.reachability.noteFailure();
  // Of two that were opened in the same millisecond neither is the last.
  outside.advance(1_000);
  await openProject(app, { key: lamp, serverId: ProjectId.parse(31) });
  const rows = await app.db.outbox.toArray();
  expect(rows.filter(({ work }) => work.kind === 'activate-project')).toMatchObject([{ projectKey: lamp }]);

  server.isDown = false;
  const again = createTestApp(createFakeOutside(server, 'choice'));
  await loadActiveProject(again, 7, 'New');
  expect(server.calls.at(-1)?.path).toBe('/api/project/31/');
  expect(again.state.project).toMatchObject({ key: lamp, serverId: 31 });
});

test('the project that was opened last opens after a reload, also where the clock has been put back', async () => {
  const { app, outside, goOffline } = await openApp('put-back');
  const lamp = app.state.project.key;
  outside.advance(86_400_000);
  await newProject(app, 'Chair');
  await app.outbox.drain();
  outside.advance(-86_400_000);
  await openProject(app, { key: lamp, serverId: null });
  goOffline();
  const again = createTestApp(outside);
  await loadActiveProject(again, 7, 'New');
  expect(again.state.project.key).toBe(lamp);
});

test('the open project is renamed as a step, another one at once', async () => {
  const { app, server, rows } = await openApp();
  const lamp = { key: app.state.project.key, serverId: app.state.project.serverId };
  await renameProject(app, lamp, '  Desk lamp ');
  expect(app.state.project.settings.name).toBe('Desk lamp');
  app.commands.undo();
  expect(app.state.project.settings.name).toBe('Lamp');
  await renameProject(app, lamp, ' ');
  expect(app.state.project.undoLabel).toBeNull();

  await newProject(app, 'Chair');
  await renameProject(app, lamp, 'Floor lamp');
  expect(server.project?.name).toBe('Floor lamp');
  const row = (await rows()).find(({ key }) => key === lamp.key);
  expect(row).toMatchObject({ revision: 2, settings: { name: 'Floor lamp' }, saved: { name: 'Floor lamp' } });
});

test('a copy of unsaved work is made here with ids of its own, and goes to the server whole', async () => {
  const { app, server, rows } = await openApp();
  const lamp = { key: app.state.project.key ?? '', serverId: app.state.project.serverId };
  const view = makeView(1);
  assignSettings(app, { camera_views: [view] });
  editSettings(app, 'Prompt', { positive_prompt: 'on sand' });
  await app.db.sketches.add({
    id: 'sketch',
    projectKey: lamp.key,
    modelHash: null,
    pose: view.pose,
    steps: [],
    undone: [],
    pictureHash: null,
    updatedAt: 1,
  });
  const copy = await copyProject(app, lamp, 'Lamp (copy)');
  expect(copy).toMatchObject({
    serverId: null,
    settings: { name: 'Lamp (copy)', positive_prompt: 'on sand' },
  });
  expect(copy.settings.camera_views[0]?.uuid).not.toBe(view.uuid);
  expect(app.state.project.key).toBe(lamp.key);
  expect(await rows()).toHaveLength(2);
  expect(await app.db.sketches.where('projectKey').equals(copy.key).count()).toBe(1);
  const kinds = (await app.db.outbox.where('stream').equals(`project:${copy.key}`).sortBy('seq')).map(
    ({ work }) => work.kind,
  );
  expect(kinds).toEqual(['create-project', 'save-project', 'sync-sketches']);

  // Made on the server it is the active one there; the person has the other one open.
  const stop = app.outbox.start(7);
  await until(() => server.calls.some(({ path }) => path.endsWith('/activate/')));
  const order = server.calls.filter(({ method }) => method === 'POST').map(({ path }) => path);
  expect(order.slice(0, 2)).toEqual(['/api/project/', `/api/project/${lamp.serverId}/activate/`]);
  stop();
});

test('a deleted project is gone here and there; the open one gives way, the last one to a new one', async () => {
  const { app, server, rows } = await openApp();
  const lamp = { key: app.state.project.key, serverId: app.state.project.serverId };
  await newProject(app, 'Chair');
  const chair = { key: app.state.project.key, serverId: null };
  await deleteProject(app, chair, lamp, 'New');
  expect(app.state.project).toMatchObject({ key: lamp.key });
  expect((await rows()).map(({ key }) => key)).toEqual([lamp.key]);
  expect(await app.db.outbox.where('stream').equals(`project:${chair.key}`).count()).toBe(0);

  await deleteProject(app, lamp, null, 'Another');
  expect(server.calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    '/api/project/31/',
  ]);
  expect(app.state.project).toMatchObject({ serverId: null, settings: { name: 'Another' } });
  expect(await rows()).toMatchObject([{ settings: { name: 'Another' } }]);
  expect(await app.db.steps.toArray()).toEqual([]);
});

test('a project of the server is not deleted without a connection, nor left', async () => {
  const { app, goOffline, rows } = await openApp();
  const lamp = { key: app.state.project.key, serverId: app.state.project.serverId };
  goOffline();
  await expect(deleteProject(app, lamp, null, 'Another')).rejects.toMatchObject({
    failure: { code: 'server-unreachable' },
  });
  expect(app.state.project.key).toBe(lamp.key);
  expect(await rows()).toHaveLength(1);
});

test('the list joins what this device and the server have, the last used first', async () => {
  const { app, rows } = await openApp();
  editSettings(app, 'Name', { name: 'Lámpara' });
  await newProject(app, 'Chair');
  const summary = {
    name: 'Lamp',
    model_name: 'lamp.glb',
    is_sample: false,
    is_active: true,
    updated_at: '2020-01-01T00:00:00.000Z',
    thumbnail: '/files/a',
  };
  const listed = listProjects(
    await rows(),
    [
      { ...summary, id: ProjectId.parse(31) },
      { ...summary, id: ProjectId.parse(40), name: 'Far away', updated_at: '2030-01-01T00:00:00.000Z' },
    ],
    'en',
  );
  expect(listed.map(({ name, hasUnsaved, serverId }) => [name, hasUnsaved, serverId])).toEqual([
    ['Far away', false, 40],
    ...listed.slice(1).map(({ name }) => (name === 'Chair' ? ['Chair', true, null] : ['Lámpara', true, 31])),
  ]);
  expect(listed).toHaveLength(3);
  expect(searchProjects(listed, ' LAMPARA ').map(({ name }) => name)).toEqual(['Lámpara']);
  expect(searchProjects(listed, 'lamp.glb').map(({ name }) => name)).toEqual(['Far away']);
  expect(searchProjects(listed, 'chair lamp')).toEqual([]);
});

test('projects of one moment stand by the numbers in their names, whatever their accents', () => {
  const names = ['Silla 10', 'silla 2', 'Árbol', 'Zapato'];
  const summaries = names.map((name, index) => ({
    id: ProjectId.parse(50 + index),
    name,
    model_name: null,
    is_sample: false,
    is_active: false,
    updated_at: '2020-01-01T00:00:00.000Z',
    thumbnail: null,
  }));
  const listed = listProjects([], summaries, 'es').map(({ name }) => name);
  expect(listed).toEqual(['Árbol', 'silla 2', 'Silla 10', 'Zapato']);
});

test('deleting the open project for itself to open instead makes a new one', async () => {
  const { app, rows } = await openApp();
  const lamp = { key: app.state.project.key, serverId: app.state.project.serverId };
  await deleteProject(app, lamp, { key: null, serverId: lamp.serverId }, 'Another');
  expect(app.state.project.settings.name).toBe('Another');
  expect(await rows()).toHaveLength(1);
});

test('a picture of this device that is on its way keeps its project until it is sent; one in the making goes with it', async () => {
  const { app } = await openApp();
  const { key } = app.state.project;
  const lamp = { key, serverId: ProjectId.parse(31) };
  const projectKey = key ?? '';
  const work = { kind: 'import-render', deviceKey: 'drawn', render: {} } as unknown as OutboxWork;
  await app.outbox.add(7, [{ key: 'drawn', projectKey, dependsOn: null, work }]);
  await app.db.deviceRenders.add({ key: 'waiting', userId: 7, projectKey } as DeviceRenderRow);
  await expect(deleteProject(app, lamp, null, 'Another')).rejects.toMatchObject({
    failure: { code: 'idempotency-in-flight' },
  });
  expect(app.state.project.key).toBe(key);
  await app.outbox.withdraw('drawn');
  await deleteProject(app, lamp, null, 'Another');
  expect(await app.db.deviceRenders.count()).toBe(0);
});
