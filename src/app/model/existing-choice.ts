import type { MaterialSelection } from '../../contract/http/projects.ts';
import type { MaterialId } from '../../contract/ids.ts';

/**
 * A person's choice among the materials that there are. Null, for the automatic priority, once nothing of it is left:
 * another model came, or a part was taken away. To have chosen none stays a choice (G13).
 */
export function existingChoice(
  choice: MaterialSelection | null,
  materials: readonly { readonly id: MaterialId }[],
): MaterialSelection | null {
  if (choice === null) return null;
  const here = new Set(materials.map(({ id }) => id));
  const selected = choice.selected.filter((id) => here.has(id));
  const deselected = choice.deselected.filter((id) => here.has(id));
  const isNone = choice.selected.length === 0;
  const isLost =
    selected.length === 0 && (!isNone || (choice.deselected.length > 0 && deselected.length === 0));
  return isLost ? null : { ...choice, selected, deselected };
}
