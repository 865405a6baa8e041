import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { currentSettings } from '../../../../src/app/core/edit-settings.ts';
import { deleteEnvironment } from '../../../../src/app/features/environment/delete-environment.ts';
import { followEnvironments } from '../../../../src/app/features/environment/follow-environments.ts';
import {
  importEnvironment,
  whoseSurroundings,
} from '../../../../src/app/features/environment/import-environment.ts';
import { renameEnvironment } from '../../../../src/app/features/environment/rename-environment.ts';
import {
  placeEnvironment,
  setEnvironment,
  setSky,
} from '../../../../src/app/features/environment/set-environment.ts';
import { takeFileSurroundings } from '../../../../src/app/features/environment/take-file-surroundings.ts';
import { sweepFiles } from '../../../../src/app/orders/sweep-files.ts';
import { meetEnvironment } from '../../../../src/app/stories/meet-environment.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import { createFakeServer, type FakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, type FakeOutside, until } from '../../../support/fake-outside.ts';
import { openViewsApp } from '../../../support/views-app.ts';

let server: FakeServer;
let outside: FakeOutside;
let app: App;
let stops: (() => void)[];

beforeEach(async () => {
  server = createFakeServer();
  outside = createFakeOutside(server);
  const opened = await openViewsApp(outside);
  app = opened.app;
  stops = [opened.stop];
});
afterEach(() => {
  for (const stop of stops) stop();
});

const panorama = (name = 'Loft.hdr', content = 'light') => new File([content], name);
const environment = () => currentSettings(app).render_settings.environment;
const kept = async () => (await app.db.environments.toArray()).filter(({ deletedAt }) => deletedAt === null);
const sent = async () => (await app.db.outbox.count()) === 0;

test('a panorama lights the product, is kept with its picture and reaches the server', async () => {
  expect(await importEnvironment(app, panorama())).toBe(true);
  const [row] = await kept();
  expect(row).toMatchObject({ name: 'Loft', userId: 7 });
  expect(environment()).toMatchObject({ kind: 'picture', imageHash: row?.pictureHash, name: 'Loft' });
  expect(await app.storage.get(row!.pictureHash)).not.toBeNull();
  await until(async () => server.environments.length === 1 && (await sent()));
  expect(server.environments[0]).toMatchObject({ name: 'Loft', picture_hash: row?.pictureHash });
  app.commands.undo();
  expect(environment()).toBeNull();
});

test('another name is on the list, in the project that is lit by it, and on the server', async () => {
  await importEnvironment(app, panorama());
  await until(async () => server.environments.length === 1 && (await sent()));
  renameEnvironment(app, (await kept())[0]!, '  North window ');
  await until(async () => server.environments[0]?.name === 'North window' && (await sent()));
  expect((await kept()).map(({ name }) => name)).toEqual(['North window']);
  expect(environment()).toMatchObject({ kind: 'picture', name: 'North window' });
  // Nothing is not a name.
  renameEnvironment(app, (await kept())[0]!, '   ');
  expect((await kept()).map(({ name }) => name)).toEqual(['North window']);
  // One that does not light the product is named on the list alone.
  setEnvironment(app, app.texts(), { kind: 'sky' });
  renameEnvironment(app, (await kept())[0]!, 'South window');
  await until(async () => server.environments[0]?.name === 'South window' && (await sent()));
  expect(environment()).toMatchObject({ kind: 'sky' });
});

test('the same file again is the same environment', async () => {
  await importEnvironment(app, panorama());
  await importEnvironment(app, panorama('Copy.exr'));
  expect(await kept()).toHaveLength(1);
  expect(environment()).toMatchObject({ name: 'Loft' });
});

test('one that is read after another project was opened is kept, and lights that one not', async () => {
  const meant = whoseSurroundings(app);
  app.state.project.key = 'another';
  expect(await importEnvironment(app, panorama(), meant)).toBe(false);
  expect(environment()).toBeNull();
  expect(await kept()).toMatchObject([{ name: 'Loft' }]);
});

