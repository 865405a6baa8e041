import { gatherFacts } from '../../../../../contract/instruction/gather-facts.ts';
import {
  type InstructionClause,
  planInstruction,
} from '../../../../../contract/instruction/plan-instruction.ts';
import type { AiWish, RenderSpec } from '../../../../../contract/render-spec.ts';
import { standsBehind } from '../../../../../contract/scene/stands-behind.ts';
import { createDraft, type Link } from '../graph/draft-graph.ts';
import type {
  BatchPart,
  BuiltGraph,
  FoundFamily,
  ImageRole,
  ServerProfile,
  UploadedOrder,
} from '../graph/parts.ts';
import { type EnlargedOrder, enlarge } from './enlarge.ts';

/** An order while a graph of a family with a model, an encoder and a VAE of their own is put together. */
export interface FamilyOrder extends EnlargedOrder {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly part: BatchPart;
  readonly clauses: readonly InstructionClause[];
  readonly regionShares: UploadedOrder['regionShares'];
  readonly regionSamplers: string[];
  has(role: ImageRole): boolean;
  loadImage(id: string, role: ImageRole): Link;
  loadMask(id: string, role: ImageRole): Link;
  /** A file of the family; it is among the models of the picture from now on. */
  file(key: string): string;
  encode(id: string, pixels: Link): Link;
}

export interface Loaded {
  readonly model: Link;
  readonly clip: Link;
}

/** What a server calls a picture of an order that was sent to it. */
export function nameOf(names: UploadedOrder['names'], role: ImageRole): string {
  const name = names.get(role);
  if (name === undefined) throw new Error(`the order has no ${role}`);
  return name;
}

export function openFamilyOrder(
  recipe: RenderSpec,
  profile: ServerProfile,
  { names, widthPx, heightPx, regionShares }: UploadedOrder,
  part: BatchPart,
  found: FoundFamily,
): FamilyOrder {
  const draft = createDraft();
  const models = new Set<string>();
  return {
    recipe,
    profile,
    widthPx,
    heightPx,
    part,
    draft,
    clauses: planInstruction(gatherFacts(recipe)),
    regionShares,
    regionSamplers: [],
    leftOut: new Set<AiWish>(),
    models,
    has: (role) => names.has(role),
    // One node for each picture, however often a graph needs it.
    loadImage: (id, role) =>
      Object.hasOwn(draft.graph, id)
        ? [id, 0]
        : draft.add('send-images', id, 'LoadImage', { image: nameOf(names, role) }),
    loadMask: (id, role) =>
      Object.hasOwn(draft.graph, id)
        ? [id, 0]
        : draft.add('send-images', id, 'LoadImageMask', { image: nameOf(names, role), channel: 'red' }),
    file(key) {
      const there = found.files[key];
      if (there === undefined) throw new Error(`${found.name} has no ${key}`);
      models.add(there);
      return there;
    },
    encode: (id, pixels) => draft.add('encode-prompt', id, 'VAEEncode', { pixels, vae: ['vae', 0] }),
  };
}

/** Loads model, encoder and VAE, which have files of their own. @param type What the encoder's loader calls the family. */
export function loadFamily({ draft, file }: FamilyOrder, type: string): Loaded {
  const model = draft.add('load-ai-model', 'unet', 'UNETLoader', {
    unet_name: file('model'),
    weight_dtype: 'default',
  });
  const clip = draft.add('load-ai-model', 'clip', 'CLIPLoader', {
    clip_name: file('encoder'),
    type,
    device: 'default',
  });
  draft.add('load-ai-model', 'vae', 'VAELoader', { vae_name: file('vae') });
  return { model, clip };
}

/**
 * The picture that is painted on: the plate of a kept product, else the view with what stands behind it.
 *
 * @param showsPlace The place has a picture of its own among those that the model is given: the view is left as it is.
 */
