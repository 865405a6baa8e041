import type { MaterialSelection, ProjectSettings } from '../../contract/http/projects.ts';
import type { ContentHash, MaterialId } from '../../contract/ids.ts';
import type { ModelReport } from '../../contract/model-report.ts';
import { deriveMaterialId } from './list-materials.ts';

/** The choice for the render in which materials without an entry have the ids that they get from other bytes of their model. */
export function moveChoice(
  { model_materials: entries, render_settings: { material_selection: choice } }: ProjectSettings,
  before: ContentHash,
  { hash, materials }: Pick<ModelReport, 'hash' | 'materials'>,
): MaterialSelection | null {
  if (choice === null) return null;
  const own = new Set<string>(entries.map(({ id }) => id));
  const next = new Map<string, MaterialId>();
  for (const { index } of materials) {
    const id = deriveMaterialId(before, index);
    if (!own.has(id)) next.set(id, deriveMaterialId(hash, index));
  }
  const move = (ids: readonly MaterialId[]): MaterialId[] => ids.map((id) => next.get(id) ?? id);
  return { ...choice, selected: move(choice.selected), deselected: move(choice.deselected) };
}
