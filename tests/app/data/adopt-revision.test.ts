import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '../../../src/app/core/app.ts';
import { editSettings } from '../../../src/app/core/edit-settings.ts';
import { restoreVersion } from '../../../src/app/features/history/restore-version.ts';
import { saveProject } from '../../../src/app/features/projects/save-project.ts';
import { editSelection } from '../../../src/app/features/selection/edit-selection.ts';
import { type ModelMaterial, UNDRESSED } from '../../../src/contract/scene/dressed-material.ts';
import { materialId } from '../../support/candidates.ts';
import { createFakeServer, type FakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, until } from '../../support/fake-outside.ts';
import { openViewsApp } from '../../support/views-app.ts';

const material = (color: string): ModelMaterial => ({
  ...UNDRESSED,
  nodes: [],
  id: materialId(1),
  originalId: 'Seat',
  originalIndex: 0,
  name: 'Seat',
  color,
});
const version = {
  id: 41,
  version_number: 1,
  comment: '',
  created_at: '2026-01-01T00:00:00Z',
  model_material_id: materialId(1),
  material: material('#ff0000'),
};

let server: FakeServer;
let app: App;
let stop: () => void;
beforeEach(async () => {
  server = createFakeServer({ model_materials: [material('#00ff00')] });
  server.versions = [version];
  ({ app, stop } = await openViewsApp(createFakeOutside(server)));
});
afterEach(() => stop());

const idle = () => until(async () => (await app.db.outbox.count()) === 0);
/** How often a save was refused for its revision, and sent again joined with what the server had. */
const merges = () =>
  server.calls.filter(({ method, path }) => method === 'PATCH' && path === '/api/project/31/').length - 1;
const writes: Record<string, () => Promise<void>> = {
  'a selection': async () => {
    const chosen = { selected: [materialId(1)], deselected: [], created_at: 1, updated_at: 1 };
    editSelection(app, 'Selection', chosen);
    await until(() => server.project?.render_settings.material_selection !== null);
    editSelection(app, 'Automatic', null);
    await until(() => server.project?.render_settings.material_selection === null);
  },
  'a restored version': async () => {
    await restoreVersion(app, version, '');
  },
};

test.each(Object.entries(writes))('a save after %s is taken at once', async (_, write) => {
  await write();
  await idle();
  editSettings(app, 'Name', { name: 'Stool' });
  await saveProject(app);
  await until(() => server.project?.name === 'Stool');
  await idle();
  expect(merges()).toBe(0);
});

test.each(Object.entries(writes))(
  'what another device did before %s is met by the save',
  async (_, write) => {
    server.project = { ...server.project!, positive_prompt: 'snow', revision: server.project!.revision + 1 };
    await write();
    await idle();
    editSettings(app, 'Name', { name: 'Stool' });
    await saveProject(app);
    await until(() => server.project?.name === 'Stool');
    await until(() => app.state.project.settings.positive_prompt === 'snow');
    expect(merges()).toBe(1);
  },
);
