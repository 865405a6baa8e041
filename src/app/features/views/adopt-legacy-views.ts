import { SAVED_VIEWS_MAX } from '../../../contract/constants.ts';
import { viewsOfModel } from '../../../contract/model-views.ts';
import type { App } from '../../app.ts';
import { currentSettings } from '../../edit-settings.ts';
import { readStoredViews } from '../../read-stored-views.ts';
import { SAVED_VIEWS_KEY } from './backup-tiers.ts';
import { putViews } from './put-views.ts';
import { queueViews } from './queue-views.ts';

/**
 * Takes the views that an older version kept on this device as a bare list into the open project, as many as it has
 * room for. The list is gone afterwards.
 */
export function adoptLegacyViews(app: App): void {
  const { localStorage } = app.outside;
  try {
    const list: unknown = JSON.parse(localStorage.getItem(SAVED_VIEWS_KEY) ?? 'null');
    if (!Array.isArray(list)) return;
    const settings = currentSettings(app);
    const known = new Set(settings.camera_views.map(({ uuid }) => uuid));
    const found = readStoredViews(list, { ...app.outside, nameOf: app.texts().t.views.defaultName })
      .filter(({ uuid }) => !known.has(uuid))
      .slice(0, Math.max(0, SAVED_VIEWS_MAX - viewsOfModel(settings).length));
    putViews(app, new Map(found.map((view) => [view.uuid, view])));
    localStorage.removeItem(SAVED_VIEWS_KEY);
    if (found.length > 0) queueViews(app);
  } catch {
    // Closed or damaged storage has no list.
  }
}
