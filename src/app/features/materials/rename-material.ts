import { cleanName, type MaterialRow } from '../../model/list-materials.ts';
import type { Texts } from '../../texts/use-texts.ts';
import { type Editing, editMaterial } from './edit-material.ts';

/** Names a material; nothing but spaces gives it the file's name again. One step to undo. */
export function renameMaterial(app: Editing, texts: Texts, row: MaterialRow, wanted: string): void {
  const name = cleanName(wanted) || cleanName(row.file.name);
  if (name !== row.name) editMaterial(app, texts.t.dressing.undoRename(name), row, { name });
}
