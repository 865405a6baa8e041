import type { ProjectSettings } from '../../contract/http/projects.ts';
import type { LightRig } from '../../contract/scene/light-rig.ts';
import type { StageLight } from '../../contract/stage.ts';

/** A seed that is still to be drawn leaves the lights where they are (`HOUSE_SEEDS`). */
export function lightOf(
  { render_settings, creativity, fix_seed, seed }: ProjectSettings,
  draft: LightRig | null = null,
): StageLight {
  const isFixed = fix_seed && seed !== null;
  return {
    lighting: render_settings.lighting,
    creativity: isFixed ? creativity : 0,
    seed: isFixed ? Number(seed) : 0,
    rig: draft ?? render_settings.light_rig,
  };
}
