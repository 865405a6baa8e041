import { beforeEach, expect, test } from 'vitest';
import type { App } from '../../../src/app/core/app.ts';
import { shownSettings } from '../../../src/app/core/shown-settings.ts';
import { loadActiveProject } from '../../../src/app/features/projects/load-active-project.ts';
import { importModel } from '../../../src/app/features/stage/import-model.ts';
import type { ContentHash } from '../../../src/contract/ids.ts';
import { makeBoxes } from '../../support/box-model.ts';
import { createFakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, createTestApp, until } from '../../support/fake-outside.ts';
import { createFakeViewer } from '../../support/fake-viewer.ts';
import { makeModelMaterial } from '../../support/library-items.ts';

let app: App;
let hash: ContentHash;
beforeEach(async () => {
  app = createTestApp(createFakeOutside(createFakeServer()));
  app.viewer.current = createFakeViewer();
  await loadActiveProject(app, 7, 'New');
  const box = makeBoxes([{ name: 'Seat', size: [1, 1, 1], centre: [0, 0, 0] }]);
  const files = [{ path: 'chair.glb', file: new File([new Uint8Array(box)], 'chair.glb') }];
  const { row } = await importModel(app, files, new AbortController().signal);
  hash = row.hash;
  app.state.stage.modelHash = row.hash;
});

test('all that show the model have one and the same, whoever came first, and nothing when the stage is emptied', async () => {
  const { shownModel } = app;
  const told: (string | null)[] = [];
  const note = () => told.push(shownModel.current()?.hash ?? null);
  expect(shownModel.current()).toBeNull();
  const stops = [shownModel.subscribe(note), shownModel.subscribe(() => {})];
  await until(() => shownModel.current() !== null);
  const row = shownModel.current()!;
  const dressed = shownModel.dressed(row, shownSettings(app));
  expect(shownModel.dressed(row, { ...shownSettings(app) })).toBe(dressed);
  expect(dressed.rows).toHaveLength(1);

  app.state.stage.modelHash = null;
  await until(() => shownModel.current() === null);
  expect(told).toEqual([hash, null]);

  // Whoever comes later follows what is there then; without anybody nothing is kept.
  app.state.stage.modelHash = row.hash;
  await until(() => shownModel.current() !== null);
  for (const stop of stops) stop();
  expect(shownModel.current()).toBeNull();
});

test('the list of a model on its way is made of the rows that stand when it is there', async () => {
  const { shownModel } = app;
  app.state.stage.modelHash = null;
  const stop = shownModel.subscribe(() => {});
  const coming = await shownModel.read(hash);
  const listed = shownModel.dressed(coming!, shownSettings(app)).rows;
  app.state.stage.modelHash = hash;
  await until(() => shownModel.current() !== null);
  const { rows } = shownModel.dressed(shownModel.current()!, shownSettings(app));
  expect(rows).toHaveLength(1);
  expect(rows[0]).toBe(listed[0]);
  expect(await shownModel.read('f'.repeat(64) as ContentHash)).toBe(null);
  stop();
});

test('while the next model is on its way the lists stay as they were, and dress the new one once it stands', async () => {
  const { shownModel } = app;
  const { settings } = app.state.project;
  const stop = shownModel.subscribe(() => {});
  await until(() => shownModel.current() !== null);
  const chair = shownModel.current()!;
  const before = shownModel.dressed(chair, shownSettings(app));
  const glb = makeBoxes([{ name: 'Shade', size: [2, 1, 1], centre: [0, 0, 0] }]);
  const lamp = { path: 'lamp.glb', file: new File([new Uint8Array(glb)], 'lamp.glb') };
  const { row } = await importModel(app, [lamp], new AbortController().signal);
  settings.model_materials = [{ ...makeModelMaterial(0), color: '#ff0000' }];
  settings.render_settings.variant = 'Oak';
  expect(shownModel.dressed(chair, shownSettings(app))).toBe(before);
  app.state.stage.modelHash = row.hash;
  await until(() => shownModel.current()?.hash === row.hash);
  const after = shownModel.dressed(shownModel.current()!, shownSettings(app));
  expect(after.rows[0]?.entry?.color).toBe('#ff0000');
  stop();
});
