import type { MaterialSelection } from '../../../contract/http/projects.ts';
import type { MaterialId } from '../../../contract/ids.ts';
import { type Candidate, prioritiseMaterials } from '../../model/prioritise-materials.ts';
import type { Mark } from '../../ui/SelectionMark.tsx';

/**
 * What stands beside each material (S3 4, G6): nothing until the server has answered; then a tick where a person
 * selected it, a number where the automatic priority did, and a circle where it could be.
 */
export function markMaterials(
  candidates: readonly Candidate[],
  selection: MaterialSelection | null,
  isKnown: boolean,
): ReadonlyMap<MaterialId, Mark> {
  const marks = new Map<MaterialId, Mark>();
  if (!isKnown) return marks;
  const selected = new Set(selection?.selected);
  for (const { id, hasTexture } of candidates) {
    const kind = hasTexture ? (selected.has(id) ? 'manual' : 'available') : 'none';
    marks.set(id, { kind });
  }
  if (selection !== null) return marks;
  for (const { members, priority } of prioritiseMaterials(candidates, null).groups) {
    for (const id of members) marks.set(id, { kind: 'automatic', priority });
  }
  return marks;
}
