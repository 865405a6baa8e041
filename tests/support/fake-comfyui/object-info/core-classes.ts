import { type ClassParts, float, type InputSpec, int, MAX_RESOLUTION } from './shapes.ts';

const SAMPLERS = [
  ...['euler', 'euler_cfg_pp', 'euler_ancestral', 'euler_ancestral_cfg_pp', 'heun', 'heunpp2', 'dpm_2'],
  ...['dpm_2_ancestral', 'lms', 'dpm_fast', 'dpm_adaptive', 'dpmpp_2s_ancestral'],
  ...['dpmpp_2s_ancestral_cfg_pp', 'dpmpp_sde', 'dpmpp_sde_gpu', 'dpmpp_2m', 'dpmpp_2m_cfg_pp'],
  ...['dpmpp_2m_sde', 'dpmpp_2m_sde_gpu', 'dpmpp_2m_sde_heun', 'dpmpp_2m_sde_heun_gpu', 'dpmpp_3m_sde'],
  ...['dpmpp_3m_sde_gpu', 'ddpm', 'lcm', 'ipndm', 'ipndm_v', 'deis', 'res_multistep'],
  ...['res_multistep_cfg_pp', 'res_multistep_ancestral', 'res_multistep_ancestral_cfg_pp'],
  ...['gradient_estimation', 'gradient_estimation_cfg_pp', 'er_sde', 'seeds_2', 'seeds_3', 'sa_solver'],
  ...['sa_solver_pece', 'ddim', 'uni_pc', 'uni_pc_bh2'],
];
const SCHEDULERS = [
  ...['simple', 'sgm_uniform', 'karras', 'exponential', 'ddim_uniform', 'beta', 'normal'],
  ...['linear_quadratic', 'kl_optimal'],
];
const SCALE_METHODS = ['nearest-exact', 'bilinear', 'area', 'bicubic', 'lanczos'];
const UNION_TYPES = [
  ...['auto', 'openpose', 'depth', 'hed/pidi/scribble/ted', 'canny/lineart/anime_lineart/mlsd', 'normal'],
  ...['segment', 'tile', 'repaint'],
];

const MODEL: InputSpec = ['MODEL'];
const CLIP: InputSpec = ['CLIP'];
const VAE: InputSpec = ['VAE'];
const IMAGE: InputSpec = ['IMAGE'];
const MASK: InputSpec = ['MASK'];
const LATENT: InputSpec = ['LATENT'];
const CONDITIONING: InputSpec = ['CONDITIONING'];
const CONTROL_NET: InputSpec = ['CONTROL_NET'];
const CLIP_VISION: InputSpec = ['CLIP_VISION'];
const ZERO_TO_ONE = float(1, 0, 1, 0.01);

/** Files that the loaders' combos list. */
export interface ModelFiles {
  readonly checkpoints: readonly string[];
  readonly controlnet: readonly string[];
  readonly clip_vision: readonly string[];
  readonly upscale_models: readonly string[];
  readonly ipadapter: readonly string[];
  readonly loras: readonly string[];
  readonly vae: readonly string[];
  readonly diffusion_models: readonly string[];
  readonly text_encoders: readonly string[];
  readonly model_patches: readonly string[];
  /** Top-level files of the input folder. */
  readonly input: readonly string[];
}

const side = (min: number) => int(512, min, MAX_RESOLUTION, { step: 1 });
const place = () => int(0, 0, MAX_RESOLUTION, { step: 1 });
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

/** Core classes that graphs of ours and of operators use, as ComfyUI 0.3.64 describes them. */
export function coreClasses(files: ModelFiles): Record<string, ClassParts> {
  return { ...loaders(files), ...conditioning(), ...latents(), ...pictures(files) };
}

