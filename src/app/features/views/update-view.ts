import type { App } from '../../app.ts';
import { copyPlain } from '../../copy-plain.ts';
import { editViews } from './edit-views.ts';
import { lookNow } from './look-now.ts';

/** Makes a saved view what the stage shows. */
export async function updateView(app: App, uuid: string): Promise<void> {
  const { views: list } = app.state;
  if (list.isSaving) return;
  list.isSaving = true;
  try {
    const look = await lookNow(app);
    if (look === null) return;
    editViews(app, app.texts().t.views.undoUpdate, (views) =>
      views.map((view) => (view.uuid === uuid ? { ...view, ...copyPlain(look) } : view)),
    );
  } finally {
    list.isSaving = false;
  }
}
