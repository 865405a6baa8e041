import { viewsOfModel } from '../../../contract/camera/model-views.ts';
import { SAVED_VIEWS_MAX } from '../../../contract/constants.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { readStoredViews } from '../../model/read-stored-views.ts';
import { SAVED_VIEWS_KEY } from '../../orders/backup-tiers.ts';
import { putViews } from './put-views.ts';
import { queueViews } from './queue-views.ts';
import { setAside } from './set-aside.ts';

/**
 * Takes the views that an older version kept on this device as a bare list into the open project, as many as it has
 * room for; the others are set aside. The list is gone afterwards.
 */
export function adoptLegacyViews(app: App): void {
  const { localStorage } = app.outside;
  try {
    const list: unknown = JSON.parse(localStorage.getItem(SAVED_VIEWS_KEY) ?? 'null');
    if (!Array.isArray(list)) return;
    const settings = currentSettings(app);
    const known = new Set(settings.camera_views.map(({ uuid }) => uuid));
    const found = readStoredViews(list, { ...app.outside, nameOf: app.texts().t.views.defaultName }).filter(
      ({ uuid }) => !known.has(uuid),
    );
    const room = Math.max(0, SAVED_VIEWS_MAX - viewsOfModel(settings).length);
    const [taken, left] = [found.slice(0, room), found.slice(room)];
    putViews(app, new Map(taken.map((view) => [view.uuid, view])));
    localStorage.removeItem(SAVED_VIEWS_KEY);
    setAside(app, app.state.project.key, left).catch(() =>
      localStorage.setItem(SAVED_VIEWS_KEY, JSON.stringify(left)),
    );
    if (taken.length > 0) queueViews(app);
  } catch {
    // Closed or damaged storage has no list.
  }
}
