import { describe, expect, test } from 'vitest';
import type { BackgroundSpec, RenderSpec } from '../../../../../../src/contract/render-spec.ts';
import { buildGraph } from '../../../../../../src/server/renders/engines/comfyui/graph/build-graph.ts';
import { makeRecipe } from '../../../../../support/ai-recipe.ts';
import {
  BACKGROUNDS,
  buildFor,
  IMAGE,
  MATERIALS,
  profileOf,
  uploadAll,
} from '../../../../../support/built-graphs.ts';
import { readObjectInfo } from '../../../../../support/fake-comfyui/object-info/stored-servers.ts';
import { validateGraph } from '../../../../../support/fake-comfyui/validate-graph.ts';

describe('parameters', () => {
  test.each([
    [0, { denoise: 0.15, depth: [0.95, 0.9], lines: [0.75, 0.8] }],
    [0.5, { denoise: 0.55, depth: [0.775, 0.8], lines: [0.525, 0.65] }],
    [1, { denoise: 0.95, depth: [0.6, 0.7], lines: [0.3, 0.5] }],
  ])('creativity %d', (creativity, expected) => {
    const { graph } = buildFor('full', { creativity, background: BACKGROUNDS['kept-image'] });
    expect(graph).toMatchObject({
      sample: {
        inputs: { denoise: expected.denoise, cfg: 6, sampler_name: 'dpmpp_2m', scheduler: 'karras' },
      },
      apply_depth: {
        inputs: { strength: expected.depth[0], end_percent: expected.depth[1], start_percent: 0 },
      },
      apply_lines: {
        inputs: { strength: expected.lines[0], end_percent: expected.lines[1], start_percent: 0 },
      },
    });
  });

  test.each([
    [0, 1, 0.3],
    [0.2, 0.8, 0.4],
    [0.5, 0.55, 0.55],
    [0.9, 0.55, 0.75],
    [0.95, 0.55, null],
    [1, 0.55, null],
  ])('fidelity %d: the sampler denoises %d, the adapter weighs %d', (fidelity, denoise, weight) => {
    const { graph } = buildFor('full', { background: { ...IMAGE, fidelity } as BackgroundSpec });
    expect(graph.sample?.inputs.denoise).toBe(denoise);
    expect(graph.ipa_bg?.inputs.weight ?? null).toBe(weight);
    expect('paste' in graph).toBe(weight === null);
  });

  test('a kept background is repeated for a batch, or only its first image would come out', () => {
    const recipe = { background: BACKGROUNDS['kept-image'], batchSize: 4 };
    const { graph } = buildFor('full', recipe, { first: 0, count: 4 });
    expect(graph.paste?.inputs).toMatchObject({ destination: ['init_batch', 0], source: ['decode', 0] });
    expect(graph.init_batch).toEqual({
      class_type: 'RepeatImageBatch',
      inputs: { image: ['init', 0], amount: 4 },
    });
  });

  test('what changes less than the most is pasted whole', () => {
    const masks = MATERIALS.slice(0, 1);
    const { graph } = buildFor('full', { background: BACKGROUNDS.colour, masks });
    expect(graph.sample?.inputs.denoise).toBe(0.75);
    expect(graph.paste?.inputs.mask).toEqual(['paste_mask', 0]);
    const plain = buildFor('full', { background: BACKGROUNDS.colour });
    expect(plain.graph.paste?.inputs.mask).toEqual(['change_mask', 0]);
  });

  test('without a control model the product changes by half at most', () => {
    const { graph } = buildFor('core-only', {
      creativity: 1,
      masks: MATERIALS,
      background: BACKGROUNDS.colour,
    });
    expect(graph.sample?.inputs.denoise).toBe(0.5);
    expect(graph.change_mask?.inputs.image).toBe('change-unguided [temp]');
  });

  test.each([
    ['draft', 16],
    ['standard', 28],
    ['high', 40],
  ] as const)('%s: %d steps', (quality, steps) => {
    expect(buildFor('full', { quality }).graph.sample?.inputs.steps).toBe(steps);
  });

  test.each([
    [['linear', 'style transfer', 'style transfer precise'], 'style transfer precise'],
    [['linear', 'style transfer'], 'style transfer'],
    [['linear'], 'linear'],
    [[], 'linear'],
  ])('of %j the style takes %s', (weightTypes, chosen) => {
    const profile = profileOf('full');
    const imageAdapter = { ...must(profile.imageAdapter), weightTypes };
    const { graph } = buildFor('full', {}, undefined, { ...profile, imageAdapter });
    expect(graph.ipa_style?.inputs).toMatchObject({ weight: 0.55, weight_type: chosen });
  });

  test('image k of a batch is cut from the noise of those before it', () => {
    const { graph } = buildFor('full', { batchSize: 4, seed: '12' }, { first: 2, count: 1 });
    expect(graph).toMatchObject({
      batch: { inputs: { amount: 3 } },
      part: { class_type: 'LatentFromBatch', inputs: { samples: ['batch', 0], batch_index: 2, length: 1 } },
      sample: { inputs: { seed: 12, latent_image: ['part', 0] } },
    });
  });

  test('enlarged to the exact size of the order', () => {
    const { graph, models } = buildFor('full', { widthPx: 1000, heightPx: 700, outputPx: 4096 });
    expect(graph.upscale_fit?.inputs).toMatchObject({ width: 4096, height: 2867, crop: 'disabled' });
    expect(models).toContain('4x-UltraSharp.pth');
  });
});

