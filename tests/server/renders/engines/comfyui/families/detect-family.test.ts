import { describe, expect, test } from 'vitest';
import { EngineServer } from '../../../../../../src/contract/http/engines.ts';
import { readProfile } from '../../../../../../src/server/renders/engines/comfyui/fleet/read-profile.ts';
import type { FamilyName } from '../../../../../../src/server/renders/engines/comfyui/graph/parts.ts';
import {
  FAMILY_FILES,
  type FamilyKind,
  filesOf,
  readObjectInfo,
} from '../../../../../support/fake-comfyui/object-info/stored-servers.ts';
import { infoOf, profileWith } from '../../../../../support/family-graphs.ts';
import { readyServer } from '../../../../../support/test-engine.ts';

const find = (profile: ReturnType<typeof profileWith>, name: FamilyName) => {
  const found = profile.families.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};
const used = (profile: ReturnType<typeof profileWith>) =>
  profile.families.filter(({ isUsed }) => isUsed).map(({ name }) => name);
/** A profile of a server with other names for some files. */
const profileOf = (kind: FamilyKind, files: Partial<ReturnType<typeof filesOf>>, memoryBytes = 24e9) =>
  profileWith([kind], {
    memoryBytes,
    info: readObjectInfo('core-only', 'mixed', { ...filesOf(kind), ...files }, 'current'),
  });

describe('a server with one family alone', () => {
  test.each([
    ['klein', 'klein-4b', 'full'],
    ['klein-base', 'klein-4b', 'full'],
    ['qwen-2511', 'qwen-edit-2511', 'full'],
    ['qwen-2509', 'qwen-edit-2509', 'full'],
    ['z-image', 'z-image-turbo', 'no-materials-or-style'],
    ['qwen-image', 'qwen-image', 'no-materials-or-style'],
  ] as const)('%s is ready', (kind, name, level) => {
    const profile = profileWith([kind]);
    expect(used(profile)).toEqual([name]);
    expect(profile.level).toBe(level);
    expect(find(profile, name)).toMatchObject({ level, model: FAMILY_FILES[kind].diffusion_models[0] });
    expect(find(profile, name).missing.filter(({ isNeeded }) => isNeeded)).toEqual([]);
    // Nothing of SDXL's stands in its way.
    expect(profile.checkpoint).toBe(null);
    expect(profile.missing.filter(({ isNeeded }) => isNeeded)).toEqual([]);
    expect(find(profile, 'sdxl')).toMatchObject({ level: null, isUsed: false });
  });

  test('without any of them nothing is, and what SDXL needs is needed', () => {
    const profile = profileWith([]);
    expect(profile.level).toBe(null);
    expect(profile.missing.filter(({ isNeeded }) => isNeeded).map(({ name }) => name)).toEqual([
      'sd_xl_base_1.0.safetensors',
    ]);
  });
});

test('all of them and SDXL stand beside each other', () => {
  const kinds = ['klein', 'qwen-2511', 'qwen-2509', 'z-image', 'qwen-image'] as const;
  const files = { ...filesOf(...kinds), checkpoints: ['sd_xl_base_1.0.safetensors'] };
  const profile = profileWith([], { info: readObjectInfo('core-only', 'mixed', files, 'current') });
  expect(used(profile)).toEqual([
    'klein-4b',
    'qwen-edit-2511',
    'qwen-edit-2509',
    'z-image-turbo',
    'qwen-image',
    'sdxl',
  ]);
  expect(find(profile, 'sdxl').level).toBe('core-only');
});

describe('what is missing', () => {
  test('files with their folder', () => {
    const profile = profileOf('klein', { text_encoders: [], vae: ['ae.safetensors'] });
    expect(find(profile, 'klein-4b').missing).toEqual([
      {
        kind: 'model',
        name: 'qwen_3_4b.safetensors',
        folder: 'models/text_encoders',
        wish: 'base',
        isNeeded: true,
        family: 'klein-4b',
      },
      {
        kind: 'model',
        name: 'flux2-vae.safetensors',
        folder: 'models/vae',
        wish: 'base',
        isNeeded: true,
        family: 'klein-4b',
      },
    ]);
    expect(profile.level).toBe(null);
  });

  test('nodes and choices with the version that has them', () => {
    const missing = (kind: FamilyKind, name: FamilyName) =>
      find(profileWith([kind], { generation: '0.3.64' }), name).missing.filter(({ isNeeded }) => isNeeded);
    expect(missing('klein', 'klein-4b').map(({ name, since }) => [name, since])).toEqual([
      ['EmptyFlux2LatentImage', '0.9.2'],
      ['Flux2Scheduler', '0.9.2'],
      ['CLIPLoader, type “flux2”', '0.9.2'],
    ]);
    expect(missing('qwen-2511', 'qwen-edit-2511').map(({ name, since }) => [name, since])).toEqual([
      ['FluxKontextMultiReferenceLatentMethod, reference_latents_method “index_timestep_zero”', '0.5.0'],
    ]);
    expect(missing('z-image', 'z-image-turbo').map(({ name }) => name)).toEqual(['ZImageFunControlnet']);
    // These are of 2025.
    expect(missing('qwen-2509', 'qwen-edit-2509')).toEqual([]);
    expect(missing('qwen-image', 'qwen-image')).toEqual([]);
  });

  test('a version that is too old for us, whatever else is there', () => {
    const info = infoOf('current', 'klein');
    const stats = { system: { comfyui_version: '0.3.40' }, devices: [] };
    const preference = { checkpointPatterns: [], allowsNonCommercial: false };
    expect(readProfile(stats, { ...info }, preference).level).toBe(null);
  });

  test('what makes it faster is not needed', () => {
    const { missing, isUsed } = find(profileWith(['qwen-2511-slow']), 'qwen-edit-2511');
    expect(isUsed).toBe(true);
    expect(missing.map(({ name, folder, isNeeded }) => [name, folder, isNeeded])).toEqual([
      ['Qwen-Image-Edit-2511-Lightning-4steps-V1.0-bf16.safetensors', 'models/loras', false],
    ]);
  });
});

