import { MAX_RENDER_MATERIALS } from '../../../contract/constants.ts';
import type { MaterialSelection } from '../../../contract/http/projects.ts';
import type { MaterialId } from '../../../contract/ids.ts';
import { isSameMaterial } from '../../../contract/scene/same-material.ts';
import { type Candidate, prioritiseMaterials } from '../../model/prioritise-materials.ts';

/** What a press on a material's mark comes to. */
export type Verdict =
  | {
      readonly kind: 'changed';
      readonly action: 'selected' | 'deselected';
      readonly selection: MaterialSelection;
    }
  | { readonly kind: 'refused'; readonly reason: 'no-texture' | 'duplicate' | 'maximum' };

/**
 * Moves a material between the selected and the deselected (S3 4, S3 5). The first press on the automatic priority makes
 * its choice the person's own, changed by that press. What is not among the candidates any more leaves both lists.
 *
 * @param before Null: the automatic priority chooses.
 * @param now Milliseconds since the epoch.
 */
export function judgeToggle(
  candidates: readonly Candidate[],
  before: MaterialSelection | null,
  id: MaterialId,
  now: number,
): Verdict {
  const known = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const material = known.get(id);
  if (material === undefined) return { kind: 'refused', reason: 'no-texture' };
  const { groups } = prioritiseMaterials(candidates, null);
  const selected =
    before === null
      ? groups.map((group) => group.id)
      : before.selected.filter((other) => known.get(other)?.hasTexture === true);
  const deselected = (before?.deselected ?? []).filter((other) => known.has(other) && other !== id);
  // Of an automatic group any member stands for it.
  const standsFor = before === null ? groups.find(({ members }) => members.includes(id))?.id : undefined;
  const ticked = standsFor ?? id;
  const created_at = before?.created_at ?? now;
  if (selected.includes(ticked)) {
    return {
      kind: 'changed',
      action: 'deselected',
      selection: {
        selected: selected.filter((other) => other !== ticked),
        deselected: [...deselected, id],
        created_at,
        updated_at: now,
      },
    };
  }
  if (!material.hasTexture) return { kind: 'refused', reason: 'no-texture' };
  if (selected.some((other) => isSameMaterial(known.get(other)!, material))) {
    return { kind: 'refused', reason: 'duplicate' };
  }
  if (selected.length >= MAX_RENDER_MATERIALS) return { kind: 'refused', reason: 'maximum' };
  return {
    kind: 'changed',
    action: 'selected',
    selection: { selected: [...selected, id], deselected, created_at, updated_at: now },
  };
}
