import { describe, expect, test } from 'vitest';
import { STAGE_BACKGROUND } from '../../../../../src/contract/constants.ts';
import type { BackgroundSpec, RenderSpec } from '../../../../../src/contract/render-spec.ts';
import { buildGraph } from '../../../../../src/server/renders/engines/comfyui/build-graph.ts';
import { hashGraph, listClasses } from '../../../../../src/server/renders/engines/comfyui/describe-graph.ts';
import type {
  BatchPart,
  BuiltGraph,
  Graph,
  ImageRole,
  ServerProfile,
  UploadedOrder,
} from '../../../../../src/server/renders/engines/comfyui/parts.ts';
import { readProfile } from '../../../../../src/server/renders/engines/comfyui/read-profile.ts';
import { hashOf, makeMask, makeRecipe } from '../../../../support/ai-recipe.ts';
import {
  readObjectInfo,
  SERVER_FILES,
  type ServerKind,
} from '../../../../support/fake-comfyui/object-info/stored-servers.ts';
import { referenceGraph } from '../../../../support/fake-comfyui/reference-graph.ts';
import { validateGraph } from '../../../../support/fake-comfyui/validate-graph.ts';

const SERVERS = Object.keys(SERVER_FILES) as ServerKind[];
const MATERIALS = ['Oak', 'Linen', 'Steel', 'Leather'].map((name) => makeMask(name));
const IMAGE = makeRecipe().background;
const BACKGROUNDS = {
  image: IMAGE,
  'kept-image': { ...IMAGE, fidelity: 1 } as BackgroundSpec,
  'lost-image': { ...IMAGE, fidelity: 0 } as BackgroundSpec,
  gradient: { kind: 'gradient', from: '#ffffff', to: '#808080', fidelity: 0.8 },
  colour: { kind: 'colour', colour: '#c0ffee' },
  open: { kind: 'colour', colour: STAGE_BACKGROUND },
} satisfies Record<string, BackgroundSpec>;

/** What an order may lack or have, each in its own picture of the graph. */
const ORDERS: Record<string, { recipe: Partial<RenderSpec>; part?: BatchPart }> = {
  everything: {
    recipe: { masks: MATERIALS, batchSize: 4, outputPx: 2048 },
    part: { first: 0, count: 4 },
  },
  nothing: {
    recipe: { style: null, background: BACKGROUNDS.open, positivePrompt: '', useNegativePrompt: false },
  },
  'no-style': { recipe: { style: null, masks: MATERIALS.slice(0, 1) } },
  'style-of-no-strength': { recipe: { style: { ...must(makeRecipe().style), strength: 0 } } },
  'materials-0': { recipe: { masks: [] } },
  'materials-1': { recipe: { masks: MATERIALS.slice(0, 1) } },
  'materials-2': { recipe: { masks: MATERIALS.slice(0, 2) } },
  'materials-3': { recipe: { masks: MATERIALS.slice(0, 3) } },
  'background-kept': {
    recipe: { background: BACKGROUNDS['kept-image'], batchSize: 2 },
    part: { first: 0, count: 2 },
  },
  'background-lost': { recipe: { background: BACKGROUNDS['lost-image'] } },
  'background-gradient': { recipe: { background: BACKGROUNDS.gradient } },
  'background-colour': { recipe: { background: BACKGROUNDS.colour, masks: MATERIALS.slice(0, 1) } },
  'background-open': { recipe: { background: BACKGROUNDS.open } },
  'no-negative': { recipe: { useNegativePrompt: false } },
  'fixed-seed': { recipe: { seed: '9007199254740991', isSeedFixed: true } },
  'upscale-4k': { recipe: { widthPx: 1536, heightPx: 1024, outputPx: 4096 } },
  lock: { recipe: { masks: [makeMask('Logo', { isLocked: true }), ...MATERIALS.slice(0, 1)] } },
  'third-of-a-batch': { recipe: { batchSize: 4 }, part: { first: 2, count: 1 } },
  draft: { recipe: { quality: 'draft' } },
};

