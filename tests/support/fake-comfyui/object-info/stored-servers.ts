import { coreClasses, type ModelFiles } from './core-classes.ts';
import { estimatorClasses, imageAdapterClasses } from './extension-classes.ts';
import { type ClassParts, describeClass, type Inputs, type ObjectInfo } from './shapes.ts';

/** Servers by what is installed on them. */
export type ServerKind = 'full' | 'no-ip-adapter' | 'core-only';

/**
 * How combos are written: `list` is `[["a","b"],{}]`, `options` is `["COMBO",{"options":["a","b"]}]`. A real server of
 * 2025 mixes them: its newer core nodes (`comfy_extras`) use the second.
 */
export type ComboForm = 'mixed' | 'list' | 'options';

const BARE: ModelFiles = {
  checkpoints: ['sd_xl_base_1.0.safetensors'],
  controlnet: [],
  clip_vision: [],
  upscale_models: [],
  ipadapter: [],
  loras: [],
  vae: ['taesdxl'],
  input: ['example.png'],
};

export const SERVER_FILES: Readonly<Record<ServerKind, ModelFiles>> = {
  full: {
    ...BARE,
    checkpoints: [
      'juggernautXL_v9.safetensors',
      'sd_xl_base_1.0.safetensors',
      'v1-5-pruned-emaonly-fp16.safetensors',
    ],
    controlnet: ['control_v11p_sd15_canny.pth', 'SDXL/xinsir-controlnet-union-sdxl-1.0-promax.safetensors'],
    clip_vision: ['CLIP-ViT-H-14-laion2B-s32B-b79K.safetensors'],
    upscale_models: ['4x-UltraSharp.pth', 'RealESRGAN_x4plus.pth'],
    ipadapter: ['ip-adapter-plus_sd15.safetensors', 'ip-adapter-plus_sdxl_vit-h.safetensors'],
  },
  'no-ip-adapter': {
    ...BARE,
    controlnet: ['controlnet-canny-sdxl-1.0.safetensors', 'controlnet-depth-sdxl-1.0.safetensors'],
    clip_vision: ['clip_vision_g.safetensors'],
    upscale_models: ['RealESRGAN_x4plus.pth'],
  },
  'core-only': BARE,
};

/** GET /object_info of a server: for those classes that graphs use; a real one has some 380. */
export function readObjectInfo(
  kind: ServerKind,
  form: ComboForm = 'mixed',
  files: ModelFiles = SERVER_FILES[kind],
): ObjectInfo {
  const classes: Record<string, ClassParts> = {
    ...coreClasses(files),
    ...(kind === 'full' && { ...imageAdapterClasses(files), ...estimatorClasses() }),
  };
  return Object.fromEntries(
    Object.entries(classes).map(([name, parts]) => [name, describeClass(name, writeCombos(parts, form))]),
  );
}

function writeCombos(parts: ClassParts, form: ComboForm): ClassParts {
  const isNew = form === 'options' || (form === 'mixed' && parts.module.startsWith('comfy_extras.'));
  if (!isNew) return parts;
  const { required, optional } = parts;
  return {
    ...parts,
    ...(required && { required: asOptions(required) }),
    ...(optional && { optional: asOptions(optional) }),
  };
}

function asOptions(inputs: Inputs): Inputs {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, [type, more = {}]]) => [
      name,
      typeof type === 'string' ? [type, more] : ['COMBO', { multiselect: false, options: type, ...more }],
    ]),
  );
}
