import { IDENTITY_MATRIX } from '../constants.ts';

/**
 * What render settings say of a field that was not known when they were stored, and what a project begins with. Without
 * shapes: the page begins with it before it has any of those of a project.
 */
export const RENDER_DEFAULTS = {
  camera_at: null,
  model_transform: IDENTITY_MATRIX,
  up_axis: 'Y_UP',
  lighting: 'studio',
  light_rig: null,
  file_lights: { isOn: false, strength: 1 },
  environment: null,
  shadow_intensity: 1,
  floor: {
    stand: { kind: 'auto' },
    offset: 0,
    gloss: 0.25,
    roughness: 0.2,
    colour: null,
    isShadowOnly: false,
  },
  auto_rotate: false,
  background_gradient: null,
  variant: null,
  pose: null,
  labels: [],
  material_selection: null,
  deleted_views: [],
  kept_standings: [],
  engine: 'auto',
  output_px: null,
  workflow: null,
  keep_layers: false,
  keep_product: 'studio',
} as const;
