import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { toggleToolbar } from '../../../../src/app/core/toolbars.ts';
import { MAX_STEPS_SIZE } from '../../../../src/app/data/command-log.ts';
import { addStep } from '../../../../src/app/features/light-map/add-step.ts';
import { undoStep } from '../../../../src/app/features/light-map/undo-step.ts';
import { readSteps } from '../../../../src/app/features/projects/read-steps.ts';
import { pullSketches } from '../../../../src/app/orders/pull-sketches.ts';
import type { SketchStep } from '../../../../src/app/values/sketch.ts';
import { makeBoxes } from '../../../support/box-model.ts';
import { until } from '../../../support/fake-outside.ts';
import { makeStroke, SIDE } from '../../../support/light-map-app.ts';
import { openBrowser } from '../../../support/real-outside.ts';
import { HERO, openPage, type RealPage } from '../../../support/real-page.ts';
import { type Person, startTestServer, type TestServer } from '../../../support/server.ts';

const CHAIR = new Uint8Array(makeBoxes([{ name: 'Seat', size: [1, 1, 1], centre: [0, 0, 0] }]));

let server: TestServer;
let person: Person;
let page: RealPage;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  stubCanvases();
  person = await server.signUp();
  page = await open();
  await page.drop('chair.glb', CHAIR);
  page.look(HERO);
  await page.save();
});
afterEach(async () => {
  await page.close();
  vi.unstubAllGlobals();
});

/** Canvases that draw nothing: what a sketch looks like is another test's. */
function stubCanvases(): void {
  const canvas = {
    getContext: () => context,
    toBlob: (done: (png: Blob) => void) => done(new Blob(['png'])),
  };
  const context = new Proxy(
    {},
    { get: (_, name) => (name === 'canvas' ? canvas : () => undefined), set: () => true },
  );
  vi.stubGlobal('document', { createElement: () => canvas });
}

const open = (): Promise<RealPage> => openPage(openBrowser(server.url, person));
const strokes = async ({ db, state }: App): Promise<string[]> => {
  const rows = await db.sketches.where('projectKey').equals(state.project.key!).toArray();
  return rows.map(({ steps }) => steps.map(({ id }) => id).join()).sort();
};
const untilStrokes = (app: App, ...wanted: string[]) =>
  until(async () => JSON.stringify(await strokes(app)) === JSON.stringify(wanted));
/** Fetches what other devices painted. */
async function pull(app: App): Promise<void> {
  const { key, serverId } = app.state.project;
  await pullSketches(app, { key: key!, serverId });
}
async function openTool(app: App): Promise<void> {
  toggleToolbar(app, 'light-map');
  await until(() => app.state.lightMap.isKeeping);
}
async function paint(app: App, step: SketchStep): Promise<void> {
  expect(await addStep(app, step)).toBe(true);
  await until(() => app.state.lightMap.current !== null && app.state.lightMap.current.undoable > 0);
}
async function closeTool({ state }: App): Promise<void> {
  state.stage.toolbar = null;
  await until(() => !state.lightMap.isKeeping);
}
async function visit(app: App, ...steps: SketchStep[]): Promise<void> {
  await openTool(app);
  for (const step of steps) await paint(app, step);
  await closeTool(app);
}
const labels = ({ commands }: App) => commands.steps().done.map(({ command }) => command.label);

test('undo after a visit of the tool leaves light that another device painted meanwhile, here and there', async () => {
  const { app } = page;
  const other = await open();
  other.look(SIDE);
  await openTool(app);
  await paint(app, makeStroke('mine'));
  await visit(other.app, makeStroke('theirs'));
  await other.save();
  await pull(app);
  await untilStrokes(app, 'mine', 'theirs');
  await closeTool(app);
  await page.save();
  app.commands.undo();
  await untilStrokes(app, 'theirs');
  await page.save();
  await pull(other.app);
  expect(await strokes(other.app)).toEqual(['theirs']);
  await other.close();
});

test('light that came from another device while the tool was open is no step to undo', async () => {
  const { app } = page;
  const before = labels(app);
  const other = await open();
  await openTool(app);
  await visit(other.app, makeStroke('theirs'));
  await other.save();
  await pull(app);
  await untilStrokes(app, 'theirs');
  await closeTool(app);
  expect(labels(app)).toEqual(before);
  await other.close();
});

test('a visit that leaves the sketch as it was is no step', async () => {
  const { app } = page;
  await visit(app, makeStroke('a'));
  const before = labels(app);
  await openTool(app);
  await paint(app, makeStroke('b'));
  await undoStep(app);
  await untilStrokes(app, 'a');
  await closeTool(app);
  expect([labels(app), await strokes(app)]).toEqual([before, ['a']]);
  app.commands.undo();
  await untilStrokes(app);
});

test('what is painted on by another device after a visit outlives its undo', async () => {
  const { app } = page;
  await visit(app, makeStroke('a'));
  await visit(app, makeStroke('b'));
  await page.save();
  const other = await open();
  await untilStrokes(other.app, 'a,b');
  await visit(other.app, makeStroke('c'));
  await other.save();
  await pull(app);
  await untilStrokes(app, 'a,b,c');
  app.commands.undo();
  await untilStrokes(app, 'a,c');
  app.commands.undo();
  await untilStrokes(app, 'c');
  app.commands.redo();
  app.commands.redo();
  await untilStrokes(app, 'a,b,c');
  await other.close();
});

test('visits over much light are small steps, which are undone and done again one by one, after a reload as well', async () => {
  const { app } = page;
  const before = labels(app);
  await visit(app, makeLongStroke('long'));
  for (const id of ['b', 'c', 'd']) await visit(app, makeStroke(id));
  // A stroke of before that gives way to another one comes back in its place.
  await openTool(app);
  await undoStep(app);
  await paint(app, makeStroke('e'));
  await closeTool(app);
  expect(await strokes(app)).toEqual(['long,b,c,e']);
  const { lightMap: t } = app.texts().t;
  expect(labels(app)).toEqual([...before, ...Array.from({ length: 5 }, () => t.edit)]);
  await app.workingCopy.current?.flush();

  // As the next visit of the page finds it.
  const kept = await readSteps(app.db, app.state.project.key!);
  app.commands.restore(kept);
  for (const left of ['long,b,c,d', 'long,b,c', 'long,b', 'long']) {
    app.commands.undo();
    await untilStrokes(app, left);
  }
  app.commands.undo();
  await untilStrokes(app);
  for (const there of ['long', 'long,b', 'long,b,c', 'long,b,c,d', 'long,b,c,e']) {
    app.commands.redo();
    await untilStrokes(app, there);
  }
});

/** As much as one visit may well paint: more than a third of what all steps may take. */
function makeLongStroke(id: string): SketchStep {
  const stroke = makeStroke(id);
  if (stroke.kind !== 'stroke') throw new Error('no stroke');
  const count = Math.ceil(MAX_STEPS_SIZE / 2.5 / JSON.stringify(stroke.segments[0]).length);
  return { ...stroke, segments: Array.from({ length: count }, () => stroke.segments[0]!) };
}
