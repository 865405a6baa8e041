import { expect, test } from 'vitest';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

test('the server’s active project opens clean', async () => {
  const app = createTestApp(createFakeOutside(createFakeServer({ name: 'Lamp' })));
  await loadActiveProject(app, 7, 'New');
  expect(app.state.project).toMatchObject({ status: 'ready', serverId: 31, dirtyFields: [] });
  expect(app.state.project.settings.name).toBe('Lamp');
});

test('without any project a fresh one is made and offered to the server', async () => {
  const server = createFakeServer(null);
  const app = createTestApp(createFakeOutside(server));
  await loadActiveProject(app, 7, 'New project');
  expect(app.state.project).toMatchObject({ status: 'ready', serverId: null });
  expect(app.state.project.settings).toMatchObject({ name: 'New project', creativity: 0.5 });
  const stop = app.outbox.start(7);
  await app.outbox.drain();
  expect(server.project).toMatchObject({ name: 'New project' });
  stop();
});

test('another person on the same device does not see the first one’s copy', async () => {
  const server = createFakeServer();
  const first = createTestApp(createFakeOutside(server, 'shared'));
  await loadActiveProject(first, 7, 'New');
  server.isDown = true;
  const second = createTestApp(createFakeOutside(server, 'shared'));
  await loadActiveProject(second, 8, 'Theirs');
  expect(second.state.project.settings.name).toBe('Theirs');
});

test('edits this device has not sent stand when it opens again, and what they replace is kept', async () => {
  const server = createFakeServer({ name: 'Lamp' });
  const first = createTestApp(createFakeOutside(server, 'again'));
  await loadActiveProject(first, 7, 'New');
  const [row] = await first.db.projects.toArray();
  await first.db.projects.put({ ...row!, settings: { ...row!.settings, name: 'Mine' } });
  server.project = { ...server.project!, name: 'Theirs', description: 'theirs', revision: 2 };
  const second = createTestApp(createFakeOutside(server, 'again'));
  await loadActiveProject(second, 7, 'New');
  expect(second.state.project.settings).toMatchObject({ name: 'Mine', description: 'theirs' });
  expect(await second.db.backups.toArray()).toMatchObject([
    { lost: [{ part: 'name', value: { name: 'Theirs' } }] },
  ]);
});

test('a signed-out answer opens nothing and makes nothing', async () => {
  const server = createFakeServer();
  server.validToken = 'another';
  server.isRefreshAllowed = false;
  const app = createTestApp(createFakeOutside(server));
  await loadActiveProject(app, 7, 'New');
  expect(app.state.project.status).toBe('failed');
  expect(await app.db.projects.toArray()).toEqual([]);
});
