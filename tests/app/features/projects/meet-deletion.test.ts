import { expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { editSettings } from '../../../../src/app/core/edit-settings.ts';
import type { OutboxWork } from '../../../../src/app/data/outbox-row.ts';
import { keepWorkingCopy } from '../../../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { syncProject } from '../../../../src/app/features/projects/sync-project.ts';
import { lateTextsOf } from '../../../../src/app/texts/load-texts.ts';
import type { DeviceRenderRow } from '../../../../src/app/values/device-render.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { FRONT, makeStroke } from '../../../support/light-map-app.ts';

/** The project is deleted on another device, and this one hears of it. */
async function openDeleted() {
  const server = createFakeServer({ name: 'Lamp' });
  const app = createTestApp(createFakeOutside(server));
  await loadActiveProject(app, 7, 'New');
  const copy = keepWorkingCopy(app, (error) => {
    throw error;
  });
  app.workingCopy.current = copy;
  const projectKey = app.state.project.key!;
  const meet = async (): Promise<void> => {
    server.fail('/api/project/31/', { status: 404, code: 'not-found' });
    await syncProject(app, null, new AbortController().signal);
    copy.stop();
  };
  const sketch = {
    id: 'light',
    projectKey,
    modelHash: null,
    pose: FRONT,
    steps: [makeStroke('one')],
    undone: [],
    pictureHash: null,
    updatedAt: 5,
  };
  return { app, projectKey, meet, sketch };
}

test('light that was painted and not sent keeps a project that was deleted elsewhere, to be made anew', async () => {
  const { app, projectKey, meet, sketch } = await openDeleted();
  await app.db.sketches.add(sketch);
  await app.db.sketchStates.add({ id: 'light', projectKey, sentAt: 4 });
  await meet();
  expect(await app.db.projects.get(projectKey)).toMatchObject({ serverId: null, settings: { name: 'Lamp' } });
  expect(await app.db.sketches.toArray()).toMatchObject([{ id: 'light', steps: sketch.steps }]);
  expect(await app.db.sketchStates.count()).toBe(0);
});

test('light that the server had goes with the project', async () => {
  const { app, projectKey, meet, sketch } = await openDeleted();
  await app.db.sketches.add(sketch);
  await app.db.sketchStates.add({ id: 'light', projectKey, sentAt: 5 });
  await meet();
  expect(await app.db.projects.get(projectKey)).toBeUndefined();
  expect(await app.db.sketches.count()).toBe(0);
});

test('what is still being typed is work that keeps a project that was deleted elsewhere', async () => {
  const { app, projectKey, meet } = await openDeleted();
  const makeEdit = (): void => {
    app.pendingEdits.delete(makeEdit);
    editSettings(app, 'Prompt', { positive_prompt: 'on sand' });
  };
  app.pendingEdits.add(makeEdit);
  await meet();
  expect(await app.db.projects.get(projectKey)).toMatchObject({ settings: { positive_prompt: 'on sand' } });
});

test('so is what is typed while the server is asked why the project is gone', async () => {
  const { app, projectKey, meet } = await openDeleted();
  await app.db.projects.update(projectKey, { madeAt: new Date().toISOString() });
  const { call } = app.server;
  const asked: string[] = [];
  const listen: typeof call = (path, ...rest) => {
    asked.push(path);
    if (path === '/api/project/restores/') editSettings(app, 'Prompt', { positive_prompt: 'on sand' });
    return call(path, ...rest);
  };
  Object.assign(app.server, { call: listen });
  await meet();
  expect(asked).toContain('/api/project/restores/');
  expect(await app.db.projects.get(projectKey)).toMatchObject({ settings: { positive_prompt: 'on sand' } });
});

test.each([
  [
    'is still to be drawn here',
    async (app: App, projectKey: string) => {
      const row = { key: 'here', userId: 7, projectKey, state: 'waiting', images: [] };
      await app.db.deviceRenders.put(row as unknown as DeviceRenderRow);
    },
  ],
  [
    'waits to be sent',
    async (app: App, projectKey: string) => {
      const work = { kind: 'import-render', deviceKey: 'drawn', render: {} } as unknown as OutboxWork;
      await app.outbox.add(7, [
        { key: 'drawn', projectKey, dependsOn: null, work, stream: `renders:${projectKey}` },
      ]);
    },
  ],
])(
  'a picture that %s has a project that was deleted elsewhere made anew, and it says so',
  async (_, order) => {
    const { app, projectKey, meet } = await openDeleted();
    await order(app, projectKey);
    await meet();
    expect(await app.db.projects.get(projectKey)).toMatchObject({
      serverId: null,
      settings: { name: 'Lamp' },
    });
    const creations = app.db.outbox.filter(({ work }) => work.kind === 'create-project');
    expect(await creations.toArray()).toMatchObject([{ projectKey }]);
    const said = app.toasts.queue.visibleToasts.map(({ content }) => content.title);
    expect(said).toEqual([lateTextsOf(app.state.shell.language).conflicts.deletedOrdered]);
  },
);
