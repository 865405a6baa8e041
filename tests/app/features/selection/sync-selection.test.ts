import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { editSettings } from '../../../../src/app/core/edit-settings.ts';
import { saveProject } from '../../../../src/app/features/projects/save-project.ts';
import { editSelection } from '../../../../src/app/features/selection/edit-selection.ts';
import { followSelection } from '../../../../src/app/features/selection/follow-selection.ts';
import { toggleMaterial } from '../../../../src/app/features/selection/toggle-material.ts';
import { listMaterials, type MaterialRow } from '../../../../src/app/model/list-materials.ts';
import { ContentHash, LibraryItemId } from '../../../../src/contract/ids.ts';
import { UNDRESSED } from '../../../../src/contract/scene/dressed-material.ts';
import { materialId } from '../../../support/candidates.ts';
import { createFakeServer, type FakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, type FakeOutside, until } from '../../../support/fake-outside.ts';
import { openViewsApp } from '../../../support/views-app.ts';

const NAMES = ['Seat', 'Back', 'Legs', 'Feet', 'Arms'];
const REPORT = {
  hash: ContentHash.parse('b2'.repeat(32)),
  nodes: [],
  warnings: [],
  materials: NAMES.map((name, index) => ({
    index,
    name,
    colour: '#445566',
    metalness: 0,
    roughness: 1,
    hasTexture: false,
    usageCount: 1,
  })),
};
/** Each wears a library item of its own, as the server knows; but the feet are bare. */
const ENTRIES = NAMES.map((name, index) => ({
  ...UNDRESSED,
  nodes: [],
  id: materialId(index),
  originalId: name,
  originalIndex: index,
  name,
  ...(name === 'Feet'
    ? {}
    : {
        libraryId: LibraryItemId.parse(index + 1),
        libraryMaterialName: `Oak ${index}`,
        textureHash: ContentHash.parse(`c${index}`.repeat(32)),
      }),
}));

let server: FakeServer;
let outside: FakeOutside;
let app: App;
let stops: (() => void)[];

async function open(): Promise<void> {
  const opened = await openViewsApp(outside);
  app = opened.app;
  stops = [opened.stop];
  const failed = (error: unknown): void => {
    throw error;
  };
  stops.push(followSelection(app, failed));
}
beforeEach(async () => {
  server = createFakeServer({ model_hash: REPORT.hash, model_materials: ENTRIES });
  outside = createFakeOutside(server);
  await open();
  await until(() => app.state.selection.answeredFor === app.state.project.key);
});
afterEach(() => {
  for (const stop of stops) stop();
});

const rows = (): MaterialRow[] => listMaterials(REPORT, app.state.project.settings.model_materials);
const press = (name: string): void => {
  const all = rows();
  toggleMaterial(app, all, all.find((row) => row.name === name)!, name);
};
const namesOf = (selection: { selected: readonly string[] } | null): string =>
  selection === null
    ? 'automatic'
    : NAMES.filter((_, index) => selection.selected.includes(materialId(index))).join();
const here = () => namesOf(app.state.project.settings.render_settings.material_selection);
const there = () => namesOf(server.project!.render_settings.material_selection);
const reached = async (names: string): Promise<void> => {
  await until(() => there() === names);
  await until(async () => (await app.db.outbox.count()) === 0);
  expect(here()).toBe(names);
};
const toasts = () => app.toasts.queue.visibleToasts.map(({ content }) => content.title);
const writes = () =>
  server.calls
    .filter(({ method, path }) => method !== 'GET' && path.includes('material-selection'))
    .map(({ method, path }) => `${method} ${path.split('/').at(-2)}`);

