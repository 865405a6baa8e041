import { EXPOSURE_DEFAULT } from '../../../contract/constants.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import { RENDER_DEFAULTS } from '../../../contract/http/render-defaults.ts';
import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';
import type { Texts } from '../../texts/use-texts.ts';
import { isSameValue } from '../../values/same-value.ts';

/** What the light of the stage and of the picture is made of. */
export type Light = Pick<
  ProjectSettings['render_settings'],
  'lighting' | 'light_rig' | 'file_lights' | 'exposure' | 'shadow_intensity' | 'tone_mapping'
>;

const LIGHT_DEFAULT: Light = {
  lighting: 'studio',
  light_rig: null,
  file_lights: RENDER_DEFAULTS.file_lights,
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
    file_lights: light.undoFileLights,
    exposure: light.undoExposure,
    shadow_intensity: light.undoShadow,
    tone_mapping: light.undoToneMapping,
  }[field];
  const isSlider = field === 'exposure' || field === 'shadow_intensity' || isStrength(settings, change);
  const mergeKey = isSlider ? `light-${field}` : undefined;
  editSettings(app, label, { render_settings: { ...settings, ...change } }, mergeKey);
}

/** A switch is a step of its own, a drag of the strength is one. */
function isStrength({ file_lights: before }: Light, { file_lights: next }: Partial<Light>): boolean {
  return next !== undefined && next.isOn === before.isOn;
}

/** Everything about the light as a new project has it. One step to undo. */
export function resetLight(app: Pick<App, 'state' | 'commands'>, texts: Texts): void {
  const { render_settings: settings } = currentSettings(app);
  editSettings(app, texts.t.light.undoReset, {
    render_settings: { ...settings, ...LIGHT_DEFAULT, file_lights: { ...LIGHT_DEFAULT.file_lights } },
  });
}

/** True once a person changed something that {@link resetLight} would take back. */
export function isLightChanged(settings: Light): boolean {
  return (Object.keys(LIGHT_DEFAULT) as (keyof Light)[]).some(
    (field) => !isSameValue(settings[field], LIGHT_DEFAULT[field]),
  );
}
