import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { LightRig } from '../../../contract/scene/light-rig.ts';
import { useApp } from '../../core/use-app.ts';
import { useSettings } from '../../core/use-settings.ts';
import { rigOf } from './edit-rig.ts';

/** The lights as the stage has them, in the middle of a drag too. */
export function useRig(): LightRig {
  const { draft } = useSnapshot(useApp().state.light);
  const settings = useSettings();
  const { light_rig, lighting, environment } = settings.render_settings;
  const { creativity, fix_seed, seed } = settings;
  // biome-ignore lint/correctness/useExhaustiveDependencies: of all settings these alone decide the lights
  const kept = useMemo(() => rigOf(settings), [light_rig, lighting, environment, creativity, fix_seed, seed]);
  return (draft as LightRig | null) ?? kept;
}
