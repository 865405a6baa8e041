import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { assignSettings, currentSettings } from '../../../../src/app/core/edit-settings.ts';
import { editCyclorama, setCyclorama } from '../../../../src/app/features/background/set-cyclorama.ts';
import { chooseRig, isChosen } from '../../../../src/app/features/light/choose-rig.ts';
import { rigOf } from '../../../../src/app/features/light/edit-rig.ts';
import { listOwnRigs } from '../../../../src/app/features/light/list-own-rigs.ts';
import { setLight } from '../../../../src/app/features/light/set-light.ts';
import { nameLights, setLightField } from '../../../../src/app/features/light/set-rig.ts';
import { applyLook } from '../../../../src/app/features/looks/apply-look.ts';
import { deleteLook } from '../../../../src/app/features/looks/delete-look.ts';
import { followLooks } from '../../../../src/app/features/looks/follow-looks.ts';
import { keepLights } from '../../../../src/app/features/looks/keep-lights.ts';
import { renameLook } from '../../../../src/app/features/looks/rename-look.ts';
import { saveLook } from '../../../../src/app/features/looks/save-look.ts';
import { importModel } from '../../../../src/app/features/stage/import-model.ts';
import { copyPlain } from '../../../../src/app/values/copy-plain.ts';
import type { LookRow } from '../../../../src/app/values/look-row.ts';
import { LOOKS_MAX } from '../../../../src/contract/constants.ts';
import { AppError } from '../../../../src/contract/failure.ts';
import { LibraryItemId } from '../../../../src/contract/ids.ts';
import type { FloorStand } from '../../../../src/contract/scene/floor.ts';
import { makeBoxes } from '../../../support/box-model.ts';
import { createFakeServer, type FakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, type FakeOutside, hashOf, until } from '../../../support/fake-outside.ts';
import { makeLook } from '../../../support/looks.ts';
import { openViewsApp } from '../../../support/views-app.ts';

const box = (name: string) => ({ name, size: [1, 1, 1], centre: [0, 0, 0] }) as const;
const CHAIR = makeBoxes([box('Seat'), box('Legs')] as never);
const STOOL = makeBoxes([box('SEAT'), box('Ring')] as never);

let server: FakeServer;
let outside: FakeOutside;
let app: App;
let stops: (() => void)[];

async function open(): Promise<void> {
  const opened = await openViewsApp(outside);
  app = opened.app;
  stops = [opened.stop];
}
const follow = (): void => {
  const failed = (error: unknown): void => {
    throw error;
  };
  stops.push(followLooks(app, 7, failed));
};
async function show(model: Uint8Array): Promise<void> {
  const file = new Blob([new Uint8Array(model)]);
  await importModel(app, [{ path: 'model.glb', file }], new AbortController().signal);
  app.state.stage.modelHash = hashOf(model);
}
beforeEach(async () => {
  server = createFakeServer();
  outside = createFakeOutside(server);
  await open();
  await show(CHAIR);
  app.commands.clear();
});
afterEach(() => {
  for (const stop of stops) stop();
});

const kept = async (): Promise<LookRow[]> =>
  (await app.db.looks.toArray()).filter(({ deletedAt }) => deletedAt === null);
const here = async () => (await kept()).map(({ name }) => name).join();
const there = () => server.looks.map(({ name }) => name).join();
/** On the device and on the server, and nothing on its way. */
const reached = async (names: string): Promise<void> => {
  await until(async () => (await here()) === names && there() === names);
  await until(async () => (await app.db.outbox.count()) === 0);
};
const only = async (): Promise<LookRow> => (await kept())[0]!;
const toasts = () => app.toasts.queue.visibleToasts.map(({ content }) => content.title);
const wear = () =>
  currentSettings(app).model_materials.map(({ originalId, color }) => `${originalId} ${color}`);

test('a look is saved, renamed and deleted, here and on the server, each a step that is undone and redone', async () => {
  expect(await saveLook(app, ' Winter ')).toBe(true);
  await reached('Winter');
  expect(server.looks[0]!.look.materials.map(({ name }) => name)).toEqual(['Seat', 'Legs']);
  renameLook(app, await only(), 'Snow');
  await reached('Snow');
  deleteLook(app, await only());
  await reached('');
  app.commands.undo();
  await reached('Snow');
  app.commands.undo();
  await reached('Winter');
  app.commands.undo();
  await reached('');
  app.commands.redo();
  await reached('Winter');
  expect(await saveLook(app, '   ')).toBe(false);
});

