import { z } from 'zod';
import { PICTURE_MIN_PX } from '../camera/picture-frame.ts';
import {
  BATCH_MAX,
  BATCH_MIN,
  CAPTURE_SIZE_PX,
  CREATIVITY_DEFAULT,
  FIDELITY_DEFAULT,
  PICTURE_MAX_PX,
  RENDER_SET_MAX,
  SAVED_VIEWS_MAX,
  STYLE_STRENGTH_DEFAULT,
} from '../constants.ts';
import { EngineName } from '../engine-name.ts';
import { ContentHash } from '../ids.ts';
import { OutputPx, ProductLight, RenderQuality, WorkflowName } from '../render-spec.ts';
import { fidelityToWire } from '../scene/background-fidelity.ts';
import { count, HexColour, RowIdText, Seed, text, whole } from '../shapes.ts';

/** Longer ones are cut to what an engine reads. */
const ORDER_PROMPT_MAX_LENGTH = 10_000;

/**
 * POST /api/render/, multipart (S3 7, L13). Files: `viewer_snapshot`, optional `outline_snapshot`, `depth`, `normal`,
 * `alpha`, `lightmap`, and `masks[i][mask_image]`. Text fields beside `masks[i][...]`: these.
 */
export const RenderOrderFields = z.object({
  project_id: RowIdText,
  /** JSON of position, target, fov (of the square that the picture is a frame of, `picture-frame.ts`), up, quaternion. */
  renderview_parameters: text(10_000),
  /** JSON of SceneSpec. */
  scene: text(1_000_000),
  style_id: RowIdText.optional(),
  background_id: RowIdText.optional(),
  background_color: HexColour.optional(),
  /** A picture of the person's own (POST /api/picture/); a colour or an item of the library beside it wins. */
  background_hash: ContentHash.optional(),
  /** JSON of Gradient: what that picture was painted from. */
  background_gradient: text(2_000).optional(),
  positive_prompt: text(ORDER_PROMPT_MAX_LENGTH).default(''),
  negative_prompt: text(ORDER_PROMPT_MAX_LENGTH).default(''),
  use_negative_prompt: z.enum(['true', 'false']).default('false'),
  /** What the engine cannot draw of the model is left out, in place of the refusal `not-traceable`. */
  draws_without: z.enum(['true', 'false']).default('false'),
  /**
   * A product that cannot be kept apart (`keep_product`) is painted by the AI, in place of the refusal `product-not-kept`. As
   * `draws_without` where it is absent: there was one question for both before.
   */
  paints_product: z.enum(['true', 'false']).optional(),
  creativity: z.coerce.number().min(0).max(1).default(CREATIVITY_DEFAULT),
  style_strength: z.coerce.number().min(0).max(1).default(STYLE_STRENGTH_DEFAULT),
  /** As `background-fidelity.ts` writes it (S3 5, H4). */
  background_fidelity: z.coerce.number().min(0).max(1).default(fidelityToWire(FIDELITY_DEFAULT)),
  fix_seed: z.enum(['true', 'false']).default('false'),
  seed: Seed.optional(),
  batch_size: z.coerce.number().int().min(BATCH_MIN).max(BATCH_MAX).default(BATCH_MIN),
  /** Above `STAGE_PICTURE_MAX_PX` of a side the built-in engine's, without layers; passes have `captureSize`. */
  width: z.coerce.number().int().min(PICTURE_MIN_PX).max(PICTURE_MAX_PX).default(CAPTURE_SIZE_PX),
  height: z.coerce.number().int().min(PICTURE_MIN_PX).max(PICTURE_MAX_PX).default(CAPTURE_SIZE_PX),
  quality: RenderQuality.default('standard'),
  engine: EngineName.optional(),
  /** Enlarge the picture to this longest side; an AI engine's, where a server has a model for it. */
  output_px: z.coerce.number().min(2048).max(4096).pipe(OutputPx).optional(),
  workflow: WorkflowName.optional(),
  /** Keeps files for compositing beside each picture; the built-in engine's. */
  keep_layers: z.enum(['true', 'false']).default('false'),
  /** The AI paints around the product alone, in this light of the product; absent: it paints the product as well. */
  keep_product: ProductLight.optional(),
  prioritization_info: text(100_000).optional(),
  /** JSON list of the saved views' uuids that the order shows; empty for the stage as it stood. */
  view_ids: text(2_000).optional(),
  /** JSON of {@link RenderGroup}: one picture of a set. `seed` counts then even where it is not fixed. */
  group: text(2_000).optional(),
});
/**
 * What a picture of a set is of it: views, colourways and looks that were ordered together share `id` and a seed. The
 * first one is taken only if the balance covers the whole set.
 */
export const RenderGroup = z.object({
  /** Made on the device. */
  id: z.uuid(),
  /** 0 to `size` - 1, in the order they were asked for. */
  index: count(RENDER_SET_MAX - 1),
  size: whole(1, RENDER_SET_MAX),
  /** Name of the set's picture: look or colourway, and view, in the person's words; either may be empty. */
  look: text(255),
  view: text(255),
});
export type RenderGroup = z.infer<typeof RenderGroup>;
/** Saved views that an order shows, by uuid. */
export const ViewIds = z.array(z.uuid()).max(SAVED_VIEWS_MAX);
