import type { z } from 'zod';
import type { AccountLanguage } from '../../contract/http/accounts.ts';
import type { BulkMaterialsBody } from '../../contract/http/model-materials.ts';
import type { ModelMaterial } from '../../contract/scene/dressed-material.ts';
import type { Transaction } from '../db/database.ts';
import type { ProjectRow } from '../projects/find-project.ts';
import { changeMaterial } from './change-material.ts';
import { storeMaterials, withEntries } from './store-materials.ts';

type Item = z.infer<typeof BulkMaterialsBody>['materials'][number];

/**
 * Changes many materials of a project that the transaction has locked (G16), all of them or, after a failure, none. One
 * without an id means every material that the file calls so.
 *
 * @returns The changed ones, and the names of those that the project does not have.
 * @throws AppError `invalid-request`.
 */
export async function patchMaterials(
  tx: Transaction,
  project: ProjectRow,
  items: readonly Item[],
  language: AccountLanguage,
): Promise<{ materials: ModelMaterial[]; unknown: string[] }> {
  const unknown: string[] = [];
  const changed = new Map<string, ModelMaterial>();
  const { model_materials: stored } = project.settings;
  for (const item of items) {
    const meant = stored.filter((entry) => isMeant(entry, item));
    if (meant.length === 0) unknown.push(item.original_name ?? item.name);
    for (const entry of meant) {
      const base = changed.get(entry.id) ?? entry;
      changed.set(entry.id, await changeMaterial(tx, project.userId, base, item, language));
    }
  }
  const materials = [...changed.values()];
  if (materials.length === 0) return { materials, unknown };
  await storeMaterials(tx, project, withEntries(stored, materials), {
    isWanted: items.some((item) => item.create_version !== false),
    comment: items.find((item) => item.version_comment)?.version_comment,
  });
  return { materials, unknown };
}

function isMeant(entry: ModelMaterial, item: Item): boolean {
  if (item.id !== undefined) return entry.id === item.id;
  return entry.instanceIndex === null && entry.originalId === (item.original_name ?? item.name);
}
