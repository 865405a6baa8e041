import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { editSettings } from '../../../../src/app/core/edit-settings.ts';
import { followMaterials } from '../../../../src/app/features/material-sync/follow-materials.ts';
import { saveProject } from '../../../../src/app/features/projects/save-project.ts';
import { type ModelMaterial, UNDRESSED } from '../../../../src/contract/scene/dressed-material.ts';
import { materialId } from '../../../support/candidates.ts';
import { createFakeServer, type FakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, type FakeOutside, until } from '../../../support/fake-outside.ts';
import { openViewsApp } from '../../../support/views-app.ts';

const material = (color: string | null, number = 1): ModelMaterial => ({
  ...UNDRESSED,
  nodes: [],
  id: materialId(number),
  originalId: 'Seat',
  originalIndex: number,
  name: 'Seat',
  color,
});

let server: FakeServer;
let outside: FakeOutside;
let app: App;
let stops: (() => void)[];
beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
    advanceTimeDelta: 100,
  });
  server = createFakeServer({ model_materials: [material(null)] });
  outside = createFakeOutside(server);
  const opened = await openViewsApp(outside);
  app = opened.app;
  stops = [
    opened.stop,
    followMaterials(app, (error) => {
      throw error;
    }),
  ];
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.useRealTimers();
});

const paint = (color: string | null): void =>
  editSettings(app, 'Colour', { model_materials: [material(color)] });
const there = () => server.project!.model_materials[0]?.color;
const patches = () =>
  server.calls.filter(({ method, path }) => method === 'PATCH' && path.includes('/material/'));

test('the last of several colours is sent once, and is nothing to save any more', async () => {
  for (const color of ['#ff0000', '#00ff00', '#0000ff']) paint(color);
  await until(() => there() === '#0000ff');
  await until(() => app.state.project.dirtyFields.length === 0);
  expect(patches().map(({ body }) => body)).toEqual([
    {
      properties: { color: '#0000ff' },
      create_version: true,
      original_index: 1,
      original_id: 'Seat',
    },
  ]);
  // The server's revision has grown: nobody else's work is in the way of a save.
  editSettings(app, 'Name', { name: 'Stool' });
  await saveProject(app);
  await until(() => server.project?.name === 'Stool');
  await until(async () => (await app.db.outbox.count()) === 0);
  expect(await app.db.backups.count()).toBe(0);
  app.commands.undo();
  app.commands.undo();
  await until(() => there() === '#00ff00');
});

test('the first colour of a material makes the server know it, in the order of this device', async () => {
  const [seat, back] = [material('#ff0000', 2), { ...material('#00ff00', 3), roughness: 0.25 }];
  editSettings(app, 'Colours', { model_materials: [seat, back, material(null)] });
  await until(() => server.project?.model_materials.length === 3);
  await until(async () => (await app.db.outbox.count()) === 0);
  const row = await app.db.projects.get(app.state.project.key!);
  expect(row?.saved.model_materials.map(({ originalIndex, color }) => [originalIndex, color])).toEqual([
    [2, '#ff0000'],
    [3, '#00ff00'],
    [1, null],
  ]);
  // The roughness is left to the save.
  await until(() => app.state.project.dirtyFields.join() === 'model_materials');
  await saveProject(app);
  await until(() => server.project?.model_materials[1]?.roughness === 0.25);
});

test('what the server refuses stays here for the save, with a line in the console', async () => {
  server.fail('/api/material/', { status: 400, code: 'invalid-request' });
  paint('#ff0000');
  await until(() => outside.warnings.some((line) => line.startsWith('A colour did not reach the server')));
  expect(there()).toBeNull();
  expect(app.state.project.dirtyFields).toContain('model_materials');
  await saveProject(app);
  await until(() => there() === '#ff0000');
});

test('a material that the server does not know makes no call', async () => {
  editSettings(app, 'Colour', { model_materials: [material(null), material('#ff0000', 2)] });
  await vi.advanceTimersByTimeAsync(5_000);
  await until(async () => (await app.db.outbox.count()) === 0);
  expect(patches()).toEqual([]);
});

test('without a project on the server nothing is sent, with a line in the console', async () => {
  await app.db.projects.update(app.state.project.key ?? '', { serverId: null });
  app.state.project.serverId = null;
  paint('#00ff00');
  await until(() => outside.warnings.length > 0);
  expect(outside.warnings).toEqual([
    'A numeric or string projectId is needed to initialise MaterialApiService',
  ]);
});
