import { expect, test } from 'vitest';
import type { OutboxRow } from '../../../../src/app/data/outbox-row.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { sendNewProject } from '../../../../src/app/features/projects/send-project.ts';
import { planSave } from '../../../../src/app/orders/plan-save.ts';
import { LibraryItemId } from '../../../../src/contract/ids.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf } from '../../../support/fake-outside.ts';
import { makeModelMaterial } from '../../../support/library-items.ts';

test('a project that began on this device is created without the own pictures that the server has not seen', async () => {
  const server = createFakeServer({ name: 'Chair' });
  const outside = createFakeOutside(server);
  const app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  const projectKey = app.state.project.key!;
  const own = hashOf(new Uint8Array([1, 2, 3]));
  const oak = hashOf(new Uint8Array([4, 5, 6]));
  const model_materials = [
    makeModelMaterial(0, { textureHash: own, libraryMaterialName: 'My picture' }),
    makeModelMaterial(1, { textureHash: oak, libraryId: LibraryItemId.parse(5) }),
  ];
  const before = (await app.db.projects.get(projectKey))!;
  const settings = { ...before.settings, model_materials };
  await app.db.projects.update(projectKey, { serverId: null, settings });

  const tools = { ...app, now: outside.now, randomUuid: outside.randomUuid, onUploadProgress: () => {} };
  const row = { key: 'create-1', projectKey, work: { kind: 'create-project' } } as OutboxRow;
  await sendNewProject(tools, row, async () => {}, new AbortController().signal);
  expect(server.calls.at(-1)).toMatchObject({
    method: 'POST',
    path: '/api/project/',
    body: { model_materials: [{ textureHash: null }, { textureHash: oak }] },
  });
  const after = (await app.db.projects.get(projectKey))!;
  expect(after.settings.model_materials).toEqual(model_materials);
  // The picture is sent next, and the save that names it after it.
  const rows = await planSave(app, projectKey);
  expect(rows.added.map(({ work }) => work.kind)).toEqual(['upload-texture', 'save-project']);
});

test('a creation that is answered with a project which others have changed since joins what they did with what was done here', async () => {
  const server = createFakeServer({ name: 'Chair' });
  const outside = createFakeOutside(server);
  const app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  const projectKey = app.state.project.key!;
  const { settings } = (await app.db.projects.get(projectKey))!;
  const { model_hash: _hash, ...sent } = { ...settings, name: 'Stool', positive_prompt: 'as it was sent' };
  const here = { ...settings, ...sent, positive_prompt: 'written here since' };
  await app.db.projects.update(projectKey, { serverId: null, revision: 0, settings: here });
  const others = { ...server.project!, ...sent, name: 'Bench', revision: 4 };
  const { fetch } = server;
  server.fetch = async (input, init) =>
    init?.method === 'POST' && input.endsWith('/api/project/') ? Response.json(others) : fetch(input, init);

  const tools = { ...app, now: outside.now, randomUuid: outside.randomUuid, onUploadProgress: () => {} };
  const work: OutboxRow['work'] = { kind: 'create-project', frozen: { ...sent, user: 7 } };
  const row = { key: 'create-1', projectKey, work } as OutboxRow;
  await sendNewProject(tools, row, async () => {}, new AbortController().signal);
  const after = (await app.db.projects.get(projectKey))!;
  expect(after).toMatchObject({ serverId: others.id, revision: 4, saved: { name: 'Bench' } });
  expect(after.settings).toMatchObject({ name: 'Bench', positive_prompt: 'written here since' });
});
