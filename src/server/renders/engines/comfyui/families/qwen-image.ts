import { titleOfFamily } from '../../../../../contract/family-titles.ts';
import type { Link } from '../graph/draft-graph.ts';
import { EDIT_CANVAS } from '../graph/graph-size.ts';
import { round } from '../graph/plan-change.ts';
import type { GraphFamily } from './family.ts';
import {
  type FamilyOrder,
  finishGraph,
  loadFamily,
  loadView,
  openFamilyOrder,
  seedOf,
} from './family-order.ts';
import { listLackingOfText } from './lacking.ts';
import { addLora, choosePace, isSlow } from './qwen-edit.ts';
import { QWEN_ENCODER, QWEN_FAST, QWEN_VAE } from './qwen-files.ts';
import { describeOrder, startText } from './text-view.ts';

const SLOW_STEPS = { draft: 20, standard: 30, high: 50 } as const;
const SLOW_CFG = 4;
const SHIFT = 3.1;

/** Qwen-Image with the ControlNets of InstantX: pictures from a text, in the shape of depth and lines or around what is there. */
export const qwenImage: GraphFamily = {
  name: 'qwen-image',
  title: titleOfFamily('qwen-image'),
  licence: 'Apache-2.0',
  isCommercial: true,
  limits: { references: 0, canvas: EDIT_CANVAS, memory: 20e9, batchMemory: 32e9 },
  needs: {
    since: '0.3.54',
    classes: [
      'ControlNetApplyAdvanced',
      'ControlNetInpaintingAliMamaApply',
      'ControlNetLoader',
      'EmptyImage',
      'KSampler',
      'LoraLoaderModelOnly',
      'ModelSamplingAuraFlow',
      'SetUnionControlNetType',
    ],
    values: [{ className: 'CLIPLoader', input: 'type', value: 'qwen_image' }],
    files: [
      {
        key: 'model',
        loader: ['UNETLoader', 'unet_name'],
        patterns: ['qwen_image_2512', 'qwen_image_fp8', 'qwen_image_bf16', 'qwen_image', 'qwen-image'],
        never: ['edit', 'layered', 'image_2.1', 'image-2.1', 'image_2_1', 'lora', 'lightning', 'distill'],
        wholeBytes: 40.9e9,
        example: 'qwen_image_fp8_e4m3fn.safetensors',
        folder: 'models/diffusion_models',
        wish: 'base',
        isNeeded: true,
      },
      QWEN_ENCODER,
      QWEN_VAE,
      {
        key: 'union',
        loader: ['ControlNetLoader', 'control_net_name'],
        patterns: ['qwen*instantx*union'],
        example: 'Qwen-Image-InstantX-ControlNet-Union.safetensors',
        folder: 'models/controlnet',
        wish: 'structure',
        isNeeded: true,
      },
      {
        key: 'inpainting',
        loader: ['ControlNetLoader', 'control_net_name'],
        patterns: ['qwen*instantx*inpaint'],
        example: 'Qwen-Image-InstantX-ControlNet-Inpainting.safetensors',
        folder: 'models/controlnet',
        wish: 'base',
        isNeeded: false,
      },
      {
        ...QWEN_FAST,
        patterns: ['qwen-image-lightning-4step', 'qwen-image-lightning'],
        never: ['edit'],
        example: 'Qwen-Image-Lightning-4steps-V1.0.safetensors',
      },
    ],
  },
  told: 'description',
  heedsNegative: ({ files }, quality) => isSlow(quality, files.fast ?? null),
  rate: () => 'no-materials-or-style',
  listLacking: (recipe, { files }, profile) =>
    listLackingOfText(recipe, files.inpainting !== undefined, profile),
  build(recipe, profile, uploaded, part, found) {
    const order = openFamilyOrder(recipe, profile, uploaded, part, found);
    const { draft } = order;
    const { model, clip } = loadFamily(order, 'qwen_image');
    const slow = { steps: SLOW_STEPS[recipe.quality], cfg: SLOW_CFG };
    const pace = choosePace(recipe.quality, found.files.fast ?? null, slow);
    const fast = addLora(order, model, pace);
    const drawing = draft.add('load-ai-model', 'shift', 'ModelSamplingAuraFlow', {
      model: fast,
      shift: SHIFT,
    });
    const pixels = loadView(order, false);
    const positive = draft.add('encode-prompt', 'positive', 'CLIPTextEncode', {
      text: describeOrder(order),
      clip,
    });
    const unsaid = recipe.useNegativePrompt ? recipe.negativePrompt : '';
    const negative = draft.add('encode-prompt', 'negative', 'CLIPTextEncode', { text: unsaid || ' ', clip });
    const isTaught = found.files.inpainting !== undefined;
    const conditions = addControl(order, { positive, negative }, pixels, isTaught);
    const { latent, denoise } = startText(order, pixels);
    const samples = draft.add('sample', 'sample', 'KSampler', {
      model: drawing,
      seed: seedOf(order),
      steps: pace.steps,
      cfg: pace.cfg,
      sampler_name: 'euler',
      scheduler: 'simple',
      ...conditions,
      latent_image: latent,
      denoise,
    });
    return finishGraph(order, samples);
  },
};

interface Conditions {
  readonly positive: Link;
  readonly negative: Link;
}

function addControl(order: FamilyOrder, conditions: Conditions, pixels: Link, isTaught: boolean): Conditions {
  const { draft, recipe, has, file, leftOut } = order;
  const load = (id: string, key: string): Link =>
    draft.add('load-ai-model', id, 'ControlNetLoader', { control_net_name: file(key) });
  const keeps = recipe.keepsProduct !== undefined;
  if (keeps && isTaught) {
    draft.add('encode-prompt', 'around', 'ControlNetInpaintingAliMamaApply', {
      ...conditions,
      control_net: load('inpainting', 'inpainting'),
      vae: ['vae', 0],
      image: pixels,
      mask: order.loadMask('paint', 'paint'),
      strength: 1,
      start_percent: 0,
      end_percent: 1,
    });
    return { positive: ['around', 0], negative: ['around', 1] };
  }
  // What does not know the plate paints around it all the same, without a look at it.
  if (keeps || (!has('depth') && !has('lines'))) {
    leftOut.add('structure');
    return conditions;
  }
  const union = load('union', 'union');
  const { creativity: c } = recipe;
  const kinds = [
    ['depth', 'depth', round(0.95 - 0.35 * c), round(0.9 - 0.2 * c)],
    ['lines', 'canny/lineart/anime_lineart/mlsd', round(0.75 - 0.45 * c), round(0.8 - 0.3 * c)],
  ] as const;
  let { positive, negative } = conditions;
  for (const [role, type, strength, end] of kinds) {
    if (!has(role)) continue;
    const id = `apply_${role}`;
    const control_net = draft.add('load-ai-model', `union_${role}`, 'SetUnionControlNetType', {
      control_net: union,
      type,
    });
    draft.add('encode-prompt', id, 'ControlNetApplyAdvanced', {
      positive,
      negative,
      control_net,
      image: order.loadImage(role, role),
      strength,
      start_percent: 0,
      end_percent: end,
      // Optional by its class; a latent control needs it.
      vae: ['vae', 0],
    });
    positive = [id, 0];
    negative = [id, 1];
  }
  return { positive, negative };
}
