import { beforeEach, expect, test } from 'vitest';
import type { App } from '../../../src/app/core/app.ts';
import { assignSettings } from '../../../src/app/core/edit-settings.ts';
import type { OutboxRow, OutboxWork } from '../../../src/app/data/outbox-row.ts';
import { saveProject } from '../../../src/app/features/projects/save-project.ts';
import { createFakeServer, type FakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, type FakeOutside, hashOf } from '../../support/fake-outside.ts';
import { openViewsApp } from '../../support/views-app.ts';

let server: FakeServer;
let outside: FakeOutside;
let app: App;
beforeEach(async () => {
  server = createFakeServer();
  outside = createFakeOutside(server);
  const opened = await openViewsApp(outside);
  app = opened.app;
  return opened.stop;
});

const HASH = hashOf(new TextEncoder().encode('a picture'));

/** A row that the server has said no to. */
async function refuse(work: OutboxWork, dependsOn: string | null = null): Promise<string> {
  const key = outside.randomUuid();
  await app.db.write(async () => {
    await app.outbox.add(7, [{ key, projectKey: app.state.project.key!, work, dependsOn }]);
    await app.db.outbox
      .where('key')
      .equals(key)
      .modify({ state: 'dead', failure: { code: 'forbidden' } });
  });
  return key;
}

async function save(): Promise<OutboxRow[]> {
  assignSettings(app, { positive_prompt: 'on a beach' });
  await saveProject(app);
  await app.outbox.drain();
  return app.db.outbox.toArray();
}

test('a save takes the place of a refused one, and of what it carries itself', async () => {
  await refuse({ kind: 'save-project', frozen: { name: 'Refused' } });
  await refuse({ kind: 'sync-views' });
  expect(await save()).toEqual([]);
  expect(server.project).toMatchObject({ positive_prompt: 'on a beach' });
});

test.each<OutboxWork>([
  { kind: 'adopt-item', assetType: 'style', hash: HASH, name: 'Linen', isWorn: false },
  { kind: 'import-render', render: {} } as unknown as OutboxWork,
  { kind: 'sync-look', lookId: 'look' },
  { kind: 'sync-environment', environmentId: 'light' },
  { kind: 'sync-sketches' },
])('a refused $kind is not in a save, and stays until the person decides', async (work) => {
  const key = await refuse(work);
  expect(await save()).toMatchObject([{ key, state: 'dead', work: { kind: work.kind } }]);
});

test('a refused picture stays for the order that waits for it', async () => {
  const picture = await refuse({ kind: 'upload-picture', hash: HASH, name: 'Label' });
  const order = await refuse({ kind: 'rerun-render', renderId: 1, engine: 'studio' } as never, picture);
  expect((await save()).map(({ key }) => key)).toEqual([picture, order]);
});

test('a refused save that is sent again carries what stands by now', async () => {
  server.fail('/api/project/31/', { status: 403, code: 'forbidden' });
  const [refused] = await save();
  expect(refused).toMatchObject({ state: 'dead', work: { kind: 'save-project' } });
  assignSettings(app, { positive_prompt: 'in a wood' });
  await app.workingCopy.current?.flush();
  await app.outbox.release(refused!.key);
  expect(await app.db.outbox.toArray()).toEqual([]);
  expect(server.project).toMatchObject({ positive_prompt: 'in a wood' });
});

test('a save that waits is followed by another where a model is to come in between', async () => {
  server.isDown = true;
  await app.reachability.probe();
  assignSettings(app, { positive_prompt: 'on a beach' });
  await saveProject(app);
  assignSettings(app, { model_hash: HASH, model_name: 'chair.glb' });
  await saveProject(app);
  await saveProject(app);
  const rows = await app.db.run(() => app.db.outbox.orderBy('seq').toArray());
  expect(rows.map(({ work }) => work.kind)).toEqual(['save-project', 'upload-model', 'save-project']);
});
