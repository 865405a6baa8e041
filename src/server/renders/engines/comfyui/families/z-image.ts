import { titleOfFamily } from '../../../../../contract/family-titles.ts';
import type { Link } from '../graph/draft-graph.ts';
import { EDIT_CANVAS } from '../graph/graph-size.ts';
import type { FoundFamily } from '../graph/parts.ts';
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
import { QWEN3_ENCODER } from './qwen-files.ts';
import { describeOrder, startText } from './text-view.ts';

/** Distilled for eight; its template takes nine. */
const STEPS = { draft: 8, standard: 9, high: 9 } as const;
/** 0.6 to 0.7 by those who use it, 0.65 to 1 by the patch's card. */
const SHAPE_STRENGTH = 0.7;
/** As krita paints around what is there. */
const PAINT_STRENGTH = 0.5;

/** Z-Image-Turbo with its control patch: pictures from a text, in the shape of the depth or around what is there. */
export const zImageTurbo: GraphFamily = {
  name: 'z-image-turbo',
  title: titleOfFamily('z-image-turbo'),
  licence: 'Apache-2.0',
  isCommercial: true,
  limits: { references: 0, canvas: EDIT_CANVAS, memory: 12e9, batchMemory: 16e9 },
  needs: {
    since: '0.4.0',
    classes: [
      'ConditioningZeroOut',
      'EmptyImage',
      'KSampler',
      'ModelPatchLoader',
      'ModelSamplingAuraFlow',
      'ZImageFunControlnet',
    ],
    values: [
      { className: 'CLIPLoader', input: 'type', value: 'lumina2' },
      { className: 'KSampler', input: 'sampler_name', value: 'res_multistep' },
    ],
    files: [
      {
        key: 'model',
        loader: ['UNETLoader', 'unet_name'],
        patterns: ['z_image_turbo', 'z-image-turbo'],
        never: ['edit', 'omni', 'lora', 'control'],
        wholeBytes: 12.3e9,
        example: 'z_image_turbo_bf16.safetensors',
        folder: 'models/diffusion_models',
        wish: 'base',
        isNeeded: true,
      },
      QWEN3_ENCODER,
      {
        key: 'vae',
        loader: ['VAELoader', 'vae_name'],
        patterns: ['ae'],
        isWhole: true,
        example: 'ae.safetensors',
        folder: 'models/vae',
        wish: 'base',
        isNeeded: true,
      },
      {
        key: 'patch',
        loader: ['ModelPatchLoader', 'name'],
        // The plain 2.1 blurs at eight steps; 1.0 cannot paint around anything.
        patterns: ['z-image*fun*union*2.1*8steps', 'z-image*fun*union*2.1', 'z-image*fun*union'],
        never: ['tile', 'edit', 'omni'],
        example: 'Z-Image-Turbo-Fun-Controlnet-Union-2.1-8steps.safetensors',
        folder: 'models/model_patches',
        wish: 'structure',
        isNeeded: true,
      },
    ],
  },
  told: 'description',
  heedsNegative: () => false,
  rate: () => 'no-materials-or-style',
  listLacking: (recipe, found, profile) => listLackingOfText(recipe, canPaintAround(found), profile),
  build(recipe, profile, uploaded, part, found) {
    const order = openFamilyOrder(recipe, profile, uploaded, part, found);
    const { draft } = order;
    const { model, clip } = loadFamily(order, 'lumina2');
    const pixels = loadView(order, false);
    const controlled = addControl(order, model, pixels, canPaintAround(found));
    const shifted = draft.add('load-ai-model', 'shift', 'ModelSamplingAuraFlow', {
      model: controlled,
      shift: 3,
    });
    const positive = draft.add('encode-prompt', 'positive', 'CLIPTextEncode', {
      text: describeOrder(order),
      clip,
    });
    const negative = draft.add('encode-prompt', 'negative', 'ConditioningZeroOut', {
      conditioning: positive,
    });
    const { latent, denoise } = startText(order, pixels);
    const samples = draft.add('sample', 'sample', 'KSampler', {
      model: shifted,
      seed: seedOf(order),
      steps: STEPS[recipe.quality],
      cfg: 1,
      sampler_name: 'res_multistep',
      scheduler: 'simple',
      positive,
      negative,
      latent_image: latent,
      denoise,
    });
    return finishGraph(order, samples);
  },
};

function canPaintAround({ files }: FoundFamily): boolean {
  return /union[-_]2/i.test(files.patch ?? '');
}

/** The depth of the view, or the plate with what is to be painted of it; never both, which the patch was not taught. */
function addControl(order: FamilyOrder, model: Link, pixels: Link, isTaught: boolean): Link {
  const { draft, recipe, has, leftOut, file } = order;
  const load = (): Link => draft.add('load-ai-model', 'patch', 'ModelPatchLoader', { name: file('patch') });
  const keeps = recipe.keepsProduct !== undefined;
  if (keeps && isTaught) {
    return draft.add('encode-prompt', 'control', 'ZImageFunControlnet', {
      model,
      model_patch: load(),
      vae: ['vae', 0],
      strength: PAINT_STRENGTH,
      inpaint_image: pixels,
      mask: order.loadMask('paint', 'paint'),
    });
  }
  // What does not know the plate paints around it all the same, without a look at it.
  if (keeps || !has('depth')) {
    leftOut.add('structure');
    return model;
  }
  return draft.add('encode-prompt', 'control', 'ZImageFunControlnet', {
    model,
    model_patch: load(),
    vae: ['vae', 0],
    strength: SHAPE_STRENGTH,
    image: order.loadImage('depth', 'depth'),
  });
}
