import { z } from 'zod';
import { BATCH_MAX } from './constants.ts';
import { RenderSpec } from './render-spec.ts';

/** Keyword of the text chunk (iTXt) of a PNG that holds its recipe. */
export const RECIPE_KEYWORD = 'vitrine-recipe';
/** A recipe of 1,000 dressed materials is 0.5 MB. */
export const RECIPE_MAX_BYTES = 4_000_000;

/** What a downloaded picture says of itself: names, numbers and hashes, no address and nobody's name. */
export const RecipePicture = z.object({
  /** Of this shape; what reads another refuses it. */
  version: z.literal(1),
  recipe: RenderSpec,
  /** Which picture of the batch it is. */
  imageIndex: z
    .number()
    .int()
    .min(0)
    .max(BATCH_MAX - 1),
});
export type RecipePicture = z.infer<typeof RecipePicture>;

/** Why a file gives no recipe. */
export const RECIPE_REASONS = ['not-a-png', 'none', 'too-large', 'damaged', 'other-version'] as const;
export type RecipeReason = (typeof RECIPE_REASONS)[number];
