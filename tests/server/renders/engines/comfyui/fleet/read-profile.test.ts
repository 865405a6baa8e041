import { describe, expect, test } from 'vitest';
import type { MissingPart } from '../../../../../../src/contract/http/engines.ts';
import { readProfile } from '../../../../../../src/server/renders/engines/comfyui/fleet/read-profile.ts';
import {
  ObjectInfo,
  readOptions,
  SystemStats,
} from '../../../../../../src/server/renders/engines/comfyui/fleet/server-shapes.ts';
import {
  type ComboForm,
  readObjectInfo,
  SERVER_FILES,
  type ServerKind,
} from '../../../../../support/fake-comfyui/object-info/stored-servers.ts';

const STATS = {
  system: { comfyui_version: '0.3.64', os: 'posix' },
  devices: [{ name: 'cuda:0 NVIDIA', type: 'cuda', vram_total: 24e9, vram_free: 23e9 }],
};

describe('what a server can do', () => {
  test.each<ComboForm>(['mixed', 'list', 'options'])('everything, combos written as %s', (form) => {
    const profile = profileOf('full', { form });
    expect(profile).toMatchObject({
      version: '0.3.64',
      level: 'full',
      missing: [],
      devices: [{ name: 'cuda:0 NVIDIA', memoryTotal: 24e9, memoryFree: 23e9 }],
      checkpoint: 'sd_xl_base_1.0.safetensors',
      control: { kind: 'union', file: 'SDXL/xinsir-controlnet-union-sdxl-1.0-promax.safetensors' },
      imageAdapter: {
        file: 'ip-adapter-plus_sdxl_vit-h.safetensors',
        clipVision: 'CLIP-ViT-H-14-laion2B-s32B-b79K.safetensors',
      },
      revision: null,
      upscaleModel: '4x-UltraSharp.pth',
    });
    expect(profile.imageAdapter?.weightTypes).toContain('style transfer precise');
    expect(profile.checkpoints).toEqual(SERVER_FILES.full.checkpoints);
  });

  test('no image adapter: a model for depth and one for lines, style by the model of SDXL itself', () => {
    const profile = profileOf('no-ip-adapter');
    expect(profile).toMatchObject({
      level: 'no-materials-or-style',
      control: {
        kind: 'pair',
        depth: 'controlnet-depth-sdxl-1.0.safetensors',
        lines: 'controlnet-canny-sdxl-1.0.safetensors',
      },
      imageAdapter: null,
      revision: 'clip_vision_g.safetensors',
      upscaleModel: 'RealESRGAN_x4plus.pth',
    });
    expect(named(profile.missing)).toEqual([
      'materials: custom_nodes/ComfyUI_IPAdapter_plus',
      'materials: models/ipadapter/ip-adapter-plus_sdxl_vit-h.safetensors',
      'materials: models/clip_vision/CLIP-ViT-H-14-laion2B-s32B-b79K.safetensors',
    ]);
  });

  test('only what comes with it: it draws, and says what would help', () => {
    const profile = profileOf('core-only');
    expect(profile).toMatchObject({ level: 'core-only', control: null, imageAdapter: null, revision: null });
    expect(profile.missing.every(({ isNeeded }) => !isNeeded)).toBe(true);
    expect(named(profile.missing)).toEqual([
      'structure: models/controlnet/xinsir-controlnet-union-sdxl-1.0-promax.safetensors',
      'materials: custom_nodes/ComfyUI_IPAdapter_plus',
      'materials: models/ipadapter/ip-adapter-plus_sdxl_vit-h.safetensors',
      'materials: models/clip_vision/CLIP-ViT-H-14-laion2B-s32B-b79K.safetensors',
      'style: models/clip_vision/clip_vision_g.safetensors',
      'upscale: models/upscale_models/4x-UltraSharp.pth',
    ]);
  });

  test('what it asks for is what it then finds', () => {
    const missing = profileOf('core-only').missing.filter(({ kind }) => kind === 'model');
    const files = { ...SERVER_FILES['core-only'], controlnet: [''], clip_vision: [''], ipadapter: [''] };
    for (const { folder, name } of missing) {
      const list = folder?.replace('models/', '') as keyof typeof files;
      files[list] = [...files[list], name];
    }
    const info = readObjectInfo('full', 'mixed', files);
    const profile = readProfile(SystemStats.parse(STATS), ObjectInfo.parse(info), NOBODY);
    expect(profile).toMatchObject({ level: 'full', missing: [], revision: 'clip_vision_g.safetensors' });
  });

  test('the adapter without a model it can use is none', () => {
    const files = { ...SERVER_FILES.full, ipadapter: ['ip-adapter-plus_sd15.safetensors'] };
    const profile = profileOf('full', { files });
    expect(profile).toMatchObject({ level: 'no-materials-or-style', imageAdapter: null });
    expect(named(profile.missing)).toContain(
      'materials: models/ipadapter/ip-adapter-plus_sdxl_vit-h.safetensors',
    );
  });
});

