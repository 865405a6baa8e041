import type { SavedView } from '../../../contract/http/camera-views.ts';
import type { ProjectRow } from '../../db.ts';
import { isSameValue } from '../../same-value.ts';

/** What the server lacks of a project's saved views. */
export interface UnsentViews {
  readonly changed: readonly SavedView[];
  /** As the server has them, with when they were deleted here. */
  readonly deleted: readonly { readonly view: SavedView; readonly deletedAt: number }[];
}

/** Compares this device's views with the server's. Which one is active is no change of a view. */
export function listUnsentViews({ settings, saved }: Pick<ProjectRow, 'settings' | 'saved'>): UnsentViews {
  const plain = (view: SavedView): SavedView => ({ ...view, backend_id: null, is_active: false });
  const theirs = new Map(saved.camera_views.map((view) => [view.uuid, plain(view)]));
  const here = new Set(settings.camera_views.map(({ uuid }) => uuid));
  const ends = new Map(settings.render_settings.deleted_views.map((end) => [end.uuid, end.timestamp]));
  return {
    changed: settings.camera_views.filter((view) => !isSameValue(plain(view), theirs.get(view.uuid))),
    deleted: saved.camera_views.flatMap((view) => {
      const deletedAt = ends.get(view.uuid);
      return deletedAt === undefined || here.has(view.uuid) ? [] : [{ view, deletedAt }];
    }),
  };
}