test('the first press is posted, the next is its own call, undo puts, automatic deletes', async () => {
  press('Back');
  expect(here()).toBe('Seat,Legs,Arms');
  await reached('Seat,Legs,Arms');
  press('Legs');
  await reached('Seat,Arms');
  app.commands.undo();
  expect(here()).toBe('Seat,Legs,Arms');
  await reached('Seat,Legs,Arms');
  editSelection(app, 'Automatic', null);
  await reached('automatic');
  app.commands.undo();
  await reached('Seat,Legs,Arms');
  expect(writes()).toEqual([
    'POST material-selection',
    'POST toggle-material-selection',
    'POST toggle-material-selection',
    'DELETE material-selection',
    'POST material-selection',
  ]);
  await until(() => app.state.project.dirtyFields.length === 0);
  // Nothing is left to save, and nobody else's work was replaced.
  expect(await saveProject(app)).toBe('clean');
});

test('a second press within 50 ms is the same press', async () => {
  press('Back');
  press('Back');
  outside.advance(49);
  press('Back');
  expect(here()).toBe('Seat,Legs,Arms');
  outside.advance(50);
  press('Back');
  expect(here()).toBe('Seat,Back,Legs,Arms');
  await reached('Seat,Back,Legs,Arms');
});

test('while something else is worn here than the server knows, it is not asked to judge a press', async () => {
  press('Back');
  press('Seat');
  await reached('Legs,Arms');
  outside.advance(1_000);
  const materials = app.state.project.settings.model_materials;
  const pine = { libraryId: LibraryItemId.parse(77), textureHash: ContentHash.parse('d7'.repeat(32)) };
  editSettings(app, 'Pine', {
    model_materials: materials.map((entry) => (entry.name === 'Legs' ? { ...entry, ...pine } : entry)),
  });
  press('Seat');
  await reached('Seat,Legs,Arms');
  expect(writes().at(-1)).toBe('PUT material-selection');
});

test('a refusal is taken back and said', async () => {
  press('Back');
  await reached('Seat,Legs,Arms');
  server.fail('toggle-material-selection', { status: 500 });
  press('Legs');
  expect(here()).toBe('Seat,Arms');
  await until(() => toasts().includes('Error updating material selection. Please try again.'));
  await reached('Seat,Legs,Arms');
});

test('while the server is worked on it works, and waits', async () => {
  press('Back');
  await reached('Seat,Legs,Arms');
  server.fail('toggle-material-selection', { status: 503, code: 'maintenance' });
  press('Legs');
  await until(async () => (await app.db.outbox.toArray()).some(({ nextAt }) => nextAt > 0));
  expect(here()).toBe('Seat,Arms');
  expect(toasts()).not.toContain('Error updating material selection. Please try again.');
});

test('without a connection it works, and is sent once there is one', async () => {
  outside.setOnline(false);
  server.isDown = true;
  press('Back');
  press('Seat');
  expect(here()).toBe('Legs,Arms');
  await until(async () => (await app.db.outbox.toArray()).some(({ state }) => state === 'ready'));
  expect(there()).toBe('automatic');
  await until(() => app.reachability.connection() !== 'online');
  await until(async () => (await app.db.outbox.toArray()).every(({ state }) => state === 'ready'));
  server.isDown = false;
  // Past the pause before a row is looked at again.
  outside.advance(5_000);
  outside.setOnline(true);
  await app.reachability.probe();
  await until(() => there() === 'Legs,Arms');
  expect(toasts()).toEqual([]);
});

test('a reload brings what another device selected, and keeps what was not sent', async () => {
  server.project!.render_settings.material_selection = {
    selected: [materialId(4)],
    deselected: [],
    created_at: 1,
    updated_at: 2,
  };
  for (const stop of stops) stop();
  await open();
  await until(() => here() === 'Arms');
  expect(app.state.project.dirtyFields).toEqual([]);
});

test('what cannot be selected says why', () => {
  press('Feet');
  expect(toasts()[0]).toBe(
    'Material "Feet" is a default model material without assigned texture. Selecting it would consume i-padapter resources without producing useful results. Please assign a texture from the library first.',
  );
  expect(here()).toBe('automatic');
});

test('marks wait for the server, and come also when it cannot say', async () => {
  for (const stop of stops) stop();
  expect(app.state.selection.answeredFor).toBeNull();
  server.fail('material-selection', { status: 500 });
  await open();
  await until(() => app.state.selection.answeredFor === app.state.project.key);
});