test('a look keeps a whole rig, names and patterns too, and gives it back as one step', async () => {
  chooseRig(app, { kind: 'preset', preset: 'bottle' });
  nameLights(app, 'Name of the lights', 'Bar');
  const [first] = rigOf(currentSettings(app)).lights;
  setLightField(app, app.texts(), first?.id ?? '', { gobo: { pattern: 'blinds', softness: 0.25 } });
  const rig = structuredClone(copyPlain(rigOf(currentSettings(app))));
  await saveLook(app, 'Bar');
  await reached('Bar');
  expect(server.looks[0]!.look.light_rig).toEqual(rig);
  chooseRig(app, { kind: 'house', lighting: 'studio' });
  expect(currentSettings(app).render_settings.light_rig).toBeNull();
  await applyLook(app, await only());
  expect(currentSettings(app).render_settings.light_rig).toEqual(rig);
  expect(rig.lights[0]?.gobo).toEqual({ pattern: 'blinds', softness: 0.25 });
  app.commands.undo();
  expect(currentSettings(app).render_settings.light_rig).toBeNull();
});

test('a look keeps a cyclorama and gives it back as one step', async () => {
  const floor = () => currentSettings(app).render_settings.floor;
  setCyclorama(app, app.texts(), true);
  editCyclorama(app, app.texts(), { distance: 7 });
  const laid = structuredClone(copyPlain(floor()));
  expect(laid.cyclorama?.distance).toBe(7);
  await saveLook(app, 'Sweep');
  await reached('Sweep');
  expect(server.looks[0]!.look.floor).toEqual(laid);
  setCyclorama(app, app.texts(), false);
  await applyLook(app, await only());
  expect(floor()).toEqual(laid);
  app.commands.undo();
  expect(floor().cyclorama).toBeUndefined();
});

test('a look leaves the lights of the file as they are: they belong to the file', async () => {
  const fileLights = () => currentSettings(app).render_settings.file_lights;
  chooseRig(app, { kind: 'preset', preset: 'bottle' });
  setLight(app, app.texts(), { file_lights: { isOn: true, strength: 2 } });
  await saveLook(app, 'Bar');
  await reached('Bar');
  expect(server.looks[0]!.look).not.toHaveProperty('file_lights');
  setLight(app, app.texts(), { file_lights: { isOn: false, strength: 3 } });
  chooseRig(app, { kind: 'house', lighting: 'studio' });
  await applyLook(app, await only());
  expect(currentSettings(app).render_settings.light_rig).not.toBeNull();
  expect(fileLights()).toEqual({ isOn: false, strength: 3 });
});

test('its picture waits until the stage shows what the settings say', async () => {
  app.state.stage.pending = 1;
  const poses: number[] = [];
  app.viewer.current = {
    api: {
      camera: async () => {
        poses.push(app.state.stage.pending);
        throw new AppError({ code: 'worker-crashed', worker: 'viewer' });
      },
    },
  } as never;
  const saving = saveLook(app, 'Winter');
  app.state.stage.pending = 0;
  await expect(saving).rejects.toThrow('worker-crashed');
  expect(poses).toEqual([0]);
});

test('without a connection it is kept, and sent once there is one', async () => {
  outside.setOnline(false);
  server.isDown = true;
  await saveLook(app, 'Winter');
  await until(async () => (await here()) === 'Winter');
  await until(() => app.reachability.connection() !== 'online');
  await until(async () => (await app.db.outbox.toArray()).every(({ state }) => state === 'ready'));
  expect(there()).toBe('');
  server.isDown = false;
  outside.advance(5_000);
  outside.setOnline(true);
  await app.reachability.probe();
  await reached('Winter');
});

test('looks of another device come, what it deleted goes, and what was not sent stays', async () => {
  const body = (name: string) => ({
    id: randomUUID(),
    name,
    look: makeLook(),
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  });
  server.looks = [body('Theirs')];
  follow();
  await until(async () => (await here()) === 'Theirs');
  server.fail('/api/look/', { status: 400, code: 'invalid-request' });
  await saveLook(app, 'Mine');
  await until(() => toasts().some((title) => title.startsWith('The server did not take a look')));
  server.looks = [];
  stops.pop()!();
  follow();
  await until(async () => (await here()) === 'Mine');
});

