import { expect, test } from 'vitest';
import type { OutboxWork } from '../../../../src/app/data/outbox-row.ts';
import { putEnvironment } from '../../../../src/app/features/environment/put-environment.ts';
import { putLook } from '../../../../src/app/features/looks/put-look.ts';
import { deleteProject } from '../../../../src/app/features/projects/delete-project.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { newProject } from '../../../../src/app/features/projects/new-project.ts';
import { openBackupTiers } from '../../../../src/app/orders/backup-tiers.ts';
import { describeError } from '../../../../src/app/texts/describe-failure.ts';
import type { DeviceRenderRow } from '../../../../src/app/values/device-render.ts';
import { ProjectId } from '../../../../src/contract/ids.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf, until } from '../../../support/fake-outside.ts';
import { makeLook } from '../../../support/looks.ts';
import { makeOrderRequest } from '../../../support/order-request.ts';

async function openApp() {
  const server = createFakeServer({ name: 'Lamp' });
  const outside = createFakeOutside(server);
  const app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  const lamp = { key: app.state.project.key!, serverId: ProjectId.parse(31) };
  return { app, outside, server, lamp };
}

test('a picture of this device that the server refused keeps its project until the person has decided', async () => {
  const { app, lamp } = await openApp();
  const work = { kind: 'import-render', deviceKey: 'drawn', render: {} } as unknown as OutboxWork;
  const row = { key: 'drawn', projectKey: lamp.key, dependsOn: null, work };
  await app.outbox.add(7, [{ ...row, stream: `renders:${lamp.key}` }]);
  await app.db.deviceRenders.add({
    key: 'drawn',
    userId: 7,
    projectKey: lamp.key,
    state: 'finished',
  } as DeviceRenderRow);
  for (const state of ['dead', 'parked'] as const) {
    await app.db.outbox
      .toCollection()
      .modify({ state, failure: { code: 'library-space-full', maxBytes: 1 } });
    await expect(deleteProject(app, lamp, null, 'Another')).rejects.toMatchObject({
      failure: { code: 'project-unsent' },
    });
  }
  expect(app.state.project.key).toBe(lamp.key);
  expect(await app.db.deviceRenders.count()).toBe(1);
});

test('an order that waits keeps its project, one that was refused does not', async () => {
  const { app, lamp } = await openApp();
  const work = { kind: 'order-render', files: [] } as unknown as OutboxWork;
  await app.outbox.add(7, [{ key: 'order', projectKey: lamp.key, dependsOn: null, work, isParked: true }]);
  await expect(deleteProject(app, lamp, null, 'Another')).rejects.toMatchObject({
    failure: { code: 'project-unsent' },
  });
  await app.db.outbox.toCollection().modify({ state: 'dead' });
  await deleteProject(app, lamp, null, 'Another');
  expect(await app.db.outbox.filter(({ key }) => key === 'order').count()).toBe(0);
});

test('copies of its views go with a project, those of others stay', async () => {
  const { app, lamp } = await openApp();
  const copy = { views: [], deleted: [], timestamp: 1, viewCount: 0, version: '1.0.0' } as const;
  const tiers = openBackupTiers(app);
  const names = [`${lamp.key}/`, '31/abc', '310/'];
  for (const tier of tiers) for (const name of names) await tier.write(name, copy);
  await deleteProject(app, lamp, null, 'Another');
  for (const tier of tiers) {
    expect(await Promise.all(names.map(async (name) => (await tier.read(name)) !== null))).toEqual([
      false,
      false,
      true,
    ]);
  }
});

const drawn = (projectKey: string, change: Partial<DeviceRenderRow> = {}) =>
  ({ key: 'here', userId: 7, projectKey, state: 'waiting', images: [], ...change }) as DeviceRenderRow;

test('what this device is still to draw, or has drawn of a batch that failed, keeps its project', async () => {
  const { app, lamp } = await openApp();
  const [image] = [{ batchIndex: 0, hash: hashOf(new Uint8Array()), widthPx: 1, heightPx: 1 }];
  for (const change of [
    { state: 'waiting' },
    { state: 'drawing' },
    { state: 'failed', images: [image] },
  ] as const) {
    await app.db.deviceRenders.put(drawn(lamp.key, change));
    await expect(deleteProject(app, lamp, null, 'Another')).rejects.toMatchObject({
      failure: { code: 'project-unsent' },
    });
  }
  expect(await app.db.projects.get(lamp.key)).toBeDefined();
  await app.db.deviceRenders.put(drawn(lamp.key, { state: 'failed' }));
  await deleteProject(app, lamp, null, 'Another');
  expect(await app.db.deviceRenders.count()).toBe(0);
});

test('what another tab orders while a project is deleted keeps it on this device, which makes it anew', async () => {
  const { app, server, lamp } = await openApp();
  const { fetch } = server;
  server.fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (init?.method === 'DELETE') await app.db.deviceRenders.put(drawn(lamp.key));
    return answer;
  };
  const refused = await deleteProject(app, lamp, null, 'Another').catch((error: unknown) => error);
  expect(refused).toMatchObject({ failure: { code: 'project-made-anew' } });
  const sentence = describeError(app.texts(), refused);
  expect(sentence).toContain('The server had deleted it by then');
  expect(sentence).not.toContain('Nothing was deleted');
  expect(await app.db.deviceRenders.toArray()).toMatchObject([{ key: 'here' }]);
  expect(await app.db.projects.get(lamp.key)).toMatchObject({ serverId: null, revision: 0 });
  const creations = app.db.outbox.filter(
    ({ projectKey, work }) => projectKey === lamp.key && work.kind === 'create-project',
  );
  expect(await creations.count()).toBe(1);
});

