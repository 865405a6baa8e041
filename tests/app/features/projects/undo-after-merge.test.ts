import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { currentSettings, editSettings } from '../../../../src/app/core/edit-settings.ts';
import { MaterialId } from '../../../../src/contract/ids.ts';
import { makeBoxes } from '../../../support/box-model.ts';
import { makeModelMaterial } from '../../../support/library-items.ts';
import { openBrowser } from '../../../support/real-outside.ts';
import { openPage } from '../../../support/real-page.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const CHAIR = new Uint8Array(
  makeBoxes([
    { name: 'Seat', size: [1, 1, 1], centre: [0, 0, 0] },
    { name: 'Back', size: [1, 1, 1], centre: [0, 1, 0] },
  ]),
);

/** Gives a part a material of its own, with the first number on the stage that this device knows to be free. */
function split(app: App, node: number): void {
  const entry = { ...makeModelMaterial(0), instanceIndex: 32_768, nodes: [node] };
  const id = MaterialId.parse(app.outside.randomUuid());
  const { model_materials: entries } = currentSettings(app);
  editSettings(app, 'Independent', { model_materials: [...entries, { ...entry, id }] });
}
function colour(app: App, node: number, color: string): void {
  const { model_materials: entries } = currentSettings(app);
  const next = entries.map((entry) => (entry.nodes.includes(node) ? { ...entry, color } : entry));
  editSettings(app, 'Colour', { model_materials: next });
}
const numbers = (app: App) =>
  new Map(
    currentSettings(app).model_materials.flatMap(({ nodes, instanceIndex }) =>
      instanceIndex === null ? [] : [[nodes[0], instanceIndex] as const],
    ),
  );

test('parts that two devices gave materials of their own keep different numbers when one of them undoes and does again', async () => {
  const person = await server.signUp();
  const here = await openPage(openBrowser(server.url, person));
  await here.drop('chair.glb', CHAIR);
  await here.save();
  const there = await openPage(openBrowser(server.url, person));
  split(there.app, 0);
  await there.save();
  split(here.app, 1);
  colour(here.app, 1, '#ff0000');
  await here.save();
  const apart = new Map([
    [0, 32_768],
    [1, 32_769],
  ]);
  const { app } = here;
  expect(numbers(app)).toEqual(apart);
  app.commands.undo();
  expect(numbers(app)).toEqual(apart);
  app.commands.undo();
  expect(numbers(app)).toEqual(new Map([[0, 32_768]]));
  app.commands.redo();
  expect(numbers(app)).toEqual(apart);
  app.commands.redo();
  expect(numbers(app)).toEqual(apart);
  await Promise.all([here.close(), there.close()]);
});
