import type { MaterialRow } from '../model/list-materials.ts';
import { useDressedModel } from './use-model.ts';

const NONE: readonly MaterialRow[] = [];

/** Materials of the model on the stage as they are dressed now; empty without a model. */
export function useMaterialRows(): readonly MaterialRow[] {
  return useDressedModel()?.rows ?? NONE;
}
