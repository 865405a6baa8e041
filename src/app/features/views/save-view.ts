import { fitViews, viewsOfModel } from '../../../contract/camera/model-views.ts';
import { PROJECT_VIEWS_MAX, SAVED_VIEWS_MAX, VIEW_VERSION } from '../../../contract/constants.ts';
import type { SavedView } from '../../../contract/http/camera-views.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { pinModel } from '../../core/pin-model.ts';
import { copyPlain } from '../../values/copy-plain.ts';
import { freeName } from '../../values/free-name.ts';
import { editViews } from './edit-views.ts';
import { lookNow } from './look-now.ts';

/**
 * Saves what the stage shows as a new view at the end of the list. Nothing happens without a model, while the stage
 * still shows another one, while another view is being saved, and at the limit (E15). Where the project is full of other models' views the oldest make room, which is
 * said and comes back with the step.
 */
export async function saveView(app: App): Promise<void> {
  const { views: list, stage } = app.state;
  const isFull = (): boolean => viewsOfModel(currentSettings(app)).length >= SAVED_VIEWS_MAX;
  const { modelHash } = stage;
  const isShown = pinModel(app);
  if (modelHash === null || !isShown() || list.isSaving || isFull()) return;
  list.isSaving = true;
  try {
    const look = await lookNow(app);
    if (look === null || !isShown() || isFull()) return;
    const { t } = app.texts();
    const settings = currentSettings(app);
    const views = viewsOfModel(settings);
    const id = Math.max(0, ...views.map((view) => view.id)) + 1;
    const fresh: SavedView = {
      ...copyPlain(look),
      uuid: app.outside.randomUuid(),
      id,
      name: freeName(
        t.views.defaultName(id),
        views.map(({ name }) => name),
      ),
      order: Math.max(id - 1, ...views.map((view) => view.order)) + 1,
      timestamp: app.outside.now(),
      model_hash: modelHash,
      is_active: false,
      backend_id: null,
      version: VIEW_VERSION,
    };
    const { dropped } = fitViews({ ...settings, camera_views: [...settings.camera_views, fresh] });
    const forgotten = dropped.filter((view) => view !== fresh);
    editViews(app, t.views.undoSave, () => [...views, fresh], forgotten);
    if (forgotten.length > 0) {
      const message = t.views.madeRoom(
        app.texts().format.list(forgotten.map(({ name }) => name)),
        PROJECT_VIEWS_MAX,
      );
      app.toasts.show('warning', message, { area: 'viewer' });
    }
  } finally {
    list.isSaving = false;
  }
}
