import type { ModelFiles } from './core-classes.ts';
import { type ClassParts, float, type InputSpec, int, MAX_RESOLUTION } from './shapes.ts';

/** `0.3.64` of October 2025, and `current`: what the source of a year later says. */
export type Generation = '0.3.64' | 'current';

const CLIP_TYPES = [
  ...[
    'stable_diffusion',
    'stable_cascade',
    'sd3',
    'stable_audio',
    'mochi',
    'ltxv',
    'pixart',
    'cosmos',
    'lumina2',
  ],
  ...['wan', 'hidream', 'chroma', 'ace', 'omnigen2', 'qwen_image', 'hunyuan_image'],
];
const NEWER_CLIP_TYPES = ['flux2', 'ovis', 'kandinsky5', 'kandinsky5_image'];
const SAMPLERS = ['euler', 'euler_ancestral', 'heun', 'dpmpp_2m', 'lcm', 'res_multistep', 'uni_pc'];

const MODEL: InputSpec = ['MODEL'];
const CLIP: InputSpec = ['CLIP'];
const VAE: InputSpec = ['VAE'];
const IMAGE: InputSpec = ['IMAGE'];
const MASK: InputSpec = ['MASK'];
const LATENT: InputSpec = ['LATENT'];
const CONDITIONING: InputSpec = ['CONDITIONING'];
const PATCH: InputSpec = ['MODEL_PATCH'];
const ONE = float(1, 0, 10, 0.01);
const SHARE = (preset: number) => float(preset, 0, 1, 0.001);

const nodes = (category: string, parts: Omit<ClassParts, 'module' | 'category'>): ClassParts => ({
  ...parts,
  category,
  module: 'nodes',
});
const extra = (file: string, category: string, parts: Omit<ClassParts, 'module' | 'category'>) => ({
  ...parts,
  category,
  module: `comfy_extras.nodes_${file}`,
});

/**
 * Core classes of models with a file for each of their parts, from the sources that `docs/comfyui.md` names; hand-written: what a
 * graph can be refused for, and no more.
 */
export function modelClasses(files: ModelFiles, generation: Generation): Record<string, ClassParts> {
  const isCurrent = generation === 'current';
  return {
    ...loaders(files, isCurrent),
    ...conditions(isCurrent),
    ...sampling(),
    ...(isCurrent && newer()),
  };
}

function loaders(files: ModelFiles, isCurrent: boolean): Record<string, ClassParts> {
  return {
    UNETLoader: nodes('advanced/loaders', {
      required: {
        unet_name: [files.diffusion_models],
        weight_dtype: [['default', 'fp8_e4m3fn', 'fp8_e4m3fn_fast', 'fp8_e5m2']],
      },
      output: ['MODEL'],
    }),
    CLIPLoader: nodes('advanced/loaders', {
      required: {
        clip_name: [files.text_encoders],
        type: [isCurrent ? [...CLIP_TYPES, ...NEWER_CLIP_TYPES] : CLIP_TYPES],
      },
      optional: { device: [['default', 'cpu'], { advanced: true }] },
      output: ['CLIP'],
    }),
    LoraLoaderModelOnly: nodes('loaders', {
      required: { model: MODEL, lora_name: [files.loras], strength_model: float(1, -100, 100, 0.01) },
      output: ['MODEL'],
    }),
    ModelPatchLoader: extra('model_patch', 'advanced/loaders', {
      required: { name: [files.model_patches] },
      output: ['MODEL_PATCH'],
    }),
  };
}

function conditions(isCurrent: boolean): Record<string, ClassParts> {
  const methods = ['offset', 'index', 'uxo/uno', ...(isCurrent ? ['index_timestep_zero'] : [])];
  return {
    ConditioningZeroOut: nodes('advanced/conditioning', {
      required: { conditioning: CONDITIONING },
      output: ['CONDITIONING'],
    }),
    ReferenceLatent: extra('edit_model', 'advanced/conditioning/edit_models', {
      required: { conditioning: CONDITIONING },
      optional: { latent: LATENT },
      output: ['CONDITIONING'],
    }),
    FluxKontextMultiReferenceLatentMethod: extra('flux', 'advanced/conditioning/flux', {
      required: { conditioning: CONDITIONING, reference_latents_method: [methods] },
      output: ['CONDITIONING'],
    }),
    TextEncodeQwenImageEditPlus: extra('qwen', 'advanced/conditioning', {
      required: { clip: CLIP, prompt: ['STRING', { multiline: true, dynamicPrompts: true }] },
      optional: { vae: VAE, image1: IMAGE, image2: IMAGE, image3: IMAGE },
      output: ['CONDITIONING'],
    }),
    ControlNetInpaintingAliMamaApply: extra('controlnet', 'conditioning/controlnet', {
      required: {
        positive: CONDITIONING,
        negative: CONDITIONING,
        control_net: ['CONTROL_NET'],
        vae: VAE,
        image: IMAGE,
        mask: MASK,
        strength: ONE,
        start_percent: SHARE(0),
        end_percent: SHARE(1),
      },
      output: ['CONDITIONING', 'CONDITIONING'],
      outputNames: ['positive', 'negative'],
    }),
  };
}

