import { titleOfFamily } from '../../../../../contract/family-titles.ts';
import { writeInstruction } from '../../../../../contract/instruction/write-instruction.ts';
import type { RenderQuality } from '../../../../../contract/render-spec.ts';
import type { Link } from '../graph/draft-graph.ts';
import { EDIT_CANVAS } from '../graph/graph-size.ts';
import type { FamilyName } from '../graph/parts.ts';
import type { FamilyNeeds } from './detect-family.ts';
import type { GraphFamily } from './family.ts';
import {
  type FamilyOrder,
  finishGraph,
  loadFamily,
  loadView,
  openFamilyOrder,
  repeatLatent,
  seedOf,
} from './family-order.ts';
import { listLackingOfEditing } from './lacking.ts';
import { QWEN_EDIT_CLASSES, QWEN_EDIT_MODEL, QWEN_ENCODER, QWEN_FAST, QWEN_VAE } from './qwen-files.ts';
import {
  chainReferences,
  encodeReferences,
  listRegions,
  onlyRegion,
  planReferences,
  type References,
  referToMaterial,
  withoutRegions,
} from './references.ts';

/** Pictures that its encoder's node takes. */
const REFERENCES = 3;
const SLOW_STEPS = { draft: 20, standard: 28, high: 40 } as const satisfies Record<RenderQuality, number>;
const SLOW_CFG = 4;
/** Regions are covered one by one where a pass has no more steps than this; else their materials take slots. */
const PASS_STEPS_MAX = 8;
/** What the model calls a picture of its instruction. */
const PICTURE = 'Picture';

/** Qwen-Image-Edit-2511: edits by instruction, with up to three pictures; the surest about what a product looks like. */
export const qwenEdit2511: GraphFamily = createQwenEdit({
  name: 'qwen-edit-2511',
  title: titleOfFamily('qwen-edit-2511'),
  shift: 3.1,
  // Repacked files may have lost the mark by which ComfyUI knows it.
  method: 'index_timestep_zero',
  needs: {
    since: '0.5.0',
    classes: [...QWEN_EDIT_CLASSES, 'FluxKontextMultiReferenceLatentMethod'],
    values: [
      { className: 'CLIPLoader', input: 'type', value: 'qwen_image' },
      {
        className: 'FluxKontextMultiReferenceLatentMethod',
        input: 'reference_latents_method',
        value: 'index_timestep_zero',
      },
    ],
    files: [
      {
        ...QWEN_EDIT_MODEL,
        patterns: ['qwen*edit*2511'],
        example: 'qwen_image_edit_2511_fp8mixed.safetensors',
      },
      QWEN_ENCODER,
      QWEN_VAE,
      {
        ...QWEN_FAST,
        patterns: ['edit-2511-lightning*4step', 'edit*2511*lightning'],
        example: 'Qwen-Image-Edit-2511-Lightning-4steps-V1.0-bf16.safetensors',
      },
    ],
  },
});

/** The one before it. */
export const qwenEdit2509: GraphFamily = createQwenEdit({
  name: 'qwen-edit-2509',
  title: titleOfFamily('qwen-edit-2509'),
  shift: 3,
  method: null,
  needs: {
    since: '0.3.60',
    classes: QWEN_EDIT_CLASSES,
    values: [{ className: 'CLIPLoader', input: 'type', value: 'qwen_image' }],
    files: [
      {
        ...QWEN_EDIT_MODEL,
        patterns: ['qwen*edit*2509'],
        example: 'qwen_image_edit_2509_fp8_e4m3fn.safetensors',
      },
      QWEN_ENCODER,
      QWEN_VAE,
      {
        ...QWEN_FAST,
        patterns: ['edit-2509-lightning*4step', 'qwen-image-lightning-4step', 'edit*2509*lightning'],
        never: ['2511', '2512'],
        example: 'Qwen-Image-Lightning-4steps-V1.0.safetensors',
      },
    ],
  },
});

interface QwenEditKind {
  readonly name: FamilyName;
  readonly title: string;
  readonly shift: number;
  /** How references are told apart in time; null: by ComfyUI's own choice. */
  readonly method: string | null;
  readonly needs: FamilyNeeds;
}

function createQwenEdit(kind: QwenEditKind): GraphFamily {
  const { name, title, needs } = kind;
  return {
    name,
    title,
    needs,
    licence: 'Apache-2.0',
    isCommercial: true,
    limits: { references: REFERENCES, canvas: EDIT_CANVAS, memory: 20e9, batchMemory: 32e9 },
    told: 'instruction',
    heedsNegative: ({ files }, quality) => isSlow(quality, files.fast ?? null),
    rate: () => 'full',
    listLacking: listLackingOfEditing,
    build(recipe, profile, uploaded, part, found) {
      const order = openFamilyOrder(recipe, profile, uploaded, part, found);
      const qwen = openQwen(order, kind, found.files.fast ?? null);
      const regions = listRegions(order);
      const covers = qwen.pace.steps <= PASS_STEPS_MAX;
      const references = planReferences(order, REFERENCES, covers ? [] : regions);
      const pixels = loadView(order, references.numbers.background !== null);
      const first = order.encode('view_latent', pixels);
      let view = first;
      if (covers) for (const k of regions) view = coverRegion(order, qwen, { pixels, view, k });
      const clauses = covers ? withoutRegions(order.clauses) : order.clauses;
      const text = writeInstruction(clauses, references.numbers, PICTURE);
      const conditions = condition(order, qwen, 'ask', { text, pixels, view, references });
      const samples = qwen.sample('sample', conditions, prepareCanvas(order, view, first));
      return finishGraph(order, samples);
    },
  };
}

