import { FIDELITY_COLOUR_MAX, FIDELITY_EDGES_MIN } from '../../../contract/constants.ts';
import type { Fidelity } from '../../../contract/http/renders.ts';

/** Whether a person should look closely: the outline agrees too little, or a colour is too far from the scene's. */
export function isFlagged(fidelity: Fidelity | null): boolean {
  if (fidelity === null) return false;
  const { edges, colours } = fidelity;
  return (
    (edges !== null && edges < FIDELITY_EDGES_MIN) ||
    colours.some(({ difference }) => difference > FIDELITY_COLOUR_MAX)
  );
}
