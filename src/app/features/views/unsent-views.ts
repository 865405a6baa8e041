import type { SavedView } from '../../../contract/http/camera-views.ts';
import type { ProjectRow } from '../../db.ts';
import { isSameValue } from '../../same-value.ts';

/** What the server lacks of a project's saved views. */
export interface UnsentViews {
  readonly changed: readonly SavedView[];
  /** As the server has them. */
  readonly deleted: readonly SavedView[];
}

/** Compares this device's views with the server's. Which one is active is no change of a view. */
export function listUnsentViews({ settings, saved }: Pick<ProjectRow, 'settings' | 'saved'>): UnsentViews {
  const plain = (view: SavedView): SavedView => ({ ...view, backend_id: null, is_active: false });
  const theirs = new Map(saved.camera_views.map((view) => [view.uuid, plain(view)]));
  const here = new Set(settings.camera_views.map(({ uuid }) => uuid));
  const ended = new Set(settings.render_settings.deleted_views.map(({ uuid }) => uuid));
  return {
    changed: settings.camera_views.filter((view) => !isSameValue(plain(view), theirs.get(view.uuid))),
    deleted: saved.camera_views.filter(({ uuid }) => ended.has(uuid) && !here.has(uuid)),
  };
}
