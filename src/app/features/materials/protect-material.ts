import type { MaterialRow } from '../../model/list-materials.ts';
import { type Editing, editMaterial } from './edit-material.ts';

/**
 * Whether an AI engine keeps a material exactly as it is on the stage. One step to undo.
 *
 * @param label In the person's language.
 */
export function protectMaterial(app: Editing, label: string, row: MaterialRow, isProtected: boolean): void {
  editMaterial(app, label, row, { isProtected });
}
