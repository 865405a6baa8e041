import { mergeViews, type ViewList } from '../../contract/camera/merge-views.ts';
import { exceededLimit, viewsOfModel } from '../../contract/camera/model-views.ts';
import { AppError } from '../../contract/failure.ts';
import type { SavedView } from '../../contract/http/camera-views.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { StoredSettings } from '../db/schema/projects.ts';

/**
 * Joins the saved views of a change with those that stand. A caller who knew the whole list has its way: what it leaves
 * out of the model's that the project shows is deleted, when it says or else now, and what it brings back stands. Of any
 * other, and of other models' views, the newer state of each wins, and only what it says to be deleted is. A view that
 * names no model, as older devices send it, keeps the one it has; a new one is of the model that is shown.
 *
 * @param before Settings as they stand.
 * @param after Settings with the change written over them.
 * @param isWhole The caller named the revision that stands. @param shown The model that the project shows after it.
 * @throws AppError `view-limit`.
 */
export function joinViews(
  before: StoredSettings,
  after: StoredSettings,
  isWhole: boolean,
  shown: ContentHash | null,
  now: Date,
): StoredSettings {
  const stored = viewsOf(before);
  const { views: sent, deleted: ended } = viewsOf(after);
  const isNamed = sent !== stored.views;
  if (!isNamed && ended === stored.deleted) return after;
  const next: ViewList = { views: isNamed ? nameModels(sent, stored.views, shown) : sent, deleted: ended };
  if (!isWhole || !isNamed) return withViews(after, mergeViews(stored, next));
  const kept = new Set(next.views.map(({ uuid }) => uuid));
  const said = [...stored.deleted, ...next.deleted].filter(({ uuid }) => !kept.has(uuid));
  const timed = new Set(said.map(({ uuid }) => uuid));
  const ofModel = new Set(viewsOfModel({ camera_views: stored.views, model_hash: shown }));
  const unnamed = stored.views.filter(({ uuid }) => !kept.has(uuid) && !timed.has(uuid));
  const left = unnamed.filter((view) => ofModel.has(view));
  const others = unnamed.filter((view) => !ofModel.has(view));
  const deleted = [
    ...said,
    ...left.map(({ uuid, timestamp }) => ({ uuid, timestamp: Math.max(timestamp, now.getTime()) })),
  ];
  return withViews(after, mergeViews({ views: others, deleted }, { views: next.views, deleted: [] }));
}

function nameModels(
  sent: readonly SavedView[],
  stored: readonly SavedView[],
  shown: ContentHash | null,
): SavedView[] {
  const known = new Map(stored.map(({ uuid, model_hash }) => [uuid, model_hash]));
  return sent.map((view) => ({ ...view, model_hash: view.model_hash ?? known.get(view.uuid) ?? shown }));
}

/** The views a project's settings hold. */
export function viewsOf(settings: StoredSettings): ViewList {
  return { views: settings.camera_views, deleted: settings.render_settings.deleted_views };
}

/** @throws AppError `view-limit`. */
export function withViews(
  settings: StoredSettings,
  { views, deleted }: ReturnType<typeof mergeViews>,
): StoredSettings {
  const limit = exceededLimit(views);
  if (limit !== null) throw new AppError({ code: 'view-limit', limit });
  return {
    ...settings,
    camera_views: views,
    render_settings: { ...settings.render_settings, deleted_views: deleted },
  };
}