function loaders(files: ModelFiles): Record<string, ClassParts> {
  return {
    CheckpointLoaderSimple: nodes('loaders', {
      required: {
        ckpt_name: [files.checkpoints, { tooltip: 'The name of the checkpoint (model) to load.' }],
      },
      output: ['MODEL', 'CLIP', 'VAE'],
    }),
    VAELoader: nodes('loaders', { required: { vae_name: [files.vae] }, output: ['VAE'] }),
    LoraLoader: nodes('loaders', {
      required: {
        model: MODEL,
        clip: CLIP,
        lora_name: [files.loras],
        strength_model: float(1, -100, 100, 0.01),
        strength_clip: float(1, -100, 100, 0.01),
      },
      output: ['MODEL', 'CLIP'],
    }),
    ControlNetLoader: nodes('loaders', {
      required: { control_net_name: [files.controlnet] },
      output: ['CONTROL_NET'],
    }),
    CLIPVisionLoader: nodes('loaders', {
      required: { clip_name: [files.clip_vision] },
      output: ['CLIP_VISION'],
    }),
    UpscaleModelLoader: extra('upscale_model', 'loaders', {
      required: { model_name: [files.upscale_models] },
      output: ['UPSCALE_MODEL'],
    }),
  };
}

function conditioning(): Record<string, ClassParts> {
  return {
    CLIPTextEncode: nodes('conditioning', {
      required: { text: ['STRING', { multiline: true, dynamicPrompts: true }], clip: CLIP },
      output: ['CONDITIONING'],
    }),
    ConditioningCombine: nodes('conditioning', {
      required: { conditioning_1: CONDITIONING, conditioning_2: CONDITIONING },
      output: ['CONDITIONING'],
    }),
    ConditioningSetMask: nodes('conditioning', {
      required: {
        conditioning: CONDITIONING,
        mask: MASK,
        strength: float(1, 0, 10, 0.01),
        set_cond_area: [['default', 'mask bounds']],
      },
      output: ['CONDITIONING'],
    }),
    ControlNetApplyAdvanced: nodes('conditioning/controlnet', {
      required: {
        positive: CONDITIONING,
        negative: CONDITIONING,
        control_net: CONTROL_NET,
        image: IMAGE,
        strength: float(1, 0, 10, 0.01),
        start_percent: float(0, 0, 1, 0.001),
        end_percent: float(1, 0, 1, 0.001),
      },
      optional: { vae: VAE },
      output: ['CONDITIONING', 'CONDITIONING'],
      outputNames: ['positive', 'negative'],
    }),
    SetUnionControlNetType: extra('controlnet', 'conditioning/controlnet', {
      required: { control_net: CONTROL_NET, type: [UNION_TYPES] },
      output: ['CONTROL_NET'],
    }),
    CLIPVisionEncode: nodes('conditioning', {
      required: { clip_vision: CLIP_VISION, image: IMAGE, crop: [['center', 'none']] },
      output: ['CLIP_VISION_OUTPUT'],
    }),
    unCLIPConditioning: nodes('conditioning', {
      required: {
        conditioning: CONDITIONING,
        clip_vision_output: ['CLIP_VISION_OUTPUT'],
        strength: float(1, -10, 10, 0.01),
        noise_augmentation: float(0, 0, 1, 0.01),
      },
      output: ['CONDITIONING'],
    }),
  };
}

