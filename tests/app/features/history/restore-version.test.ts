import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { currentSettings, editSettings } from '../../../../src/app/core/edit-settings.ts';
import { versionsQuery } from '../../../../src/app/features/history/queries.ts';
import { restoreVersion } from '../../../../src/app/features/history/restore-version.ts';
import { openProject } from '../../../../src/app/features/projects/open-project.ts';
import { saveProject } from '../../../../src/app/features/projects/save-project.ts';
import type { MaterialVersionBody } from '../../../../src/contract/http/model-materials.ts';
import { type ModelMaterial, UNDRESSED } from '../../../../src/contract/scene/dressed-material.ts';
import { materialId } from '../../../support/candidates.ts';
import { createFakeServer, type FakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, until } from '../../../support/fake-outside.ts';
import { openViewsApp } from '../../../support/views-app.ts';

const material = (color: string): ModelMaterial => ({
  ...UNDRESSED,
  nodes: [],
  id: materialId(1),
  originalId: 'Seat',
  originalIndex: 0,
  name: 'Seat',
  color,
});
const version = (number: number, color: string): MaterialVersionBody => ({
  id: 40 + number,
  version_number: number,
  comment: '',
  created_at: '2026-01-01T00:00:00Z',
  model_material_id: materialId(1),
  material: material(color),
});

let server: FakeServer;
let app: App;
let stop: () => void;
beforeEach(async () => {
  server = createFakeServer({ model_materials: [material('#00ff00')] });
  server.versions = [version(1, '#ff0000'), version(2, '#00ff00')];
  ({ app, stop } = await openViewsApp(createFakeOutside(server)));
});
afterEach(() => stop());

const colour = () => currentSettings(app).model_materials[0]?.color;
const query = () => versionsQuery(app, app.state.project.serverId!, materialId(1));

test('versions come with the newest first, as an array or in results', async () => {
  const versions = await app.queries.fetchQuery(query());
  expect(versions.map(({ version_number: number }) => number)).toEqual([2, 1]);
});

test('a version comes back on the server and here, as one step that is undone and redone', async () => {
  await restoreVersion(app, version(1, '#ff0000'), ' the red one ');
  expect(server.calls.at(-1)).toMatchObject({
    method: 'POST',
    path: `/api/model-material-versions/41/restore/?project_id=31&model_material_id=${materialId(1)}`,
    body: { comment: 'the red one' },
  });
  expect(colour()).toBe('#ff0000');
  // The server has it: nothing is left to save, and nobody else's work is replaced.
  await app.workingCopy.current?.flush();
  await until(() => app.state.project.dirtyFields.length === 0);
  expect(await saveProject(app)).toBe('clean');
  app.commands.undo();
  expect(colour()).toBe('#00ff00');
  await until(() => app.state.project.dirtyFields.includes('model_materials'));
  app.commands.redo();
  expect(colour()).toBe('#ff0000');
});

test('an edit that was not saved is one more step back', async () => {
  editSettings(app, 'Blue', { model_materials: [material('#0000ff')] });
  await restoreVersion(app, version(1, '#ff0000'), '');
  expect(server.calls.at(-1)?.body).toEqual({});
  app.commands.undo();
  expect(colour()).toBe('#0000ff');
});

test('what the server refuses changes nothing', async () => {
  server.fail('restore', { status: 404, code: 'not-found' });
  await expect(restoreVersion(app, version(1, '#ff0000'), '')).rejects.toMatchObject({
    failure: { code: 'not-found' },
  });
  expect(colour()).toBe('#00ff00');
  expect(app.commands.undoLabel()).toBeNull();
});

test('a material that is kept as it is on the stage stays kept', async () => {
  const [seat] = currentSettings(app).model_materials;
  editSettings(app, 'Protection', { model_materials: [{ ...seat!, isProtected: true }] });
  await restoreVersion(app, version(1, '#ff0000'), '');
  expect(currentSettings(app).model_materials[0]).toMatchObject({ color: '#ff0000', isProtected: true });
});

test('a project that is opened while the server restores keeps its own materials; the one left has the version', async () => {
  const key = app.state.project.key!;
  const row = (await app.db.projects.get(key))!;
  const other = { ...row.settings, name: 'Chair', model_materials: [material('#0000ff')] };
  await app.db.projects.add({ ...row, key: 'other', serverId: null, settings: other, saved: other });
  const restoring = restoreVersion(app, version(1, '#ff0000'), '');
  const opening = openProject(app, { key: 'other', serverId: null });
  await Promise.all([restoring, opening]);
  await app.workingCopy.current?.flush();
  const colours = async (of: string) =>
    (await app.db.projects.get(of))?.settings.model_materials.map(({ color }) => color);
  if (app.state.project.key === 'other') expect(colour()).toBe('#0000ff');
  expect(await colours('other')).toEqual(['#0000ff']);
  expect(await colours(key)).toEqual(['#ff0000']);
});
