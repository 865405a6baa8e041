import { AppError } from '../../contract/failure.ts';
import type { ModelMaterial } from '../../contract/scene/dressed-material.ts';
import type { ProjectRow } from '../projects/find-project.ts';

/**
 * One material of a project's model.
 *
 * @throws AppError `not-found`.
 */
export function findMaterial(project: ProjectRow, materialId: string): ModelMaterial {
  const entry = project.settings.model_materials.find(({ id }) => id === materialId);
  if (entry === undefined) throw new AppError({ code: 'not-found' });
  return entry;
}