export function loadView(order: FamilyOrder, showsPlace: boolean): Link {
  const { recipe, draft, has, loadImage, loadMask } = order;
  if (recipe.keepsProduct !== undefined) return loadImage('plate', 'plate');
  const view = loadImage('view', 'init');
  const behind = standsBehind(recipe).kind;
  if (behind === 'open' || behind === 'stage' || showsPlace) return view;
  if (!has('background-mask')) {
    order.leftOut.add('background');
    return view;
  }
  return draft.add('encode-prompt', 'view_placed', 'ImageCompositeMasked', {
    destination: view,
    source: loadBackground(order),
    x: 0,
    y: 0,
    resize_source: false,
    mask: loadMask('background_mask', 'background-mask'),
  });
}

function loadBackground({ recipe, draft, has, loadImage, widthPx, heightPx }: FamilyOrder): Link {
  const { background } = recipe;
  if (background.kind !== 'colour' || has('background')) return loadImage('background', 'background');
  return draft.add('encode-prompt', 'background_colour', 'EmptyImage', {
    width: widthPx,
    height: heightPx,
    batch_size: 1,
    color: Number.parseInt(background.colour.slice(1), 16),
  });
}

/** Whether the background is a picture whose place is painted anew, as against one that stays as it is. */
export function isPlace({ clauses, has }: FamilyOrder): boolean {
  const said = clauses.find((clause) => clause.kind === 'surroundings');
  return said?.kind === 'surroundings' && said.from === 'place' && has('background');
}

/** The latent pictures of a job's images, of those that are drawn before them the noise alone. */
export function cutPart({ draft, part }: FamilyOrder, batch: Link): Link {
  if (part.first === 0) return batch;
  return draft.add('encode-prompt', 'part', 'LatentFromBatch', {
    samples: batch,
    batch_index: part.first,
    length: part.count,
  });
}

/** As many of a latent picture as the noise of a job's images needs. */
export function repeatLatent(order: FamilyOrder, samples: Link): Link {
  const { draft, part } = order;
  const amount = part.first + part.count;
  return cutPart(order, draft.add('encode-prompt', 'batch', 'RepeatLatentBatch', { samples, amount }));
}

/** Seeds of ComfyUI have 64 bits; a recipe's is below 2^53, which a number of ours keeps whole. */
export function seedOf({ recipe }: Pick<FamilyOrder, 'recipe'>): number {
  return Number(recipe.seed);
}

/** Decodes, lays a background that is kept back over it, enlarges, and puts out. */
export function finishGraph(order: FamilyOrder, samples: Link): BuiltGraph {
  const { draft, models, leftOut, regionSamplers } = order;
  const decoded = draft.add('decode', 'decode', 'VAEDecode', { samples, vae: ['vae', 0] });
  draft.add('save', 'result', 'PreviewImage', { images: enlarge(order, keepBackground(order, decoded)) });
  return {
    graph: draft.graph,
    output: 'result',
    steps: draft.steps,
    sampler: 'sample',
    regionSamplers,
    leftOut: [...leftOut],
    models: [...models].sort(),
  };
}

function keepBackground(order: FamilyOrder, decoded: Link): Link {
  const { draft, recipe, part, clauses, has, loadMask } = order;
  const said = clauses.find((clause) => clause.kind === 'surroundings');
  const isKept = said?.kind === 'surroundings' && said.from === 'kept';
  // A product that is kept is laid over the whole picture by the server.
  if (!isKept || recipe.keepsProduct !== undefined || !has('background-mask')) return decoded;
  const view: Link = standsBehind(recipe).kind === 'stage' ? ['view', 0] : ['view_placed', 0];
  const destination =
    part.count === 1
      ? view
      : draft.add('decode', 'view_batch', 'RepeatImageBatch', { image: view, amount: part.count });
  return draft.add('decode', 'paste', 'ImageCompositeMasked', {
    destination,
    source: decoded,
    x: 0,
    y: 0,
    resize_source: false,
    mask: loadMask('paste_mask', has('paste') ? 'paste' : 'change'),
  });
}