describe.each(SERVERS)('on a server that is %s', (server) => {
  test.each(Object.keys(ORDERS))('golden graph: %s', async (name) => {
    const { recipe, part } = must(ORDERS[name]);
    const built = build(server, recipe, part);
    expect(validateGraph(built.graph, readObjectInfo(server))).toEqual({});
    await expect(write(built)).toMatchFileSnapshot(`graphs/${server}/${name}.graph`);
  });

  test('every combination is a graph that the server takes, with one output and a step for each node', () => {
    const info = readObjectInfo(server);
    const wrong: string[] = [];
    let tried = 0;
    for (const recipe of combine()) {
      for (const part of [
        { first: 0, count: 1 },
        { first: 0, count: 4 },
        { first: 3, count: 1 },
      ]) {
        const built = build(server, recipe, part);
        const errors = validateGraph(built.graph, info);
        if (Object.keys(errors).length > 0) wrong.push(JSON.stringify([recipe, part, errors]));
        expect(Object.keys(built.steps).sort()).toEqual(Object.keys(built.graph).sort());
        tried += 1;
      }
    }
    expect(wrong).toEqual([]);
    expect(tried).toBe(6 * 3 * 5 * 2 * 2 * 2 * 3);
  });
});

test('the largest graph is the one that a real server has accepted, node by node and link by link', () => {
  const { graph } = build('full', { masks: MATERIALS, batchSize: 4 }, { first: 0, count: 4 });
  expect(Object.keys(graph)).toHaveLength(40);
  expect(wire(graph)).toEqual(wire(referenceGraph()));
});

describe('parameters', () => {
  test.each([
    [0, { denoise: 0.15, depth: [0.95, 0.9], lines: [0.75, 0.8] }],
    [0.5, { denoise: 0.55, depth: [0.775, 0.8], lines: [0.525, 0.65] }],
    [1, { denoise: 0.95, depth: [0.6, 0.7], lines: [0.3, 0.5] }],
  ])('creativity %d', (creativity, expected) => {
    const { graph } = build('full', { creativity, background: BACKGROUNDS['kept-image'] });
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
    const { graph } = build('full', { background: { ...IMAGE, fidelity } as BackgroundSpec });
    expect(graph.sample?.inputs.denoise).toBe(denoise);
    expect(graph.ipa_bg?.inputs.weight ?? null).toBe(weight);
    expect('paste' in graph).toBe(weight === null);
  });

  test('a kept background is repeated for a batch, or only its first image would come out', () => {
    const recipe = { background: BACKGROUNDS['kept-image'], batchSize: 4 };
    const { graph } = build('full', recipe, { first: 0, count: 4 });
    expect(graph.paste?.inputs).toMatchObject({ destination: ['init_batch', 0], source: ['decode', 0] });
    expect(graph.init_batch).toEqual({
      class_type: 'RepeatImageBatch',
      inputs: { image: ['init', 0], amount: 4 },
    });
  });

  test('what changes less than the most is pasted whole', () => {
    const masks = MATERIALS.slice(0, 1);
    const { graph } = build('full', { background: BACKGROUNDS.colour, masks });
    expect(graph.sample?.inputs.denoise).toBe(0.75);
    expect(graph.paste?.inputs.mask).toEqual(['paste_mask', 0]);
    const plain = build('full', { background: BACKGROUNDS.colour });
    expect(plain.graph.paste?.inputs.mask).toEqual(['change_mask', 0]);
  });

  test('without a control model the product changes by half at most', () => {
    const { graph } = build('core-only', { creativity: 1, masks: MATERIALS, background: BACKGROUNDS.colour });
    expect(graph.sample?.inputs.denoise).toBe(0.5);
    expect(graph.change_mask?.inputs.image).toBe('change-unguided [temp]');
  });

  test.each([
    ['draft', 16],
    ['standard', 28],
    ['high', 40],
  ] as const)('%s: %d steps', (quality, steps) => {
    expect(build('full', { quality }).graph.sample?.inputs.steps).toBe(steps);
  });

  test.each([
    [['linear', 'style transfer', 'style transfer precise'], 'style transfer precise'],
    [['linear', 'style transfer'], 'style transfer'],
    [['linear'], 'linear'],
    [[], 'linear'],
  ])('of %j the style takes %s', (weightTypes, chosen) => {
    const profile = profileOf('full');
    const imageAdapter = { ...must(profile.imageAdapter), weightTypes };
    const { graph } = build('full', {}, undefined, { ...profile, imageAdapter });
    expect(graph.ipa_style?.inputs).toMatchObject({ weight: 0.55, weight_type: chosen });
  });

  test('image k of a batch is cut from the noise of those before it', () => {
    const { graph } = build('full', { batchSize: 4, seed: '12' }, { first: 2, count: 1 });
    expect(graph).toMatchObject({
      batch: { inputs: { amount: 3 } },
      part: { class_type: 'LatentFromBatch', inputs: { samples: ['batch', 0], batch_index: 2, length: 1 } },
      sample: { inputs: { seed: 12, latent_image: ['part', 0] } },
    });
  });

  test('enlarged to the exact size of the order', () => {
    const { graph, models } = build('full', { widthPx: 1000, heightPx: 700, outputPx: 4096 });
    expect(graph.upscale_fit?.inputs).toMatchObject({ width: 4096, height: 2867, crop: 'disabled' });
    expect(models).toContain('4x-UltraSharp.pth');
  });
});