test('surroundings of a model’s file become an environment like any other', async () => {
  const hash = ContentHash.parse('5'.repeat(64));
  await app.storage.put(hash, new Blob(['a model']));
  const report = { normalisation: [] } as never;
  await app.db.models.put({ hash, name: 'Lamp.glb', sizeBytes: 7, report, addedAt: 0 });
  await takeFileSurroundings(app, { hash, name: 'Lamp.glb', report });
  const [row] = await kept();
  expect(row).toMatchObject({ name: 'Surroundings of Lamp' });
  expect(environment()).toMatchObject({ kind: 'picture', imageHash: row?.pictureHash });
  await until(async () => server.environments.length === 1 && (await sent()));
});

test('those of a model whose file nobody has any more are not taken, and that is said', async () => {
  const hash = ContentHash.parse('6'.repeat(64));
  await takeFileSurroundings(app, { hash, name: 'Lamp.glb', report: { normalisation: [] } as never });
  expect(environment()).toBeNull();
  expect(app.toasts.queue.visibleToasts[0]?.content.title).toContain('Surroundings of Lamp');
});

test('one that cannot be read changes nothing, and says why', async () => {
  expect(await importEnvironment(app, panorama('Empty.hdr', ''))).toBe(false);
  expect(environment()).toBeNull();
  expect(await kept()).toEqual([]);
  const [toast] = app.toasts.queue.visibleToasts;
  expect(toast?.content.title).toContain('Empty');
});

test('without a connection it is kept, and sent once there is one', async () => {
  outside.setOnline(false);
  server.isDown = true;
  await importEnvironment(app, panorama());
  expect(await kept()).toHaveLength(1);
  expect(server.environments).toEqual([]);
  server.isDown = false;
  outside.setOnline(true);
  await until(async () => server.environments.length === 1);
});

test('another device’s environments come to the list, and deleted ones go everywhere', async () => {
  const at = new Date(0).toISOString();
  const id = outside.randomUuid();
  const theirs = { id, name: 'Beach', picture_hash: 'b'.repeat(64) as never, thumbnail: null };
  server.environments = [{ ...theirs, created_at: at, updated_at: at }];
  const failed = (error: unknown): void => {
    throw error;
  };
  stops.push(followEnvironments(app, 7, failed));
  await until(async () => (await kept()).length === 1);
  deleteEnvironment(app, (await kept())[0]!);
  await until(async () => server.environments.length === 0 && (await sent()));
  expect(await app.db.environments.count()).toBe(0);
});

test('how it stands is one step for each slider, and stays when another is chosen', () => {
  const texts = app.texts();
  setEnvironment(app, texts, { kind: 'preset', preset: 'room' });
  placeEnvironment(app, texts, { isSeen: true });
  placeEnvironment(app, texts, { rotationDegrees: 10 });
  placeEnvironment(app, texts, { rotationDegrees: 20 });
  expect(environment()).toMatchObject({ preset: 'room', isSeen: true, rotationDegrees: 20 });
  app.commands.undo();
  expect(environment()).toMatchObject({ isSeen: true, rotationDegrees: 0 });
  const { kind: _kind, ...placing } = environment()!;
  setEnvironment(app, texts, { kind: 'sky' }, placing);
  setSky(app, texts, { elevationDegrees: 12 });
  expect(environment()).toMatchObject({ kind: 'sky', isSeen: true, elevationDegrees: 12, hasSun: true });
  app.commands.undo();
  app.commands.undo();
  expect(environment()).toMatchObject({ kind: 'preset', preset: 'room' });
});

test('its file is not swept while it is listed, nor while the project is lit by it', async () => {
  await importEnvironment(app, panorama());
  const { pictureHash } = (await kept())[0]!;
  await sweepFiles(app);
  outside.advance?.(4 * 86_400_000);
  await sweepFiles(app);
  expect(await app.storage.get(pictureHash)).not.toBeNull();
});

test('dropped panoramas are taken, and nothing else is', async () => {
  expect(meetEnvironment(app, [{ path: 'a/Loft.HDR', file: new Blob(['x']) }])).toBe(true);
  await until(async () => (await kept()).length === 1);
  expect(meetEnvironment(app, [{ path: 'chair.glb', file: new Blob(['x']) }])).toBe(false);
  const both = [
    { path: 'chair.obj', file: new Blob(['x']) },
    { path: 'sky.exr', file: new Blob(['x']) },
  ];
  expect(meetEnvironment(app, both)).toBe(false);
  expect(meetEnvironment(app, [])).toBe(false);
});