describe('names', () => {
  test.each([
    ['klein', 'klein-4b', 'model', 'diffusion_models', 'FLUX2\\Flux-2-Klein-4B_nvfp4.safetensors', true],
    ['klein', 'klein-4b', 'model', 'diffusion_models', 'flux-2-klein-9b-fp8.safetensors', false],
    ['klein', 'klein-4b', 'model', 'diffusion_models', 'flux-2-klein-4b-outpaint-lora.safetensors', false],
    ['klein', 'klein-4b', 'encoder', 'text_encoders', 'qwen3_4b_bf16.safetensors', true],
    ['klein', 'klein-4b', 'encoder', 'text_encoders', 'qwen3vl_4b.safetensors', false],
    ['klein', 'klein-4b', 'vae', 'vae', 'full_encoder_small_decoder.safetensors', true],
    ['qwen-2511', 'qwen-edit-2511', 'model', 'diffusion_models', 'Qwen-Image-Edit-2511-Q8.safetensors', true],
    [
      'qwen-2511',
      'qwen-edit-2511',
      'model',
      'diffusion_models',
      'qwen_image_edit_2509_bf16.safetensors',
      false,
    ],
    ['qwen-2511', 'qwen-edit-2511', 'encoder', 'text_encoders', 'qwen2.5-vl-7b-instruct.safetensors', true],
    ['z-image', 'z-image-turbo', 'vae', 'vae', 'flux/ae.safetensors', true],
    ['z-image', 'z-image-turbo', 'vae', 'vae', 'sdxl_vae.safetensors', false],
    ['z-image', 'z-image-turbo', 'vae', 'vae', 'kontext_ae_2.safetensors', false],
    [
      'z-image',
      'z-image-turbo',
      'patch',
      'model_patches',
      'Z-Image-Turbo-Fun-Controlnet-Tile-2.1.safetensors',
      false,
    ],
    ['qwen-image', 'qwen-image', 'model', 'diffusion_models', 'qwen_image_2512_fp8.safetensors', true],
    ['qwen-image', 'qwen-image', 'model', 'diffusion_models', 'qwen_image_layered_bf16.safetensors', false],
    [
      'qwen-image',
      'qwen-image',
      'model',
      'diffusion_models',
      'qwen_image_2.1_int8_convrot.safetensors',
      false,
    ],
  ] as const)('%s: %s, its %s in %s, %s: %s', (kind, family, key, folder, file, isFound) => {
    const found = find(profileOf(kind, { [folder]: [file] }), family);
    expect(found.files[key] ?? null).toBe(isFound ? file : null);
  });

  test('the distilled model before its base, the patch for eight steps before the others', () => {
    const models = ['flux-2-klein-base-4b-fp8.safetensors', 'flux-2-klein-4b-fp8.safetensors'];
    expect(find(profileOf('klein', { diffusion_models: models }), 'klein-4b').model).toBe(models[1]);
    const patches = ['', '-2.1', '-2.1-8steps'].map(
      (end) => `Z-Image-Turbo-Fun-Controlnet-Union${end}.safetensors`,
    );
    const found = find(profileOf('z-image', { model_patches: patches }), 'z-image-turbo');
    expect(found.files.patch).toBe(patches[2]);
  });

  test('of the same model the one that the card holds', () => {
    const models = ['fp8_e4m3fn', 'bf16', 'nvfp4'].map((kind) => `qwen_image_edit_2511_${kind}.safetensors`);
    const choose = (memoryBytes: number) =>
      find(profileOf('qwen-2511', { diffusion_models: models }, memoryBytes), 'qwen-edit-2511').model;
    expect(choose(24e9)).toBe(models[0]);
    expect(choose(80e9)).toBe(models[1]);
    expect(choose(0)).toBe(models[0]);
  });
});

describe('a licence that does not let pictures be sold', () => {
  test('keeps a family from drawing until the owner says so', () => {
    const refused = profileWith(['klein-9b']);
    expect(refused.level).toBe(null);
    expect(find(refused, 'klein-9b')).toMatchObject({ level: 'full', isUsed: false });
    const allowed = profileWith(['klein-9b'], { allowsNonCommercial: true });
    expect(used(allowed)).toEqual(['klein-9b']);
    expect(allowed.level).toBe('full');
  });
});

test('classes that call a paid service are none', () => {
  const { classes } = profileWith(['klein']);
  expect(classes.has('Flux2Scheduler')).toBe(true);
  expect(classes.has('FluxProUltraImageNode')).toBe(false);
});

test('what a worker wrote down before there were families still reads', () => {
  const { families: _, ...before } = readyServer('a');
  expect(EngineServer.parse(before).families).toEqual([]);
});
