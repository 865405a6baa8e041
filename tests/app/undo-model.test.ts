import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app/core/app.ts';
import { followSaves } from '../../src/app/features/projects/follow-saves.ts';
import { keepWorkingCopy } from '../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../src/app/features/projects/load-active-project.ts';
import { saveProject } from '../../src/app/features/projects/save-project.ts';
import { importModel } from '../../src/app/features/stage/import-model.ts';
import { followViews } from '../../src/app/features/views/follow-views.ts';
import { pullViews } from '../../src/app/features/views/pull-views.ts';
import { saveView } from '../../src/app/features/views/save-view.ts';
import { makeBoxes } from '../support/box-model.ts';
import { createTestApp, type FakeOutside, until } from '../support/fake-outside.ts';
import { createFakeViewer } from '../support/fake-viewer.ts';
import { openDevice } from '../support/real-outside.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const idle = async (app: App) =>
  until(async () => {
    (app.outside as FakeOutside).advance(5_000);
    void app.outbox.drain();
    return (await app.db.outbox.filter(({ state }) => state !== 'dead').count()) === 0;
  });
async function open(app: App, person: Person) {
  await loadActiveProject(app, person.session.user.id, 'New');
  const copy = keepWorkingCopy(app, (error) => {
    throw error;
  });
  app.workingCopy.current = copy;
  const stop = app.outbox.start(person.session.user.id);
  const stopSaves = followSaves(app, (error) => {
    throw error;
  });
  const stopViews = followViews(app, () => {});
  await idle(app);
  const stopAll = (): void => {
    for (const end of [stop, stopSaves, stopViews]) end();
  };
  return { copy, stop: stopAll };
}
async function drop(app: App, name: string): Promise<void> {
  const file = new Blob([new Uint8Array(makeBoxes([{ name, size: [1, 1, 1], centre: [0, 0, 0] }]))]);
  await importModel(app, [{ path: `${name}.glb`, file }], new AbortController().signal);
  const pose = {
    position: [3, 2, 15],
    target: [0, 0, 0],
    up: [0, 1, 0],
    quaternion: [0, 0, 0, 1],
    fovDegrees: 45,
  };
  app.viewer.current = createFakeViewer({ camera: pose });
  app.state.stage.modelHash = app.state.project.settings.model_hash;
  app.state.stage.camera = pose as never;
  app.state.stage.load = null;
}
async function save(app: App): Promise<void> {
  await app.workingCopy.current?.flush();
  await saveProject(app);
  await idle(app);
}
const listOf = (app: App) => app.state.project.settings.camera_views.map(({ name }) => name);

test('two saved views are there again after another model was dropped and undone: here, after a reload, on the server', async () => {
  const person = await server.signUp();
  const app = openDevice(server.url, person);
  const { copy, stop } = await open(app, person);
  await drop(app, 'chair');
  await saveView(app);
  await saveView(app);
  await save(app);
  expect(listOf(app)).toEqual(['View 1', 'View 2']);
  await drop(app, 'lamp');
  await save(app);
  app.commands.undo();
  await copy.flush();
  await idle(app);
  await save(app);
  await pullViews(app, new AbortController().signal);
  await copy.flush();
  const here = listOf(app);
  stop();
  copy.stop();
  const again = createTestApp(app.outside as FakeOutside);
  again.state.account.userId = person.session.user.id;
  const visit = await open(again, person);
  const there = (await (
    await fetch(`${server.url}/api/project/active/`, { headers: person.headers })
  ).json()) as { camera_views: { name: string }[] };
  expect({ here, reloaded: listOf(again), server: there.camera_views.map(({ name }) => name) }).toEqual({
    here: ['View 1', 'View 2'],
    reloaded: ['View 1', 'View 2'],
    server: ['View 1', 'View 2'],
  });
  visit.stop();
  visit.copy.stop();
});
