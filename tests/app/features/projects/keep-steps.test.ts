import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App, WorkingCopy } from '../../../../src/app/core/app.ts';
import { assignSettings, currentSettings, editSettings } from '../../../../src/app/core/edit-settings.ts';
import { changeLanguage } from '../../../../src/app/features/account/change-language.ts';
import { signOut } from '../../../../src/app/features/account/sign-out.ts';
import { setGradient } from '../../../../src/app/features/background/set-gradient.ts';
import { keepWorkingCopy } from '../../../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { editSelection } from '../../../../src/app/features/selection/edit-selection.ts';
import { editViews } from '../../../../src/app/features/views/edit-views.ts';
import { sweepFiles } from '../../../../src/app/orders/sweep-files.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import { makeSettingsEdit } from '../../../../src/app/values/settings-edit.ts';
import type { ContentHash } from '../../../../src/contract/ids.ts';
import type { Gradient } from '../../../../src/contract/scene/gradient.ts';
import { createFakeServer, type FakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, type FakeOutside, until } from '../../../support/fake-outside.ts';
import { makeModelMaterial } from '../../../support/library-items.ts';
import { makeView } from '../../../support/saved-view.ts';

let server: FakeServer;
let device: string;
let count = 0;
const stops: (() => void)[] = [];
beforeEach(() => {
  server = createFakeServer();
  device = `steps-${count++}`;
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A visit of the page on the same device. */
async function visit(): Promise<{ app: App; copy: WorkingCopy; outside: FakeOutside }> {
  const outside = createFakeOutside(server, device);
  const app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  const copy = keepWorkingCopy(app, (error) => {
    throw error;
  });
  app.workingCopy.current = copy;
  stops.push(copy.stop);
  return { app, copy, outside };
}

const GRADIENT: Gradient = {
  kind: 'radial',
  angleDegrees: 0,
  stops: [
    { at: 0, colour: '#102030' },
    { at: 1, colour: '#f0e0d0' },
  ],
};

test('a step whose words are of another language than is spoken is called a step, also after a reload', async () => {
  const { app, copy } = await visit();
  editSettings(app, 'Prompt', { positive_prompt: 'oak' });
  const labels = ({ state }: App) => [state.project.undoLabel, state.project.redoLabel];
  expect(labels(app)).toEqual(['Prompt', null]);
  await changeLanguage(app, 'es');
  await until(() => app.state.project.undoLabel === '');
  const { undo, redo } = textsOf('es').t.project;
  expect([undo(''), redo('')]).toEqual(['Deshacer', 'Rehacer']);
  app.commands.undo();
  expect(labels(app)).toEqual([null, '']);
  app.commands.redo();
  editSettings(app, 'Indicación negativa', { negative_prompt: 'polvo' });
  expect(labels(app)).toEqual(['Indicación negativa', null]);
  await copy.flush();

  const { app: again } = await visit();
  expect(labels(again)).toEqual(['', null]);
  again.commands.undo();
  expect(labels(again)).toEqual(['Prompt', '']);
});

test('after a reload the last edits are undone and done again, of every kind', async () => {
  const { app, copy } = await visit();
  const material = makeModelMaterial(0);
  editSettings(app, 'Prompt', { positive_prompt: 'oak' });
  editSettings(app, 'Dress', { model_materials: [material] });
  editSettings(app, 'Colour', { model_materials: [{ ...material, color: '#ff0000' }] });
  setGradient(app, textsOf('en'), GRADIENT, null);
  editViews(app, 'View', (views) => [...views, makeView(1)]);
  editSelection(app, 'Choice', { selected: [material.id], deselected: [], created_at: 1, updated_at: 1 });
  editSettings(app, 'Undone', { negative_prompt: 'dust' });
  app.commands.undo();
  await copy.flush();

  const { app: again } = await visit();
  const { settings } = again.state.project;
  const labels = () => [again.state.project.undoLabel, again.state.project.redoLabel];
  expect(labels()).toEqual(['Choice', 'Undone']);
  again.commands.redo();
  expect(settings.negative_prompt).toBe('dust');
  again.commands.undo();
  again.commands.undo();
  expect(settings.render_settings.material_selection).toBeNull();
  again.commands.undo();
  expect([settings.camera_views, labels()[0]]).toEqual([[], textsOf('en').t.gradient.undo]);
  again.commands.undo();
  expect(settings.render_settings.background_gradient).toBeNull();
  again.commands.undo();
  expect(settings.model_materials.map(({ color }) => color)).toEqual([null]);
  again.commands.undo();
  again.commands.undo();
  expect([settings.positive_prompt, settings.model_materials, labels()]).toEqual(['', [], [null, 'Prompt']]);
  for (let step = 0; step < 4; step++) again.commands.redo();
  expect(settings.render_settings.background_gradient).toEqual(GRADIENT);
  expect(settings.model_materials.map(({ color }) => color)).toEqual(['#ff0000']);
});

test('a step of several parts, with the camera in it, is undone whole after a reload', async () => {
  const { app, copy } = await visit();
  assignSettings(app, { model_hash: 'a1'.repeat(32) as ContentHash });
  const before = app.state.project.settings.positive_prompt;
  const choice = { selected: [], deselected: [], created_at: 1, updated_at: 1 };
  const [here, there] = [makeView(1).pose, makeView(2).pose];
  app.commands.run({
    label: 'Recipe',
    edit: {
      kind: 'several',
      edits: [
        makeSettingsEdit(currentSettings(app), { positive_prompt: 'a recipe' }),
        { kind: 'selection', before: null, after: choice },
        { kind: 'camera', before: here, after: there },
      ],
    },
  });
  await copy.flush();

  const { app: again } = await visit();
  const { settings } = again.state.project;
  expect([settings.positive_prompt, settings.render_settings.camera]).toEqual(['a recipe', there]);
  again.commands.undo();
  expect([settings.positive_prompt, settings.render_settings.camera]).toEqual([before, here]);
  expect(settings.render_settings.material_selection).toBeNull();
});

test('a visit goes on where the one before it ended, and what is undone and replaced is forgotten', async () => {
  const first = await visit();
  for (const name of ['one', 'two', 'three']) editSettings(first.app, name, { name });
  await first.copy.flush();
  const second = await visit();
  second.app.commands.undo();
  editSettings(second.app, 'four', { name: 'four' });
  await second.copy.flush();
  editSettings(second.app, 'five', { name: 'five' });
  second.app.commands.undo();
  await second.copy.flush();
  const { app } = await visit();
  const { done, undone } = app.commands.steps();
  expect(done.map(({ command }) => command.label)).toEqual(['one', 'two', 'four']);
  expect(undone.map(({ command }) => command.label)).toEqual(['five']);
});

test('of two tabs the one that edited last is kept, whole', async () => {
  const [one, two] = [await visit(), await visit()];
  for (const name of ['a', 'b', 'c']) editSettings(one.app, name, { name });
  await one.copy.flush();
  editSettings(two.app, 'prompt', { positive_prompt: 'oak' });
  await two.copy.flush();
  const labels = async () => (await visit()).app.commands.steps().done.map(({ command }) => command.label);
  expect(await labels()).toEqual(['prompt']);
  editSettings(one.app, 'd', { name: 'd' });
  await one.copy.flush();
  expect(await labels()).toEqual(['a', 'b', 'c', 'd']);
});

test('another device’s work in between stays when an older step is undone', async () => {
  const [seat, legs] = [makeModelMaterial(0), makeModelMaterial(1)];
  const { app, copy } = await visit();
  assignSettings(app, { model_materials: [seat, legs] });
  editSettings(app, 'Colour', { model_materials: [{ ...seat, color: '#ff0000' }, legs] });
  await copy.flush();
  const again = await visit();
  const [red] = again.app.state.project.settings.model_materials;
  assignSettings(again.app, { model_materials: [red!, { ...legs, color: '#00ff00' }] });
  again.app.commands.undo();
  const colours = again.app.state.project.settings.model_materials.map(({ color }) => color);
  expect(colours).toEqual([null, '#00ff00']);
});

test('signing out forgets them; a session that ran out does not', async () => {
  const { app, copy } = await visit();
  editSettings(app, 'Prompt', { positive_prompt: 'oak' });
  await copy.flush();
  app.state.account.userId = null;
  expect((await visit()).app.state.project.undoLabel).toBe('Prompt');

  const second = await visit();
  editSettings(second.app, 'Another', { positive_prompt: 'ash' });
  await signOut(second.app);
  await copy.flush();
  await second.copy.flush();
  const { app: third } = await visit();
  expect([third.state.project.undoLabel, await third.db.steps.count()]).toEqual([null, 0]);
  expect(third.state.project.settings.positive_prompt).toBe('ash');
});

test('a step that this version cannot read, and what lies behind it, is not offered', async () => {
  const { app, copy } = await visit();
  for (const name of ['one', 'two', 'three']) editSettings(app, name, { name });
  await copy.flush();
  const { key } = app.state.project;
  await app.db.steps.update([key ?? '', 1], {
    'step.command.edit': { kind: 'settings', before: { name: 12 }, after: { name: [] } },
  } as never);
  const again = await visit();
  expect(again.app.commands.steps().done.map(({ command }) => command.label)).toEqual(['three']);
  await app.db.steps.update([key ?? '', 2], { 'step.command.edit': { kind: 'magic' } } as never);
  expect((await visit()).app.commands.steps().done).toEqual([]);
});

test('a change of model by an older version, which took the views away, brings them back when it is undone', async () => {
  const { app, copy } = await visit();
  editSettings(app, 'Model', { model_name: 'lamp.glb' });
  await copy.flush();
  const { key } = app.state.project;
  const { model_hash: _none, ...view } = makeView(1);
  await app.db.steps.update([key ?? '', 0], {
    'step.command.edit.before.camera_views': [view],
    'step.command.edit.after.camera_views': [],
  } as never);
  const again = await visit();
  again.app.commands.undo();
  const { settings } = again.app.state.project;
  expect(settings.camera_views.map(({ uuid }) => uuid)).toEqual([view.uuid]);
  again.app.commands.redo();
  expect([settings.model_name, settings.camera_views.length]).toEqual(['lamp.glb', 1]);
});

test('a file that only an undone step names stays on this device', async () => {
  const { app, copy, outside } = await visit();
  const hash = 'ab'.repeat(32) as ContentHash;
  await app.storage.put(hash, new Blob(['felt']));
  const material = makeModelMaterial(0, { textureHash: hash });
  editSettings(app, 'Texture', { model_materials: [material] });
  app.commands.undo();
  await copy.flush();
  for (let sweep = 0; sweep < 2; sweep++) {
    await sweepFiles(app);
    outside.advance(10 * 86_400_000);
  }
  expect(await app.storage.get(hash)).not.toBeNull();
});
