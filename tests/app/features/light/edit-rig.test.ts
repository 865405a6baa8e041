import { beforeEach, expect, test } from 'vitest';
import { currentSettings, editSettings } from '../../../../src/app/core/edit-settings.ts';
import { addLight, duplicateLight, removeLight } from '../../../../src/app/features/light/add-light.ts';
import { chooseRig, isChosen } from '../../../../src/app/features/light/choose-rig.ts';
import { rigOf } from '../../../../src/app/features/light/edit-rig.ts';
import { dropMove, keepMove, previewMove, turnLight } from '../../../../src/app/features/light/move-light.ts';
import {
  nameLights,
  setLightField,
  setSurroundings,
  soloLight,
  switchLight,
} from '../../../../src/app/features/light/set-rig.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import { RIG_LIGHTS_MAX } from '../../../../src/contract/constants.ts';
import type { Environment } from '../../../../src/contract/scene/environment.ts';
import { shiningLights } from '../../../../src/contract/scene/light-rig.ts';
import { environmentLevel } from '../../../../src/tracer/environment/light-by-environment.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

const texts = textsOf('en');
let app: ReturnType<typeof createTestApp>;
beforeEach(() => {
  app = createTestApp(createFakeOutside(createFakeServer()));
});

const rig = () => rigOf(currentSettings(app));
const own = () => currentSettings(app).render_settings.light_rig;
const light = (id: string) => rig().lights.find((one) => one.id === id) ?? expect.fail();
const first = () => rig().lights[0]?.id ?? expect.fail();

test("the first change makes the house's lights the person's own, and undo gives them back", () => {
  expect(own()).toBeNull();
  const house = rig();
  setLightField(app, texts, 'key', { intensity: 1.2 });
  expect(own()?.lights.map(({ id }) => id)).toEqual(house.lights.map(({ id }) => id));
  expect(light('key').intensity).toBe(1.2);
  expect(light('rim')).toEqual(house.lights.find(({ id }) => id === 'rim'));
  app.commands.undo();
  expect(own()).toBeNull();
});

test('a preset is one step, is known as chosen until it is changed, and the house comes back in its strength', () => {
  chooseRig(app, { kind: 'preset', preset: 'glass' });
  const settings = () => currentSettings(app).render_settings;
  expect(isChosen(settings(), { kind: 'preset', preset: 'glass' })).toBe(true);
  setLightField(app, texts, first(), { kelvin: 4_000 });
  expect(isChosen(settings(), { kind: 'preset', preset: 'glass' })).toBe(false);
  expect(own()?.preset).toBe('glass');
  chooseRig(app, { kind: 'house', lighting: 'render' });
  expect(settings()).toMatchObject({ light_rig: null, lighting: 'render' });
  app.commands.undo();
  expect(light(first()).kelvin).toBe(4_000);
});

test.each(['studio', 'render'] as const)(
  'the first step of the share of surroundings leaves them as bright as they are, in the light of %s',
  (lighting) => {
    const settings = currentSettings(app).render_settings;
    const environment: Environment = {
      kind: 'preset',
      preset: 'room',
      rotationDegrees: 0,
      stops: 0,
      isSeen: false,
      blur: 0,
    };
    editSettings(app, 'surroundings', { render_settings: { ...settings, environment, lighting } });
    const before = environmentLevel(own());
    setSurroundings(app, 'share', 1);
    expect(environmentLevel(own())).toBe(before);
  },
);

test('a drag shows where the light is, and is one step; given up it leaves no trace', () => {
  for (const azimuthDegrees of [10, 20, 30]) previewMove(app, 'key', { azimuthDegrees, elevationDegrees: 5 });
  expect(app.state.light.draft?.lights[0]).toMatchObject({ azimuthDegrees: 30, elevationDegrees: 5 });
  expect(own()).toBeNull();
  keepMove(app);
  expect(app.state.light.draft).toBeNull();
  expect(light('key')).toMatchObject({ azimuthDegrees: 30, elevationDegrees: 5 });
  previewMove(app, 'key', { azimuthDegrees: -90, elevationDegrees: 0 });
  dropMove(app);
  expect(light('key').azimuthDegrees).toBe(30);
  app.commands.undo();
  expect(own()).toBeNull();
});

test('a light turns on past the back, and stays above the deepest place', () => {
  setLightField(app, texts, 'key', { azimuthDegrees: 178, elevationDegrees: -28 });
  turnLight(app, 'key', { azimuthDegrees: 5, elevationDegrees: -5 });
  expect(light('key')).toMatchObject({ azimuthDegrees: -177, elevationDegrees: -30 });
});

test('alone is alone until another is switched on', () => {
  soloLight(app, texts, 'rim');
  expect(shiningLights(rig()).map(({ id }) => id)).toEqual(['rim']);
  switchLight(app, texts, 'rim', false);
  expect(shiningLights(rig()).map(({ id }) => id)).toEqual(['key', 'strip', 'top']);
  soloLight(app, texts, 'key');
  removeLight(app, 'key');
  expect(shiningLights(rig()).map(({ id }) => id)).toEqual(['strip', 'top']);
});

test('lights are added up to the most there may be, copied, and taken away to the last', () => {
  while (rig().lights.length < RIG_LIGHTS_MAX) addLight(app, 'strip');
  addLight(app, 'key');
  expect(rig().lights).toHaveLength(RIG_LIGHTS_MAX);
  expect(new Set(rig().lights.map(({ id }) => id)).size).toBe(RIG_LIGHTS_MAX);
  removeLight(app, first());
  duplicateLight(app, light(first()));
  const { selectedId } = app.state.light;
  const original = light(first());
  expect(light(selectedId ?? '')).toEqual({
    ...original,
    id: selectedId,
    azimuthDegrees: original.azimuthDegrees + 20,
  });
  while (rig().lights.length > 0) removeLight(app, first());
  expect(own()?.lights).toEqual([]);
  expect(app.state.light.selectedId).toBeNull();
});

test('a name and the surroundings go with the lights', () => {
  nameLights(app, 'Name', 'Catalogue 2027');
  setSurroundings(app, 'Surroundings', 0.5);
  expect(own()).toMatchObject({ name: 'Catalogue 2027', surroundings: 0.5 });
});

test("in surroundings that were chosen the house's lights are off until they are asked for", () => {
  const { settings } = app.state.project;
  settings.render_settings.environment = {
    kind: 'preset',
    preset: 'room',
    rotationDegrees: 0,
    stops: 0,
    isSeen: false,
    blur: 0,
  };
  expect(rig().lights).toEqual([]);
  const studio = { kind: 'house', lighting: 'studio' } as const;
  expect(isChosen(currentSettings(app).render_settings, studio)).toBe(false);
  addLight(app, 'strip');
  expect(own()?.lights.map(({ role }) => role)).toEqual(['strip']);
  chooseRig(app, studio);
  expect(isChosen(currentSettings(app).render_settings, studio)).toBe(true);
  expect(rig().lights).toHaveLength(4);
});
