import { LIBRARY_NAME_MAX_LENGTH } from '../../../contract/constants.ts';
import { fitText } from '../../../contract/files/fit-text.ts';
import type { App } from '../../core/app.ts';
import type { LookRow } from '../../values/look-row.ts';
import { editLook } from './edit-look.ts';

/** Gives a saved look another name, as one step that can be undone. An empty name changes nothing. */
export function renameLook(app: App, row: LookRow, name: string): void {
  const trimmed = fitText(name.trim(), LIBRARY_NAME_MAX_LENGTH);
  if (trimmed === '' || trimmed === row.name) return;
  editLook(app, app.texts().t.looks.undoRenamed(row.name), row, { ...row, name: trimmed });
}
