import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '../../../src/app/core/app.ts';
import { putEnvironment } from '../../../src/app/features/environment/put-environment.ts';
import { putLook } from '../../../src/app/features/looks/put-look.ts';
import { pullEnvironments } from '../../../src/app/orders/pull-environments.ts';
import { pullLooks } from '../../../src/app/orders/pull-looks.ts';
import { createFakeServer, type FakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf, until } from '../../support/fake-outside.ts';
import { makeLook } from '../../support/looks.ts';

let server: FakeServer;
let app: App;
let stop: () => void;
beforeEach(() => {
  server = createFakeServer();
  app = createTestApp(createFakeOutside(server));
  stop = app.outbox.start(7);
});
afterEach(() => stop());

const pull = async (): Promise<void> => {
  const { signal } = new AbortController();
  await pullLooks(app, 7, signal);
  await pullEnvironments(app, 7, signal);
};
/** The server gets a look and surroundings from this device. */
async function send(): Promise<void> {
  const times = { createdAt: 1, updatedAt: 1, deletedAt: null, sentAt: null };
  putLook(app, { id: crypto.randomUUID(), userId: 7, name: 'Winter', look: makeLook(), ...times });
  const picture = new Blob(['light'], { type: 'image/png' });
  const pictureHash = hashOf(new Uint8Array(await picture.arrayBuffer()));
  await app.storage.put(pictureHash, picture);
  const light = { id: crypto.randomUUID(), userId: 7, name: 'Loft', pictureHash, thumbnail: null };
  await putEnvironment(app, { ...light, ...times });
  await until(async () => (await app.db.outbox.count()) === 0 && (await app.db.looks.count()) === 1);
  await until(() => server.looks.length === 1 && server.environments.length === 1);
  await pull();
}
const lose = (): void => {
  server.looks = [];
  server.environments = [];
};
const names = async () => [
  ...(await app.db.looks.toArray()).map(({ name }) => name),
  ...(await app.db.environments.toArray()).map(({ name }) => name),
];

test('looks and surroundings that a server lacks since it was put back are sent again; from then on it is believed', async () => {
  server.epoch = 'one';
  await send();
  lose();
  server.epoch = 'two';
  await pull();
  expect(await names()).toEqual(['Winter', 'Loft']);
  await until(() => server.looks.length === 1 && server.environments.length === 1);
  await until(async () => (await app.db.outbox.count()) === 0);
  await pull();
  lose();
  await pull();
  expect(await names()).toEqual([]);
});

test('of a look the later state stands when a server was put back', async () => {
  server.epoch = 'one';
  await send();
  const [theirs] = server.looks;
  server.looks = [{ ...theirs!, name: 'Spring', updated_at: '2027-01-01T00:00:00Z' }];
  server.epoch = 'two';
  await pull();
  expect(await app.db.looks.toArray()).toMatchObject([{ name: 'Spring' }]);
  server.looks = [{ ...theirs!, updated_at: '2026-01-01T00:00:00Z' }];
  server.epoch = 'three';
  await pull();
  await until(() => server.looks[0]?.name === 'Spring');
});

test('a device that knew no epoch has always been in the first that it hears of', async () => {
  await send();
  lose();
  server.epoch = 'one';
  await pull();
  expect(await names()).toEqual([]);
});
