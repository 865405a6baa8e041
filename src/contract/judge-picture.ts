import { FIDELITY_COLOUR_MAX, FIDELITY_EDGES_MIN } from './constants.ts';
import type { Fidelity, KeptProduct } from './http/renders.ts';

/** Whether a person should look closely: the outline agrees too little, or a colour is too far from the scene's. */
export function isFlagged(fidelity: Fidelity | null): boolean {
  if (fidelity === null) return false;
  const { edges, colours } = fidelity;
  return (
    (edges !== null && edges < FIDELITY_EDGES_MIN) ||
    colours.some(({ difference }) => difference > FIDELITY_COLOUR_MAX)
  );
}

/**
 * Whether the product came back changed from an AI engine: the picture is kept, and costs nothing. A product that was kept
 * apart is counted pixel by pixel; one that the AI painted is measured, and what nobody could measure counts as good.
 */
export function hasFailedCheck({
  fidelity,
  kept,
}: {
  readonly fidelity: Fidelity | null;
  readonly kept: KeptProduct | null;
}): boolean {
  return kept === null ? isFlagged(fidelity) : kept.changed_pixels > 0;
}
