import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { assignSettings, currentSettings } from '../../src/app/core/edit-settings.ts';
import { loadActiveProject } from '../../src/app/features/projects/load-active-project.ts';
import { newProject } from '../../src/app/features/projects/new-project.ts';
import { summariesQuery } from '../../src/app/features/projects/queries.ts';
import type { ProjectBody, ProjectSummaryBody } from '../../src/contract/http/projects.ts';
import { backUp, openFolder } from '../support/backups.ts';
import { until } from '../support/fake-outside.ts';
import { startPutBack } from '../support/put-back.ts';
import { openBrowser, openDevice } from '../support/real-outside.ts';
import { openPage } from '../support/real-page.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let folder: Awaited<ReturnType<typeof openFolder>>;
const restored: TestServer[] = [];
beforeAll(async () => {
  server = await startTestServer();
  folder = await openFolder();
});
afterAll(async () => {
  for (const one of [server, ...restored]) await one?.stop();
  await folder?.close();
});

async function putBack(from: string): Promise<TestServer> {
  const next = await startPutBack(from);
  restored.push(next);
  return next;
}
async function read<Body>(at: TestServer, { headers }: Person, path: string): Promise<Body> {
  return (await (await fetch(at.url + path, { headers })).json()) as Body;
}
const summaries = (at: TestServer, person: Person) =>
  read<ProjectSummaryBody[]>(at, person, '/api/project/summaries/');
const namesAt = async (at: TestServer, person: Person) =>
  (await summaries(at, person)).map(({ name }) => name).sort();

test('a project that was made after the backup stays on its device, is told of, and goes to the server when the person saves it', async () => {
  const person = await server.signUp();
  const browser = openBrowser(server.url, person);
  const page = await openPage(browser);
  const { app } = page;
  await until(() => app.state.project.serverId !== null);
  assignSettings(app, { name: 'Chair' });
  await page.save();
  const made = await backUp(server, join(folder.path, 'first'));
  await newProject(app, 'Table');
  await until(() => app.state.project.serverId !== null);
  assignSettings(app, { description: 'since then' });
  await page.save();
  const { key, serverId } = app.state.project;

  const after = await putBack(made.folder);
  expect(await namesAt(after, person)).toEqual(['Chair']);
  // Another device of the person's makes something, which gets no number that was given before.
  const other = openDevice(after.url, person);
  const stop = other.outbox.start(person.session.user.id);
  await loadActiveProject(other, person.session.user.id, 'New');
  await newProject(other, 'Lamp');
  const lamp = async () => (await other.db.projects.get(other.state.project.key!))?.serverId ?? null;
  await until(async () => (await lamp()) !== null);
  expect(await lamp()).toBeGreaterThan(serverId!);
  stop();

  browser.setNetwork(false);
  browser.moveTo(after.url);
  browser.setNetwork(true);
  await until(async () => {
    await page.sync();
    return (await app.db.projects.get(key!))?.serverId === null;
  });
  expect(app.state.project.key).toBe(key);
  expect(currentSettings(app)).toMatchObject({ name: 'Table', description: 'since then' });
  const told = app.toasts.queue.visibleToasts.map(({ content }) => content.title).join(' ');
  expect(told).toContain('The server was put back from a backup of');
  expect(await namesAt(after, person)).toEqual(['Chair', 'Lamp']);
  await page.save();
  const list = await summaries(after, person);
  expect(list.map(({ name }) => name).sort()).toEqual(['Chair', 'Lamp', 'Table']);
  const { id } = list.find(({ name }) => name === 'Table')!;
  expect(await read(after, person, `/api/project/${id}/`)).toMatchObject({ description: 'since then' });
  await page.close();
});

test('what stands under the number of a project in another database is never written to, and never joined with it', async () => {
  const person = await server.signUp();
  const page = await openPage(openBrowser(server.url, person));
  const { app } = page;
  await until(() => app.state.project.serverId !== null);
  assignSettings(app, { name: 'Chair' });
  await page.save();
  const { key, serverId } = app.state.project;
  // As a version of before left it: the list of projects brings what it lacks.
  const { madeAt } = (await app.db.projects.get(key!))!;
  await app.db.projects.update(key!, { madeAt: null });
  await app.queries.fetchQuery(summariesQuery(app, person.session.user.id));
  expect(await app.db.projects.get(key!)).toMatchObject({ madeAt });
  await server.deps.database.pool.query(
    `update projects set created_at = created_at - interval '1 day', name = 'Stranger' where id = $1`,
    [serverId],
  );
  assignSettings(app, { description: 'mine' });
  await app.workingCopy.current?.flush();
  const path = `/api/project/${serverId}/`;
  const refused = app.server.call(path, z.unknown(), {
    method: 'PATCH',
    body: { name: 'Mine' },
  });
  await expect(refused).rejects.toMatchObject({ failure: { code: 'not-found' } });

  await app.queries.fetchQuery(summariesQuery(app, person.session.user.id));
  expect(await app.db.projects.get(key!)).toMatchObject({
    serverId: null,
    settings: { description: 'mine' },
  });
  await page.save();
  expect(await namesAt(server, person)).toEqual(['Chair', 'Stranger']);
  const there = await read<ProjectBody>(server, person, path);
  expect(there).toMatchObject({ name: 'Stranger', description: '' });
  await page.close();
});
