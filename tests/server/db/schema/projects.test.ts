import { expect, test } from 'vitest';
import { IDENTITY_MATRIX } from '../../../../src/contract/constants.ts';
import { defaultSettings } from '../../../../src/contract/http/default-settings.ts';
import { RenderSettings } from '../../../../src/contract/http/projects.ts';
import { projects, type StoredSettings } from '../../../../src/server/db/schema/projects.ts';

/** As the driver gives what a row says. */
function read(json: unknown): StoredSettings {
  return projects.settings.mapFromDriverValue(JSON.parse(JSON.stringify(json))) as StoredSettings;
}

test('settings that are whole are read as they were stored', () => {
  const settings = defaultSettings();
  expect(read(settings)).toEqual(settings);
});

test('what was stored before a setting was known has its default, and what no setting is called is not read', () => {
  const { model_transform: _, variant: __, ...early } = defaultSettings().render_settings;
  const settings = read({ ...defaultSettings(), render_settings: { ...early, forgotten: 1 }, secret: 'key' });
  expect(settings.render_settings).toEqual(
    RenderSettings.parse({ ...early, model_transform: [...IDENTITY_MATRIX], variant: null }),
  );
  expect(JSON.stringify(settings)).not.toMatch(/forgotten|secret/);
});

test('a gradient of two colours, as it was stored before, is read as one with stops', () => {
  const { render_settings: now } = defaultSettings();
  const stored = {
    ...defaultSettings(),
    render_settings: { ...now, background_gradient: { from: '#000000', to: '#ffffff' } },
  };
  expect(read(stored).render_settings.background_gradient).toMatchObject({
    kind: 'linear',
    angleDegrees: 180,
  });
});