describe('what a server cannot follow is named', () => {
  test.each([
    ['full', 'everything', { masks: MATERIALS, outputPx: 4096 }, []],
    ['no-ip-adapter', 'materials go by their names', { masks: MATERIALS }, []],
    ['no-ip-adapter', 'only the palette', { background: BACKGROUNDS['lost-image'] }, ['background']],
    ['core-only', 'no style', { style: null }, ['structure']],
    ['core-only', 'a style', {}, ['structure', 'style']],
    ['core-only', 'enlarged', { outputPx: 2048, style: null }, ['structure', 'upscale']],
  ] as const)('%s, %s', (server, _, recipe, leftOut) => {
    expect([...buildFor(server, recipe as Partial<RenderSpec>).leftOut].sort()).toEqual(leftOut);
  });

  test('an order without a picture of where the product is keeps its background', () => {
    const recipe = makeRecipe();
    const uploaded = uploadAll(recipe, ['background-mask']);
    const { graph, leftOut } = buildGraph(
      recipe,
      profileOf('full'),
      uploaded,
      { first: 0, count: 1 },
      'sdxl',
    );
    expect(leftOut).toEqual(['background']);
    expect(graph.encode?.inputs.pixels).toEqual(['snapshot', 0]);
    expect(validateGraph(graph, readObjectInfo('full'))).toEqual({});
  });
});

test('materials out of sight are linked past', () => {
  const recipe = makeRecipe({ masks: MATERIALS.slice(0, 2) });
  const uploaded = uploadAll(recipe, ['material-0', 'material-mask-0']);
  const { graph } = buildGraph(recipe, profileOf('full'), uploaded, { first: 0, count: 1 }, 'sdxl');
  expect(graph.ipa_mat1?.inputs.model).toEqual(['ipa_style', 0]);
  expect(validateGraph(graph, readObjectInfo('full'))).toEqual({});
});

test('models beside the checkpoint are told, sorted', () => {
  expect(buildFor('full', {}).models).toEqual([
    'CLIP-ViT-H-14-laion2B-s32B-b79K.safetensors',
    'SDXL/xinsir-controlnet-union-sdxl-1.0-promax.safetensors',
    'ip-adapter-plus_sdxl_vit-h.safetensors',
  ]);
  expect(buildFor('no-ip-adapter', {}).models).toEqual([
    'clip_vision_g.safetensors',
    'controlnet-canny-sdxl-1.0.safetensors',
    'controlnet-depth-sdxl-1.0.safetensors',
  ]);
  expect(buildFor('core-only', {}).models).toEqual([]);
});

function must<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('nothing there');
  return value;
}

describe('around a product that is kept', () => {
  test.each(Object.entries(BACKGROUNDS))('the plate is painted, and valid: %s', (_name, background) => {
    for (const kind of ['full', 'core-only', 'no-ip-adapter'] as const) {
      const recipe = makeRecipe({ keepsProduct: 'studio', background, masks: MATERIALS, batchSize: 2 });
      const built = buildGraph(recipe, profileOf(kind), uploadAll(recipe), { first: 0, count: 2 }, 'sdxl');
      const { graph } = built;
      expect(graph.snapshot?.inputs.image).toBe('plate [temp]');
      expect(graph.change_mask?.inputs).toMatchObject({ image: 'paint [temp]', channel: 'red' });
      // Nothing is laid back, and nothing is said of materials that are not painted.
      expect(Object.keys(graph).filter((id) => /^(paste|init|ipa_mat|mat)/.test(id))).toEqual([]);
      expect(validateGraph(graph, readObjectInfo(kind))).toEqual({});
    }
  });

  test('all of it is new where nothing was chosen, and less where a background is to stay', () => {
    const denoise = (background: BackgroundSpec) =>
      buildFor('full', { keepsProduct: 'studio', background }).graph.sample?.inputs.denoise;
    expect(denoise(BACKGROUNDS.open)).toBe(1);
    expect(denoise(BACKGROUNDS['lost-image'])).toBe(1);
    expect(denoise(BACKGROUNDS['kept-image'])).toBe(0.6);
    expect(denoise(BACKGROUNDS.colour)).toBe(0.6);
  });
});
