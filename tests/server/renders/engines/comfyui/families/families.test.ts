import { describe, expect, test } from 'vitest';
import type { RenderSpec } from '../../../../../../src/contract/render-spec.ts';
import type {
  FamilyName,
  ImageRole,
} from '../../../../../../src/server/renders/engines/comfyui/graph/parts.ts';
import { coveredBy, makeMask, makeRecipe } from '../../../../../support/ai-recipe.ts';
import { BACKGROUNDS, buildFor, MATERIALS } from '../../../../../support/built-graphs.ts';
import type { Generation } from '../../../../../support/fake-comfyui/object-info/model-classes.ts';
import type { FamilyKind } from '../../../../../support/fake-comfyui/object-info/stored-servers.ts';
import { validateGraph } from '../../../../../support/fake-comfyui/validate-graph.ts';
import type { BuildOptions } from '../../../../../support/family-graphs.ts';
import { buildFamily, infoOf, writeGraph } from '../../../../../support/family-graphs.ts';

/** What a server has, the family that draws with it, and the generations that have its nodes. */
const FAMILIES = [
  ['klein', 'klein-4b', ['current']],
  ['klein-base', 'klein-4b', ['current']],
  ['klein-9b', 'klein-9b', ['current']],
  ['qwen-2511', 'qwen-edit-2511', ['current']],
  ['qwen-2511-slow', 'qwen-edit-2511', ['current']],
  ['qwen-2509', 'qwen-edit-2509', ['0.3.64', 'current']],
  ['z-image', 'z-image-turbo', ['current']],
  ['qwen-image', 'qwen-image', ['0.3.64', 'current']],
] as const satisfies [FamilyKind, FamilyName, Generation[]][];

const KEPT = { keepsProduct: 'studio' } as const;
/** What an order may lack or have, each in its own picture of the graph. */
const ORDERS: Record<string, { recipe: Partial<RenderSpec> } & BuildOptions> = {
  everything: {
    recipe: { masks: MATERIALS, batchSize: 4, outputPx: 2048 },
    part: { first: 0, count: 4 },
  },
  nothing: {
    recipe: { style: null, background: BACKGROUNDS.open, positivePrompt: '', useNegativePrompt: false },
    without: ['depth', 'lines'],
  },
  'materials-1': { recipe: { masks: MATERIALS.slice(0, 1), style: null } },
  'materials-3': { recipe: { masks: MATERIALS.slice(0, 3) } },
  'background-kept': {
    recipe: { background: BACKGROUNDS['kept-image'], batchSize: 2 },
    part: { first: 0, count: 2 },
  },
  'background-colour': { recipe: { background: BACKGROUNDS.colour, style: null } },
  'background-gradient': { recipe: { background: BACKGROUNDS.gradient } },
  'background-open': { recipe: { background: BACKGROUNDS.open } },
  'background-covered': {
    recipe: { scene: coveredBy('cyclorama'), batchSize: 2 },
    part: { first: 0, count: 2 },
  },
  'no-outline-of-the-product': {
    recipe: { background: BACKGROUNDS.colour },
    without: ['background-mask', 'depth', 'lines'],
  },
  'third-of-a-batch': { recipe: { batchSize: 4 }, part: { first: 2, count: 1 } },
  draft: { recipe: { quality: 'draft' } },
  high: { recipe: { quality: 'high', masks: MATERIALS.slice(0, 2) } },
  'kept-product': { recipe: { ...KEPT, masks: MATERIALS } },
  'kept-product-bare': {
    recipe: { ...KEPT, style: null, background: BACKGROUNDS.open, positivePrompt: '' },
    without: ['depth', 'lines', 'background-mask'],
  },
  'kept-product-on-a-colour': { recipe: { ...KEPT, background: BACKGROUNDS.colour } },
  'kept-product-on-a-cyclorama': { recipe: { ...KEPT, scene: coveredBy('cyclorama') } },
  'kept-product-batch': { recipe: { ...KEPT, batchSize: 4, outputPx: 4096 }, part: { first: 1, count: 2 } },
};

