import { type ProjectViews, viewsOfModel } from '../../../contract/camera/model-views.ts';
import type { SavedView } from '../../../contract/http/camera-views.ts';

/**
 * The views a person sees, in their order: those of the model that the project shows. Number 0 is the current view and
 * not among them (S2 2).
 */
export function listViews(settings: ProjectViews): SavedView[] {
  return viewsOfModel(settings)
    .filter(({ id }) => id !== 0)
    .sort((a, b) => a.order - b.order);
}
