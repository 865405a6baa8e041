import type { AccountLanguage } from '../../contract/http/accounts.ts';
import type { PatchMaterialBody } from '../../contract/http/model-materials.ts';
import { ModelMaterial } from '../../contract/scene/dressed-material.ts';
import type { Transaction } from '../db/database.ts';
import { checkShape } from '../http/check-shape.ts';
import type { ProjectRow } from '../projects/find-project.ts';
import { changeMaterial } from './change-material.ts';
import { makeEntry } from './make-entry.ts';
import { storeMaterials, withEntries } from './store-materials.ts';

/**
 * Changes one material of a project that the transaction has locked. One that the server does not know yet is added
 * when the body says what it is in the file.
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
  const { model_materials: materials } = project.settings;
  const before = materials.find(({ id }) => id === materialId) ?? makeEntry(materialId, body);
  const after = await changeMaterial(tx, project.userId, before, body, language);
  const next = checkShape(
    ModelMaterial.array().max(1_000),
    withEntries(materials, [after]),
    'model_materials',
  );
  await storeMaterials(tx, project, next, {
    isWanted: body.create_version,
    comment: body.version_comment || undefined,
  });
  return after;
}