interface Conditions {
  readonly positive: Link;
  readonly negative: Link;
}
interface Qwen {
  readonly clip: Link;
  readonly method: string | null;
  readonly pace: Pace;
  sample(id: string, conditions: Conditions, latent: Link): Link;
}
/** Steps, and how strictly the text counts; 1: a negative does not count at all. */
export interface Pace {
  readonly steps: number;
  readonly cfg: number;
  /** A LoRA that draws in few steps; null: none, or a quality that it does not reach. */
  readonly lora: string | null;
}

/** The model's own steps and guidance, at which a negative counts. */
export function isSlow(quality: RenderQuality, lightning: string | null): boolean {
  return lightning === null || quality === 'high';
}

/** Lightning draws drafts and standard pictures; the high quality is the model's own. */
export function choosePace(quality: RenderQuality, lightning: string | null, slow: Omit<Pace, 'lora'>): Pace {
  if (lightning === null || isSlow(quality, lightning)) return { ...slow, lora: null };
  const [, steps = '4'] = /(\d)[-_]?steps?/i.exec(lightning) ?? [];
  return { steps: Number(steps), cfg: 1, lora: lightning };
}

function openQwen(order: FamilyOrder, { shift, method }: QwenEditKind, lightning: string | null): Qwen {
  const { draft, recipe } = order;
  const { model, clip } = loadFamily(order, 'qwen_image');
  const pace = choosePace(recipe.quality, lightning, { steps: SLOW_STEPS[recipe.quality], cfg: SLOW_CFG });
  const shifted = draft.add('load-ai-model', 'shift', 'ModelSamplingAuraFlow', { model, shift });
  const normed = draft.add('load-ai-model', 'norm', 'CFGNorm', { model: shifted, strength: 1 });
  const drawing = addLora(order, normed, pace);
  return {
    clip,
    method,
    pace,
    sample: (id, conditions, latent_image) =>
      draft.add('sample', id, 'KSampler', {
        model: drawing,
        seed: seedOf(order),
        steps: pace.steps,
        cfg: pace.cfg,
        sampler_name: 'euler',
        scheduler: 'simple',
        ...conditions,
        latent_image,
        denoise: 1,
      }),
  };
}

export function addLora({ draft, models }: FamilyOrder, model: Link, { lora }: Pace): Link {
  if (lora === null) return model;
  models.add(lora);
  return draft.add('load-ai-model', 'fast', 'LoraLoaderModelOnly', {
    model,
    lora_name: lora,
    strength_model: 1,
  });
}

interface Asked {
  readonly text: string;
  readonly pixels: Link;
  readonly view: Link;
  readonly references: References;
}

/**
 * The encoder sees the pictures, and latent pictures of the exact canvas are handed over beside it: left to itself it scales them
 * to sides of its own, which the model reads as a zoom.
 */
function condition(order: FamilyOrder, qwen: Qwen, id: string, asked: Asked): Conditions {
  const { draft, recipe } = order;
  const { text, pixels, view, references } = asked;
  const latents = encodeReferences(order, view, references);
  const seen = references.others.map(({ id: image, role }, place) => [
    `image${place + 2}`,
    order.loadImage(image, role),
  ]);
  const one = (side: 'positive' | 'negative', prompt: string): Link => {
    const encoded = draft.add('encode-prompt', `${id}_${side}`, 'TextEncodeQwenImageEditPlus', {
      clip: qwen.clip,
      prompt,
      image1: pixels,
      ...Object.fromEntries(seen),
    });
    const chained = chainReferences(order, `${id}_${side}`, encoded, latents);
    if (qwen.method === null) return chained;
    return draft.add('encode-prompt', `${id}_${side}_method`, 'FluxKontextMultiReferenceLatentMethod', {
      conditioning: chained,
      reference_latents_method: qwen.method,
    });
  };
  const unsaid = qwen.pace.cfg > 1 && recipe.useNegativePrompt ? recipe.negativePrompt : '';
  return { positive: one('positive', text), negative: one('negative', unsaid) };
}

/** As klein covers one. */
function coverRegion(
  order: FamilyOrder,
  qwen: Qwen,
  { pixels, view, k }: { readonly pixels: Link; readonly view: Link; readonly k: number },
): Link {
  const id = `region_${k}`;
  const references = referToMaterial(k);
  const text = writeInstruction(onlyRegion(order.clauses, k), references.numbers, PICTURE);
  const conditions = condition(order, qwen, id, { text, pixels, view, references });
  const masked = order.draft.add('encode-prompt', `${id}_masked`, 'SetLatentNoiseMask', {
    samples: view,
    mask: order.loadMask(`${id}_mask`, `material-mask-${k}`),
  });
  order.regionSamplers.push(id);
  return qwen.sample(id, conditions, masked);
}

/** The first latent picture has the size and no mask; all of it is drawn over. */
function prepareCanvas(order: FamilyOrder, view: Link, first: Link): Link {
  if (order.recipe.keepsProduct === undefined) return repeatLatent(order, first);
  const mask = order.loadMask('paint', 'paint');
  const masked = order.draft.add('encode-prompt', 'masked', 'SetLatentNoiseMask', { samples: view, mask });
  return repeatLatent(order, masked);
}
