import {
  BATCH_MIN,
  CAPTURE_SIZE_PX,
  CREATIVITY_DEFAULT,
  EXPOSURE_DEFAULT,
  FIDELITY_DEFAULT,
  STAGE_BACKGROUND,
  STYLE_STRENGTH_DEFAULT,
} from '../constants.ts';
import { copyFloor } from '../scene/floor-defaults.ts';
import type { ProjectSettings } from './projects.ts';
import { RENDER_DEFAULTS } from './render-defaults.ts';

/** What a project says before anybody touched it (H1, H5, S3 5); it has no name and no model. */
export function defaultSettings(): Omit<ProjectSettings, 'name' | 'model_hash' | 'model_name'> {
  return {
    description: '',
    positive_prompt: '',
    negative_prompt: '',
    use_negative_prompt: false,
    creativity: CREATIVITY_DEFAULT,
    fix_seed: false,
    seed: null,
    background_id: null,
    background_color: STAGE_BACKGROUND,
    background_fidelity: FIDELITY_DEFAULT,
    style_id: null,
    style_strength: STYLE_STRENGTH_DEFAULT,
    model_materials: [],
    camera_views: [],
    render_settings: {
      ...RENDER_DEFAULTS,
      batch_size: BATCH_MIN,
      quality: 'standard',
      width: CAPTURE_SIZE_PX,
      height: CAPTURE_SIZE_PX,
      tone_mapping: 'neutral',
      exposure: EXPOSURE_DEFAULT,
      hidden_nodes: [],
      camera: null,
      // Lists of its own.
      model_transform: [...RENDER_DEFAULTS.model_transform],
      floor: copyFloor(RENDER_DEFAULTS.floor),
      file_lights: { ...RENDER_DEFAULTS.file_lights },
      labels: [],
      deleted_views: [],
      kept_standings: [],
    },
    model_normalisation: null,
  };
}
