import { MAX_RENDER_MATERIALS } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import type { MaterialSelection } from '../../contract/http/projects.ts';
import type { MaterialId } from '../../contract/ids.ts';
import type { ModelMaterial } from '../../contract/scene/dressed-material.ts';
import { isSameMaterial, type Wearing } from '../../contract/scene/same-material.ts';
import { invalidRequest } from '../http/check-shape.ts';

/**
 * A selection as a call gives it. A device may select a material before the server knows it, so no entry is asked for.
 * Both lists empty mean the automatic priority (G13).
 *
 * @throws AppError `selection-limit`; `invalid-request` for a material in both lists.
 */
export function selectMaterials(
  before: MaterialSelection | null,
  lists: Pick<MaterialSelection, 'selected' | 'deselected'>,
  now: number,
): MaterialSelection | null {
  const selected = [...new Set(lists.selected)];
  const deselected = [...new Set(lists.deselected)];
  if (selected.length > MAX_RENDER_MATERIALS) {
    throw new AppError({ code: 'selection-limit', limit: MAX_RENDER_MATERIALS });
  }
  if (deselected.some((id) => selected.includes(id))) throw invalidRequest('deselected', 'is also selected');
  if (selected.length === 0 && deselected.length === 0) return null;
  return { selected, deselected, created_at: before?.created_at ?? now, updated_at: now };
}

/**
 * Moves one material between the selected and the deselected (S3 4, S3 5). From the automatic priority the first one
 * begins a selection of its own.
 *
 * @param isTextured Whether the material has a texture in the file.
 * @throws AppError `not-found`; `selection-limit`, `selection-plain`, `selection-duplicate`.
 */
export function toggleMaterial(
  before: MaterialSelection | null,
  entries: readonly ModelMaterial[],
  id: MaterialId,
  now: number,
  isTextured: boolean,
): { action: 'selected' | 'deselected'; selection: MaterialSelection } {
  const none: MaterialSelection = { selected: [], deselected: [], created_at: now, updated_at: now };
  const { selected, deselected, created_at } = before ?? none;
  const times = { created_at, updated_at: now };
  const others = deselected.filter((other) => other !== id);
  if (selected.includes(id)) {
    const left = selected.filter((other) => other !== id);
    return { action: 'deselected', selection: { selected: left, deselected: [...others, id], ...times } };
  }
  const entry = entries.find((candidate) => candidate.id === id);
  if (entry === undefined) throw new AppError({ code: 'not-found' });
  const { name, isReset } = entry;
  const isPlain = entry.textureHash === null && (isReset || !isTextured);
  if (isPlain) throw new AppError({ code: 'selection-plain', name });
  const chosen = entries.filter((other) => selected.includes(other.id));
  if (chosen.some((other) => isSameMaterial(wearing(other), wearing(entry)))) {
    throw new AppError({ code: 'selection-duplicate', name });
  }
  if (selected.length >= MAX_RENDER_MATERIALS) {
    throw new AppError({ code: 'selection-limit', limit: MAX_RENDER_MATERIALS });
  }
  return { action: 'selected', selection: { selected: [...selected, id], deselected: others, ...times } };
}

function wearing({ libraryId, libraryMaterialName, textureHash, name }: ModelMaterial): Wearing {
  return { libraryId, libraryName: libraryMaterialName, textureHash, name };
}
