import type { AccountLanguage } from '../../contract/http/accounts.ts';
import type { PatchMaterialBody } from '../../contract/http/model-materials.ts';
import type { ModelMaterial } from '../../contract/http/projects.ts';
import type { Transaction } from '../db/database.ts';
import type { ProjectRow } from '../projects/find-project.ts';
import { changeMaterial } from './change-material.ts';
import { findMaterial } from './find-material.ts';
import { storeMaterials, withEntries } from './store-materials.ts';

/**
 * Changes one material of a project that the transaction has locked.
 *
 * @throws AppError `not-found`; `invalid-request`.
 */
export async function patchMaterial(
  tx: Transaction,
  project: ProjectRow,
  materialId: string,
  body: PatchMaterialBody,
  language: AccountLanguage,
): Promise<ModelMaterial> {
  const before = findMaterial(project, materialId);
  const after = await changeMaterial(tx, project.userId, before, body, language);
  await storeMaterials(tx, project, withEntries(project.settings.model_materials, [after]), {
    isWanted: body.create_version,
    comment: body.version_comment || undefined,
  });
  return after;
}