describe.each(FAMILIES)('%s', (kind, name, generations) => {
  test.each(Object.keys(ORDERS))('golden graph: %s', async (order) => {
    const { recipe, ...options } = must(ORDERS[order]);
    const built = buildFamily(kind, name, recipe, options);
    await expect(writeGraph(built)).toMatchFileSnapshot(`graphs/${kind}/${order}.graph`);
    for (const generation of generations) {
      // What a server of the time takes, and the same graph on each.
      const there = buildFamily(kind, name, recipe, { ...options, generation });
      expect(there).toEqual(built);
      expect(
        validateGraph(there.graph, infoOf(generation, kind), { isNewer: generation === 'current' }),
      ).toEqual({});
    }
  });

  test('every combination is a graph that a server takes, with one output and a step for each node', () => {
    const info = infoOf('current', kind);
    const wrong: string[] = [];
    let tried = 0;
    for (const [recipe, without] of combine()) {
      const part = { first: tried % 2, count: 1 + (tried % 3) };
      const built = buildFamily(kind, name, recipe, { part, without });
      const errors = validateGraph(built.graph, info, { isNewer: true });
      if (Object.keys(errors).length > 0) wrong.push(JSON.stringify([recipe, without, errors]));
      expect(Object.keys(built.steps).sort()).toEqual(Object.keys(built.graph).sort());
      tried += 1;
    }
    expect(wrong).toEqual([]);
    expect(tried).toBe(6 * 2 * 3 * 2 * 2 * 4);
  });

  test('prompts are text values and nothing else', () => {
    const nasty = '"},"x":{"class_type":"SaveImage"}} [temp] ["unet",0]\n\n{{x}} <!--';
    const plain = buildFamily(kind, name, {});
    const { graph } = buildFamily(kind, name, { positivePrompt: nasty });
    expect(Object.keys(graph)).toEqual(Object.keys(plain.graph));
    const texts = Object.values(graph).flatMap(({ inputs }) => inputs.text ?? inputs.prompt ?? []);
    expect(texts.some((text) => String(text).includes('"},"x":{"class_type":"SaveImage"}}'))).toBe(true);
    expect(texts.some((text) => String(text).includes('\n'))).toBe(false);
  });
});

describe.each(['cyclorama', 'surroundings'] as const)('a background that %s cover', (what) => {
  const recipe = { scene: coveredBy(what) };

  test('is in no graph: the view shows what stands there, and comes back exactly', () => {
    const { graph, leftOut } = buildFamily('klein', 'klein-4b', recipe);
    expect(Object.keys(graph)).not.toContain('view_placed');
    expect(graph.view_latent?.inputs).toMatchObject({ pixels: ['view', 0] });
    expect(graph.paste?.inputs).toMatchObject({ destination: ['view', 0] });
    expect(JSON.stringify(graph)).not.toMatch(/background \[temp\]|Loft/);
    expect(leftOut).not.toContain('background');
  });

  test('is neither a place nor a picture for SDXL', () => {
    const { graph } = buildFor('full', recipe);
    expect(graph.paste?.inputs).toMatchObject({ destination: ['snapshot', 0] });
    expect(Object.keys(graph)).not.toContain('ipa_bg');
    expect(JSON.stringify(graph)).not.toContain('background [temp]');
  });
});

describe('material replacement', () => {
  test('is one pass for each region, the largest first, before the whole is drawn', () => {
    const { graph, regionSamplers } = buildFamily('klein', 'klein-4b', { masks: MATERIALS.slice(0, 2) });
    expect(regionSamplers).toEqual(['region_1', 'region_0']);
    expect(graph.region_1_masked?.inputs).toEqual({
      samples: ['view_latent', 0],
      mask: ['region_1_mask', 0],
    });
    expect(graph.region_0_masked?.inputs.samples).toEqual(['region_1', 0]);
    // What came of them is the view of the last pass, with no mask of theirs on its canvas.
    expect(graph.guider_positive_1?.inputs.latent).toEqual(['region_0', 0]);
    expect(graph.sample?.inputs.latent_image).toEqual(['canvas', 0]);
    expect(graph.region_1_guider_text?.inputs.text).toContain(
      'Cover the Linen with the material shown in image 2',
    );
    expect(graph.guider_text?.inputs.text).not.toContain('Cover');
  });

  test('takes slots of one instruction where a pass is slow; what finds none is named', () => {
    const masks = MATERIALS.slice(0, 3);
    const { graph, leftOut, regionSamplers } = buildFamily('qwen-2511-slow', 'qwen-edit-2511', { masks });
    expect(regionSamplers).toEqual([]);
    expect([...leftOut].sort()).toEqual(['materials', 'style']);
    const prompt = String(graph.ask_positive?.inputs.prompt);
    expect(prompt).toContain('Cover the Steel with the material shown in Picture 2');
    expect(prompt).toContain('Cover the Linen with the material shown in Picture 3');
    expect(prompt).not.toContain('Oak');
    // The place that has no picture of its own stands behind the product.
    expect(graph.view_placed?.class_type).toBe('ImageCompositeMasked');
  });

  test('leaves alone what the view shows already, of an order that is to stay as it is', () => {
    const masks = MATERIALS.slice(0, 1);
    const worn = {
      kind: 'library' as const,
      materialIndex: 0,
      textureHash: must(masks[0]?.materialImageHash),
      libraryId: null,
      name: 'Oak',
      colour: '#ffffff',
      metalness: 0,
      roughness: 1,
      tileSize: 2,
      rotationRadians: 0,
      bumpHeight: 0,
    };
    const scene = { ...makeRecipe().scene, dressings: [worn] };
    const dressed = (creativity: number) =>
      buildFamily('klein', 'klein-4b', { masks, scene, creativity }).regionSamplers;
    expect(dressed(0.1)).toEqual([]);
    expect(dressed(0.5)).toEqual(['region_0']);
  });

  test('is none where the product is kept', () => {
    const built = buildFamily('klein', 'klein-4b', { ...KEPT, masks: MATERIALS });
    expect(built.regionSamplers).toEqual([]);
    expect(Object.keys(built.graph).filter((id) => id.startsWith('material'))).toEqual([]);
  });
});