test('while another model is on its way a look is for that one, and none is saved of the two', async () => {
  const { model_hash: chair } = currentSettings(app);
  await saveLook(app, 'Winter');
  const look = makeLook({ materials: [{ ...makeLook().materials[0]!, name: 'Seat', parts: [] }] });
  await show(STOOL);
  app.state.stage.modelHash = chair;
  app.commands.clear();
  await applyLook(app, { ...(await only()), look });
  expect(wear()).toEqual(['SEAT #ff0000']);
  expect(await saveLook(app, 'Both')).toBe(false);
  expect(await here()).toBe('Winter');
});

test('a look goes on another model by the names of its materials; what it lacks is listed; one step undoes it', async () => {
  const [seat, legs] = ['Seat', 'Legs'].map((name) => ({ ...makeLook().materials[0]!, name, parts: [] }));
  const row: LookRow = {
    id: randomUUID(),
    userId: 7,
    name: 'Red',
    look: makeLook({ materials: [seat!, legs!], exposure: 1, style_id: LibraryItemId.parse(12) }),
    createdAt: 1,
    updatedAt: 1,
    deletedAt: null,
    sentAt: 1,
  };
  app.queries.setQueryData(['library', 'style', 7], []);
  await show(STOOL);
  app.commands.clear();
  const camera = { ...currentSettings(app).render_settings };
  await applyLook(app, row);
  expect(wear()).toEqual(['SEAT #ff0000']);
  expect(currentSettings(app)).toMatchObject({
    positive_prompt: 'snow',
    background_color: '#eeeeee',
    style_id: null,
    render_settings: { exposure: 1, camera: camera.camera },
  });
  expect(app.state.looks.applied).toEqual({
    name: 'Red',
    count: 1,
    missing: ['Legs', 'its style, which is no longer in the library'],
  });
  app.commands.undo();
  expect(wear()).toEqual([]);
  expect(currentSettings(app)).toMatchObject({ positive_prompt: '', render_settings: { exposure: 0.6 } });
  app.commands.redo();
  expect(wear()).toEqual(['SEAT #ff0000']);
});

test('the floor of a look stands under its part once the model has got files that it lacked, and nowhere else', async () => {
  const standOn = (stand: FloorStand): void => {
    const { render_settings: look } = currentSettings(app);
    assignSettings(app, { render_settings: { ...look, floor: { ...look.floor, stand } } });
  };
  const part = (model: Uint8Array) =>
    ({ kind: 'part', modelHash: hashOf(model), nodeIndex: 1 }) as const satisfies FloorStand;
  standOn(part(CHAIR));
  await saveLook(app, 'On its legs');
  await reached('On its legs');
  const row = await only();
  const whole = makeBoxes([{ ...box('Seat'), colour: [1, 0, 0, 1] }, box('Legs')] as never);
  const before = await app.db.models.get(hashOf(CHAIR));
  const file = new Blob([new Uint8Array(whole)]);
  await importModel(app, [{ path: 'model.glb', file }], new AbortController().signal, before);
  standOn({ kind: 'auto' });
  await applyLook(app, row);
  expect(currentSettings(app).render_settings.floor.stand).toEqual(part(whole));
  await show(STOOL);
  standOn({ kind: 'auto' });
  await applyLook(app, row);
  // A part of another model counts as none.
  expect(currentSettings(app).render_settings.floor.stand).toEqual(part(CHAIR));
});

test('no more than can be kept', async () => {
  const rows = Array.from({ length: LOOKS_MAX }, (_, index) => ({
    id: `look-${index}`,
    userId: 7,
    name: `Look ${index}`,
    look: makeLook(),
    createdAt: 1,
    updatedAt: 1,
    deletedAt: null,
    sentAt: 1,
  }));
  await app.db.looks.bulkAdd(rows);
  expect(await saveLook(app, 'One more')).toBe(false);
  expect(toasts()[0]).toContain('You have 200 looks');
});

