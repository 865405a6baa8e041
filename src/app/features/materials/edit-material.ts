import { type ModelMaterial, stageIndexOf } from '../../../contract/scene/dressed-material.ts';
import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';
import { type MaterialRow, materialEntry, withMaterialEntry } from '../../model/list-materials.ts';

/** What an edit of materials needs of the app. */
export type Editing = Pick<App, 'state' | 'commands'>;

/** Whether the project still has the model that a row is of. While another is on its way, it has that one. */
export function isOfProject({ state }: Pick<App, 'state'>, { modelHash }: MaterialRow): boolean {
  return state.project.settings.model_hash === modelHash;
}

/**
 * Changes fields of one material as one step to undo; nothing where the project has another model by now.
 *
 * @param label In the person's language.
 * @param mergeKey Edits with the same one in quick succession are one step.
 */
export function editMaterial(
  app: Editing,
  label: string,
  row: MaterialRow,
  change: Partial<ModelMaterial>,
  mergeKey?: string,
): void {
  if (!isOfProject(app, row)) return;
  editSettings(app, label, { model_materials: changedMaterials(app, row, change) }, mergeKey);
}

/**
 * The project's list with fields of one material changed. What was set since `row` was read stays, and so does all where
 * the project has another model by now.
 */
export function changedMaterials(
  app: Pick<App, 'state'>,
  row: MaterialRow,
  change: Partial<ModelMaterial>,
): ModelMaterial[] {
  const { model_materials: entries } = currentSettings(app);
  if (!isOfProject(app, row)) return entries;
  const present = entries.find((entry) => stageIndexOf(entry) === row.index) ?? materialEntry(row);
  return withMaterialEntry(entries, { ...present, ...change });
}