describe('what keeps a server from drawing', () => {
  test.each([
    ['0.3.57', true],
    ['v0.3.57', true],
    ['0.3.64+local', true],
    ['0.4', true],
    ['1.0.0', true],
    ['0.3.56', false],
    ['0.2.99', false],
    ['', false],
    ['nightly', false],
  ])('version %j', (version, isTaken) => {
    const profile = profileOf('full', { version });
    expect(profile.level).toBe(isTaken ? 'full' : null);
    const refusal = {
      kind: 'version',
      name: 'ComfyUI 0.3.57 or newer',
      folder: null,
      wish: 'base',
      isNeeded: true,
    };
    expect(profile.missing).toEqual(isTaken ? [] : [refusal]);
  });

  test('a core class that is not there', () => {
    const { DifferentialDiffusion: _, ...info } = readObjectInfo('full');
    const profile = readProfile(SystemStats.parse(STATS), ObjectInfo.parse(info), NOBODY);
    expect(profile.level).toBeNull();
    expect(profile.missing).toEqual([
      { kind: 'nodes', name: 'DifferentialDiffusion', folder: null, wish: 'base', isNeeded: true },
    ]);
  });

  test('no checkpoint', () => {
    const profile = profileOf('full', { files: { ...SERVER_FILES.full, checkpoints: [] } });
    expect(profile).toMatchObject({ level: null, checkpoint: null });
    expect(named(profile.missing)).toEqual(['base: models/checkpoints/sd_xl_base_1.0.safetensors']);
  });
});

test('a preferred checkpoint is used', () => {
  const stats = SystemStats.parse(STATS);
  const info = ObjectInfo.parse(readObjectInfo('full'));
  const profile = readProfile(stats, info, { checkpointPatterns: ['jugger*v9'], allowsNonCommercial: false });
  expect(profile.checkpoint).toBe('juggernautXL_v9.safetensors');
});

describe('answers that are not as they should be', () => {
  test.each([
    ['no such class', {}],
    ['a class that is nothing', { A: null }],
    ['a class without inputs', { A: { output: [] } }],
    ['an input that is no choice', { A: { input: { required: { file: ['INT', { min: 0 }] } } } }],
    ['a choice of numbers', { A: { input: { required: { file: [[1, 2], {}] } } } }],
    ['a choice without options', { A: { input: { required: { file: ['COMBO', {}] } } } }],
  ])('%s has no options', (_, info) => {
    expect(readOptions(ObjectInfo.parse(info), 'A', 'file')).toEqual([]);
  });

  test('names of a prototype are no classes', () => {
    expect(readOptions(ObjectInfo.parse({}), 'toString', 'file')).toEqual([]);
  });

  test('a choice of 20,000 files is cut, a name of 2,000 characters passed over', () => {
    const files = ['x'.repeat(2_000), ...Array.from({ length: 20_000 }, (_, i) => `${i}.ckpt`)];
    const info = { A: { input: { optional: { file: [files] } } } };
    const options = readOptions(ObjectInfo.parse(info), 'A', 'file');
    expect(options).toHaveLength(10_000);
    expect(options[0]).toBe('0.ckpt');
  });

  test('a server of 60,000 classes is none', () => {
    const info = Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`C${i}`, {}]));
    expect(ObjectInfo.safeParse(info).success).toBe(false);
  });
});

const NOBODY = { checkpointPatterns: [], allowsNonCommercial: false };

function profileOf(
  kind: ServerKind,
  { form = 'mixed' as ComboForm, files = SERVER_FILES[kind], version = '0.3.64' } = {},
) {
  const stats = SystemStats.parse({ ...STATS, system: { comfyui_version: version } });
  return readProfile(stats, ObjectInfo.parse(readObjectInfo(kind, form, files)), NOBODY);
}

function named(missing: readonly MissingPart[]): string[] {
  return missing.map(({ wish, folder, name }) => `${wish}: ${folder}/${name}`);
}
