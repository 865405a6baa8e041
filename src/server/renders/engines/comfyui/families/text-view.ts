import { writeDescription } from '../../../../../contract/instruction/write-instruction.ts';
import { standsBehind } from '../../../../../contract/scene/stands-behind.ts';
import type { Link } from '../graph/draft-graph.ts';
import { planChange } from '../graph/plan-change.ts';
import { type FamilyOrder, repeatLatent } from './family-order.ts';

/** Where a model that paints from a text begins, and how far it goes from there. */
export interface Start {
  readonly latent: Link;
  /** Of the sampler. */
  readonly denoise: number;
}

/**
 * Of a kept product the plate, of which all but the product is painted, wholly. Else the view: few steps leave no room for a change
 * map, so that all of it is denoised as much as its most changed region.
 */
export function startText(order: FamilyOrder, pixels: Link): Start {
  const { recipe, draft } = order;
  const encoded = order.encode('view_latent', pixels);
  if (recipe.keepsProduct === undefined) {
    return { latent: repeatLatent(order, encoded), denoise: planChange(recipe, true).denoise };
  }
  const masked = draft.add('encode-prompt', 'masked', 'SetLatentNoiseMask', {
    samples: encoded,
    mask: order.loadMask('paint', 'paint'),
  });
  return { latent: repeatLatent(order, masked), denoise: 1 };
}

/** The order in words, and what of it no words can say. */
export function describeOrder({ recipe, clauses, leftOut }: FamilyOrder): string {
  const { style } = recipe;
  if (style !== null && style.strength > 0) leftOut.add('style');
  const isLost = standsBehind(recipe).kind === 'image' && planChange(recipe, true).denoise >= 0.95;
  if (isLost && recipe.keepsProduct === undefined) leftOut.add('background');
  return writeDescription(clauses);
}
