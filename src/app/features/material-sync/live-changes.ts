import type { MaterialId } from '../../../contract/ids.ts';
import { type ModelMaterial, UNDRESSED } from '../../../contract/scene/dressed-material.ts';
import type { ProjectRow } from '../../data/db.ts';
import { showsOtherModel } from '../../data/shows-other-model.ts';

/** A change of one material that reaches the server without a save. */
export interface LiveChange {
  readonly id: MaterialId;
  /** What it is in the file. */
  readonly original: { readonly index: number; readonly id: string };
  /** `texturePath` null: the file's own again. A picture of one's own brings its address with its upload. */
  readonly properties: { readonly color?: string | null; readonly texturePath?: null };
}

/**
 * What of a project's materials goes to the server at once (S2 4, G5): another colour, and a texture that was taken off.
 * What a library, a reset or a new independent instance changed waits for the save, as does everything else, and all of
 * a model in whose place the server's project shows another yet. A material that the server does not know is as in the file there.
 */
export function listLiveChanges(row: Pick<ProjectRow, 'settings' | 'saved'>): LiveChange[] {
  if (showsOtherModel(row)) return [];
  const { settings, saved } = row;
  const known = new Map(saved.model_materials.map((entry) => [entry.id, entry]));
  return settings.model_materials.flatMap((entry) => {
    const before = known.get(entry.id) ?? (entry.instanceIndex === null ? { ...entry, ...UNDRESSED } : entry);
    if (isOtherMaterial(entry, before)) return [];
    const isBare = entry.textureHash === null && before.textureHash !== null;
    if (entry.textureHash !== before.textureHash && !isBare) return [];
    const properties = {
      ...(entry.color === before.color ? {} : { color: entry.color }),
      ...(isBare ? { texturePath: null } : {}),
    };
    const original = { index: entry.originalIndex, id: entry.originalId };
    return Object.keys(properties).length === 0 ? [] : [{ id: entry.id, original, properties }];
  });
}

/** Dressed from a library, reset, or taken over by an instance since. */
function isOtherMaterial(entry: ModelMaterial, before: ModelMaterial): boolean {
  const isApplied = entry.libraryId !== null && entry.libraryId !== before.libraryId;
  return isApplied || entry.isReset !== before.isReset || entry.instanceIndex !== before.instanceIndex;
}
