import { FIDELITY_EDGES_MIN } from '../../../contract/constants.ts';
import type { ChosenPicture } from '../../orders/name-picture.ts';

/** Whether the product can be taken out of its picture, and why not. */
export type CutOut = 'possible' | 'not-kept' | 'not-measured' | 'not-true';

/**
 * The Studio draws the product where the scene has it, also in a picture that an AI engine painted around it. An AI engine may have moved its edges: only where they were
 * measured and agree does the scene's silhouette fit.
 */
export function judgeCutOut({ render, image }: ChosenPicture): CutOut {
  if (render.recipe.passes.alpha === null) return 'not-kept';
  if (render.engine === 'studio') return 'possible';
  if (image.kept_product !== null) return image.kept_product.changed_pixels > 0 ? 'not-true' : 'possible';
  const edges = image.fidelity?.edges ?? null;
  if (edges === null) return 'not-measured';
  return edges < FIDELITY_EDGES_MIN ? 'not-true' : 'possible';
}