test('an order of another tab that comes while its project is deleted goes to the one that is made anew', async () => {
  const { app, server, lamp } = await openApp();
  const { fetch } = server;
  const work = {
    kind: 'order-render',
    request: makeOrderRequest(),
    files: [],
    isOffline: false,
    price: 200,
  } as const;
  server.fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (init?.method === 'DELETE')
      await app.outbox.add(7, [{ key: 'order', projectKey: lamp.key, dependsOn: null, work }]);
    return answer;
  };
  await expect(deleteProject(app, lamp, null, 'Another')).rejects.toMatchObject({
    failure: { code: 'project-made-anew' },
  });
  const stop = app.outbox.start(7);
  await until(
    async () => (await app.db.outbox.filter(({ projectKey }) => projectKey === lamp.key).count()) === 0,
  );
  expect(server.orders).toMatchObject([{ key: 'order' }]);
  expect((await app.db.projects.get(lamp.key))?.serverId).not.toBeNull();
  stop();
});

test.each(['before', 'after'] as const)(
  'an order of another tab that was refused %s its project was made anew goes to that one, under its key',
  async (when) => {
    const { app, server, lamp } = await openApp();
    const { fetch } = server;
    const work = {
      kind: 'order-render',
      request: makeOrderRequest(),
      files: [],
      isOffline: false,
      price: 200,
    } as const;
    let isDeleted = false;
    let [meet, refuse] = [(): void => {}, (): void => {}];
    const met = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const mayRefuse = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    server.fetch = async (input, init) => {
      if (init?.method === 'POST' && input.endsWith('/api/project/')) isDeleted = false;
      if (init?.method === 'POST' && input.endsWith('/api/render/') && isDeleted) {
        meet();
        if (when === 'after') await mayRefuse;
        return Response.json({ code: 'not-found' }, { status: 404 });
      }
      const answer = await fetch(input, init);
      if (init?.method !== 'DELETE') return answer;
      isDeleted = true;
      await app.outbox.add(7, [{ key: 'order', projectKey: lamp.key, dependsOn: null, work }]);
      void app.outbox.drain();
      await met;
      const isDead = async () => (await app.db.outbox.where('key').equals('order').first())?.state === 'dead';
      if (when === 'before') await until(isDead);
      return answer;
    };
    const stop = app.outbox.start(7);
    await expect(deleteProject(app, lamp, null, 'Another')).rejects.toMatchObject({
      failure: { code: 'project-made-anew' },
    });
    refuse();
    await until(
      async () => (await app.db.outbox.filter(({ projectKey }) => projectKey === lamp.key).count()) === 0,
    );
    expect(server.orders).toMatchObject([{ key: 'order' }]);
    stop();
  },
);

test('of a project that only this device has nothing was deleted when another tab orders meanwhile', async () => {
  const { app, server, outside, lamp } = await openApp();
  server.isDown = true;
  outside.setOnline(false);
  await newProject(app, 'Chair');
  const chair = { key: app.state.project.key!, serverId: null };
  const withdraw = app.outbox.withdraw.bind(app.outbox);
  Object.assign(app.outbox, {
    withdraw: async (key: string) => {
      await app.db.deviceRenders.put(drawn(chair.key));
      return withdraw(key);
    },
  });
  await expect(deleteProject(app, chair, lamp, 'Another')).rejects.toMatchObject({
    failure: { code: 'project-unsent' },
  });
  expect(await app.db.projects.get(chair.key)).toMatchObject({ settings: { name: 'Chair' } });
});

test('a look and surroundings that were kept in a project that is deleted offline reach the server all the same', async () => {
  const { app, outside, server, lamp } = await openApp();
  server.isDown = true;
  outside.setOnline(false);
  await newProject(app, 'Chair');
  const chair = { key: app.state.project.key, serverId: null };
  const times = { createdAt: 1, updatedAt: 1, deletedAt: null, sentAt: null };
  putLook(app, { id: crypto.randomUUID(), userId: 7, name: 'Winter', look: makeLook(), ...times });
  const picture = new Blob(['light'], { type: 'image/png' });
  const pictureHash = hashOf(new Uint8Array(await picture.arrayBuffer()));
  await app.storage.put(pictureHash, picture);
  const light = { id: crypto.randomUUID(), userId: 7, name: 'Loft', pictureHash, thumbnail: null };
  await putEnvironment(app, { ...light, ...times });
  await until(async () => (await app.db.looks.count()) === 1);
  await deleteProject(app, chair, lamp, 'Another');
  server.isDown = false;
  outside.setOnline(true);
  await app.reachability.probe();
  const stop = app.outbox.start(7);
  await until(() => server.looks.length + server.environments.length === 2);
  stop();
  expect(server.looks).toMatchObject([{ name: 'Winter' }]);
  expect(server.environments).toMatchObject([{ name: 'Loft' }]);
});
