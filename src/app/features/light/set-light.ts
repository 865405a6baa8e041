import { EXPOSURE_DEFAULT } from '../../../contract/constants.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';
import type { Texts } from '../../texts/use-texts.ts';

/** What the light of the stage and of the picture is made of. */
export type Light = Pick<
  ProjectSettings['render_settings'],
  'lighting' | 'light_rig' | 'exposure' | 'shadow_intensity' | 'tone_mapping'
>;

const LIGHT_DEFAULT: Light = {
  lighting: 'studio',
  light_rig: null,
  exposure: EXPOSURE_DEFAULT,
  shadow_intensity: 1,
  tone_mapping: 'neutral',
};

/** Changes one thing about the light, on the stage and in the next picture. A drag of a slider is one step to undo. */
export function setLight(app: Pick<App, 'state' | 'commands'>, texts: Texts, change: Partial<Light>): void {
  const { render_settings: settings } = currentSettings(app);
  const { light } = texts.t;
  const [field = 'lighting'] = Object.keys(change) as (keyof Light)[];
  const label = {
    lighting: light.undoPreset,
    light_rig: light.undoPreset,
    exposure: light.undoExposure,
    shadow_intensity: light.undoShadow,
    tone_mapping: light.undoToneMapping,
  }[field];
  const isSlider = field === 'exposure' || field === 'shadow_intensity';
  const mergeKey = isSlider ? `light-${field}` : undefined;
  editSettings(app, label, { render_settings: { ...settings, ...change } }, mergeKey);
}

/** Everything about the light as a new project has it. One step to undo. */
export function resetLight(app: Pick<App, 'state' | 'commands'>, texts: Texts): void {
  const { render_settings: settings } = currentSettings(app);
  editSettings(app, texts.t.light.undoReset, { render_settings: { ...settings, ...LIGHT_DEFAULT } });
}

/** True once a person changed something that {@link resetLight} would take back. */
export function isLightChanged(settings: Light): boolean {
  return (Object.keys(LIGHT_DEFAULT) as (keyof Light)[]).some(
    (field) => settings[field] !== LIGHT_DEFAULT[field],
  );
}
