import { expect, test } from 'vitest';
import { isLightChanged, resetLight, setLight } from '../../../../src/app/features/light/set-light.ts';
import { countFileLights } from '../../../../src/app/model/count-file-lights.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

const texts = textsOf('en');

test('each control is a step, a drag is one, and undo leaves the camera that moved meanwhile', () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const { settings } = app.state.project;
  const light = () => {
    const { lighting, exposure, shadow_intensity, tone_mapping } = settings.render_settings;
    return [lighting, exposure, shadow_intensity, tone_mapping];
  };
  setLight(app, texts, { lighting: 'render' });
  for (const exposure of [0.65, 0.7, 0.75]) setLight(app, texts, { exposure });
  const camera = {
    position: [1, 2, 3] as [number, number, number],
    target: [0, 0, 0] as [number, number, number],
    up: [0, 1, 0] as [number, number, number],
    quaternion: [0, 0, 0, 1] as [number, number, number, number],
    fovDegrees: 45,
  };
  settings.render_settings.camera = camera;
  expect(light()).toEqual(['render', 0.75, 1, 'neutral']);
  expect(app.commands.undoLabel()).toBe('Exposure');
  app.commands.undo();
  expect(light()).toEqual(['render', 0.6, 1, 'neutral']);
  expect(settings.render_settings.camera).toEqual(camera);
  app.commands.redo();
  setLight(app, texts, { shadow_intensity: 0 });
  setLight(app, texts, { tone_mapping: 'agx' });
  expect(isLightChanged(settings.render_settings)).toBe(true);
  resetLight(app, texts);
  expect(light()).toEqual(['studio', 0.6, 1, 'neutral']);
  expect(isLightChanged(settings.render_settings)).toBe(false);
  app.commands.undo();
  expect(light()).toEqual(['render', 0.75, 0, 'agx']);
  expect(settings.render_settings.camera).toEqual(camera);
});

test('lights of the file are off at first; the switch is a step, a drag of their strength is one, and reset takes it back', () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const { settings } = app.state.project;
  const lights = () => ({ ...settings.render_settings.file_lights });
  expect(lights()).toEqual({ isOn: false, strength: 1 });
  setLight(app, texts, { file_lights: { isOn: true, strength: 1 } });
  for (const strength of [1.5, 2, 2.5]) setLight(app, texts, { file_lights: { isOn: true, strength } });
  expect(app.commands.undoLabel()).toBe('Lights of the file');
  expect(isLightChanged(settings.render_settings)).toBe(true);
  app.commands.undo();
  expect(lights()).toEqual({ isOn: true, strength: 1 });
  app.commands.undo();
  expect(lights()).toEqual({ isOn: false, strength: 1 });
  app.commands.redo();
  resetLight(app, texts);
  expect(lights()).toEqual({ isOn: false, strength: 1 });
  expect(isLightChanged(settings.render_settings)).toBe(false);
});

test('those are counted that can shine; a file that was read before they were counted has none', () => {
  const lights = { directional: 1, point: 2, spot: 3, profile: 5, other: 4 };
  expect(countFileLights({ contents: { lights } as never })).toBe(11);
  expect(countFileLights({})).toBe(0);
  expect(countFileLights(undefined)).toBe(0);
});
