import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignSettings, currentSettings } from '../../src/app/core/edit-settings.ts';
import { putLook } from '../../src/app/features/looks/put-look.ts';
import { newProject } from '../../src/app/features/projects/new-project.ts';
import { openProject } from '../../src/app/features/projects/open-project.ts';
import type { LookBody } from '../../src/contract/http/looks.ts';
import type { ProjectBody, ProjectSummaryBody } from '../../src/contract/http/projects.ts';
import type { SketchHead } from '../../src/contract/http/sketches.ts';
import { backUp, openFolder, openRentedDatabase, restoreInto } from '../support/backups.ts';
import { until } from '../support/fake-outside.ts';
import { FRONT, makeStroke } from '../support/light-map-app.ts';
import { makeLook } from '../support/looks.ts';
import { openBrowser, type RealBrowser } from '../support/real-outside.ts';
import { openPage, type RealPage } from '../support/real-page.ts';
import { type Person, startTestServer, type TestServer, testConfig } from '../support/server.ts';

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

let count = 0;
/** Backs the server up. @returns What puts it back to that moment. */
async function keep(): Promise<() => Promise<TestServer>> {
  count += 1;
  const made = await backUp(server, join(folder.path, `backup-${count}`));
  return async () => {
    const config = await testConfig();
    const { url, database } = await openRentedDatabase();
    await restoreInto(made.folder, url, config);
    const next = await startTestServer({ config: { dataDir: config.dataDir }, database });
    restored.push(next);
    return next;
  };
}
/** The server was away for a moment, and another one comes back in its place. */
function moveOver(browser: RealBrowser, to: TestServer): void {
  browser.setNetwork(false);
  browser.moveTo(to.url);
  browser.setNetwork(true);
}
/** The page has asked for each of its projects, looking again as it does every few seconds: what is on its way is waited for. */
async function isMet({ app, sync }: RealPage): Promise<void> {
  await until(async () => {
    await sync();
    return (await app.db.projects.filter(({ putBack }) => putBack === true).count()) === 0;
  });
}
async function read<Body>(at: TestServer, { headers }: Person, path: string): Promise<Body> {
  return (await (await fetch(at.url + path, { headers })).json()) as Body;
}
const readActive = (at: TestServer, person: Person) => read<ProjectBody>(at, person, '/api/project/active/');
test('what was done since the backup that a server is put back from goes there again: projects, edits of one, looks and light', async () => {
  const person = await server.signUp();
  const browser = openBrowser(server.url, person);
  const page = await openPage(browser);
  const tab = await openPage(browser);
  const { app } = page;
  await until(() => app.state.project.serverId !== null);
  assignSettings(app, { name: 'Chair', description: 'of the backup', positive_prompt: 'snow' });
  await page.save();
  const chair = { key: app.state.project.key, serverId: app.state.project.serverId };
  const restore = await keep();

  assignSettings(app, { description: 'since then', positive_prompt: '' });
  await page.save();
  const times = { createdAt: 1, updatedAt: 1, deletedAt: null, sentAt: null };
  const id = crypto.randomUUID();
  putLook(app, { id, userId: person.session.user.id, name: 'Winter', look: makeLook(), ...times });
  await until(async () => (await read<LookBody[]>(server, person, '/api/look/')).length === 1);
  const stroke = { pose: FRONT, steps: [makeStroke('a')], undone: [], pictureHash: null, updatedAt: 5 };
  const light = { id: crypto.randomUUID(), projectKey: chair.key!, modelHash: null, ...stroke };
  await app.db.sketches.add(light);
  const readLight = (at: TestServer, projectId: number) =>
    read<SketchHead[]>(at, person, `/api/project/${projectId}/sketches/`);
  await until(async () => (await readLight(server, chair.serverId!)).length === 1);
  await newProject(app, 'Table');
  await until(() => app.state.project.serverId !== null);
  assignSettings(app, { description: 'made since then' });
  await page.save();
  await openProject(app, chair);
  await page.settled();

  const after = await restore();
  expect(await read<LookBody[]>(after, person, '/api/look/')).toEqual([]);
  expect((await readActive(after, person)).description).toBe('of the backup');
  moveOver(browser, after);
  await Promise.all([page.sync(), tab.sync()]);
  await isMet(page);
  const isThere = async (): Promise<boolean> => {
    const list = await read<ProjectSummaryBody[]>(after, person, '/api/project/summaries/');
    const looks = await read<LookBody[]>(after, person, '/api/look/');
    return list.length === 2 && looks.length === 1 && (await readLight(after, chair.serverId!)).length === 1;
  };
  await until(isThere);
  await page.save();
  const list = await read<ProjectSummaryBody[]>(after, person, '/api/project/summaries/');
  expect(list.map(({ name }) => name).sort()).toEqual(['Chair', 'Table']);
  const readOne = (name: string) => {
    const found = list.find((one) => one.name === name);
    return read<ProjectBody>(after, person, `/api/project/${found?.id}/`);
  };
  // What was cleared and saved since the backup stays so.
  expect(await readOne('Chair')).toMatchObject({ description: 'since then', positive_prompt: '' });
  await until(async () => (await readOne('Table')).description === 'made since then');
  expect(await app.db.looks.toArray()).toMatchObject([{ name: 'Winter' }]);
  expect(await app.db.sketches.toArray()).toMatchObject([{ id: light.id }]);
  expect(await app.db.backups.count()).toBe(0);
  await page.close();
  await tab.close();
});

test('a device that knew less than the backup takes over what that has, and what others have done since', async () => {
  const person = await server.signUp();
  const [browser, behind] = [openBrowser(server.url, person), openBrowser(server.url, person)];
  const page = await openPage(browser);
  await until(() => page.app.state.project.serverId !== null);
  assignSettings(page.app, { name: 'Chair', description: 'old' });
  await page.save();
  const late = await openPage(behind);
  expect(currentSettings(late.app).description).toBe('old');
  behind.setNetwork(false);
  assignSettings(page.app, { description: 'new' });
  await page.save();
  const after = await (await keep())();
  moveOver(browser, after);
  await page.sync();
  assignSettings(page.app, { positive_prompt: 'since the restore' });
  await page.save();

  behind.moveTo(after.url);
  behind.setNetwork(true);
  await late.sync();
  await until(() => currentSettings(late.app).positive_prompt === 'since the restore');
  expect(currentSettings(late.app)).toMatchObject({ name: 'Chair', description: 'new' });
  expect(late.app.state.project.dirtyFields).toEqual([]);
  expect(await late.app.db.backups.count()).toBe(0);
  await page.close();
  await late.close();
});

test('a page that opens after the restore goes on with what was open, which the server lacks', async () => {
  const person = await server.signUp();
  const browser = openBrowser(server.url, person);
  const page = await openPage(browser);
  await until(() => page.app.state.project.serverId !== null);
  await page.save();
  const restore = await keep();
  await newProject(page.app, 'Lamp');
  await until(() => page.app.state.project.serverId !== null);
  assignSettings(page.app, { description: 'made since then' });
  await page.save();
  await page.close();

  const after = await restore();
  browser.moveTo(after.url);
  const next = await openPage(browser);
  expect(currentSettings(next.app)).toMatchObject({ name: 'Lamp', description: 'made since then' });
  await isMet(next);
  await until(() => next.app.state.project.serverId !== null);
  await next.save();
  expect(await readActive(after, person)).toMatchObject({ name: 'Lamp', description: 'made since then' });
  await next.close();
});
