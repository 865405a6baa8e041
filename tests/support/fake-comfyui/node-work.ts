import type { Inputs, NodeOutside, NodeResult, Work } from './node-shapes.ts';
import { PICTURES } from './picture-nodes.ts';
import {
  averageColour,
  encodeLossily,
  flatPicture,
  type Mask,
  type Picture,
  type Rgb,
  scalePicture,
} from './pictures.ts';
import { type Conditioning, drawSample, type Latent, type Model, type SamplerInputs } from './sampler.ts';

/**
 * Does the work of a node in pixels.
 *
 * @throws Error whose name is the exception's type.
 */
export async function doNode(classType: string, inputs: Inputs, outside: NodeOutside): Promise<NodeResult> {
  if (classType === 'PreviewImage' || classType === 'SaveImage') {
    const isPreview = classType === 'PreviewImage';
    const prefix = isPreview ? 'ComfyUI_temp_vitri' : String(inputs.filename_prefix);
    const pictures = inputs.images as Picture[];
    return { outputs: [], ui: await outside.save(pictures, isPreview ? 'temp' : 'output', prefix) };
  }
  const work = WORK[classType];
  if (!work) throw new Error(`The fake cannot do ${classType}.`);
  return { outputs: await work(inputs, outside) };
}

const MODEL_LOADERS: Record<string, Work> = {
  UNETLoader: async ({ unet_name }, { load }) => {
    await load(String(unet_name));
    return [{ file: String(unet_name), isDifferential: false, adapters: [] } satisfies Model];
  },
  CLIPLoader: async ({ clip_name }, { load }) => {
    await load(String(clip_name));
    return ['clip'];
  },
  LoraLoaderModelOnly: async ({ model, lora_name }, { load }) => {
    await load(String(lora_name));
    return [{ ...(model as Model), file: `${(model as Model).file}+${String(lora_name)}` }];
  },
  ModelPatchLoader: async ({ name }, { load }) => {
    await load(String(name));
    return ['patch'];
  },
  ModelSamplingAuraFlow: ({ model }) => [model],
  CFGNorm: ({ model }) => [model],
  ZImageFunControlnet: ({ model, strength }) => [
    { ...(model as Model), file: `${(model as Model).file}+control ${String(strength)}` },
  ],
};

const LOADERS: Record<string, Work> = {
  CheckpointLoaderSimple: async ({ ckpt_name }, { load }) => {
    await load(String(ckpt_name));
    const model: Model = { file: String(ckpt_name), isDifferential: false, adapters: [] };
    return [model, 'clip', 'vae'];
  },
  VAELoader: async ({ vae_name }, { load }) => {
    await load(String(vae_name));
    return ['vae'];
  },
  ...MODEL_LOADERS,
  LoraLoader: ({ model, clip, lora_name }) => [
    { ...(model as Model), file: `${(model as Model).file}+${String(lora_name)}` },
    clip,
  ],
  ControlNetLoader: async ({ control_net_name }, { load }) => {
    await load(String(control_net_name));
    return ['control'];
  },
  SetUnionControlNetType: ({ type }) => [type],
  CLIPVisionLoader: async ({ clip_name }, { load }) => {
    await load(String(clip_name));
    return ['vision'];
  },
  UpscaleModelLoader: async ({ model_name }, { load }) => {
    await load(String(model_name));
    return [/2x/i.test(String(model_name)) ? 2 : 4];
  },
  IPAdapterModelLoader: async ({ ipadapter_file }, { load }) => {
    await load(String(ipadapter_file));
    return ['adapter'];
  },
  IPAdapterAdvanced: ({ model, image, weight, attn_mask = null }) => {
    const adapter = {
      colour: averageColour((image as Picture[])[0]!),
      weight: Number(weight),
      mask: attn_mask as Mask | null,
    };
    return [{ ...(model as Model), adapters: [...(model as Model).adapters, adapter] }];
  },
  DifferentialDiffusion: ({ model }) => [{ ...(model as Model), isDifferential: true }],
};

const CONDITIONING: Record<string, Work> = {
  ConditioningZeroOut: () => [{ texts: [], controls: [], visions: [] }],
  ReferenceLatent: ({ conditioning, latent }) => {
    const given = conditioning as Conditioning;
    const [picture] = latent === undefined ? [] : (latent as Latent).pictures;
    return [{ ...given, references: [...(given.references ?? []), ...(picture ? [picture] : [])] }];
  },
  FluxKontextMultiReferenceLatentMethod: ({ conditioning }) => [conditioning],
  TextEncodeQwenImageEditPlus: ({ prompt, image1, image2, image3 }) => {
    const seen = [image1, image2, image3].filter((image) => image !== undefined);
    const visions = seen
      .slice(1)
      .map((image) => ({ colour: averageColour((image as Picture[])[0]!), strength: 0.5 }));
    return [{ texts: [{ text: String(prompt), strength: 1, mask: null }], controls: [], visions }];
  },
  ControlNetInpaintingAliMamaApply: ({ positive, negative }) => [positive, negative],
  CLIPTextEncode: ({ text }) => [
    { texts: [{ text: String(text), strength: 1, mask: null }], controls: [], visions: [] },
  ],
  ConditioningCombine: ({ conditioning_1, conditioning_2 }) => {
    const [a, b] = [conditioning_1 as Conditioning, conditioning_2 as Conditioning];
    return [
      {
        texts: [...a.texts, ...b.texts],
        controls: [...a.controls, ...b.controls],
        visions: [...a.visions, ...b.visions],
      },
    ];
  },
  ConditioningSetMask: ({ conditioning, mask, strength }) => {
    const given = conditioning as Conditioning;
    return [
      {
        ...given,
        texts: given.texts.map(({ text }) => ({ text, strength: Number(strength), mask: mask as Mask })),
      },
    ];
  },
  ControlNetApplyAdvanced: ({ positive, negative, image, strength }) => {
    const control = { hint: (image as Picture[])[0]!, strength: Number(strength) };
    return [positive as Conditioning, negative as Conditioning].map((given) => ({
      ...given,
      controls: [...given.controls, control],
    }));
  },
  CLIPVisionEncode: ({ image }) => [averageColour((image as Picture[])[0]!)],
  unCLIPConditioning: ({ conditioning, clip_vision_output, strength }) => {
    const given = conditioning as Conditioning;
    const vision = { colour: clip_vision_output as Rgb, strength: Number(strength) };
    return [{ ...given, visions: [...given.visions, vision] }];
  },
};

