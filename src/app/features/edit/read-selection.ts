import type { MaterialSelection } from '../../../contract/http/projects.ts';
import type { RenderSpec } from '../../../contract/render-spec.ts';
import { chooseMasks } from '../../model/choose-masks.ts';
import { type MaterialRow, renderCandidates } from '../../model/list-materials.ts';

/**
 * The selection that gives the masks of a recipe: none where the automatic priority chooses the same.
 *
 * @param rows The model as the recipe dresses it.
 */
export function readSelection(
  recipe: Pick<RenderSpec, 'masks' | 'engineBuild'>,
  rows: readonly MaterialRow[],
  now: number,
): MaterialSelection | null {
  const painted = recipe.masks.filter(({ isLocked }) => !isLocked);
  const candidates = renderCandidates(rows);
  const isForAi = recipe.engineBuild.engine === 'comfyui';
  const automatic = chooseMasks(candidates, null, isForAi).groups.filter(({ isLocked }) => !isLocked);
  const named = new Set(painted.map(({ materialId }) => materialId));
  const isAutomatic =
    automatic.length === named.size &&
    automatic.every(({ members }) => members.some((member) => named.has(member)));
  if (isAutomatic) return null;
  const selected = rows.map(({ id }) => id).filter((id) => named.has(id));
  // Ids of materials may be others in another project; then nothing is known of the choice.
  if (selected.length < named.size) return null;
  return { selected, deselected: [], created_at: now, updated_at: now };
}
