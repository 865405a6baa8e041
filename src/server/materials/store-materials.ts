import type { ModelMaterial } from '../../contract/scene/dressed-material.ts';
import type { Transaction } from '../db/database.ts';
import type { ProjectRow } from '../projects/find-project.ts';
import { storeChange } from '../projects/store-change.ts';
import type { Versioning } from './record-versions.ts';

/** Puts the materials of a project that the transaction has locked in place of those it has. */
export function storeMaterials(
  tx: Transaction,
  project: ProjectRow,
  materials: ModelMaterial[],
  versioning?: Versioning,
): Promise<ProjectRow> {
  const settings = { ...project.settings, model_materials: materials };
  return storeChange(tx, project, { settings }, versioning);
}

/** The list with these entries in the place of their older selves; new ones come last. */
export function withEntries(
  materials: readonly ModelMaterial[],
  entries: readonly ModelMaterial[],
): ModelMaterial[] {
  const next = new Map([...materials, ...entries].map((entry) => [entry.id, entry]));
  return [...next.values()];
}
