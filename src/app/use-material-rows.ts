import type { MaterialRow } from './list-materials.ts';
import { useApp } from './use-app.ts';
import { useModel } from './use-model.ts';
import { useSettings } from './use-settings.ts';

const NONE: readonly MaterialRow[] = [];

/** Materials of the model on the stage as they are dressed now; empty without a model. */
export function useMaterialRows(): readonly MaterialRow[] {
  const { shownModel } = useApp();
  const model = useModel();
  const { model_materials: entries } = useSettings();
  return model === null ? NONE : shownModel.listRows(model, entries);
}
