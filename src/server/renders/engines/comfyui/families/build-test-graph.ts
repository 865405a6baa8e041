import type { FoundFamily, Graph, ServerProfile } from '../graph/parts.ts';

const SIZE_PX = 512;
const STEPS = 4;
const WORDS = 'a white cube';

/**
 * A tiny picture from a text alone, by the first family that a server draws with: a name does not prove what a file is, a
 * picture does.
 *
 * @param seed Another one each time: a server answers what it has drawn already from its cache.
 * @returns Null for a server that draws nothing.
 */
export function buildTestGraph({ families }: ServerProfile, seed: number): Graph | null {
  const found = families.find(({ isUsed }) => isUsed);
  if (found === undefined) return null;
  return found.name === 'sdxl' ? ofCheckpoint(found.model ?? '', seed) : ofModel(found, seed);
}

function ofCheckpoint(checkpoint: string, seed: number): Graph {
  return {
    checkpoint: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: checkpoint } },
    positive: { class_type: 'CLIPTextEncode', inputs: { text: WORDS, clip: ['checkpoint', 1] } },
    negative: { class_type: 'CLIPTextEncode', inputs: { text: '', clip: ['checkpoint', 1] } },
    empty: {
      class_type: 'EmptyImage',
      inputs: { width: SIZE_PX, height: SIZE_PX, batch_size: 1, color: 0x808080 },
    },
    encode: { class_type: 'VAEEncode', inputs: { pixels: ['empty', 0], vae: ['checkpoint', 2] } },
    sample: {
      class_type: 'KSampler',
      inputs: {
        model: ['checkpoint', 0],
        positive: ['positive', 0],
        negative: ['negative', 0],
        latent_image: ['encode', 0],
        seed,
        steps: STEPS,
        cfg: 6,
        sampler_name: 'dpmpp_2m',
        scheduler: 'karras',
        denoise: 1,
      },
    },
    decode: { class_type: 'VAEDecode', inputs: { samples: ['sample', 0], vae: ['checkpoint', 2] } },
    result: { class_type: 'PreviewImage', inputs: { images: ['decode', 0] } },
  };
}

function ofModel({ name, files }: FoundFamily, seed: number): Graph {
  const isFlux = name === 'klein-4b' || name === 'klein-9b';
  const type = isFlux ? 'flux2' : name === 'z-image-turbo' ? 'lumina2' : 'qwen_image';
  const size = { width: SIZE_PX, height: SIZE_PX };
  return {
    unet: { class_type: 'UNETLoader', inputs: { unet_name: files.model ?? '', weight_dtype: 'default' } },
    clip: { class_type: 'CLIPLoader', inputs: { clip_name: files.encoder ?? '', type, device: 'default' } },
    vae: { class_type: 'VAELoader', inputs: { vae_name: files.vae ?? '' } },
    positive: { class_type: 'CLIPTextEncode', inputs: { text: WORDS, clip: ['clip', 0] } },
    negative: { class_type: 'CLIPTextEncode', inputs: { text: '', clip: ['clip', 0] } },
    empty: {
      class_type: isFlux ? 'EmptyFlux2LatentImage' : 'EmptyImage',
      inputs: { ...size, batch_size: 1, ...(!isFlux && { color: 0x808080 }) },
    },
    ...(isFlux ? sampleFlux(seed) : samplePlainly(seed)),
    decode: { class_type: 'VAEDecode', inputs: { samples: ['sample', 0], vae: ['vae', 0] } },
    result: { class_type: 'PreviewImage', inputs: { images: ['decode', 0] } },
  };
}

function samplePlainly(seed: number): Graph {
  return {
    encode: { class_type: 'VAEEncode', inputs: { pixels: ['empty', 0], vae: ['vae', 0] } },
    sample: {
      class_type: 'KSampler',
      inputs: {
        model: ['unet', 0],
        positive: ['positive', 0],
        negative: ['negative', 0],
        latent_image: ['encode', 0],
        seed,
        steps: STEPS,
        cfg: 1,
        sampler_name: 'euler',
        scheduler: 'simple',
        denoise: 1,
      },
    },
  };
}

function sampleFlux(seed: number): Graph {
  return {
    noise: { class_type: 'RandomNoise', inputs: { noise_seed: seed } },
    sampler: { class_type: 'KSamplerSelect', inputs: { sampler_name: 'euler' } },
    sigmas: { class_type: 'Flux2Scheduler', inputs: { steps: STEPS, width: SIZE_PX, height: SIZE_PX } },
    guider: {
      class_type: 'CFGGuider',
      inputs: { model: ['unet', 0], positive: ['positive', 0], negative: ['negative', 0], cfg: 1 },
    },
    sample: {
      class_type: 'SamplerCustomAdvanced',
      inputs: {
        noise: ['noise', 0],
        guider: ['guider', 0],
        sampler: ['sampler', 0],
        sigmas: ['sigmas', 0],
        latent_image: ['empty', 0],
      },
    },
  };
}
