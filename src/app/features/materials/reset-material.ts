import { AS_IN_FILE, cleanName, type MaterialRow } from '../../model/list-materials.ts';
import { nameMaterial } from '../../model/name-material.ts';
import type { Texts } from '../../texts/use-texts.ts';
import { type Editing, editMaterial } from './edit-material.ts';

/** Takes every texture off one material and leaves the default grey; its name stays (G3). One step to undo. */
export function resetMaterial(app: Editing, texts: Texts, row: MaterialRow): void {
  editMaterial(app, texts.t.materials.undoReset(nameMaterial(row, texts)), row, {
    ...AS_IN_FILE,
    isReset: true,
  });
}

/** Gives one material back everything that it has in the file, its name too; an instance keeps its own (G3). */
export function restoreOriginal(app: Editing, texts: Texts, row: MaterialRow): void {
  const name = row.isIndependent ? row.name : cleanName(row.file.name);
  editMaterial(app, texts.t.dressing.undoRestore(nameMaterial(row, texts)), row, { ...AS_IN_FILE, name });
}

/** Whether {@link restoreOriginal} would change anything. */
export function isChangedMaterial(row: MaterialRow): boolean {
  const { entry } = row;
  if (entry === null) return false;
  const fields = Object.keys(AS_IN_FILE) as (keyof typeof AS_IN_FILE)[];
  const isRenamed = !row.isIndependent && row.name !== cleanName(row.file.name);
  return isRenamed || fields.some((field) => entry[field] !== AS_IN_FILE[field]);
}
