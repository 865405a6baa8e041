import { DELETED_VIEWS_MAX } from '../constants.ts';
import type { DeletedView, SavedView } from '../http/camera-views.ts';

/** A project's views and those it had. A uuid stands in one of the two lists at most. */
export interface ViewList {
  readonly views: readonly SavedView[];
  readonly deleted: readonly DeletedView[];
}

/**
 * Joins two states of a project's views by uuid. The newer state of a view wins, `mine` when they are as old; a view
 * that was deleted after its last change stays deleted (E13, E14). Of equals that differ in having a picture the picture
 * stays. More than `SAVED_VIEWS_MAX` may come out.
 *
 * @returns Views by `order`, one active at most; deletions oldest first, the newest `DELETED_VIEWS_MAX`.
 */
export function mergeViews(theirs: ViewList, mine: ViewList): { views: SavedView[]; deleted: DeletedView[] } {
  const deleted = newestByUuid([...theirs.deleted, ...mine.deleted]);
  const all = newestByUuid([...theirs.views, ...mine.views]);
  const numbers = new Map(
    [...theirs.views, ...mine.views].flatMap(({ uuid, backend_id }) =>
      backend_id === null ? [] : [[uuid, backend_id]],
    ),
  );
  const stateOf = ({ uuid, timestamp }: SavedView): string => `${uuid} ${timestamp}`;
  const pictures = new Map(
    [...theirs.views, ...mine.views].flatMap((view) =>
      view.thumbnail === null ? [] : [[stateOf(view), view.thumbnail]],
    ),
  );
  const active = [...mine.views, ...theirs.views].find((view) => view.is_active)?.uuid;
  const views: SavedView[] = [];
  for (const view of all.values()) {
    const end = deleted.get(view.uuid);
    if (end !== undefined && end.timestamp >= view.timestamp) continue;
    deleted.delete(view.uuid);
    views.push({
      ...view,
      is_active: view.uuid === active,
      thumbnail: view.thumbnail ?? pictures.get(stateOf(view)) ?? null,
      backend_id: view.backend_id ?? numbers.get(view.uuid) ?? null,
    });
  }
  return {
    views: views.sort((a, b) => a.order - b.order),
    deleted: [...deleted.values()].sort((a, b) => a.timestamp - b.timestamp).slice(-DELETED_VIEWS_MAX),
  };
}

/** Of equals the last. */
function newestByUuid<T extends { readonly uuid: string; readonly timestamp: number }>(
  list: readonly T[],
): Map<string, T> {
  const newest = new Map<string, T>();
  for (const item of list) {
    const known = newest.get(item.uuid);
    if (known === undefined || known.timestamp <= item.timestamp) newest.set(item.uuid, item);
  }
  return newest;
}
