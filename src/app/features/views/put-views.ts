import { DELETED_VIEWS_MAX } from '../../../contract/constants.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import type { ViewTarget } from '../../data/command-log.ts';
import { copyPlain } from '../../values/copy-plain.ts';

/**
 * Puts views of the project as they shall be; those that are not named stay. Each gets the present time, so that no older
 * state of it wins; one that goes leaves a deletion, and one that comes back takes its deletion away (E13, E14). Which one
 * is active stays, and one that names no model is of the model that the project shows.
 */
export function putViews(app: Pick<App, 'state' | 'outside'>, targets: Iterable<ViewTarget>): void {
  const { camera_views: views, render_settings: look, model_hash: shown } = currentSettings(app);
  const ends = new Map(look.deleted_views.map((deletion) => [deletion.uuid, deletion]));
  const next = new Map(views.map((view) => [view.uuid, view]));
  for (const [uuid, target] of targets) {
    const known = next.get(uuid);
    const newest = Math.max(known?.timestamp ?? 0, ends.get(uuid)?.timestamp ?? 0);
    const timestamp = Math.max(app.outside.now(), newest + 1);
    ends.delete(uuid);
    if (target !== null) {
      const model_hash = target.model_hash ?? known?.model_hash ?? shown;
      next.set(uuid, { ...target, model_hash, is_active: known?.is_active ?? false, timestamp });
    } else if (next.delete(uuid)) ends.set(uuid, { uuid, timestamp });
  }
  const { settings } = app.state.project;
  settings.camera_views = copyPlain([...next.values()].sort((a, b) => a.order - b.order));
  settings.render_settings.deleted_views = copyPlain([...ends.values()].slice(-DELETED_VIEWS_MAX));
}
