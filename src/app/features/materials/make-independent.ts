import { INSTANCE_INDEX_MAX, INSTANCE_INDEX_MIN, MATERIAL_INSTANCE } from '../../../contract/constants.ts';
import type { ModelMaterial } from '../../../contract/http/projects.ts';
import { MaterialId } from '../../../contract/ids.ts';
import type { App } from '../../app.ts';
import { currentSettings, editSettings } from '../../edit-settings.ts';
import { AS_IN_FILE, cleanName, type MaterialRow, materialEntry } from '../../list-materials.ts';
import { nameMaterial } from '../../name-material.ts';
import type { Texts } from '../../texts/use-texts.ts';
import { averageColourOf } from './average-colour.ts';
import { type Editing, editMaterial } from './edit-material.ts';

/**
 * Gives one part a material of its own: no texture, the average colour of the one it had (S2 4). One step to undo.
 *
 * @param partName What the page calls the part.
 * @returns Its id; null when the part has one already, or the project as many as it can have.
 */
export async function makeIndependent(
  app: App,
  texts: Texts,
  row: MaterialRow,
  nodeIndex: number,
  partName: string,
): Promise<MaterialId | null> {
  const colour = row.entry?.color ?? (row.hasTexture ? await averageColourOf(app, row) : row.colour);
  const { model_materials: entries } = currentSettings(app);
  const instances = entries.filter((entry) => entry.instanceIndex !== null);
  const isTaken = instances.some(
    (entry) => entry.originalIndex === row.file.index && entry.nodes.includes(nodeIndex),
  );
  const instanceIndex = Math.max(
    INSTANCE_INDEX_MIN,
    ...instances.map((entry) => (entry.instanceIndex ?? 0) + 1),
  );
  if (isTaken || instanceIndex > INSTANCE_INDEX_MAX || entries.length >= 1_000) return null;
  const instance: ModelMaterial = {
    ...materialEntry(row),
    ...AS_IN_FILE,
    id: MaterialId.parse(app.outside.randomUuid()),
    name: cleanName(texts.t.dressing.instanceName(nameMaterial(row, texts), partName)),
    color: colour,
    ...MATERIAL_INSTANCE,
    isReset: true,
    instanceIndex,
    nodes: [nodeIndex],
    parentMaterialId: row.id,
  };
  editSettings(app, texts.t.dressing.undoIndependent(partName), {
    model_materials: [...entries, instance],
  });
  return instance.id;
}

/** Dresses an instance as the material it came from is now: its texture, tint and values (G19). One step to undo. */
export function keepTexture(app: Editing, texts: Texts, row: MaterialRow, parent: MaterialRow): void {
  const { id, name, instanceIndex, nodes, parentMaterialId, ...look } = materialEntry(parent);
  editMaterial(app, texts.t.dressing.undoKeepTexture(nameMaterial(row, texts)), row, look);
}

/** Gives the parts of an instance back to the material they came from. One step to undo. */
export function rejoinMaterial(app: Editing, texts: Texts, row: MaterialRow): void {
  const { model_materials: entries } = currentSettings(app);
  editSettings(app, texts.t.dressing.undoRejoin(nameMaterial(row, texts)), {
    model_materials: entries.filter((entry) => entry.id !== row.id),
  });
}
