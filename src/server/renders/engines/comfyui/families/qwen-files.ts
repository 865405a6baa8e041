import type { FileNeed } from './detect-family.ts';

/** Of both generations of the edit model. */
export const QWEN_EDIT_CLASSES = [
  'CFGNorm',
  'EmptyImage',
  'KSampler',
  'LoraLoaderModelOnly',
  'ModelSamplingAuraFlow',
  'ReferenceLatent',
  'TextEncodeQwenImageEditPlus',
];
/** What reads the text, and sees the pictures. */
export const QWEN_ENCODER: FileNeed = {
  key: 'encoder',
  loader: ['CLIPLoader', 'clip_name'],
  patterns: ['qwen_2.5_vl_7b', 'qwen2.5-vl-7b'],
  wholeBytes: 16.6e9,
  example: 'qwen_2.5_vl_7b_fp8_scaled.safetensors',
  folder: 'models/text_encoders',
  wish: 'base',
  isNeeded: true,
};
/** Qwen3-4B: what reads the text for FLUX.2 klein 4B and Z-Image. */
export const QWEN3_ENCODER: FileNeed = {
  key: 'encoder',
  loader: ['CLIPLoader', 'clip_name'],
  patterns: ['qwen_3_4b', 'qwen3*4b'],
  never: ['qwen3vl', 'qwen_3_vl'],
  wholeBytes: 8e9,
  example: 'qwen_3_4b.safetensors',
  folder: 'models/text_encoders',
  wish: 'base',
  isNeeded: true,
};
/** Of all models of the family. */
export const QWEN_VAE: FileNeed = {
  key: 'vae',
  loader: ['VAELoader', 'vae_name'],
  patterns: ['qwen_image_vae'],
  example: 'qwen_image_vae.safetensors',
  folder: 'models/vae',
  wish: 'base',
  isNeeded: true,
};
/** Of the edit model; its patterns and its example are the generation's. */
export const QWEN_EDIT_MODEL = {
  key: 'model',
  loader: ['UNETLoader', 'unet_name'],
  never: ['layered', 'image*2.1', 'image_2_1', 'lora'],
  wholeBytes: 40.9e9,
  folder: 'models/diffusion_models',
  wish: 'base',
  isNeeded: true,
} as const;
/** The LoRA that draws in few steps. */
export const QWEN_FAST = {
  key: 'fast',
  loader: ['LoraLoaderModelOnly', 'lora_name'],
  folder: 'models/loras',
  wish: 'base',
  isNeeded: false,
} as const;
