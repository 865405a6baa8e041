import { expect, test } from 'vitest';
import { isLightChanged, resetLight, setLight } from '../../../../src/app/features/light/set-light.ts';
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
