import { expect, test } from 'vitest';
import { editSettings } from '../../../../src/app/core/edit-settings.ts';
import { keepWorkingCopy } from '../../../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { newProject } from '../../../../src/app/features/projects/new-project.ts';
import { openProject } from '../../../../src/app/features/projects/open-project.ts';
import type { EditBase } from '../../../../src/app/state/edit.ts';
import type { ProjectBody } from '../../../../src/contract/http/projects.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf } from '../../../support/fake-outside.ts';
import { FRONT } from '../../../support/light-map-app.ts';

const MODEL = hashOf(new Uint8Array([1]));

/** A device with a project open whose model stands on the stage. */
async function openApp() {
  const server = createFakeServer({ name: 'Lamp', model_hash: MODEL });
  const outside = createFakeOutside(server);
  const app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  app.workingCopy.current = keepWorkingCopy(app, (error) => {
    throw error;
  });
  app.state.stage.modelHash = MODEL;
  app.state.stage.camera = structuredClone(FRONT);
  return { app, server, lamp: app.state.project.key! };
}

test('what is still being typed belongs to the project in which it was begun', async () => {
  const { app, server, lamp } = await openApp();
  const makeEdit = (): void => {
    app.pendingEdits.delete(makeEdit);
    editSettings(app, 'Prompt', { positive_prompt: 'on sand' });
  };
  app.pendingEdits.add(makeEdit);
  // The server says that another project is the active one.
  server.project = { ...server.project!, id: 32 as ProjectBody['id'], name: 'Chair' };
  await loadActiveProject(app, 7, 'New');
  expect(app.state.project.settings).toMatchObject({ name: 'Chair', positive_prompt: '' });
  expect(await app.db.projects.get(lamp)).toMatchObject({ settings: { positive_prompt: 'on sand' } });
});

test('the picture that the editor started from goes with its project', async () => {
  const { app, lamp } = await openApp();
  app.state.edit.base = { renderId: null, title: 'Lamp', image: 'blob:lamp' } as EditBase;
  app.state.edit.isStage = true;
  await newProject(app, 'Chair');
  expect(app.state.edit).toMatchObject({ base: null, isStage: false });
  app.state.edit.isChoosing = true;
  await openProject(app, { key: lamp, serverId: null });
  expect(app.state.edit.isChoosing).toBe(false);
});

test('on a full device the open project stays on its stage', async () => {
  const { app, lamp } = await openApp();
  await newProject(app, 'Chair');
  const chair = app.state.project.key;
  app.state.stage.modelHash = MODEL;
  app.state.stage.camera = structuredClone(FRONT);
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  const { add } = app.outbox;
  app.db.projects.add = full as unknown as typeof app.db.projects.add;
  Object.assign(app.outbox, { add: full });
  const refusal = { failure: { code: 'device-storage-full' } };
  await expect(newProject(app, 'Table')).rejects.toMatchObject(refusal);
  await expect(openProject(app, { key: lamp, serverId: null })).rejects.toMatchObject(refusal);
  expect(app.state.project.key).toBe(chair);
  expect(app.state.stage).toMatchObject({ modelHash: MODEL, camera: FRONT });
  Object.assign(app.outbox, { add });
  await openProject(app, { key: lamp, serverId: null });
  expect(app.state.stage).toMatchObject({ modelHash: null, camera: null });
});
