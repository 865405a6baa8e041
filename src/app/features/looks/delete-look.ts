import type { App } from '../../core/app.ts';
import type { LookRow } from '../../values/look-row.ts';
import { editLook } from './edit-look.ts';

/** Takes a saved look away, as one step that can be undone. What was dressed with it stays. */
export function deleteLook(app: App, row: LookRow): void {
  const after = { ...row, deletedAt: app.outside.now() };
  editLook(app, app.texts().t.looks.undoDeleted(row.name), row, after);
}
