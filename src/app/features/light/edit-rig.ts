import { LIGHT_RANGE } from '../../../contract/constants.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { LightRig, RigLight } from '../../../contract/scene/light-rig.ts';
import { chooseLightRig } from '../../../tracer/light/choose-light-rig.ts';
import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';
import { lightOf } from '../../model/stage-light.ts';

/** The lights that the stage has: the person's own, or the house's, which do not shine in surroundings that were chosen. */
export function rigOf(settings: ProjectSettings): LightRig {
  const { rig, creativity, seed, lighting } = lightOf(settings);
  if (rig !== null) return rig;
  const house = chooseLightRig(creativity, seed, lighting);
  // Surroundings shine at their own level until there is a rig, whatever the house's lights have.
  return settings.render_settings.environment === null ? house : { ...house, lights: [], level: 1 };
}

/**
 * Changes the lights as one step to undo. The house's lights are the person's own from then on.
 *
 * @param mergeKey Edits with the same key in quick succession are one step.
 */
export function editRig(
  app: Pick<App, 'state' | 'commands'>,
  label: string,
  change: (rig: LightRig) => LightRig,
  mergeKey?: string,
): void {
  const settings = currentSettings(app);
  const rig = change(rigOf(settings));
  editSettings(app, label, { render_settings: { ...settings.render_settings, light_rig: rig } }, mergeKey);
}

/** A rig in which one light is another. What is out of range is brought into it. */
export function changeLight(rig: LightRig, id: string, change: Partial<RigLight>): LightRig {
  return {
    ...rig,
    lights: rig.lights.map((light) => (light.id === id ? keepInRange({ ...light, ...change }) : light)),
  };
}

/** Degrees and sizes are kept to what a person can read. */
export function keepInRange(light: RigLight): RigLight {
  const within = (value: number, { min, max }: { min: number; max: number }, digits: number): number =>
    Math.min(max, Math.max(min, Math.round(value * 10 ** digits) / 10 ** digits));
  const { azimuthDegrees, elevationDegrees, distance, size, kelvin, intensity } = LIGHT_RANGE;
  const turned = light.azimuthDegrees - 360 * Math.round(light.azimuthDegrees / 360);
  return {
    ...light,
    azimuthDegrees: within(turned, azimuthDegrees, 1),
    elevationDegrees: within(light.elevationDegrees, elevationDegrees, 1),
    distance: within(light.distance, distance, 2),
    width: within(light.width, size, 2),
    height: within(light.height, size, 2),
    kelvin: within(light.kelvin, kelvin, 0),
    intensity: within(light.intensity, intensity, 3),
  };
}
