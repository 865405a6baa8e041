import type { Folders } from './folders.ts';
import {
  averageColour,
  composite,
  decodePicture,
  encodeLossily,
  flatPicture,
  type Mask,
  type Picture,
  type Rgb,
  scalePicture,
} from './pictures.ts';
import { type Conditioning, drawSample, type Latent, type Model, type SamplerInputs } from './sampler.ts';

/** What a node has for its work. */
export interface NodeOutside {
  readonly folders: Folders;
  /** Takes its time, unless the file is loaded already. */
  load(file: string): Promise<void>;
  /** One more of `of` steps is done, with a picture to show for it. An interrupt lands here. */
  step(value: number, of: number, show?: () => Picture): Promise<void>;
  save(pictures: readonly Picture[], type: 'temp' | 'output', prefix: string): Promise<object>;
}
/** Outputs by slot; of an output node what it shows. */
export interface NodeResult {
  readonly outputs: readonly unknown[];
  readonly ui?: object;
}
type Inputs = Record<string, unknown>;
type Work = (inputs: Inputs, outside: NodeOutside) => Promise<readonly unknown[]> | readonly unknown[];

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

const PICTURES: Record<string, Work> = {
  LoadImage: async ({ image }, { folders }) => {
    const { picture, alpha } = await decodePicture(folders.readValue(String(image)) ?? new Uint8Array());
    return [[picture], alpha ? invert(alpha) : { width: 64, height: 64, data: new Uint8Array(64 * 64) }];
  },
  LoadImageMask: async ({ image, channel }, { folders }) => {
    const { picture, alpha } = await decodePicture(folders.readValue(String(image)) ?? new Uint8Array());
    if (channel !== 'alpha') return [takeChannel(picture, String(channel))];
    return [alpha ? invert(alpha) : { width: 64, height: 64, data: new Uint8Array(64 * 64) }];
  },
  ImageToMask: ({ image, channel }) => [takeChannel((image as Picture[])[0]!, String(channel))],
  InvertMask: ({ mask }) => [invert(mask as Mask)],
  SolidMask: ({ value, width, height }) => {
    const size = { width: Number(width), height: Number(height) };
    return [
      { ...size, data: new Uint8Array(size.width * size.height).fill(Math.round(Number(value) * 255)) },
    ];
  },
  EmptyImage: ({ width, height, batch_size, color }) => {
    const value = Number(color);
    const rgb: Rgb = [(value >> 16) & 255, (value >> 8) & 255, value & 255];
    return [Array(Number(batch_size)).fill(flatPicture(Number(width), Number(height), rgb))];
  },
  RepeatImageBatch: ({ image, amount }) => [
    Array.from({ length: Number(amount) }, () => image as Picture[]).flat(),
  ],
  // Estimators answer a grey picture of the size: what they see matters to nobody here.
  Canny: ({ image }) => [(image as Picture[]).map(desaturate)],
  LineArtPreprocessor: ({ image }) => [(image as Picture[]).map(desaturate)],
  DepthAnythingV2Preprocessor: ({ image }) => [(image as Picture[]).map(desaturate)],
  ImageScale: async ({ image, width, height, crop }) => {
    const fit = crop === 'center' ? 'cover' : 'fill';
    return [
      await Promise.all(
        (image as Picture[]).map((each) => scalePicture(each, Number(width), Number(height), fit)),
      ),
    ];
  },
  ImageScaleToTotalPixels: async ({ image, megapixels }) => [
    await Promise.all(
      (image as Picture[]).map((each) => {
        const scale = Math.sqrt((Number(megapixels) * 1024 ** 2) / (each.width * each.height));
        return scalePicture(each, Math.round(each.width * scale), Math.round(each.height * scale));
      }),
    ),
  ],
  ImageUpscaleWithModel: async ({ upscale_model, image }, { step }) => {
    const times = Number(upscale_model);
    const pictures: Picture[] = [];
    for (const [place, each] of (image as Picture[]).entries()) {
      pictures.push(await scalePicture(each, each.width * times, each.height * times));
      await step(place + 1, (image as Picture[]).length);
    }
    return [pictures];
  },
  ImageCompositeMasked: async ({ destination, source, x, y, resize_source, mask = null }) => {
    const under = destination as Picture[];
    const over = source as Picture[];
    return [
      await Promise.all(
        under.map(async (each, place) => {
          const given = over[place % over.length]!;
          const sized = resize_source ? await scalePicture(given, each.width, each.height) : given;
          return composite(each, sized, Number(x), Number(y), mask as Mask | null);
        }),
      ),
    ];
  },
};

const WORK: Record<string, Work> = { ...LOADERS, ...CONDITIONING, ...LATENTS, ...PICTURES };

/** Whether the fake can do what a class is for. */
export function canDo(classType: string): boolean {
  return classType in WORK || classType === 'PreviewImage' || classType === 'SaveImage';
}

function invert({ width, height, data }: Mask): Mask {
  return { width, height, data: data.map((value) => 255 - value) };
}

function takeChannel({ width, height, rgb }: Picture, channel: string): Mask {
  const offset = Math.max(0, ['red', 'green', 'blue'].indexOf(channel));
  const data = new Uint8Array(width * height);
  for (let pixel = 0; pixel < data.length; pixel++) data[pixel] = rgb[pixel * 3 + offset]!;
  return { width, height, data };
}

function desaturate({ width, height, rgb }: Picture): Picture {
  const green = rgb.map((_, at) => rgb[at - (at % 3) + 1]!);
  return { width, height, rgb: green };
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
