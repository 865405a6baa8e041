import type { z } from 'zod';
import { AppError } from '../../contract/failure.ts';
import type { FileMaterialFields } from '../../contract/http/model-materials.ts';
import { MaterialId } from '../../contract/ids.ts';
import { type ModelMaterial, UNDRESSED } from '../../contract/scene/dressed-material.ts';

/**
 * A material that the project does not know yet, as the file has it.
 *
 * @throws AppError `not-found` when the fields do not say what it is in the file.
 */
export function makeEntry(materialId: string, fields: z.infer<typeof FileMaterialFields>): ModelMaterial {
  const { original_id: originalId, original_index: originalIndex } = fields;
  if (originalId === undefined || originalIndex === undefined) throw new AppError({ code: 'not-found' });
  const id = MaterialId.parse(materialId);
  return { id, originalId, originalIndex, name: originalId, ...UNDRESSED, nodes: [] };
}
