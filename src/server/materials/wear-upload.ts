import type { z } from 'zod';
import type { FileMaterialFields } from '../../contract/http/model-materials.ts';
import { ModelMaterial } from '../../contract/scene/dressed-material.ts';
import type { Catalogue } from '../billing/catalogue.ts';
import type { Transaction } from '../db/database.ts';
import { checkShape } from '../http/check-shape.ts';
import { keepPicture } from '../images/keep-picture.ts';
import type { ProjectRow } from '../projects/find-project.ts';
import type { StoredBytes } from '../storage/storage.ts';
import type { FileKind } from '../storage/store-file.ts';
import { makeEntry } from './make-entry.ts';
import { storeMaterials, withEntries } from './store-materials.ts';
import { NOTHING_WORN } from './wear-item.ts';

/**
 * Makes stored bytes a picture of the person's own, and the texture of a material in a project that the transaction
 * has locked. One that the server does not know yet is added when the fields say what it is in the file.
 *
 * @throws AppError `not-found`; `library-space-full`; `invalid-request` when the project holds no more materials.
 */
export async function wearUpload(
  tx: Transaction,
  catalogue: Catalogue,
  project: ProjectRow,
  materialId: string,
  fields: z.infer<typeof FileMaterialFields>,
  picture: { readonly stored: StoredBytes; readonly kind: FileKind },
): Promise<ModelMaterial> {
  const { stored, kind } = picture;
  await keepPicture(tx, catalogue, project.userId, stored, kind);
  const { model_materials: materials } = project.settings;
  const before = materials.find(({ id }) => id === materialId) ?? makeEntry(materialId, fields);
  const after = { ...before, ...NOTHING_WORN, textureHash: stored.hash, isReset: false };
  const next = withEntries(materials, [after]);
  await storeMaterials(tx, project, checkShape(ModelMaterial.array().max(1_000), next, 'model_materials'));
  return after;
}