test('prompts are text values and nothing else', () => {
  const nasty = '"},"x":{"class_type":"SaveImage"}} [temp] ["ckpt",0] \\u0000 {{x}} <!--';
  const plain = build('core-only', { masks: MATERIALS.slice(0, 1) }).graph;
  const { graph } = build('core-only', {
    positivePrompt: nasty,
    negativePrompt: nasty,
    masks: [makeMask(nasty)],
  });
  expect(Object.keys(graph)).toEqual(Object.keys(plain));
  for (const id of ['positive', 'negative', 'mat0_text']) {
    expect(graph[id]).toEqual({ class_type: 'CLIPTextEncode', inputs: { text: nasty, clip: ['ckpt', 1] } });
  }
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
    expect([...build(server, recipe as Partial<RenderSpec>).leftOut].sort()).toEqual(leftOut);
  });

  test('an order without a picture of where the product is keeps its background', () => {
    const recipe = makeRecipe();
    const uploaded = upload(recipe, ['background-mask']);
    const { graph, leftOut } = buildGraph(recipe, profileOf('full'), uploaded, { first: 0, count: 1 });
    expect(leftOut).toEqual(['background']);
    expect(graph.encode?.inputs.pixels).toEqual(['snapshot', 0]);
    expect(validateGraph(graph, readObjectInfo('full'))).toEqual({});
  });
});

test('materials out of sight are linked past', () => {
  const recipe = makeRecipe({ masks: MATERIALS.slice(0, 2) });
  const uploaded = upload(recipe, ['material-0', 'material-mask-0']);
  const { graph } = buildGraph(recipe, profileOf('full'), uploaded, { first: 0, count: 1 });
  expect(graph.ipa_mat1?.inputs.model).toEqual(['ipa_style', 0]);
  expect(validateGraph(graph, readObjectInfo('full'))).toEqual({});
});

test('models beside the checkpoint are told, sorted', () => {
  expect(build('full', {}).models).toEqual([
    'CLIP-ViT-H-14-laion2B-s32B-b79K.safetensors',
    'SDXL/xinsir-controlnet-union-sdxl-1.0-promax.safetensors',
    'ip-adapter-plus_sdxl_vit-h.safetensors',
  ]);
  expect(build('no-ip-adapter', {}).models).toEqual([
    'clip_vision_g.safetensors',
    'controlnet-canny-sdxl-1.0.safetensors',
    'controlnet-depth-sdxl-1.0.safetensors',
  ]);
  expect(build('core-only', {}).models).toEqual([]);
});

