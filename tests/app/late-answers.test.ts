import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app/core/app.ts';
import { currentSettings } from '../../src/app/core/edit-settings.ts';
import { saveLook } from '../../src/app/features/looks/save-look.ts';
import { pullSelection } from '../../src/app/features/selection/pull-selection.ts';
import { toggleMaterial } from '../../src/app/features/selection/toggle-material.ts';
import { listViews } from '../../src/app/features/views/list-views.ts';
import { pullViews } from '../../src/app/features/views/pull-views.ts';
import { saveView } from '../../src/app/features/views/save-view.ts';
import { listMaterials } from '../../src/app/model/list-materials.ts';
import { pullLooks } from '../../src/app/orders/pull-looks.ts';
import { makeBoxes } from '../support/box-model.ts';
import { until } from '../support/fake-outside.ts';
import { openBrowser } from '../support/real-outside.ts';
import { HERO, openPage, type RealPage } from '../support/real-page.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { makePng } from '../support/tiny-image.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const CHAIR = new Uint8Array(
  makeBoxes(
    ['Seat', 'Leg', 'Arm'].map((name, x) => ({
      name,
      size: [1, 1, 1],
      centre: [2 * x, 0, 0],
      texture: makePng(),
    })),
  ),
);
const signal = new AbortController().signal;

async function open(): Promise<RealPage> {
  const page = await openPage(openBrowser(server.url, await server.signUp()));
  await page.drop('chair.glb', CHAIR);
  await page.save();
  page.look(HERO);
  return page;
}
/** Asks the server at a path; its answer comes when all of `work` has been done and sent. */
async function askThenDo(
  page: RealPage,
  path: string,
  ask: (app: App) => Promise<void>,
  work: () => unknown,
): Promise<void> {
  const { outside } = page.app;
  const { fetch } = outside;
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isAsked = false;
  const hold: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (isAsked || (init?.method ?? 'GET') !== 'GET' || !String(input).includes(path)) return answer;
    isAsked = true;
    await held;
    return answer;
  };
  Object.assign(outside, { fetch: hold });
  const asked = ask(page.app);
  await until(() => isAsked);
  await work();
  await page.save();
  release();
  await asked;
  Object.assign(outside, { fetch });
  await page.app.workingCopy.current?.flush();
}

test('a view that is saved while the server is asked for the views stays', async () => {
  const page = await open();
  await askThenDo(
    page,
    '/camera-views/',
    (app) => pullViews(app, signal),
    () => saveView(page.app),
  );
  // Before the next look for what other devices saved could bring it back.
  const { settings, saved } = (await page.app.db.projects.get(page.app.state.project.key!))!;
  expect([settings, saved].map((one) => listViews(one).map(({ name }) => name))).toEqual([
    ['View 1'],
    ['View 1'],
  ]);
  await page.close();
});

test('a choice for the render that is made while the server is asked for it stands', async () => {
  const page = await open();
  const { app } = page;
  const choice = () => currentSettings(app).render_settings.material_selection?.deselected.length ?? null;
  await askThenDo(
    page,
    '/material-selection/',
    () => pullSelection(app, app.state.project.key!, signal),
    async () => {
      const { model_hash, model_materials } = currentSettings(app);
      const model = await app.db.models.get(model_hash!);
      const rows = listMaterials(model!.report, model_materials);
      toggleMaterial(app, rows, rows[0]!, 'Seat');
    },
  );
  const row = (await app.db.projects.get(app.state.project.key!))!;
  const { saved } = row;
  expect([choice(), saved.render_settings.material_selection?.deselected.length]).toEqual([1, 1]);
  await page.close();
});

test('a look that is saved while the server is asked for the looks stays', async () => {
  const page = await open();
  const { app } = page;
  await askThenDo(
    page,
    '/api/look/',
    () => pullLooks(app, app.state.account.userId!, signal),
    () => saveLook(app, 'Summer'),
  );
  expect((await app.db.looks.toArray()).map(({ name }) => name)).toEqual(['Summer']);
  await page.close();
});
