import { randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { HOUSE_SEEDS, PROMPT_MAX_LENGTH, STAGE_BACKGROUND } from '../../../contract/constants.ts';
import { fitText } from '../../../contract/files/fit-text.ts';
import { ContentHash, LibraryItemId } from '../../../contract/ids.ts';
import type { BackgroundSpec, EngineBuild, MaskSpec, RenderSpec } from '../../../contract/render-spec.ts';
import { fidelityFromWire } from '../../../contract/scene/background-fidelity.ts';
import { stageIndexOf } from '../../../contract/scene/dressed-material.ts';
import type { Queryable } from '../../db/database.ts';
import { libraryItems } from '../../db/schema/libraries.ts';
import { invalidRequest } from '../../http/check-shape.ts';
import { type ItemRow, visibleItems } from '../../libraries/find-items.ts';
import { findReadable } from '../../libraries/find-readable.ts';
import type { ProjectRow } from '../../projects/find-project.ts';
import type { Order } from './read-order.ts';
import type { OrderFiles } from './store-order-files.ts';

/** What backgrounds that are in no library are called. */
const GRADIENT = 'Gradient';
const OWN_PICTURE = 'Picture';
/** Chosen seeds stay short enough to read aloud; a batch adds at most 3. */
const RANDOM_SEEDS = 2 ** 32;

/**
 * Freezes an order into the recipe of its pictures: library ids become hashes, the seed is drawn, prompts are trimmed
 * and cut (S3 5), the fidelity is turned back from the wire (H4), a fixed seed makes one picture (H10), and all pictures
 * of a set have the seed that they came with.
 *
 * @throws AppError `invalid-request` for a background or style that is not the person's to use.
 */
export async function buildRecipe(
  db: Queryable,
  userId: number,
  order: Order,
  files: OrderFiles,
  project: ProjectRow,
  engineBuild: EngineBuild,
): Promise<RenderSpec> {
  const { fields } = order;
  const isSeedFixed = fields.fix_seed === 'true';
  const style = fields.style_id === undefined ? null : await findItem(db, userId, 'style', fields.style_id);
  return {
    version: 1,
    engineBuild,
    scene: order.scene,
    camera: order.camera,
    background: await readBackground(db, userId, order),
    style:
      style === null
        ? null
        : {
            imageHash: ContentHash.parse(style.imageHash),
            libraryId: LibraryItemId.parse(style.id),
            name: style.names.en,
            strength: fields.style_strength,
          },
    masks: order.masks.map((mask, index): MaskSpec => {
      const imageHash = files.masks[index];
      if (imageHash === undefined) throw new Error('a mask was not stored');
      const { fields: text } = mask;
      return {
        imageHash,
        materialId: text.material_id,
        maskName: text.mask_name,
        materialName: text.material_name,
        materialImageHash: findDressing(order, project, text),
        originalNames: [...mask.originalNames],
        isPrioritized: text.is_prioritized === 'true',
        priority: text.priority,
        isLocked: text.locked === 'true',
      };
    }),
    passes: files.passes,
    positivePrompt: cut(fields.positive_prompt),
    negativePrompt: cut(fields.negative_prompt),
    useNegativePrompt: fields.use_negative_prompt === 'true',
    creativity: fields.creativity,
    seed: readSeed(isSeedFixed || order.group !== null ? fields.seed : undefined),
    isSeedFixed,
    batchSize: isSeedFixed ? 1 : fields.batch_size,
    widthPx: fields.width,
    heightPx: fields.height,
    quality: fields.quality,
    ...(fields.output_px === undefined ? {} : { outputPx: fields.output_px }),
    ...(fields.workflow === undefined ? {} : { workflow: fields.workflow }),
    ...(fields.draws_without === 'true' ? { drawsWithout: true as const } : {}),
    ...(fields.keep_layers === 'true' ? { keepsLayers: true as const } : {}),
    ...(fields.keep_product === undefined ? {} : { keepsProduct: fields.keep_product }),
    ...(paintsProduct(fields) ? { paintsProduct: true as const } : {}),
  };
}

/** A page that asks the one question apart from the other always sends its answer; of an older one a yes was a yes to both. */
function paintsProduct({ keep_product: kept, paints_product: yes, draws_without: both }: Order['fields']) {
  return yes === undefined ? kept !== undefined && both === 'true' : yes === 'true';
}

async function readBackground(db: Queryable, userId: number, order: Order): Promise<BackgroundSpec> {
  const { background_color: colour, background_id: id, background_hash: hash } = order.fields;
  const fidelity = fidelityFromWire(order.fields.background_fidelity);
  if (colour !== undefined) return { kind: 'colour', colour };
  if (id !== undefined) {
    const item = await findItem(db, userId, 'background', id);
    return {
      kind: 'image',
      imageHash: ContentHash.parse(item.imageHash),
      libraryId: LibraryItemId.parse(item.id),
      name: item.names.en,
      fidelity,
    };
  }
  const { gradient } = order;
  if (hash !== undefined) {
    const readable = await findReadable(db, userId, [hash]);
    if (!readable.has(hash)) throw invalidRequest('background_hash', 'is not a picture of yours');
    return {
      kind: 'image',
      imageHash: hash,
      libraryId: null,
      name: gradient === null ? OWN_PICTURE : GRADIENT,
      fidelity,
      ...(gradient !== null && { gradient }),
    };
  }
  if (gradient !== null)
    throw invalidRequest('background_hash', 'is missing: send the gradient as a picture');
  return { kind: 'colour', colour: STAGE_BACKGROUND };
}

async function findItem(
  db: Queryable,
  userId: number,
  assetType: 'background' | 'style',
  id: number,
): Promise<ItemRow> {
  const [item] = await db
    .select()
    .from(libraryItems)
    .where(and(eq(libraryItems.id, id), eq(libraryItems.assetType, assetType), visibleItems(userId)));
  if (item !== undefined) return item;
  throw invalidRequest(`${assetType}_id`, 'is not in the library');
}

/** The library picture that dresses a mask's material, when the scene really uses it. */
function findDressing(
  order: Order,
  project: ProjectRow,
  mask: Order['masks'][number]['fields'],
): ContentHash | null {
  const material = project.settings.model_materials.find(({ id }) => id === mask.material_id);
  const index = mask.material_index ?? (material === undefined ? null : stageIndexOf(material));
  const dressing = order.scene.dressings.find(({ materialIndex }) => materialIndex === index);
  return dressing?.kind === 'library' ? dressing.textureHash : null;
}

function readSeed(given: string | undefined): string {
  if (given === undefined) return String(randomInt(RANDOM_SEEDS / HOUSE_SEEDS) * HOUSE_SEEDS);
  const seed = Number(given);
  if (!Number.isSafeInteger(seed)) {
    throw invalidRequest('seed', 'must be at most 9007199254740991');
  }
  return String(seed);
}

function cut(prompt: string): string {
  return fitText(prompt.trim(), PROMPT_MAX_LENGTH);
}
