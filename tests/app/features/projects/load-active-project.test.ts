import { subscribeKey } from 'valtio/utils';
import { describe, expect, test } from 'vitest';
import { assignSettings, editSettings } from '../../../../src/app/core/edit-settings.ts';
import { keepWorkingCopy } from '../../../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { openProject } from '../../../../src/app/features/projects/open-project.ts';
import { saveProject } from '../../../../src/app/features/projects/save-project.ts';
import { ProjectId } from '../../../../src/contract/ids.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, until } from '../../../support/fake-outside.ts';

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

test('what is typed while the answer of the server is put into the database stands', async () => {
  const server = createFakeServer({ name: 'Lamp' });
  const first = createTestApp(createFakeOutside(server, 'typed'));
  await loadActiveProject(first, 7, 'New');
  server.project = { ...server.project!, description: 'theirs', revision: 2 };
  const second = createTestApp(createFakeOutside(server, 'typed'));
  const copy = keepWorkingCopy(second, (error) => {
    throw error;
  });
  second.workingCopy.current = copy;
  let isTyped = false;
  // In the middle of it: what the page has from here on is not in what was read.
  second.db.projects.hook('updating', () => {
    if (!isTyped) assignSettings(second, { positive_prompt: 'typed' });
    isTyped = true;
  });
  await loadActiveProject(second, 7, 'New');
  expect(isTyped).toBe(true);
  const wanted = { positive_prompt: 'typed', description: 'theirs' };
  await until(() => second.state.project.settings.description === 'theirs');
  expect(second.state.project.settings).toMatchObject(wanted);
  await copy.flush();
  expect((await second.db.projects.toArray())[0]?.settings).toMatchObject(wanted);
  copy.stop();
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

/** S3 4, "Project load and sync", with A17. */
describe('without a project', () => {
  test('one is created with default settings, for the person of the token', async () => {
    const server = createFakeServer(null);
    const app = createTestApp(createFakeOutside(server));
    const stop = app.outbox.start(7);
    await loadActiveProject(app, 7, 'New project');
    await until(async () => (await app.db.outbox.count()) === 0);
    expect(server.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/project/active/',
      'POST /api/project/',
    ]);
    expect(server.calls[1]?.body).toMatchObject({
      user: 7,
      name: 'New project',
      creativity: 0.5,
      seed: null,
    });
    stop();
  });

  test('a creation that fails leaves a real project on this device, which is made with the next save', async () => {
    const server = createFakeServer(null);
    const app = createTestApp(createFakeOutside(server));
    const stop = app.outbox.start(7);
    server.fail('/api/project/', { status: 404, code: 'not-found' }, { status: 403, code: 'forbidden' });
    await loadActiveProject(app, 7, 'New project');
    await until(async () => (await app.db.outbox.toArray())[0]?.state === 'dead');
    expect(app.state.project).toMatchObject({ status: 'ready', serverId: null });
    expect(await saveProject(app)).toBe('sending');
    await until(async () => (await app.db.outbox.count()) === 0);
    expect(server.project).toMatchObject({ name: 'New project' });
    expect((await app.db.projects.toArray())[0]?.serverId).toBe(31);
    stop();
  });

  test('one that was made only because the server was away makes way for what the server has', async () => {
    const server = createFakeServer({ name: 'Lamp' });
    server.isDown = true;
    const app = createTestApp(createFakeOutside(server));
    await loadActiveProject(app, 7, 'New project');
    expect(app.state.project).toMatchObject({ serverId: null, settings: { name: 'New project' } });
    server.isDown = false;
    await loadActiveProject(app, 7, 'New project');
    expect(app.state.project).toMatchObject({ serverId: 31, settings: { name: 'Lamp' } });
    expect(await app.db.projects.count()).toBe(1);
    expect(server.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('what is done in it while the server is reached again stands, undone steps too', async () => {
    const server = createFakeServer({ name: 'Lamp' });
    server.isDown = true;
    const app = createTestApp(createFakeOutside(server));
    await loadActiveProject(app, 7, 'New project');
    const copy = keepWorkingCopy(app, (error) => {
      throw error;
    });
    app.workingCopy.current = copy;
    const statuses = new Set<string>();
    const stop = subscribeKey(app.state.project, 'status', (status) => statuses.add(status), true);
    editSettings(app, 'Prompt', { positive_prompt: 'oak' });
    server.isDown = false;
    await loadActiveProject(app, 7, 'New project');
    expect(app.state.project.settings.positive_prompt).toBe('oak');
    expect(app.commands.steps().done).toHaveLength(1);
    expect([...statuses]).toEqual([]);
    stop();
    copy.stop();
  });

  test.each([31, 77])(
    'one that another tab has brought to the server meanwhile, as project %i, stays with its edits, whichever is the active one there',
    async (id) => {
      const server = createFakeServer({ name: 'Lamp' });
      server.isDown = true;
      const first = createTestApp(createFakeOutside(server, `brought ${id}`));
      await loadActiveProject(first, 7, 'New project');
      const row = (await first.db.projects.toArray())[0]!;
      const outside = createFakeOutside(server, `brought ${id}`);
      const second = createTestApp({
        ...outside,
        fetch: async (input, init) => {
          const answer = await outside.fetch(input, init);
          const settings = { ...row.settings, positive_prompt: 'oak' };
          await first.db.projects.update(row.key, { serverId: ProjectId.parse(id), revision: 1, settings });
          return answer;
        },
      });
      server.isDown = false;
      await loadActiveProject(second, 7, 'New project');
      expect(second.state.project).toMatchObject({ key: row.key, settings: { positive_prompt: 'oak' } });
      const [kept, ...others] = await second.db.projects.toArray();
      expect(kept).toMatchObject({ key: row.key, serverId: id, settings: { positive_prompt: 'oak' } });
      expect(others).toEqual([]);
    },
  );

  test('it stays open where another tab has opened another one since', async () => {
    const server = createFakeServer(null);
    server.isDown = true;
    const app = createTestApp(createFakeOutside(server));
    await loadActiveProject(app, 7, 'New project');
    const { key } = app.state.project;
    const row = (await app.db.projects.toArray())[0]!;
    const settings = { ...row.settings, positive_prompt: 'oak' };
    await app.db.projects.update(row.key, { settings });
    await app.db.projects.add({ ...row, key: 'other', openedAt: row.openedAt + 1 });
    server.isDown = false;
    await loadActiveProject(app, 7, 'New project');
    expect(app.state.project.key).toBe(key);
  });

  test('unless somebody did something in it: then it stays open, and the server gets it', async () => {
    const server = createFakeServer({ name: 'Lamp' });
    server.isDown = true;
    const app = createTestApp(createFakeOutside(server));
    await loadActiveProject(app, 7, 'New project');
    const row = (await app.db.projects.toArray())[0]!;
    await app.db.projects.update(row.key, { settings: { ...row.settings, positive_prompt: 'oak' } });
    server.isDown = false;
    await app.reachability.probe();
    const stop = app.outbox.start(7);
    await loadActiveProject(app, 7, 'New project');
    await until(async () => (await app.db.outbox.count()) === 0);
    expect(app.state.project).toMatchObject({ key: row.key, settings: { positive_prompt: 'oak' } });
    expect(server.project).toMatchObject({ name: 'New project', positive_prompt: 'oak' });
    stop();
  });
});

test('an answer that is older than what was saved while it was on its way changes nothing', async () => {
  const server = createFakeServer({ name: 'Lamp' });
  const first = createTestApp(createFakeOutside(server, 'late'));
  await loadActiveProject(first, 7, 'New');
  const row = (await first.db.projects.toArray())[0]!;
  const settings = { ...row.settings, name: 'Saved' };
  const outside = createFakeOutside(server, 'late');
  const second = createTestApp({
    ...outside,
    fetch: async (input, init) => {
      const answer = await outside.fetch(input, init);
      await first.db.projects.update(row.key, { settings, saved: settings, revision: 2 });
      return answer;
    },
  });
  await loadActiveProject(second, 7, 'New');
  expect(second.state.project).toMatchObject({ settings: { name: 'Saved' }, dirtyFields: [] });
  expect((await second.db.projects.toArray())[0]?.revision).toBe(2);
});

test('an answer that comes when another project has been opened meanwhile does not take its place', async () => {
  const server = createFakeServer({ name: 'Lamp' });
  const first = createTestApp(createFakeOutside(server, 'left'));
  await loadActiveProject(first, 7, 'New');
  const row = (await first.db.projects.toArray())[0]!;
  const other = { ...row, key: 'other', serverId: null, settings: { ...row.settings, name: 'Chair' } };
  await first.db.projects.add({ ...other, saved: other.settings, openedAt: 0 });
  const outside = createFakeOutside(server, 'left');
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let isAsked = false;
  const second = createTestApp({
    ...outside,
    fetch: async (input, init) => {
      isAsked = true;
      await held;
      return outside.fetch(input, init);
    },
  });
  const loading = loadActiveProject(second, 7, 'New');
  await until(() => isAsked);
  await openProject(second, { key: 'other', serverId: null });
  answer();
  await loading;
  expect(second.state.project).toMatchObject({ key: 'other', status: 'ready', settings: { name: 'Chair' } });
});

test('a project that is slow to come does not open over one that was opened since', async () => {
  const server = createFakeServer({ name: 'Lamp' });
  const outside = createFakeOutside(server, 'slow');
  let answer = (): void => {};
  let isAsked = false;
  const app = createTestApp({
    ...outside,
    fetch: async (input, init) => {
      if (String(input).includes('/api/project/77/')) {
        isAsked = true;
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        server.project = { ...server.project!, id: ProjectId.parse(77), name: 'Slow' };
      }
      return outside.fetch(input, init);
    },
  });
  await loadActiveProject(app, 7, 'New');
  const opening = openProject(app, { key: null, serverId: ProjectId.parse(77) });
  await until(() => isAsked);
  const row = (await app.db.projects.toArray())[0]!;
  const other = { ...row, key: 'other', serverId: null, settings: { ...row.settings, name: 'Chair' } };
  await app.db.projects.add({ ...other, saved: other.settings, openedAt: 0 });
  await openProject(app, { key: 'other', serverId: null });
  answer();
  await opening;
  expect(app.state.project).toMatchObject({ key: 'other', settings: { name: 'Chair' } });
});

test('a model on its way into the open project keeps it open, whatever the server has as the active one', async () => {
  const server = createFakeServer({ name: 'Lamp' });
  const first = createTestApp(createFakeOutside(server, 'import'));
  await loadActiveProject(first, 7, 'New');
  const key = first.state.project.key!;
  server.project = { ...server.project!, id: ProjectId.parse(77), name: 'Opened on the tablet' };
  const second = createTestApp(createFakeOutside(server, 'import'));
  const importing = new AbortController();
  second.importing.current = importing;
  await loadActiveProject(second, 7, 'New');
  expect(second.state.project).toMatchObject({ key, settings: { name: 'Lamp' } });
  expect(importing.signal.aborted).toBe(false);
});
