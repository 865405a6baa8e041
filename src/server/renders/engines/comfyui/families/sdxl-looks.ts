import { KEEPING_FIDELITY } from '../../../../../contract/scene/background-fidelity.ts';
import { standsBehind } from '../../../../../contract/scene/stands-behind.ts';
import type { Link } from '../graph/draft-graph.ts';
import type { ServerProfile } from '../graph/parts.ts';
import { listMaterials, round } from '../graph/plan-change.ts';
import type { SdxlOrder } from './sdxl-order.ts';

/** Of a style of full strength: a little more than one, as styles of the adapter come out weak (starting value). */
const STYLE_WEIGHT = 1.1;
const MATERIAL_WEIGHT = 0.9;
/** Best first: older versions of the extension lack the precise one. */
const STYLE_TYPES = ['style transfer precise', 'style transfer', 'linear'];
/** Background that is denoised this much keeps nothing of its picture unless an adapter sees it. */
const ALL_NEW = 0.95;

/** Model and positive condition with all that pictures say: style, materials, background. */
export function addLooks(order: SdxlOrder, text: Link): { model: Link; positive: Link } {
  const { imageAdapter } = order.profile;
  if (imageAdapter === null) return { model: ['ckpt', 0], positive: addWords(order, text) };
  return { model: addAdapters(order, imageAdapter), positive: text };
}

function addAdapters(order: SdxlOrder, adapter: NonNullable<ServerProfile['imageAdapter']>): Link {
  const { draft, models } = order;
  let model: Link = ['ckpt', 0];
  const adapt = (
    id: string,
    image: Link,
    weight: number,
    type: string,
    end: number,
    attn_mask?: Link,
  ): void => {
    if (model[0] === 'ckpt') {
      models.add(adapter.file).add(adapter.clipVision);
      draft.add('load-ai-model', 'ipa', 'IPAdapterModelLoader', { ipadapter_file: adapter.file });
      draft.add('load-ai-model', 'clipv', 'CLIPVisionLoader', { clip_name: adapter.clipVision });
    }
    model = draft.add('encode-prompt', id, 'IPAdapterAdvanced', {
      model,
      ipadapter: ['ipa', 0],
      clip_vision: ['clipv', 0],
      image,
      weight: round(weight),
      weight_type: type,
      combine_embeds: 'concat',
      start_at: 0,
      end_at: end,
      embeds_scaling: 'V only',
      ...(attn_mask === undefined ? {} : { attn_mask }),
    });
  };

  const style = styleStrength(order);
  if (style > 0) {
    const type = STYLE_TYPES.find((one) => adapter.weightTypes.includes(one)) ?? 'linear';
    adapt('ipa_style', order.loadImage('style', 'style'), STYLE_WEIGHT * style, type, 1);
  }
  for (const k of shownMaterials(order)) {
    const image = order.loadImage(`mat${k}`, `material-${k}`);
    const mask = order.loadMask(`mat${k}_mask`, `material-mask-${k}`);
    adapt(`ipa_mat${k}`, image, MATERIAL_WEIGHT, 'linear', 1, mask);
  }
  const behind = standsBehind(order.recipe);
  const isSeen = behind.kind === 'image' && order.has('background-mask');
  if (isSeen && behind.fidelity < KEEPING_FIDELITY) {
    // Where the plate is painted over, nothing has loaded them.
    const isLoaded = !order.has('plate');
    const image: Link = isLoaded ? ['bg_load', 0] : order.loadImage('bg_load', 'background');
    const mask: Link = isLoaded ? ['bg_mask', 0] : order.loadMask('bg_mask', 'background-mask');
    adapt('ipa_bg', image, 0.3 + 0.5 * behind.fidelity, 'linear', 0.8, mask);
  }
  return model;
}

/**
 * With the nodes of ComfyUI alone: the materials' names at their places, on top of the init image that is tinted
 * already, and the style as SDXL's own image conditioning, which works on the whole picture.
 */
function addWords(order: SdxlOrder, text: Link): Link {
  const { draft, recipe, profile, plan } = order;
  let positive = text;
  for (const k of shownMaterials(order)) {
    const words = recipe.masks[k]?.materialName.trim() ?? '';
    if (words === '') continue;
    const own = draft.add('encode-prompt', `mat${k}_text`, 'CLIPTextEncode', {
      text: words,
      clip: ['ckpt', 1],
    });
    const placed = draft.add('encode-prompt', `mat${k}_words`, 'ConditioningSetMask', {
      conditioning: own,
      mask: order.loadMask(`mat${k}_mask`, `material-mask-${k}`),
      strength: 1,
      set_cond_area: 'default',
    });
    positive = draft.add('encode-prompt', `mat${k}_join`, 'ConditioningCombine', {
      conditioning_1: positive,
      conditioning_2: placed,
    });
  }
  if (standsBehind(recipe).kind === 'image' && plan.background >= ALL_NEW) order.leftOut.add('background');

  const style = styleStrength(order);
  if (style === 0) return positive;
  if (profile.revision === null) {
    order.leftOut.add('style');
    return positive;
  }
  order.models.add(profile.revision);
  const vision = draft.add('load-ai-model', 'clipv', 'CLIPVisionLoader', { clip_name: profile.revision });
  const seen = draft.add('encode-prompt', 'style_seen', 'CLIPVisionEncode', {
    clip_vision: vision,
    image: order.loadImage('style', 'style'),
    crop: 'center',
  });
  return draft.add('encode-prompt', 'style_cond', 'unCLIPConditioning', {
    conditioning: positive,
    clip_vision_output: seen,
    strength: round(style),
    noise_augmentation: 0,
  });
}

function styleStrength({ recipe, has }: SdxlOrder): number {
  return recipe.style !== null && has('style') ? recipe.style.strength : 0;
}

/** Materials whose region is in sight. */
function shownMaterials({ recipe, has }: SdxlOrder): number[] {
  return listMaterials(recipe).filter((k) => has(`material-${k}`) && has(`material-mask-${k}`));
}
