import type { SavedView } from '../../contract/http/camera-views.ts';
import { isSameValue } from '../values/same-value.ts';
import type { ProjectRow } from './db.ts';

/** What the server lacks of a project's saved views. */
export interface UnsentViews {
  readonly changed: readonly SavedView[];
  /** As the server has them, with when they were deleted here. */
  readonly deleted: readonly { readonly view: SavedView; readonly deletedAt: number }[];
}

/**
 * Compares this device's views with the server's. Which one is active is no change of a view, and of two pictures of
 * the same state one is as good as the other.
 */
export function listUnsentViews({ settings, saved }: Pick<ProjectRow, 'settings' | 'saved'>): UnsentViews {
  const plain = (view: SavedView): SavedView => ({
    ...view,
    backend_id: null,
    is_active: false,
    thumbnail: null,
  });
  const theirs = new Map(saved.camera_views.map((view) => [view.uuid, view]));
  const isKnown = (view: SavedView): boolean => {
    const known = theirs.get(view.uuid);
    const lacksPicture = view.thumbnail !== null && known?.thumbnail === null;
    return known !== undefined && !lacksPicture && isSameValue(plain(view), plain(known));
  };
  const here = new Set(settings.camera_views.map(({ uuid }) => uuid));
  const ends = new Map(settings.render_settings.deleted_views.map((end) => [end.uuid, end.timestamp]));
  return {
    changed: settings.camera_views.filter((view) => !isKnown(view)),
    deleted: saved.camera_views.flatMap((view) => {
      const deletedAt = ends.get(view.uuid);
      return deletedAt === undefined || here.has(view.uuid) ? [] : [{ view, deletedAt }];
    }),
  };
}
