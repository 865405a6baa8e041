import type { App } from '../../core/app.ts';
import { pinModel } from '../../core/pin-model.ts';
import { copyPlain } from '../../values/copy-plain.ts';
import { editViews } from './edit-views.ts';
import { lookNow } from './look-now.ts';

/** Makes a saved view what the stage shows. Nothing happens while the stage still shows another model. */
export async function updateView(app: App, uuid: string): Promise<void> {
  const { views: list } = app.state;
  const isShown = pinModel(app);
  if (!isShown() || list.isSaving) return;
  list.isSaving = true;
  try {
    const look = await lookNow(app);
    if (look === null || !isShown()) return;
    editViews(app, app.texts().t.views.undoUpdate, (views) =>
      views.map((view) => (view.uuid === uuid ? { ...view, ...copyPlain(look) } : view)),
    );
  } finally {
    list.isSaving = false;
  }
}
