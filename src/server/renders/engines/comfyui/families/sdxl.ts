import { titleOfFamily } from '../../../../../contract/family-titles.ts';
import type { AiWish, RenderQuality, RenderSpec } from '../../../../../contract/render-spec.ts';
import { createDraft, type Link } from '../graph/draft-graph.ts';
import { CHECKPOINT_CANVAS } from '../graph/graph-size.ts';
import type { BatchPart, ServerProfile, UploadedOrder } from '../graph/parts.ts';
import { planChange } from '../graph/plan-change.ts';
import { enlarge } from './enlarge.ts';
import type { GraphFamily } from './family.ts';
import { nameOf } from './family-order.ts';
import { addBackground } from './sdxl-background.ts';
import { addControls } from './sdxl-controls.ts';
import { addLooks } from './sdxl-looks.ts';
import type { SdxlOrder } from './sdxl-order.ts';

/**
 * Steps of the sampler, all of them run whatever the denoise is. 28 is where more stops to be seen with dpmpp_2m on
 * Karras' schedule; a draft at 16 shows the same composition in 4/7 of the time, 40 settles fine texture.
 */
export const STEPS = { draft: 16, standard: 28, high: 40 } as const satisfies Record<RenderQuality, number>;
const CFG = 6;

/** Stable Diffusion XL: a checkpoint with ControlNets for its lines and depth, and an IP-Adapter for a style. */
export const sdxl: GraphFamily = {
  name: 'sdxl',
  title: titleOfFamily('sdxl'),
  licence: 'CreativeML Open RAIL++-M',
  isCommercial: true,
  // It draws on any card that it is on, as ever.
  limits: { references: 0, canvas: CHECKPOINT_CANVAS, memory: 0, batchMemory: 8 * 1024 ** 3 },
  needs: null,
  told: 'prompt',
  heedsNegative: () => true,
  rate: ({ level }) => level,
  listLacking(recipe, _found, { control, imageAdapter, revision, upscaleModel }) {
    const wishesMaterials = recipe.masks.some(({ materialImageHash }) => materialImageHash !== null);
    const wishesStyle = recipe.style !== null && recipe.style.strength > 0;
    const lacking: [AiWish, boolean][] = [
      ['structure', control === null],
      ['style', wishesStyle && imageAdapter === null && revision === null],
      ['materials', wishesMaterials && imageAdapter === null],
      ['upscale', recipe.outputPx !== undefined && upscaleModel === null],
    ];
    return lacking.flatMap(([wish, isLacking]) => (isLacking ? [wish] : []));
  },
  build(recipe, profile, uploaded, part) {
    const order = openOrder(recipe, profile, uploaded, part);
    const { draft } = order;
    const checkpoint = profile.checkpoint ?? '';
    draft.add('load-ai-model', 'ckpt', 'CheckpointLoaderSimple', { ckpt_name: checkpoint });
    const positive = draft.add('encode-prompt', 'positive', 'CLIPTextEncode', {
      text: recipe.positivePrompt,
      clip: ['ckpt', 1],
    });
    const negative = draft.add('encode-prompt', 'negative', 'CLIPTextEncode', {
      text: recipe.useNegativePrompt ? recipe.negativePrompt : '',
      clip: ['ckpt', 1],
    });
    const init = addBackground(order);
    const looks = addLooks(order, positive);
    const conditions = addControls(order, looks.positive, negative);
    const samples = sample(order, init, looks.model, conditions);
    const decoded = draft.add('decode', 'decode', 'VAEDecode', { samples, vae: ['ckpt', 2] });
    const pasted = pasteBack(order, init, decoded);
    const images = enlarge(order, pasted);
    draft.add('save', 'result', 'PreviewImage', { images });
    return {
      graph: draft.graph,
      output: 'result',
      steps: draft.steps,
      sampler: 'sample',
      leftOut: [...order.leftOut],
      models: [...order.models].sort(),
    };
  },
};

function openOrder(
  recipe: RenderSpec,
  profile: ServerProfile,
  { names, widthPx, heightPx }: UploadedOrder,
  part: BatchPart,
): SdxlOrder {
  const draft = createDraft();
  return {
    recipe,
    profile,
    widthPx,
    heightPx,
    part,
    draft,
    plan: planChange(recipe, profile.control !== null),
    leftOut: new Set<AiWish>(),
    models: new Set<string>(),
    has: (role) => names.has(role),
    loadImage: (id, role) => draft.add('send-images', id, 'LoadImage', { image: nameOf(names, role) }),
    loadMask: (id, role) =>
      draft.add('send-images', id, 'LoadImageMask', { image: nameOf(names, role), channel: 'red' }),
  };
}

function sample(
  order: SdxlOrder,
  init: Link,
  lookModel: Link,
  conditions: { readonly positive: Link; readonly negative: Link },
): Link {
  const { draft, recipe, part, plan } = order;
  const encoded = draft.add('encode-prompt', 'encode', 'VAEEncode', { pixels: init, vae: ['ckpt', 2] });
  const isUnguided = order.profile.control === null && order.has('change-unguided');
  const changeRole = order.has('paint') ? 'paint' : isUnguided ? 'change-unguided' : 'change';
  const change = order.loadMask('change_mask', changeRole);
  const masked = draft.add('encode-prompt', 'masked', 'SetLatentNoiseMask', {
    samples: encoded,
    mask: change,
  });
  const model = draft.add('encode-prompt', 'diffdiff', 'DifferentialDiffusion', { model: lookModel });
  // Noise follows from seed and place in the batch: what comes before this part is drawn with it and cut off again.
  const batch = draft.add('encode-prompt', 'batch', 'RepeatLatentBatch', {
    samples: masked,
    amount: part.first + part.count,
  });
  const latent =
    part.first === 0
      ? batch
      : draft.add('encode-prompt', 'part', 'LatentFromBatch', {
          samples: batch,
          batch_index: part.first,
          length: part.count,
        });
  return draft.add('sample', 'sample', 'KSampler', {
    model,
    seed: Number(recipe.seed),
    steps: STEPS[recipe.quality],
    cfg: CFG,
    sampler_name: 'dpmpp_2m',
    scheduler: 'karras',
    positive: conditions.positive,
    negative: conditions.negative,
    latent_image: latent,
    denoise: plan.denoise,
  });
}

/** A background that is kept comes back exactly: only what was meant to change is taken from the generated picture. */
function pasteBack({ draft, part, plan, has, loadMask }: SdxlOrder, init: Link, decoded: Link): Link {
  if (!plan.keepsBackground || !has('background-mask')) return decoded;
  const mask: Link = has('paste') ? loadMask('paste_mask', 'paste') : ['change_mask', 0];
  // ImageCompositeMasked cuts its source to the batch of its destination.
  const destination =
    part.count === 1
      ? init
      : draft.add('decode', 'init_batch', 'RepeatImageBatch', { image: init, amount: part.count });
  return draft.add('decode', 'paste', 'ImageCompositeMasked', {
    destination,
    source: decoded,
    x: 0,
    y: 0,
    resize_source: false,
    mask,
  });
}
