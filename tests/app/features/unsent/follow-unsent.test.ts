import { expect, test, vi } from 'vitest';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { followUnsent } from '../../../../src/app/features/unsent/follow-unsent.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, until } from '../../../support/fake-outside.ts';

async function open() {
  const keepStorage = vi.fn();
  const outside = createFakeOutside(createFakeServer());
  Object.assign(outside.device, { keepStorage });
  const app = createTestApp(outside);
  await loadActiveProject(app, 7, 'Chair');
  await app.db.outbox.clear();
  const stop = followUnsent(app, 7);
  await until(() => app.state.shell.pendingChanges === 0);
  return { app, keepStorage, projectKey: app.state.project.key!, stop };
}

test('what waits for the server has the browser asked to keep it', async () => {
  const { app, keepStorage, projectKey, stop } = await open();
  expect(keepStorage).not.toHaveBeenCalled();
  await app.outbox.add(7, [{ key: 'row', projectKey, dependsOn: null, work: { kind: 'sync-sketches' } }]);
  await until(() => app.state.shell.pendingChanges === 1);
  expect(keepStorage).toHaveBeenCalled();
  stop();
});

test('so has a picture that is to be drawn here, and an edit; another person’s has not', async () => {
  const { app, keepStorage, stop } = await open();
  await app.db.deviceRenders.add({ key: 'theirs', userId: 8 } as never);
  await app.db.deviceRenders.add({ key: 'mine', userId: 7 } as never);
  await until(() => keepStorage.mock.calls.length > 0);
  keepStorage.mockClear();
  app.state.project.dirtyFields = ['positive_prompt'] as never;
  await until(() => keepStorage.mock.calls.length > 0);
  stop();
});
