import { VERSION_COMMENTS } from '../../contract/http/model-materials.ts';
import type { ModelMaterial } from '../../contract/scene/dressed-material.ts';
import type { Transaction } from '../db/database.ts';
import type { ProjectRow } from '../projects/find-project.ts';
import { listVersions, type VersionRow } from './find-version.ts';
import { storeMaterials, withEntries } from './store-materials.ts';

/**
 * Dresses a material as it was in an earlier version, in a project that the transaction has locked. What it is in the
 * model stays as it is now; a material that was deleted since comes back.
 *
 * @returns The newest version, which this made, unless nothing changed.
 */
export async function restoreVersion(
  tx: Transaction,
  project: ProjectRow,
  version: VersionRow,
  comment: string | undefined,
): Promise<VersionRow> {
  const { model_materials: materials } = project.settings;
  const { materialId, material } = version;
  const present = materials.find(({ id }) => id === materialId);
  const restored =
    present === undefined
      ? { ...material, instanceIndex: freeIndex(materials, material.instanceIndex) }
      : { ...material, ...placeOf(present) };
  await storeMaterials(tx, project, withEntries(materials, [restored]), {
    comment: comment || VERSION_COMMENTS.restore,
  });
  const [newest = version] = await listVersions(tx, project.id, materialId);
  return newest;
}

/** The number an instance had on the stage, or the next one that nobody has by now. */
function freeIndex(materials: readonly ModelMaterial[], index: number | null): number | null {
  if (index === null) return null;
  let free = index;
  while (materials.some(({ instanceIndex }) => instanceIndex === free)) free += 1;
  return free;
}

/** The fields that bind a material to the model, independent of its look. */
function placeOf(entry: ModelMaterial) {
  const { id, originalId, originalIndex, instanceIndex, nodes, parentMaterialId, isProtected } = entry;
  return { id, originalId, originalIndex, instanceIndex, nodes, parentMaterialId, isProtected };
}
