import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { Lighting } from '../../../contract/render-spec.ts';
import type { LightRig, RigPreset } from '../../../contract/scene/light-rig.ts';
import { chooseLightRig } from '../../../tracer/light/choose-light-rig.ts';
import { openRigPreset } from '../../../tracer/light/rig-presets.ts';
import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';
import { isSameValue } from '../../values/same-value.ts';

/** The house's lights in one of their two strengths, a rig for a kind of product, or one that the person kept. */
export type RigChoice =
  | { readonly kind: 'house'; readonly lighting: Lighting }
  | { readonly kind: 'preset'; readonly preset: RigPreset }
  | { readonly kind: 'own'; readonly rig: LightRig };

/** Hangs other lights, as one step to undo. */
export function chooseRig(app: Pick<App, 'state' | 'commands' | 'texts'>, choice: RigChoice): void {
  const { render_settings: settings } = currentSettings(app);
  const change = changeOf(choice, settings);
  app.state.light.selectedId = null;
  app.state.light.isPlacing = false;
  editSettings(app, app.texts().t.light.undoPreset, { render_settings: { ...settings, ...change } });
}

function changeOf(choice: RigChoice, { environment }: Light): Partial<Light> {
  if (choice.kind === 'own') return { light_rig: choice.rig };
  if (choice.kind === 'preset') return { light_rig: openRigPreset(choice.preset) };
  // In surroundings that were chosen the house's lights shine only where they are asked for.
  const rig = environment === null ? null : chooseLightRig(0, 0, choice.lighting);
  return { lighting: choice.lighting, light_rig: rig };
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
  if (choice.kind === 'own') return isSameValue(rig, choice.rig);
  return rig?.preset === choice.preset && isPreset(rig);
}
