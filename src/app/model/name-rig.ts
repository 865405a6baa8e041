import type { Lighting } from '../../contract/render-spec.ts';
import type { LightRig } from '../../contract/scene/light-rig.ts';
import type { Catalogue, LateTexts } from '../texts/catalogue.ts';

/**
 * What lights are called: as the person named them, else by the preset they come from.
 *
 * @param rig Null for the house's lights, which `lighting` names.
 */
export function nameRig(
  rig: Pick<LightRig, 'name' | 'preset'> | null | undefined,
  lighting: Lighting | undefined,
  { t, rigs }: { readonly t: Pick<Catalogue, 'light'> } & Pick<LateTexts, 'rigs'>,
): string {
  if (rig == null) return t.light.presets[lighting ?? 'studio'];
  return rig.name || (rig.preset === null ? rigs.own : rigs.names[rig.preset]);
}