test('a look is neither saved nor given while the model is on its way, and that is said', async () => {
  await saveLook(app, 'Kept');
  await reached('Kept');
  const row = await only();
  const told = () => app.toasts.queue.visibleToasts.map(({ content }) => content.title);
  app.state.stage.modelHash = null;
  expect(await saveLook(app, 'Too soon')).toBe(false);
  const { notYet } = app.texts().t.looks;
  expect(told()).toContain(notYet);
  app.toasts.queue.clear();
  app.state.project.settings.model_hash = 'f'.repeat(64) as never;
  await applyLook(app, row);
  expect(told()).toEqual([notYet]);
});

const light = () => currentSettings(app).render_settings.light_rig;

test('lights that were kept are chosen again by themselves, on this product and another, as one step', async () => {
  chooseRig(app, { kind: 'preset', preset: 'bottle' });
  setLightField(app, app.texts(), rigOf(currentSettings(app)).lights[0]!.id, { kelvin: 3_000 });
  nameLights(app, 'Name', 'Cellar');
  const cellar = copyPlain(light());
  await keepLights(app, light()!);
  await reached('Cellar');
  expect(server.looks[0]!.look).toMatchObject({ is_light_only: true, light_rig: cellar, materials: [] });

  // What is worn besides stays as it is, and a preset has other lights.
  await show(STOOL);
  assignSettings(app, { positive_prompt: 'snow' });
  chooseRig(app, { kind: 'preset', preset: 'drama' });
  const drama = copyPlain(light());
  const [own, ...others] = await listOwnRigs(app, 7);
  expect(others).toEqual([]);
  expect(own).toMatchObject({ name: 'Cellar', rig: cellar });
  chooseRig(app, own!);
  expect(light()).toEqual(cellar);
  expect(isChosen(currentSettings(app).render_settings, own!)).toBe(true);
  expect(currentSettings(app).positive_prompt).toBe('snow');
  app.commands.undo();
  expect(light()).toEqual(drama);

  // Among the looks they are their light alone, too.
  await applyLook(app, await only());
  expect(light()).toEqual(cellar);
  expect(currentSettings(app).positive_prompt).toBe('snow');
  expect(app.state.looks.applied).toBeNull();

  // Those that are kept are not kept twice. Others of the name have the next; one that is deleted is gone; nobody else has any.
  await keepLights(app, light()!);
  expect(await here()).toBe('Cellar');
  setLightField(app, app.texts(), rigOf(currentSettings(app)).lights[0]!.id, { kelvin: 5_000 });
  await keepLights(app, light()!);
  await until(async () => (await here()).split(',').sort().join() === 'Cellar,Cellar 2');
  expect((await listOwnRigs(app, 7)).map(({ name }) => name).sort()).toEqual(['Cellar', 'Cellar 2']);
  expect(await listOwnRigs(app, 8)).toEqual([]);
  for (const row of await kept()) deleteLook(app, row);
  await reached('');
  expect(await listOwnRigs(app, 7)).toEqual([]);
});

test('lights that are changed while they are kept are kept as they hung at the press', async () => {
  chooseRig(app, { kind: 'preset', preset: 'bottle' });
  setLightField(app, app.texts(), rigOf(currentSettings(app)).lights[0]!.id, { kelvin: 3_000 });
  nameLights(app, 'Name', 'Cellar');
  const cellar = copyPlain(light());
  const keeping = keepLights(app, light()!);
  chooseRig(app, { kind: 'preset', preset: 'drama' });
  await keeping;
  await reached('Cellar');
  expect(server.looks[0]!.look).toMatchObject({ is_light_only: true, light_rig: cellar, thumbnail: null });
});

test('lights of a whole look can be chosen for themselves, under the name that they have', async () => {
  await saveLook(app, 'House');
  chooseRig(app, { kind: 'preset', preset: 'drama' });
  await saveLook(app, 'Preset');
  setLightField(app, app.texts(), rigOf(currentSettings(app)).lights[0]!.id, { kelvin: 3_000 });
  await saveLook(app, 'Evening');
  await until(async () => (await kept()).length === 3);
  expect((await listOwnRigs(app, 7)).map(({ name }) => name)).toEqual(['Evening']);
  nameLights(app, 'Name', 'Low sun');
  await saveLook(app, 'Night');
  await until(async () => (await kept()).length === 4);
  expect((await listOwnRigs(app, 7)).map(({ name }) => name).sort()).toEqual(['Evening', 'Low sun']);
});