describe('the hash of a graph', () => {
  test('is of what it does, not of how it is written', () => {
    const { graph } = build('full', {});
    const turned = Object.fromEntries(
      Object.entries(graph)
        .reverse()
        .map(([id, { class_type, inputs }]) => [
          id,
          { inputs: Object.fromEntries(Object.entries(inputs).reverse()), class_type },
        ]),
    ) as Graph;
    expect(hashGraph(turned)).toBe(hashGraph(graph));
    expect(hashGraph(graph)).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([
    ['another seed', { seed: '8' }],
    ['another text', { positivePrompt: 'a table' }],
    ['a material more', { masks: MATERIALS.slice(0, 1) }],
  ])('%s is another graph', (_, recipe) => {
    expect(hashGraph(build('full', recipe).graph)).not.toBe(hashGraph(build('full', {}).graph));
  });

  test('its classes are listed once', () => {
    const classes = listClasses(build('core-only', { style: null }).graph);
    expect(classes).toEqual([...new Set(classes)].sort());
    expect(classes).toContain('KSampler');
  });
});

function build(
  server: ServerKind,
  changes: Partial<RenderSpec>,
  part: BatchPart = { first: 0, count: 1 },
  profile: ServerProfile = profileOf(server),
): BuiltGraph {
  const recipe = makeRecipe(changes);
  return buildGraph(recipe, profile, upload(recipe), part);
}

/** A graph without its values. */
function wire(graph: Graph) {
  return Object.fromEntries(
    Object.entries(graph).map(([id, { class_type, inputs }]) => [
      id,
      {
        class_type,
        inputs: Object.fromEntries(
          Object.entries(inputs).map(([input, value]) => [input, Array.isArray(value) ? value : 'a value']),
        ),
      },
    ]),
  );
}

/** Names as a server that knows all pictures of an order. */
function upload(recipe: RenderSpec, without: ImageRole[] = []): UploadedOrder {
  const materials = [...recipe.masks.keys()].flatMap((k): ImageRole[] => [
    `material-${k}`,
    `material-mask-${k}`,
  ]);
  const isPlate = recipe.background.kind !== 'colour';
  const hasFloor = recipe.masks.some(({ isLocked }) => !isLocked);
  const roles: ImageRole[] = [
    'init',
    'background-mask',
    'change',
    'change-unguided',
    'depth',
    'lines',
    ...materials,
  ];
  if (hasFloor) roles.push('paste');
  if (isPlate) roles.push('background');
  if (recipe.style !== null) roles.push('style');
  const known = roles.filter((role) => !without.includes(role));
  return {
    widthPx: 1024,
    heightPx: 1024,
    names: new Map(known.map((role) => [role, `${role} [temp]`])),
  };
}

function profileOf(server: ServerKind): ServerProfile {
  const stats = { system: { comfyui_version: '0.3.64' }, devices: [] };
  return readProfile(stats, readObjectInfo(server), { checkpointPatterns: [] });
}

function* combine(): Generator<Partial<RenderSpec>> {
  const style = must(makeRecipe().style);
  const lock = makeMask('Logo', { isLocked: true, imageHash: hashOf('logo') });
  for (const background of Object.values(BACKGROUNDS))
    for (const strength of [null, 0, 0.7])
      for (const count of [0, 1, 2, 3, 4])
        for (const useNegativePrompt of [true, false])
          for (const isLocked of [true, false])
            for (const outputPx of [undefined, 4096] as const)
              yield {
                background,
                style: strength === null ? null : { ...style, strength },
                masks: [...(isLocked ? [lock] : []), ...MATERIALS.slice(0, count)].slice(0, 4),
                useNegativePrompt,
                outputPx,
                seed: String(count),
              };
}

/** One node a line, so that a change is one line of a review. */
function write({ graph, output, sampler, leftOut, models }: BuiltGraph): string {
  const nodes = Object.entries(graph).map(([id, node]) => `  ${JSON.stringify(id)}: ${JSON.stringify(node)}`);
  const about = JSON.stringify({ output, sampler, leftOut, models });
  return `{\n "about": ${about},\n "graph": {\n${nodes.join(',\n')}\n }\n}\n`;
}

function must<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('nothing there');
  return value;
}
