import { coreClasses, type ModelFiles } from './core-classes.ts';
import { estimatorClasses, imageAdapterClasses } from './extension-classes.ts';
import { type Generation, modelClasses } from './model-classes.ts';
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
  diffusion_models: [],
  text_encoders: [],
  model_patches: [],
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

const QWEN = {
  text_encoders: ['qwen_2.5_vl_7b_fp8_scaled.safetensors'],
  vae: ['qwen_image_vae.safetensors'],
};
const KLEIN = { text_encoders: ['qwen_3_4b.safetensors'], vae: ['flux2-vae.safetensors'] };

/** Files of one family each, as their makers name them. */
export const FAMILY_FILES = {
  klein: { ...KLEIN, diffusion_models: ['flux-2-klein-4b-fp8.safetensors'] },
  'klein-base': { ...KLEIN, diffusion_models: ['FLUX2\\flux-2-klein-base-4b-fp8.safetensors'] },
  'klein-9b': {
    ...KLEIN,
    diffusion_models: ['flux-2-klein-9b-fp8.safetensors'],
    text_encoders: ['qwen_3_8b_fp8mixed.safetensors'],
  },
  'qwen-2511': {
    ...QWEN,
    diffusion_models: ['qwen_image_edit_2511_fp8mixed.safetensors'],
    loras: ['Qwen-Image-Edit-2511-Lightning-4steps-V1.0-bf16.safetensors'],
  },
  'qwen-2511-slow': { ...QWEN, diffusion_models: ['qwen_image_edit_2511_bf16.safetensors'] },
  'qwen-2509': {
    ...QWEN,
    diffusion_models: ['qwen_image_edit_2509_fp8_e4m3fn.safetensors'],
    loras: ['Qwen-Image-Lightning-4steps-V1.0.safetensors'],
  },
  'z-image': {
    diffusion_models: ['z_image_turbo_bf16.safetensors'],
    text_encoders: ['qwen_3_4b.safetensors'],
    vae: ['ae.safetensors'],
    model_patches: ['Z-Image-Turbo-Fun-Controlnet-Union-2.1-8steps.safetensors'],
  },
  'qwen-image': {
    ...QWEN,
    diffusion_models: ['qwen_image_fp8_e4m3fn.safetensors'],
    controlnet: [
      'Qwen-Image-InstantX-ControlNet-Inpainting.safetensors',
      'Qwen-Image-InstantX-ControlNet-Union.safetensors',
    ],
    loras: ['Qwen-Image-Lightning-4steps-V1.0.safetensors'],
  },
} satisfies Record<string, Partial<ModelFiles>>;
export type FamilyKind = keyof typeof FAMILY_FILES;

/** Files of a server that has these families and no checkpoint. */
export function filesOf(...kinds: readonly FamilyKind[]): ModelFiles {
  const all = new Map<string, readonly string[]>(Object.entries({ ...BARE, checkpoints: [], vae: [] }));
  for (const kind of kinds) {
    for (const [folder, names] of Object.entries(FAMILY_FILES[kind])) {
      all.set(folder, [...new Set([...(all.get(folder) ?? []), ...names])]);
    }
  }
  return Object.fromEntries(all) as unknown as ModelFiles;
}

/** GET /object_info of a server: for those classes that graphs use; a real one has some 380. */
export function readObjectInfo(
  kind: ServerKind,
  form: ComboForm = 'mixed',
  files: ModelFiles = SERVER_FILES[kind],
  generation: Generation = '0.3.64',
): ObjectInfo {
  const classes: Record<string, ClassParts> = {
    ...coreClasses(files),
    ...modelClasses(files, generation),
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
