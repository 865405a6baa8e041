import type { MaterialId } from '../../contract/ids.ts';

/** The selection for the render while the page is open; what is selected is in the project's settings. */
export interface SelectionState {
  /** Key of the project whose selection the server has told, or could not tell (G6). */
  answeredFor: string | null;
  /** The last press on a mark, milliseconds since the epoch. */
  lastPress: { readonly id: MaterialId; readonly at: number } | null;
}

export function initialSelection(): SelectionState {
  return { answeredFor: null, lastPress: null };
}
