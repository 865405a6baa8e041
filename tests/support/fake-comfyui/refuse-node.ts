import type { ModelFiles } from './object-info/core-classes.ts';
import type { NodeClass } from './object-info/shapes.ts';

/** The input of a loader that names its file, and the folder that this is in. */
const LOADED: Readonly<Record<string, readonly [input: string, folder: keyof ModelFiles]>> = {
  CheckpointLoaderSimple: ['ckpt_name', 'checkpoints'],
  VAELoader: ['vae_name', 'vae'],
  UNETLoader: ['unet_name', 'diffusion_models'],
  CLIPLoader: ['clip_name', 'text_encoders'],
  LoraLoaderModelOnly: ['lora_name', 'loras'],
  ModelPatchLoader: ['name', 'model_patches'],
  LoraLoader: ['lora_name', 'loras'],
  ControlNetLoader: ['control_net_name', 'controlnet'],
  CLIPVisionLoader: ['clip_name', 'clip_vision'],
  UpscaleModelLoader: ['model_name', 'upscale_models'],
  IPAdapterModelLoader: ['ipadapter_file', 'ipadapter'],
};

/** @throws Error as the loader of a file that is not there. */
export function findFile(
  classType: string,
  inputs: Readonly<Record<string, unknown>>,
  files: ModelFiles,
): void {
  const [input, folder] = LOADED[classType] ?? [];
  if (input === undefined || folder === undefined) return;
  const name = String(inputs[input]);
  if (files[folder].includes(name)) return;
  const message = `Model in folder '${folder}' with filename '${name}' not found.`;
  throw Object.assign(new Error(message), { name: 'FileNotFoundError' });
}

/**
 * A link into an input that a class does not have is handed on; a value is dropped before.
 *
 * @throws Error as Python's for an argument that a function does not have.
 */
export function refuseUnknownLinks(
  classType: string,
  inputs: Readonly<Record<string, unknown>>,
  described: NodeClass | undefined,
): void {
  if (described === undefined) return;
  const { required = {}, optional = {} } = described.input;
  // Inputs that grow have names with a dot.
  const isKnown = (name: string) =>
    [name, name.split('.')[0]!].some((one) => one in required || one in optional);
  const unknown = Object.keys(inputs).find((name) => Array.isArray(inputs[name]) && !isKnown(name));
  if (unknown === undefined) return;
  const message = `${classType}.execute() got an unexpected keyword argument '${unknown}'`;
  throw Object.assign(new Error(message), { name: 'TypeError' });
}
