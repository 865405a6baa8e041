import { expect, test } from 'vitest';
import { loadActiveProject } from '../../../src/app/features/projects/load-active-project.ts';
import { createFakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, createTestApp, until } from '../../support/fake-outside.ts';

test('a picture drawn on this device outlives its project, which another device deleted: it waits to be saved as a file', async () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  await loadActiveProject(app, 7, 'New');
  const drawn = { kind: 'import-render', deviceKey: 'drawn', render: {} } as never;
  const brought = { kind: 'import-render', render: {} } as never;
  await app.db.run(() => app.db.deviceRenders.put({ key: 'drawn', userId: 7, projectKey: 'gone' } as never));
  await app.db.write(() =>
    app.outbox.add(7, [
      { key: 'of-this-device', projectKey: 'gone', work: drawn, dependsOn: null },
      { key: 'of-a-file', projectKey: 'gone', work: brought, dependsOn: null },
    ]),
  );
  const stop = app.outbox.start(7);
  await until(async () => {
    const rows = await app.db.outbox.toArray();
    return rows.length === 1 && rows[0]?.state === 'dead';
  });
  expect(await app.db.outbox.toArray()).toMatchObject([
    { key: 'of-this-device', failure: { code: 'not-found' } },
  ]);
  expect(await app.db.deviceRenders.count()).toBe(1);
  stop();
});
