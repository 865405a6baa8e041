import { z } from 'zod';
import { BATCH_MAX } from '../constants.ts';
import { RenderSpec } from '../render-spec.ts';
import { text } from '../shapes.ts';

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
  /**
   * What is to be known of it, in sentences of the language of who saved it: licence, what was not followed, whether the product is as
   * on the stage. Nothing is made of them. Absent in pictures that were saved before there were any, and where there is nothing.
   */
  notes: z.array(text(2_000)).max(64).optional(),
});
export type RecipePicture = z.infer<typeof RecipePicture>;

/** Why a file gives no recipe. */
export const RECIPE_REASONS = ['not-a-png', 'none', 'too-large', 'damaged', 'other-version'] as const;
export type RecipeReason = (typeof RECIPE_REASONS)[number];
