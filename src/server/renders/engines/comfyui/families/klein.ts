import { titleOfFamily } from '../../../../../contract/family-titles.ts';
import { writeInstruction } from '../../../../../contract/instruction/write-instruction.ts';
import type { RenderQuality } from '../../../../../contract/render-spec.ts';
import type { Link } from '../graph/draft-graph.ts';
import { EDIT_CANVAS } from '../graph/graph-size.ts';
import type { FamilyName } from '../graph/parts.ts';
import type { FamilyNeeds } from './detect-family.ts';
import type { GraphFamily } from './family.ts';
import {
  cutPart,
  type FamilyOrder,
  finishGraph,
  type Loaded,
  loadFamily,
  loadView,
  openFamilyOrder,
  repeatLatent,
  seedOf,
} from './family-order.ts';
import { listLackingOfEditing } from './lacking.ts';
import { QWEN3_ENCODER } from './qwen-files.ts';
import {
  chainReferences,
  encodeReferences,
  listRegions,
  onlyRegion,
  planReferences,
  referToMaterial,
  withoutRegions,
} from './references.ts';

const CLASSES = [
  'CFGGuider',
  'ConditioningZeroOut',
  'EmptyFlux2LatentImage',
  'EmptyImage',
  'Flux2Scheduler',
  'KSamplerSelect',
  'RandomNoise',
  'ReferenceLatent',
  'SamplerCustomAdvanced',
];
const VAE = {
  key: 'vae',
  loader: ['VAELoader', 'vae_name'],
  patterns: ['flux2-vae', 'flux2', 'full_encoder_small_decoder'],
  example: 'flux2-vae.safetensors',
  folder: 'models/vae',
  wish: 'base',
  isNeeded: true,
} as const;
/** Pictures that its makers speak of; ComfyUI itself takes any number. */
const REFERENCES = 4;

/** A distilled model draws in four steps and takes no negative; its base needs both (templates of Comfy-Org). */
const DISTILLED_STEPS = 4;
const BASE_STEPS = { draft: 12, standard: 20, high: 28 } as const satisfies Record<RenderQuality, number>;
const BASE_CFG = 5;

/** FLUX.2 klein 4B: edits by instruction, with up to four pictures, in about a second on a large card. */
export const klein4b: GraphFamily = createKlein({
  name: 'klein-4b',
  title: titleOfFamily('klein-4b'),
  licence: 'Apache-2.0',
  isCommercial: true,
  memory: 8e9,
  needs: {
    since: '0.9.2',
    classes: CLASSES,
    values: [{ className: 'CLIPLoader', input: 'type', value: 'flux2' }],
    files: [
      {
        key: 'model',
        loader: ['UNETLoader', 'unet_name'],
        // The distilled one first: it needs a fifth of the steps.
        patterns: ['klein-4b', 'klein_4b', 'klein*4b'],
        never: ['9b', 'lora', 'qwen3vl'],
        wholeBytes: 8e9,
        example: 'flux-2-klein-4b-fp8.safetensors',
        folder: 'models/diffusion_models',
        wish: 'base',
        isNeeded: true,
      },
      QWEN3_ENCODER,
      VAE,
    ],
  },
});

/** FLUX.2 klein 9B: the same, larger, and not for pictures that are sold. */
export const klein9b: GraphFamily = createKlein({
  name: 'klein-9b',
  title: titleOfFamily('klein-9b'),
  licence: 'FLUX Non-Commercial',
  isCommercial: false,
  memory: 16e9,
  needs: {
    since: '0.9.2',
    classes: CLASSES,
    values: [{ className: 'CLIPLoader', input: 'type', value: 'flux2' }],
    files: [
      {
        key: 'model',
        loader: ['UNETLoader', 'unet_name'],
        patterns: ['klein-9b', 'klein_9b', 'klein*9b'],
        never: ['4b', 'lora', 'kv'],
        wholeBytes: 18e9,
        example: 'flux-2-klein-9b-fp8.safetensors',
        folder: 'models/diffusion_models',
        wish: 'base',
        isNeeded: true,
      },
      {
        key: 'encoder',
        loader: ['CLIPLoader', 'clip_name'],
        patterns: ['qwen_3_8b', 'qwen3*8b'],
        never: ['qwen3vl', 'qwen_3_vl'],
        wholeBytes: 16e9,
        example: 'qwen_3_8b_fp8mixed.safetensors',
        folder: 'models/text_encoders',
        wish: 'base',
        isNeeded: true,
      },
      VAE,
    ],
  },
});

interface KleinKind extends Pick<GraphFamily, 'title' | 'licence' | 'isCommercial'> {
  readonly name: FamilyName;
  readonly memory: number;
  readonly needs: FamilyNeeds;
}

