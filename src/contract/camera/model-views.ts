import { PROJECT_VIEWS_MAX, SAVED_VIEWS_MAX } from '../constants.ts';
import type { SavedView } from '../http/camera-views.ts';

/** Settings of a project, as far as they say which views a person sees. */
export interface ProjectViews {
  readonly camera_views: readonly SavedView[];
  readonly model_hash: string | null;
}

/** The views of the model that a project shows; those of others wait until their model is back. */
export function viewsOfModel({ camera_views: views, model_hash: shown }: ProjectViews): SavedView[] {
  return views.filter((view) => view.model_hash === null || view.model_hash === shown);
}

/** @returns The same views, those that name no model with the one that their project shows. */
export function stampViews(views: readonly SavedView[], shown: SavedView['model_hash']): SavedView[] {
  return views.map((view) => (view.model_hash === null ? { ...view, model_hash: shown } : view));
}

/** Views that a project has room for, and those that it has not. */
export interface FittedViews {
  readonly kept: readonly SavedView[];
  readonly dropped: readonly SavedView[];
}

/**
 * Of too many views of one model its newest stay. Of too many in all the oldest go, first of the model that was left the
 * longest ago, last of the one that is shown.
 */
export function fitViews(settings: ProjectViews): FittedViews {
  const shown = new Set(viewsOfModel(settings));
  const newestFirst = [...settings.camera_views].sort((a, b) => b.timestamp - a.timestamp);
  const models = new Map<string | null, SavedView[]>([[null, []]]);
  for (const view of newestFirst) {
    const model = shown.has(view) ? null : view.model_hash;
    models.set(model, [...(models.get(model) ?? []), view]);
  }
  // A map has the shown model first, then the others as their newest views came.
  const newest = [...models.values()].flatMap((views) => views.slice(0, SAVED_VIEWS_MAX));
  const kept = new Set(newest.slice(0, PROJECT_VIEWS_MAX));
  return {
    kept: settings.camera_views.filter((view) => kept.has(view)),
    dropped: settings.camera_views.filter((view) => !kept.has(view)),
  };
}

/** The limit that views exceed, of one model or of all; null where all have room. */
export function exceededLimit(views: readonly SavedView[]): number | null {
  if (views.length > PROJECT_VIEWS_MAX) return PROJECT_VIEWS_MAX;
  const counts = new Map<string | null, number>();
  for (const { model_hash: model } of views) counts.set(model, (counts.get(model) ?? 0) + 1);
  return Math.max(0, ...counts.values()) > SAVED_VIEWS_MAX ? SAVED_VIEWS_MAX : null;
}