function latents(): Record<string, ClassParts> {
  return {
    VAEEncode: nodes('latent', { required: { pixels: IMAGE, vae: VAE }, output: ['LATENT'] }),
    VAEDecode: nodes('latent', { required: { samples: LATENT, vae: VAE }, output: ['IMAGE'] }),
    EmptyLatentImage: nodes('latent', {
      required: {
        width: int(512, 16, MAX_RESOLUTION, { step: 8 }),
        height: int(512, 16, MAX_RESOLUTION, { step: 8 }),
        batch_size: int(1, 1, 4096),
      },
      output: ['LATENT'],
    }),
    SetLatentNoiseMask: nodes('latent/inpaint', {
      required: { samples: LATENT, mask: MASK },
      output: ['LATENT'],
    }),
    RepeatLatentBatch: nodes('latent/batch', {
      required: { samples: LATENT, amount: int(1, 1, 64) },
      output: ['LATENT'],
    }),
    LatentFromBatch: nodes('latent/batch', {
      required: { samples: LATENT, batch_index: int(0, 0, 63), length: int(1, 1, 64) },
      output: ['LATENT'],
    }),
    DifferentialDiffusion: extra('differential_diffusion', '_for_testing', {
      required: { model: MODEL },
      optional: { strength: ZERO_TO_ONE },
      output: ['MODEL'],
    }),
    KSampler: nodes('sampling', {
      required: {
        model: MODEL,
        seed: int(0, 0, 2 ** 64, { control_after_generate: true }),
        steps: int(20, 1, 10_000),
        cfg: ['FLOAT', { default: 8, min: 0, max: 100, step: 0.1, round: 0.01 }],
        sampler_name: [SAMPLERS],
        scheduler: [SCHEDULERS],
        positive: CONDITIONING,
        negative: CONDITIONING,
        latent_image: LATENT,
        denoise: ZERO_TO_ONE,
      },
      output: ['LATENT'],
    }),
  };
}

function pictures(files: ModelFiles): Record<string, ClassParts> {
  return {
    LoadImage: nodes('image', {
      required: { image: [files.input, { image_upload: true }] },
      output: ['IMAGE', 'MASK'],
    }),
    LoadImageMask: nodes('mask', {
      required: {
        image: [files.input, { image_upload: true }],
        channel: [['alpha', 'red', 'green', 'blue']],
      },
      output: ['MASK'],
    }),
    ImageScale: nodes('image/upscaling', {
      required: {
        image: IMAGE,
        upscale_method: [SCALE_METHODS],
        width: int(512, 0, MAX_RESOLUTION, { step: 1 }),
        height: int(512, 0, MAX_RESOLUTION, { step: 1 }),
        crop: [['disabled', 'center']],
      },
      output: ['IMAGE'],
    }),
    ImageUpscaleWithModel: extra('upscale_model', 'image/upscaling', {
      required: { upscale_model: ['UPSCALE_MODEL'], image: IMAGE },
      output: ['IMAGE'],
    }),
    EmptyImage: nodes('image', {
      required: {
        width: side(1),
        height: side(1),
        batch_size: int(1, 1, 4096),
        color: int(0, 0, 0xffffff, { step: 1, display: 'color' }),
      },
      output: ['IMAGE'],
    }),
    RepeatImageBatch: extra('images', 'image/batch', {
      required: { image: IMAGE, amount: int(1, 1, 4096) },
      output: ['IMAGE'],
    }),
    ImageCompositeMasked: extra('mask', 'image', {
      required: {
        destination: IMAGE,
        source: IMAGE,
        x: place(),
        y: place(),
        resize_source: ['BOOLEAN', { default: false }],
      },
      optional: { mask: MASK },
      output: ['IMAGE'],
    }),
    InvertMask: extra('mask', 'mask', { required: { mask: MASK }, output: ['MASK'] }),
    SolidMask: extra('mask', 'mask', {
      required: { value: float(1, 0, 1, 0.01), width: side(1), height: side(1) },
      output: ['MASK'],
    }),
    ImageToMask: extra('mask', 'mask', {
      required: { image: IMAGE, channel: [['red', 'green', 'blue', 'alpha']] },
      output: ['MASK'],
    }),
    Canny: extra('canny', 'image/preprocessors', {
      required: {
        image: IMAGE,
        low_threshold: float(0.4, 0.01, 0.99, 0.01),
        high_threshold: float(0.8, 0.01, 0.99, 0.01),
      },
      output: ['IMAGE'],
    }),
    PreviewImage: nodes('image', { required: { images: IMAGE }, isOutput: true }),
    SaveImage: nodes('image', {
      required: { images: IMAGE, filename_prefix: ['STRING', { default: 'ComfyUI' }] },
      isOutput: true,
    }),
  };
}
