import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { listUnsentSketches } from '../../../../src/app/data/list-unsent-sketches.ts';
import type { OutboxRow } from '../../../../src/app/data/outbox-row.ts';
import { addStep } from '../../../../src/app/features/light-map/add-step.ts';
import { followSketchSync } from '../../../../src/app/features/light-map/follow-sketch-sync.ts';
import { removeSketch } from '../../../../src/app/features/light-map/remove-sketch.ts';
import { copyProject } from '../../../../src/app/features/projects/copy-project.ts';
import { keepWorkingCopy } from '../../../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { newProject } from '../../../../src/app/features/projects/new-project.ts';
import { syncProject } from '../../../../src/app/features/projects/sync-project.ts';
import { listUnsent } from '../../../../src/app/features/unsent/list-unsent.ts';
import { findSketch } from '../../../../src/app/model/find-sketch.ts';
import { planSave } from '../../../../src/app/orders/plan-save.ts';
import { SKETCHES } from '../../../../src/contract/constants.ts';
import { createTestApp, until } from '../../../support/fake-outside.ts';
import { createFakeViewer } from '../../../support/fake-viewer.ts';
import { FRONT, makeStroke, SIDE } from '../../../support/light-map-app.ts';
import { openBrowser, openDevice } from '../../../support/real-outside.ts';
import { type Person, startTestServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A page of a person that shows the project's model from the front. */
async function open(person: Person, app = openDevice(server.url, person), hasServer = true): Promise<App> {
  const fail = (error: unknown): never => {
    throw error;
  };
  await loadActiveProject(app, person.session.user.id, 'New');
  const copy = keepWorkingCopy(app, fail);
  app.workingCopy.current = copy;
  app.viewer.current = createFakeViewer({ camera: FRONT });
  app.state.stage.modelHash = app.state.project.settings.model_hash;
  stops.push(app.outbox.start(person.session.user.id), followSketchSync(app, fail), copy.stop);
  // A first project begins on its device.
  if (hasServer) await until(() => app.state.project.serverId !== null);
  return app;
}
/** The server has what this device has. */
const idle = async (app: App) =>
  until(async () => {
    const { changed, deleted } = await listUnsentSketches(app.db, app.state.project.key!);
    return changed.length + deleted.length + (await app.db.outbox.count()) === 0;
  });
const sync = (app: App) => syncProject(app, null, new AbortController().signal);
const strokes = async (app: App, pose = FRONT) => {
  const rows = await app.db.sketches.where('projectKey').equals(app.state.project.key!).toArray();
  return findSketch(rows, app.state.project.settings.model_hash, pose)?.steps.map(({ id }) => id) ?? null;
};
/** Strokes of one visit of the tool. */
async function paint(app: App, ...names: string[]): Promise<void> {
  app.state.lightMap.isKeeping = true;
  for (const name of names) expect(await addStep(app, makeStroke(name))).toBe(true);
  app.state.lightMap.isKeeping = false;
}

test('light that is painted on one device lies on the other, which paints on, and back; what is removed is removed on both, and undo brings it back on both', async () => {
  const person = await server.signUp();
  const first = await open(person);
  await paint(first, 'a', 'b');
  await idle(first);
  const second = await open(person);
  await until(async () => (await strokes(second))?.join() === 'a,b');
  await paint(second, 'c');
  await idle(second);
  await sync(first);
  expect(await strokes(first)).toEqual(['a', 'b', 'c']);
  const [row] = await first.db.sketches.toArray();
  await removeSketch(first, row!.id);
  await until(async () => (await strokes(first)) === null);
  await idle(first);
  await sync(second);
  expect(await strokes(second)).toBeNull();
  first.commands.undo();
  await until(async () => (await strokes(first)) !== null);
  await idle(first);
  await sync(second);
  expect(await strokes(second)).toEqual(['a', 'b', 'c']);
});

test('nothing is sent while the brush is in hand, and what is painted without a connection goes when there is one', async () => {
  const person = await server.signUp();
  const device = openDevice(server.url, person);
  device.state.lightMap.isKeeping = true;
  const app = await open(person, device);
  await addStep(app, makeStroke('a'));
  await until(async () => (await strokes(app))?.length === 1);
  const isSent = ({ work }: OutboxRow) => work.kind === 'sync-sketches';
  expect(await app.db.outbox.filter(isSent).count()).toBe(0);
  expect(await app.db.sketchStates.count()).toBe(0);
  for (const stop of stops.splice(0)) stop();

  // Another visit of the same device, which begins with what the last one could not send.
  app.state.lightMap.isKeeping = false;
  await open(person, app);
  await until(async () => (await app.db.sketchStates.count()) === 1);
  const other = await open(person);
  await until(async () => (await strokes(other))?.join() === 'a');
});

test('what another device painted later stands, and what it painted on outlives that it was removed here', async () => {
  const person = await server.signUp();
  const [first, second] = [await open(person), await open(person)];
  await paint(first, 'a');
  await idle(first);
  await sync(second);
  await paint(second, 'b');
  await idle(second);
  // The first one did not hear of it.
  const [row] = await first.db.sketches.toArray();
  await removeSketch(first, row!.id);
  await until(async () => (await strokes(first)) === null);
  await idle(first);
  await sync(first);
  expect([await strokes(first), await strokes(second)]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
});

test('light of another view is a sketch of its own, and of two of one view the last one lies on it', async () => {
  const person = await server.signUp();
  const [first, second] = [await open(person), await open(person)];
  first.viewer.current = createFakeViewer({ camera: SIDE });
  await paint(first, 'side');
  await paint(second, 'front');
  await Promise.all([idle(first), idle(second)]);
  for (const app of [first, second]) {
    await sync(app);
    expect([await strokes(app), await strokes(app, SIDE)]).toEqual([['front'], ['side']]);
  }
});

test('a sketch with too many strokes stays here, which is said once', async () => {
  const person = await server.signUp();
  const app = await open(person);
  const stroke = makeStroke('a');
  if (stroke.kind !== 'stroke') throw new Error('no stroke');
  const segments = Array.from({ length: SKETCHES.maxSegments + 1 }, () => stroke.segments[0]!);
  await addStep(app, { ...stroke, segments });
  const titles = () => app.toasts.queue.visibleToasts.map(({ content }) => content.title);
  await until(() => titles().includes(app.texts().t.lightMap.tooLarge));
  await addStep(app, makeStroke('b'));
  await until(async () => (await strokes(app))?.length === 2);
  expect(titles()).toHaveLength(1);
  expect(await app.db.outbox.count()).toBe(0);
});

test('a copy of a project has its light', async () => {
  const person = await server.signUp();
  const app = await open(person);
  await paint(app, 'a');
  await idle(app);
  const { key, serverId } = app.state.project;
  const copy = await copyProject(app, { key, serverId }, 'Copy');
  expect(await app.db.sketches.where('projectKey').equals(copy.key).count()).toBe(1);
});

test('light of projects that began without the server goes with what makes them there, whichever project is open by then', async () => {
  const person = await server.signUp();
  const browser = openBrowser(server.url, person);
  browser.setNetwork(false);
  const app = createTestApp(browser.outside);
  const userId = person.session.user.id;
  app.state.account.userId = userId;
  await open(person, app, false);
  const first = app.state.project.key!;
  await paint(app, 'a');
  await newProject(app, 'Second');
  const second = app.state.project.key!;
  await paint(app, 'b');
  await until(async () => (await app.db.outbox.where({ stream: `project:${second}` }).count()) === 2);
  await newProject(app, 'Third');
  const unsent = async () => (await listUnsent(app, userId)).map(({ project }) => project?.key);
  expect(new Set(await unsent())).toEqual(new Set([first, second, app.state.project.key!]));

  await app.db.write(async () => app.outbox.add(userId, (await planSave(app, first)).added));
  browser.setNetwork(true);
  await app.reachability.probe();
  const lights = () => app.db.sketchStates.toCollection().toArray();
  await until(async () => (await app.db.outbox.count()) === 0);
  expect(new Set((await lights()).map(({ projectKey }) => projectKey))).toEqual(new Set([first, second]));
  expect(await unsent()).toEqual([]);
});