function createKlein({ memory, ...kind }: KleinKind): GraphFamily {
  return {
    ...kind,
    limits: { references: REFERENCES, canvas: EDIT_CANVAS, memory, batchMemory: 1.5 * memory },
    told: 'instruction',
    heedsNegative: ({ model }) => isBase(model),
    rate: () => 'full',
    listLacking: listLackingOfEditing,
    build(recipe, profile, uploaded, part, found) {
      const order = openFamilyOrder(recipe, profile, uploaded, part, found);
      const loaded = loadFamily(order, 'flux2');
      const klein = openSampling(order, loaded, isBase(found.model));
      const references = planReferences(order, REFERENCES, []);
      const pixels = loadView(order, references.numbers.background !== null);
      let view = order.encode('view_latent', pixels);
      for (const k of listRegions(order)) view = coverRegion(order, klein, view, k);
      const text = writeInstruction(withoutRegions(order.clauses), references.numbers, 'image');
      const guider = guide(order, klein, 'guider', text, encodeReferences(order, view, references));
      const samples = klein.sample('sample', guider, prepareCanvas(order, view));
      return finishGraph(order, samples);
    },
  };
}

/** Its own steps and guidance, not the distilled ones. */
function isBase(model: string | null): boolean {
  return /base/i.test(model ?? '');
}

interface Klein extends Loaded {
  readonly isWhole: boolean;
  sample(id: string, guider: Link, latent: Link): Link;
}

function openSampling(order: FamilyOrder, loaded: Loaded, isWhole: boolean): Klein {
  const { draft, recipe, widthPx, heightPx } = order;
  const noise = draft.add('encode-prompt', 'noise', 'RandomNoise', { noise_seed: seedOf(order) });
  const sampler = draft.add('encode-prompt', 'sampler', 'KSamplerSelect', { sampler_name: 'euler' });
  const sigmas = draft.add('encode-prompt', 'sigmas', 'Flux2Scheduler', {
    steps: isWhole ? BASE_STEPS[recipe.quality] : DISTILLED_STEPS,
    width: widthPx,
    height: heightPx,
  });
  return {
    ...loaded,
    isWhole,
    sample: (id, guider, latent_image) =>
      draft.add('sample', id, 'SamplerCustomAdvanced', { noise, guider, sampler, sigmas, latent_image }),
  };
}

function guide(order: FamilyOrder, klein: Klein, id: string, text: string, latents: readonly Link[]): Link {
  const { draft, recipe } = order;
  const { clip, model, isWhole } = klein;
  const said = draft.add('encode-prompt', `${id}_text`, 'CLIPTextEncode', { text, clip });
  const unsaid = isWhole
    ? draft.add('encode-prompt', `${id}_negative`, 'CLIPTextEncode', {
        text: recipe.useNegativePrompt ? recipe.negativePrompt : '',
        clip,
      })
    : draft.add('encode-prompt', `${id}_negative`, 'ConditioningZeroOut', { conditioning: said });
  return draft.add('encode-prompt', id, 'CFGGuider', {
    model,
    positive: chainReferences(order, `${id}_positive`, said, latents),
    negative: chainReferences(order, `${id}_unsaid`, unsaid, latents),
    cfg: isWhole ? BASE_CFG : 1,
  });
}

/** One pass over one region: its material as the second picture, everything else frozen. It stays a latent picture. */
function coverRegion(order: FamilyOrder, klein: Klein, view: Link, k: number): Link {
  const id = `region_${k}`;
  const references = referToMaterial(k);
  const text = writeInstruction(onlyRegion(order.clauses, k), references.numbers, 'image');
  const guider = guide(order, klein, `${id}_guider`, text, encodeReferences(order, view, references));
  const masked = order.draft.add('encode-prompt', `${id}_masked`, 'SetLatentNoiseMask', {
    samples: view,
    mask: order.loadMask(`${id}_mask`, `material-mask-${k}`),
  });
  order.regionSamplers.push(id);
  return klein.sample(id, guider, masked);
}

/** Nothing but noise; of a kept product the plate, of which nothing but its surroundings is painted. */
function prepareCanvas(order: FamilyOrder, view: Link): Link {
  const { draft, recipe, part, widthPx, heightPx } = order;
  if (recipe.keepsProduct !== undefined) {
    const mask = order.loadMask('paint', 'paint');
    const masked = draft.add('encode-prompt', 'masked', 'SetLatentNoiseMask', { samples: view, mask });
    return repeatLatent(order, masked);
  }
  const canvas = draft.add('encode-prompt', 'canvas', 'EmptyFlux2LatentImage', {
    width: widthPx,
    height: heightPx,
    batch_size: part.first + part.count,
  });
  return cutPart(order, canvas);
}
