import { useMemo } from 'react';
import { listMaterials, type MaterialRow } from './list-materials.ts';
import { useModel } from './use-model.ts';
import { useSettings } from './use-settings.ts';

/** Materials of the model on the stage as they are dressed now; empty without a model. */
export function useMaterialRows(): readonly MaterialRow[] {
  const model = useModel();
  const { model_materials: entries } = useSettings();
  return useMemo(() => (model === null ? [] : listMaterials(model.report, entries)), [model, entries]);
}