const LATENTS: Record<string, Work> = {
  VAEEncode: ({ pixels }) => [
    { pictures: (pixels as Picture[]).map(encodeLossily), mask: null, noise: null } satisfies Latent,
  ],
  VAEDecode: ({ samples }) => [(samples as Latent).pictures],
  EmptyLatentImage: emptyLatent,
  EmptySD3LatentImage: emptyLatent,
  EmptyFlux2LatentImage: emptyLatent,
  SetLatentNoiseMask: ({ samples, mask }) => [{ ...(samples as Latent), mask }],
  RepeatLatentBatch: ({ samples, amount }) => {
    const { pictures, noise, mask, isEmpty = false } = samples as Latent;
    const times = Array.from({ length: Number(amount) }, (_, time) => time);
    const span = noise ? Math.max(...noise) - Math.min(...noise) + 1 : 0;
    return [
      {
        mask,
        isEmpty,
        pictures: times.flatMap(() => pictures),
        noise: noise && times.flatMap((time) => noise.map((index) => index + span * time)),
      },
    ];
  },
  LatentFromBatch: ({ samples, batch_index, length }) => {
    const { pictures, noise, mask, isEmpty = false } = samples as Latent;
    const first = Math.min(pictures.length - 1, Number(batch_index));
    const last = Math.min(pictures.length, first + Number(length));
    const places = Array.from({ length: last - first }, (_, place) => first + place);
    return [
      {
        mask,
        isEmpty,
        pictures: places.map((place) => pictures[place]!),
        noise: places.map((place) => noise?.[place] ?? place),
      },
    ];
  },
  KSampler: (inputs, { step }) => {
    const { seed, cfg, denoise, model, positive, negative } = inputs as unknown as SamplerInputs;
    const sampled = { seed: Number(seed), cfg, denoise, model, positive, negative };
    return drawAll(sampled, inputs.latent_image as Latent, Number(inputs.steps), step);
  },
  RandomNoise: ({ noise_seed }) => [Number(noise_seed)],
  KSamplerSelect: ({ sampler_name }) => [sampler_name],
  Flux2Scheduler: ({ steps }) => [Number(steps)],
  CFGGuider: (inputs) => [inputs],
  SamplerCustomAdvanced: async ({ noise, guider, sigmas, latent_image }, { step }) => {
    const { model, positive, negative, cfg } = guider as Omit<SamplerInputs, 'seed' | 'denoise'>;
    const sampled = { seed: Number(noise), cfg, denoise: 1, model, positive, negative };
    const [drawn] = await drawAll(sampled, latent_image as Latent, Number(sigmas), step);
    return [drawn, drawn];
  },
};

function emptyLatent({ width, height, batch_size }: Inputs): readonly unknown[] {
  const picture = flatPicture(Number(width), Number(height), [128, 128, 128]);
  const pictures = Array(Number(batch_size)).fill(picture) as Picture[];
  return [{ pictures, mask: null, noise: null, isEmpty: true } satisfies Latent];
}

async function drawAll(
  sampled: SamplerInputs,
  latent: Latent,
  steps: number,
  step: NodeOutside['step'],
): Promise<readonly unknown[]> {
  const first = await drawSample(sampled, latent, 0);
  const small = await scaleForPreview(first);
  for (let done = 1; done <= steps; done++) await step(done, steps, () => fog(small, 1 - done / steps));
  const others = latent.pictures.slice(1).map((_, place) => drawSample(sampled, latent, place + 1));
  return [{ ...latent, isEmpty: false, pictures: [first, ...(await Promise.all(others))] }];
}

const WORK: Record<string, Work> = { ...LOADERS, ...CONDITIONING, ...LATENTS, ...PICTURES };

/** Whether the fake can do what a class is for. */
export function canDo(classType: string): boolean {
  return classType in WORK || classType === 'PreviewImage' || classType === 'SaveImage';
}

function scaleForPreview(picture: Picture): Promise<Picture> {
  const scale = Math.min(1, 512 / Math.max(picture.width, picture.height));
  return scalePicture(picture, Math.round(picture.width * scale), Math.round(picture.height * scale));
}

/** A picture with grey noise over it, as far as it is not done. */
function fog({ width, height, rgb }: Picture, share: number): Picture {
  const out = rgb.map((value, at) => Math.round(value + (((at * 7919) % 255) - value) * share));
  return { width, height, rgb: out };
}