function sampling(): Record<string, ClassParts> {
  return {
    ModelSamplingAuraFlow: extra('model_advanced', 'advanced/model', {
      required: { model: MODEL, shift: float(1.73, 0, 100, 0.01) },
      output: ['MODEL'],
    }),
    CFGNorm: extra('cfg', 'advanced/guidance', {
      required: { model: MODEL, strength: float(1, 0, 100, 0.01) },
      output: ['MODEL'],
    }),
    CFGGuider: extra('custom_sampler', 'sampling/custom_sampling/guiders', {
      required: {
        model: MODEL,
        positive: CONDITIONING,
        negative: CONDITIONING,
        cfg: ['FLOAT', { default: 8, min: 0, max: 100, step: 0.1, round: 0.01 }],
      },
      output: ['GUIDER'],
    }),
    RandomNoise: extra('custom_sampler', 'sampling/custom_sampling/noise', {
      required: { noise_seed: int(0, 0, 2 ** 64, { control_after_generate: true }) },
      output: ['NOISE'],
    }),
    KSamplerSelect: extra('custom_sampler', 'sampling/custom_sampling/samplers', {
      required: { sampler_name: [SAMPLERS] },
      output: ['SAMPLER'],
    }),
    SamplerCustomAdvanced: extra('custom_sampler', 'sampling/custom_sampling', {
      required: {
        noise: ['NOISE'],
        guider: ['GUIDER'],
        sampler: ['SAMPLER'],
        sigmas: ['SIGMAS'],
        latent_image: LATENT,
      },
      output: ['LATENT', 'LATENT'],
      outputNames: ['output', 'denoised_output'],
    }),
    EmptySD3LatentImage: extra('sd3', 'latent/sd3', {
      required: {
        width: int(1024, 16, MAX_RESOLUTION, { step: 16 }),
        height: int(1024, 16, MAX_RESOLUTION, { step: 16 }),
        batch_size: int(1, 1, 4096),
      },
      output: ['LATENT'],
    }),
    ImageScaleToTotalPixels: extra('post_processing', 'image/upscaling', {
      required: {
        image: IMAGE,
        upscale_method: [['nearest-exact', 'bilinear', 'area', 'bicubic', 'lanczos']],
        megapixels: float(1, 0.01, 16, 0.01),
      },
      output: ['IMAGE'],
    }),
  };
}

/** What came after 0.3.64, and what of the older came to ask for more. */
function newer(): Record<string, ClassParts> {
  return {
    Flux2Scheduler: extra('flux', 'sampling/custom_sampling/schedulers', {
      required: {
        steps: int(20, 1, 4096),
        width: int(1024, 16, MAX_RESOLUTION, { step: 1 }),
        height: int(1024, 16, MAX_RESOLUTION, { step: 1 }),
      },
      output: ['SIGMAS'],
    }),
    EmptyFlux2LatentImage: extra('flux', 'latent', {
      required: {
        width: int(1024, 16, MAX_RESOLUTION, { step: 16 }),
        height: int(1024, 16, MAX_RESOLUTION, { step: 16 }),
        batch_size: int(1, 1, 4096),
      },
      output: ['LATENT'],
    }),
    ZImageFunControlnet: extra('model_patch', 'advanced/loaders/zimage', {
      required: { model: MODEL, model_patch: PATCH, vae: VAE, strength: float(1, -10, 10, 0.01) },
      optional: { image: IMAGE, inpaint_image: IMAGE, mask: MASK },
      output: ['MODEL'],
    }),
    ImageScaleToTotalPixels: extra('post_processing', 'image/upscaling', {
      required: {
        image: IMAGE,
        upscale_method: [['nearest-exact', 'bilinear', 'area', 'bicubic', 'lanczos']],
        megapixels: float(1, 0.01, 16, 0.01),
        resolution_steps: int(1, 1, 256),
      },
      output: ['IMAGE'],
    }),
    // Inputs that grow: in a graph they are called `images.image_1` and so on.
    TextEncodeQwenImage21: extra('qwen', 'advanced/conditioning', {
      required: {
        clip: CLIP,
        prompt: ['STRING', { multiline: true }],
        negative_prompt: ['STRING', { multiline: true }],
        vae: VAE,
        resolution: int(0, 0, 4096, { step: 32 }),
      },
      optional: {
        images: ['COMFY_AUTOGROW_V3', { template: { input: IMAGE, prefix: 'image_', min: 0, max: 16 } }],
      },
      output: ['CONDITIONING', 'CONDITIONING', 'LATENT'],
    }),
    // One whose further inputs follow from what is chosen.
    ResizeImageMaskNode: extra('post_processing', 'transform', {
      required: {
        input: ['COMFY_MATCHTYPE_V3', { template: { allowed_types: 'IMAGE,MASK' } }],
        resize_type: [
          'COMFY_DYNAMICCOMBO_V3',
          {
            options: [
              { key: 'scale dimensions', inputs: { required: {} } },
              { key: 'scale by multiplier', inputs: { required: { multiplier: float(1, 0.01, 8, 0.01) } } },
            ],
          },
        ],
      },
      output: ['COMFY_MATCHTYPE_V3'],
    }),
    // It runs on somebody's servers, for money.
    FluxProUltraImageNode: {
      module: 'comfy_api_nodes.nodes_bfl',
      category: 'api node/image/BFL',
      required: { prompt: ['STRING', { multiline: true }] },
      output: ['IMAGE'],
      isService: true,
    },
  };
}
