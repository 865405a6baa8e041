import { describe, expect, test } from 'vitest';
import { STAGE_BACKGROUND } from '../../../../../../src/contract/constants.ts';
import type { RenderSpec } from '../../../../../../src/contract/render-spec.ts';
import { fillWorkflow } from '../../../../../../src/server/renders/engines/comfyui/graph/fill-workflow.ts';
import { parseWorkflow } from '../../../../../../src/server/renders/engines/comfyui/graph/parse-workflow.ts';
import type {
  BatchPart,
  ImageRole,
} from '../../../../../../src/server/renders/engines/comfyui/graph/parts.ts';
import { NAMED_INPUTS } from '../../../../../../src/server/renders/engines/comfyui/graph/workflow-names.ts';
import { makeMask, makeRecipe } from '../../../../../support/ai-recipe.ts';
import { readObjectInfo } from '../../../../../support/fake-comfyui/object-info/stored-servers.ts';
import { validateGraph } from '../../../../../support/fake-comfyui/validate-graph.ts';

describe('an own graph', () => {
  test('gets an order at its names, and is one that a server takes', () => {
    const built = fill(
      { seed: '41', creativity: 0.2, batchSize: 3, quality: 'high' },
      { first: 0, count: 3 },
    );
    expect(built.graph).toMatchObject({
      text: { inputs: { text: 'a chair in a loft' } },
      no: { inputs: { text: 'blurry' } },
      snap: { inputs: { image: 'init [temp]' } },
      change: { inputs: { image: 'change [temp]', channel: 'red' } },
      repeat: { inputs: { amount: 3 } },
      sampler: { inputs: { seed: 41, denoise: 0.31, steps: 40, cfg: 5 } },
      fit: { inputs: { width: 1024, height: 1024 } },
      result: { class_type: 'PreviewImage', inputs: { images: ['fit', 0] } },
    });
    expect(validateGraph(built.graph, readObjectInfo('full'))).toEqual({});
    expect(built.output).toBe('result');
    expect(built.sampler).toBe('sampler');
  });

  test('the template itself is never changed', () => {
    const before = JSON.stringify(WORKFLOW);
    fill({ batchSize: 4 }, { first: 2, count: 1 });
    expect(JSON.stringify(WORKFLOW)).toBe(before);
  });

  test('a part of a batch is cut from what repeats the latent picture', () => {
    const built = fill({ batchSize: 4 }, { first: 2, count: 1 });
    expect(built.graph).toMatchObject({
      repeat: { inputs: { amount: 3 } },
      'repeat:vitrine-part': {
        class_type: 'LatentFromBatch',
        inputs: { samples: ['repeat', 0], batch_index: 2, length: 1 },
      },
      sampler: { inputs: { seed: 7, latent_image: ['repeat:vitrine-part', 0] } },
    });
    expect(Object.keys(built.steps).sort()).toEqual(Object.keys(built.graph).sort());
    expect(validateGraph(built.graph, readObjectInfo('full'))).toEqual({});
  });

  test('that has no batch makes one image from a seed of its own', () => {
    const { repeat, ...others } = FILE;
    const file = { ...others, repeat: { ...repeat, _meta: { title: 'Repeat' } } };
    const workflow = parseWorkflow(JSON.stringify(file));
    expect(workflow.isBatched).toBe(false);
    const recipe = makeRecipe({ batchSize: 4, seed: '7' });
    const built = fillWorkflow(workflow, recipe, upload(recipe), { first: 2, count: 1 });
    expect(built.graph.sampler?.inputs.seed).toBe(9);
    expect(() => fillWorkflow(workflow, recipe, upload(recipe), { first: 0, count: 2 })).toThrow();
  });

  test('prompts are text values and nothing else', () => {
    const nasty = '"}, "x": {"class_type": "SaveImage"} vitrine:result';
    const built = fill({ positivePrompt: nasty });
    expect(built.graph.text?.inputs.text).toBe(nasty);
    expect(Object.keys(built.graph)).toEqual(Object.keys(fill({}).graph));
  });
});

