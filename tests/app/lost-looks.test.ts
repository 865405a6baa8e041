import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app/core/app.ts';
import { putEnvironment } from '../../src/app/features/environment/put-environment.ts';
import { deleteLook } from '../../src/app/features/looks/delete-look.ts';
import { putLook } from '../../src/app/features/looks/put-look.ts';
import { pullEnvironments } from '../../src/app/orders/pull-environments.ts';
import { pullLooks } from '../../src/app/orders/pull-looks.ts';
import { backUp, openFolder } from '../support/backups.ts';
import { createTestApp, hashOf, until } from '../support/fake-outside.ts';
import { makeLook } from '../support/looks.ts';
import { writeFlatPng } from '../support/pictures.ts';
import { startPutBack } from '../support/put-back.ts';
import { openBrowser, type RealBrowser } from '../support/real-outside.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';

const { signal } = new AbortController();
let folder: Awaited<ReturnType<typeof openFolder>>;
let first: TestServer;
const servers: TestServer[] = [];
const stops: (() => void)[] = [];
beforeAll(async () => {
  folder = await openFolder();
  first = await startTestServer();
  servers.push(first);
});
afterAll(async () => {
  for (const stop of stops) stop();
  for (const server of servers) await server.stop();
  await folder?.close();
});

interface Device {
  readonly browser: RealBrowser;
  readonly app: App;
  readonly userId: number;
}
function open(person: Person): Device {
  const browser = openBrowser(first.url, person);
  const app = createTestApp(browser.outside);
  const userId = person.session.user.id;
  app.state.account.userId = userId;
  stops.push(app.outbox.start(userId));
  return { browser, app, userId };
}
async function put({ app, userId }: Device, kind: 'look' | 'surroundings', name: string, id = randomUUID()) {
  const at = app.outside.now();
  const row = { id, userId, name, createdAt: at, updatedAt: at, deletedAt: null, sentAt: null };
  if (kind === 'look') putLook(app, { ...row, look: makeLook() });
  else {
    const bytes = new Uint8Array(writeFlatPng(64, 32));
    const pictureHash = hashOf(bytes);
    await app.storage.put(pictureHash, new Blob([bytes], { type: 'image/png' }));
    await putEnvironment(app, { ...row, pictureHash, thumbnail: null });
  }
  const { looks, environments } = app.db;
  const read = () => (kind === 'look' ? looks.get(id) : environments.get(id));
  await until(async () => (await read())?.name === name);
  return id;
}
async function isSent({ app }: Device): Promise<void> {
  await until(async () => (await app.db.outbox.count()) === 0);
}
/** As the page does when it opens, and when the server can be reached again. */
async function pull(device: Device): Promise<string[]> {
  await pullLooks(device.app, device.userId, signal);
  await pullEnvironments(device.app, device.userId, signal);
  await isSent(device);
  return names(device);
}
async function names({ app }: Device): Promise<string[]> {
  const rows = [...(await app.db.looks.toArray()), ...(await app.db.environments.toArray())];
  return rows.flatMap(({ name, deletedAt }) => (deletedAt === null ? [name] : [])).sort();
}

test('looks and surroundings of a time that a server has lost stay on their devices, and are sent again', async () => {
  const person = await first.signUp();
  const [desktop, tablet] = [open(person), open(person)];
  const autumn = await put(desktop, 'look', 'Autumn');
  const loft = await put(desktop, 'surroundings', 'Loft');
  await isSent(desktop);
  const { folder: backup } = await backUp(first, join(folder.path, 'backup'));
  // Made long before by the tablet's clock, and sent in the time that is lost.
  await put(tablet, 'look', 'On the train');
  await isSent(tablet);
  await put(desktop, 'look', 'Late autumn', autumn);
  await put(desktop, 'surroundings', 'Attic', loft);
  await put(desktop, 'look', 'Winter');
  await put(desktop, 'surroundings', 'Yard');
  await isSent(desktop);
  const all = ['Attic', 'Late autumn', 'On the train', 'Winter', 'Yard'];
  expect(await pull(tablet)).toEqual(all);

  const server = await startPutBack(backup);
  servers.push(server);
  for (const { browser } of [desktop, tablet]) browser.moveTo(server.url);
  // It never had the pictures: surroundings that the server lacks it cannot send.
  expect(await pull(tablet)).toEqual(['Attic', 'Late autumn', 'On the train', 'Winter']);
  expect(await pull(desktop)).toEqual(all);
  expect(await pull(tablet)).toEqual(all);
  const anew = open(person);
  anew.browser.moveTo(server.url);
  expect(await pull(anew)).toEqual(all);

  // What is taken away, or named otherwise, since then is, and once.
  deleteLook(tablet.app, (await tablet.app.db.looks.toArray()).find(({ name }) => name === 'Winter')!);
  await until(async () => !(await names(tablet)).includes('Winter'));
  await put(tablet, 'look', 'Spring', autumn);
  await isSent(tablet);
  for (const device of [desktop, tablet])
    expect(await pull(device)).toEqual(['Attic', 'On the train', 'Spring', 'Yard']);
});
