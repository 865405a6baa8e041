import type { ProjectSettings } from '../../../contract/http/projects.ts';
import { chooseModelMasks } from '../../model/choose-masks.ts';
import { existingChoice } from '../../model/existing-choice.ts';
import type { MaterialRow } from '../../model/list-materials.ts';
import type { EnginePlan } from '../../model/plan-engine.ts';

/**
 * Why an AI engine would get no masks although the model has materials: by the person's choice, or because none of them
 * has a texture. Null where there are masks, and for an engine that needs none.
 */
export function judgeMasks(
  rows: readonly MaterialRow[],
  { material_selection }: Pick<ProjectSettings['render_settings'], 'material_selection'>,
  plan: Pick<EnginePlan, 'engine' | 'isMissing' | 'keepsProduct'>,
): 'chosen' | 'plain' | null {
  if (plan.engine !== 'comfyui' || plan.isMissing || rows.length === 0) return null;
  // Nothing of the product is painted.
  if (plan.keepsProduct !== null) return null;
  if (chooseModelMasks(rows, material_selection, true).groups.length > 0) return null;
  return existingChoice(material_selection, rows) === null ? 'plain' : 'chosen';
}