describe('what an order lacks', () => {
  test('is the snapshot or a black mask, and of no strength', () => {
    const file = {
      ...FILE,
      ...Object.fromEntries(
        ['style', 'material-1', 'material-2', 'mask-1', 'mask-2', 'depth'].map((name) => [
          name,
          node('LoadImage', { image: 'x.png' }, `vitrine:${name}`),
        ]),
      ),
      strength: node('PrimitiveFloat', { value: 1 }, 'vitrine:style-strength'),
      all: node('Mix', {
        images: ['decode', 0],
        strength: ['strength', 0],
        ...Object.fromEntries(
          ['style', 'material-1', 'material-2', 'mask-1', 'mask-2', 'depth'].map((name) => [name, [name, 0]]),
        ),
      }),
      result: node('PreviewImage', { images: ['all', 0] }, 'vitrine:result'),
    };
    delete (file as { fit?: unknown }).fit;
    const workflow = parseWorkflow(JSON.stringify(file));
    const recipe = makeRecipe({
      style: null,
      passes: { ...makeRecipe().passes, depth: null },
      masks: [makeMask('Logo', { isLocked: true }), makeMask('Oak')],
    });
    const { graph, leftOut } = fillWorkflow(workflow, recipe, upload(recipe), { first: 0, count: 1 });
    const imageOf = (id: string) => graph[id]?.inputs.image;
    expect(imageOf('style')).toBe('init [temp]');
    expect(graph.strength?.inputs.value).toBe(0);
    expect([imageOf('material-1'), imageOf('mask-1')]).toEqual([
      'material-1 [temp]',
      'material-mask-1 [temp]',
    ]);
    expect([imageOf('material-2'), imageOf('mask-2')]).toEqual(['init [temp]', 'empty [temp]']);
    expect(imageOf('depth')).toBe('empty [temp]');
    expect(leftOut).toEqual(['background']);
  });
});

test('what it has no name for is told', () => {
  const masks = [makeMask('Oak')];
  expect(fill({ masks }).leftOut).toEqual(['structure', 'style', 'materials', 'background']);
  const plain = { style: null, background: { kind: 'colour', colour: STAGE_BACKGROUND } } as const;
  expect(fill({ ...plain, outputPx: 4096 }).leftOut).toEqual(['structure']);
});

test('every name has a value for every order', () => {
  const recipe = makeRecipe();
  for (const [name, { value }] of NAMED_INPUTS) {
    const found = value({ recipe, order: upload(recipe), part: { first: 0, count: 1 }, isBatched: true });
    expect([name, ['string', 'number'].includes(typeof found)]).toEqual([name, true]);
  }
});

function node(class_type: string, inputs: Record<string, unknown>, title?: string) {
  return { class_type, inputs, ...(title === undefined ? {} : { _meta: { title } }) };
}

/** Image to image, with what changes by region, and a size of its own at the end. */
const FILE = {
  ckpt: node('CheckpointLoaderSimple', { ckpt_name: 'sd_xl_base_1.0.safetensors' }),
  text: node('CLIPTextEncode', { text: '', clip: ['ckpt', 1] }, 'vitrine:prompt'),
  no: node('CLIPTextEncode', { text: '', clip: ['ckpt', 1] }, 'vitrine:negative'),
  snap: node('LoadImage', { image: 'example.png' }, 'vitrine:snapshot'),
  change: node('LoadImageMask', { image: 'example.png', channel: 'red' }, 'vitrine:change'),
  encode: node('VAEEncode', { pixels: ['snap', 0], vae: ['ckpt', 2] }),
  masked: node('SetLatentNoiseMask', { samples: ['encode', 0], mask: ['change', 0] }),
  repeat: node('RepeatLatentBatch', { samples: ['masked', 0], amount: 1 }, 'vitrine:batch'),
  soft: node('DifferentialDiffusion', { model: ['ckpt', 0] }),
  sampler: node(
    'KSampler',
    {
      model: ['soft', 0],
      positive: ['text', 0],
      negative: ['no', 0],
      latent_image: ['repeat', 0],
      seed: 0,
      steps: 20,
      cfg: 5,
      sampler_name: 'euler',
      scheduler: 'normal',
      denoise: 1,
    },
    'vitrine:seed vitrine:denoise vitrine:steps',
  ),
  decode: node('VAEDecode', { samples: ['sampler', 0], vae: ['ckpt', 2] }),
  fit: node(
    'ImageScale',
    { image: ['decode', 0], upscale_method: 'lanczos', width: 1, height: 1, crop: 'disabled' },
    'vitrine:output-width vitrine:output-height',
  ),
  result: node('SaveImage', { images: ['fit', 0], filename_prefix: 'mine' }, 'vitrine:result'),
};
const WORKFLOW = parseWorkflow(JSON.stringify(FILE));

function fill(changes: Partial<RenderSpec>, part: BatchPart = { first: 0, count: 1 }) {
  const recipe = makeRecipe({ background: { kind: 'colour', colour: '#ffffff' }, ...changes });
  return fillWorkflow(WORKFLOW, recipe, upload(recipe), part);
}

function upload(recipe: RenderSpec) {
  const roles: ImageRole[] = ['init', 'background-mask', 'change', 'background', 'empty', 'lines'];
  if (recipe.passes.depth !== null) roles.push('depth');
  if (recipe.style !== null) roles.push('style');
  for (const [k, { isLocked }] of recipe.masks.entries()) {
    if (!isLocked) roles.push(`material-${k}`, `material-mask-${k}`);
  }
  return {
    widthPx: 1024,
    heightPx: 1024,
    names: new Map(roles.map((role) => [role, `${role} [temp]`])),
    regionShares: {},
  };
}
