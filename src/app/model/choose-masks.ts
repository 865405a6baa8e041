import type { MaterialSelection } from '../../contract/http/projects.ts';
import { existingChoice } from './existing-choice.ts';
import { type MaterialRow, renderCandidates } from './list-materials.ts';
import {
  type Candidate,
  type MaskGroup,
  type Prioritised,
  prioritiseMaterials,
} from './prioritise-materials.ts';

/**
 * The masks of an order: those of {@link prioritiseMaterials}, and for an AI engine before them one of everything that
 * is protected, seen or not, with a texture or without. That one is not painted in, so it is none of the four.
 *
 * @param selection Null: the automatic priority chooses.
 */
export function chooseMasks(
  candidates: readonly (Candidate & { readonly isProtected: boolean })[],
  selection: Pick<MaterialSelection, 'selected'> | null,
  isForAi: boolean,
): Prioritised {
  const kept = isForAi ? candidates.filter(({ isProtected }) => isProtected) : [];
  const [first] = kept;
  if (first === undefined) return prioritiseMaterials(candidates, selection);
  const { groups, info } = prioritiseMaterials(
    candidates.filter(({ isProtected }) => !isProtected),
    selection,
  );
  const labels = kept.map(({ libraryName, name, originalName }) => libraryName ?? (name || originalName));
  const names = [...new Set(labels.filter((label) => label !== ''))];
  const locked: MaskGroup = {
    id: first.id,
    name: names.join(', '),
    originalNames: kept.map(({ originalName }) => originalName),
    members: kept.map(({ id }) => id),
    slots: kept.map(({ originalIndex }) => originalIndex + 1),
    priority: 1,
    isLocked: true,
  };
  return {
    groups: [locked, ...groups.map((group) => ({ ...group, priority: group.priority + 1 }))],
    info: {
      ...info,
      total: info.total + 1,
      processed: info.processed + 1,
      processedList: [locked.name, ...info.processedList],
      originalNames: [...locked.originalNames, ...info.originalNames],
    },
  };
}

/** The masks of an order of a model with these materials. `selection` may name some that are gone. */
export function chooseModelMasks(
  rows: readonly MaterialRow[],
  selection: MaterialSelection | null,
  isForAi: boolean,
): Prioritised {
  return chooseMasks(renderCandidates(rows), existingChoice(selection, rows), isForAi);
}
