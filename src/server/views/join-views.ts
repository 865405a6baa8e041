import { AppError } from '../../contract/failure.ts';
import { mergeViews, type ViewList } from '../../contract/merge-views.ts';
import { exceededLimit, viewsOfModel } from '../../contract/model-views.ts';
import type { StoredSettings } from '../db/schema/projects.ts';

/**
 * Joins the saved views of a change with those that stand. A caller who knew the whole list has its way: what it leaves
 * out of the model's that the project shows is deleted, when it says or else now, and what it brings back stands. Of any
 * other, and of other models' views, the newer state of each wins, and only what it says to be deleted is.
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
  shown: string | null,
  now: Date,
): StoredSettings {
  const [stored, next] = [viewsOf(before), viewsOf(after)];
  const isNamed = next.views !== stored.views;
  if (!isNamed && next.deleted === stored.deleted) return after;
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