describe('a kept product', () => {
  test.each([
    ['klein', 'klein-4b'],
    ['qwen-2511', 'qwen-edit-2511'],
    ['qwen-2509', 'qwen-edit-2509'],
    ['z-image', 'z-image-turbo'],
    ['qwen-image', 'qwen-image'],
  ] as const)('%s paints on the plate, where it is to be painted, and nowhere else', (kind, name) => {
    const { graph } = buildFamily(kind, name, KEPT);
    expect(graph.plate?.inputs.image).toBe('plate [temp]');
    expect(graph.view_latent?.inputs.pixels).toEqual(['plate', 0]);
    expect(graph.masked).toEqual({
      class_type: 'SetLatentNoiseMask',
      inputs: { samples: ['view_latent', 0], mask: ['paint', 0] },
    });
    expect(graph.batch?.inputs.samples).toEqual(['masked', 0]);
    expect(graph.sample?.inputs.latent_image).toEqual(['batch', 0]);
    expect(graph.sample?.inputs.denoise ?? 1).toBe(1);
  });

  test('is told of in words: its surroundings, the light, no second one', () => {
    const { graph } = buildFamily('klein', 'klein-4b', KEPT);
    expect(graph.guider_text?.inputs.text).toBe(
      'Photograph of the chair in image 1. Keep its shape, proportions, position, size and camera view exactly; same framing. ' +
        'Keep its colours and surfaces exactly. Paint only the surroundings of the chair; same camera height and horizon. ' +
        'Replace only the surroundings with the place in image 2; same camera height and horizon. ' +
        'Light and colours as in image 3; take nothing else from it. Soft light from the left. a chair in a loft. ' +
        'No second chair; nothing in front of it. Change nothing else.',
    );
  });

  test('a patch that was not taught to paint around anything is left out, and named', () => {
    const built = buildFamily('z-image', 'z-image-turbo', KEPT);
    expect(built.graph.control?.inputs).toMatchObject({ inpaint_image: ['plate', 0], mask: ['paint', 0] });
    expect(built.graph.control?.inputs.image).toBeUndefined();
  });
});

test('a seed is whole up to the last one that a number can hold', () => {
  const { graph } = buildFamily('klein', 'klein-4b', { seed: '9007199254740991' });
  expect(graph.noise?.inputs.noise_seed).toBe(9_007_199_254_740_991);
});

function* combine(): Generator<[Partial<RenderSpec>, ImageRole[]]> {
  const style = must(makeRecipe().style);
  const lock = makeMask('Logo', { isLocked: true });
  for (const background of Object.values(BACKGROUNDS))
    for (const hasStyle of [true, false])
      for (const count of [0, 1, 3])
        for (const quality of ['standard', 'high'] as const)
          for (const keeps of [true, false])
            for (const without of [[], ['depth'], ['depth', 'lines'], ['background-mask']] as ImageRole[][])
              yield [
                {
                  background,
                  quality,
                  style: hasStyle ? style : null,
                  masks: [lock, ...MATERIALS.slice(0, count)],
                  ...(keeps && KEPT),
                  outputPx: count === 1 ? 2048 : undefined,
                },
                without,
              ];
}

function must<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('nothing there');
  return value;
}
