import { fitText } from '../../../contract/files/fit-text.ts';
import type { App } from '../../core/app.ts';
import { editViews } from './edit-views.ts';

/** Names a view; a name of nothing but blanks is not taken. */
export function renameView(app: App, uuid: string, name: string): void {
  const wanted = fitText(name.trim(), 255);
  if (wanted === '') return;
  editViews(app, app.texts().t.views.undoRename, (views) =>
    views.map((view) => (view.uuid === uuid ? { ...view, name: wanted } : view)),
  );
}
