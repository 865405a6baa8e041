import type { App } from '../../core/app.ts';
import { editViews } from './edit-views.ts';

/** Deletes one view, for good on every device (E14). */
export function deleteView(app: App, uuid: string): void {
  editViews(app, app.texts().t.views.undoDelete, (views) => views.filter((view) => view.uuid !== uuid));
}

/** Deletes them all. */
export function clearViews(app: App): void {
  editViews(app, app.texts().t.views.undoClear, () => []);
}
