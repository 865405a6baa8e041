import type { SavedView } from '../../../contract/http/camera-views.ts';

/** The views a person sees, in their order; number 0 is the current view and not among them (S2 2). */
export function listViews(views: readonly SavedView[]): SavedView[] {
  return views.filter(({ id }) => id !== 0).sort((a, b) => a.order - b.order);
}
