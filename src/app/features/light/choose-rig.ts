import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { Lighting } from '../../../contract/render-spec.ts';
import type { LightRig, RigPreset } from '../../../contract/scene/light-rig.ts';
import { chooseLightRig } from '../../../tracer/light/choose-light-rig.ts';
import { openRigPreset } from '../../../tracer/light/rig-presets.ts';
import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';
import { isSameValue } from '../../values/same-value.ts';

/** The house's lights in one of their two strengths, or a rig for a kind of product. */
export type RigChoice =
  | { readonly kind: 'house'; readonly lighting: Lighting }
  | { readonly kind: 'preset'; readonly preset: RigPreset };

/** Hangs other lights, as one step to undo. */
export function chooseRig(app: Pick<App, 'state' | 'commands' | 'texts'>, choice: RigChoice): void {
  const { render_settings: settings } = currentSettings(app);
  const change =
    choice.kind === 'preset'
      ? { light_rig: openRigPreset(choice.preset) }
      : {
          lighting: choice.lighting,
          // In surroundings that were chosen the house's lights shine only where they are asked for.
          light_rig: settings.environment === null ? null : chooseLightRig(0, 0, choice.lighting),
        };
  app.state.light.selectedId = null;
  app.state.light.isPlacing = false;
  editSettings(app, app.texts().t.light.undoPreset, { render_settings: { ...settings, ...change } });
}

/** True for a rig as its preset has it. */
export function isPreset(rig: LightRig): boolean {
  return rig.preset !== null && isSameValue(rig, openRigPreset(rig.preset));
}

type Light = Pick<ProjectSettings['render_settings'], 'light_rig' | 'lighting' | 'environment'>;

export function isChosen({ light_rig: rig, lighting, environment }: Light, choice: RigChoice): boolean {
  if (choice.kind === 'house') {
    const house = environment === null ? null : chooseLightRig(0, 0, choice.lighting);
    return lighting === choice.lighting && isSameValue(rig, house);
  }
  return rig?.preset === choice.preset && isPreset(rig);
}
