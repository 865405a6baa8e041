import { SAVED_VIEWS_MAX, VIEW_VERSION } from '../../../contract/constants.ts';
import type { App } from '../../app.ts';
import { copyPlain } from '../../copy-plain.ts';
import { currentSettings } from '../../edit-settings.ts';
import { editViews } from './edit-views.ts';
import { lookNow } from './look-now.ts';

/**
 * Saves what the stage shows as a new view at the end of the list. Nothing happens without a model, while another one
 * is being saved, and at the limit (E15).
 */
export async function saveView(app: App): Promise<void> {
  const { views: list, project, stage } = app.state;
  const isFull = (): boolean => currentSettings(app).camera_views.length >= SAVED_VIEWS_MAX;
  if (stage.modelHash === null || list.isSaving || isFull()) return;
  const { key } = project;
  list.isSaving = true;
  try {
    const look = await lookNow(app);
    if (look === null || project.key !== key || isFull()) return;
    const { t } = app.texts();
    const uuid = app.outside.randomUuid();
    editViews(app, t.views.undoSave, (views) => {
      const id = Math.max(0, ...views.map((view) => view.id)) + 1;
      const order = Math.max(id - 1, ...views.map((view) => view.order)) + 1;
      const name = t.views.defaultName(id);
      const timestamp = app.outside.now();
      const fresh = { uuid, id, name, order, timestamp, is_active: false, backend_id: null } as const;
      return [...views, { ...copyPlain(look), ...fresh, version: VIEW_VERSION }];
    });
  } finally {
    list.isSaving = false;
  }
}
