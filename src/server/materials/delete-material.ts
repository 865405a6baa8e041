import type { Transaction } from '../db/database.ts';
import type { ProjectRow } from '../projects/find-project.ts';
import { storeChange } from '../projects/store-change.ts';
import { findMaterial } from './find-material.ts';

/**
 * Takes a material out of a project that the transaction has locked: a part drawn with it is as the file has it, and
 * the parts of an instance go back to the material it was made of. Its versions stay.
 *
 * @throws AppError `not-found`.
 */
export async function deleteMaterial(
  tx: Transaction,
  project: ProjectRow,
  materialId: string,
): Promise<void> {
  findMaterial(project, materialId);
  const { settings } = project;
  const { material_selection: selection } = settings.render_settings;
  const isOther = (id: string) => id !== materialId;
  const chosen = selection && {
    ...selection,
    selected: selection.selected.filter(isOther),
    deselected: selection.deselected.filter(isOther),
  };
  await storeChange(tx, project, {
    settings: {
      ...settings,
      model_materials: settings.model_materials.filter(({ id }) => isOther(id)),
      render_settings: { ...settings.render_settings, material_selection: chosen },
    },
  });
}
