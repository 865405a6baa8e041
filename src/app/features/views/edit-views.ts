import type { SavedView } from '../../../contract/http/camera-views.ts';
import type { App } from '../../app.ts';
import { copyPlain } from '../../copy-plain.ts';
import { currentSettings } from '../../edit-settings.ts';
import { isSameValue } from '../../same-value.ts';
import type { ViewTarget } from './put-views.ts';

/**
 * Changes the saved views as one step that can be undone, and sends the change when the server can be reached. Undoing
 * touches only the views that the step touched: what came from another device in between stays.
 *
 * @param label What the step did, in the person's language.
 * @param change Gets the views by order, and returns them as they shall be.
 */
export function editViews(
  app: App,
  label: string,
  change: (views: readonly SavedView[]) => readonly SavedView[],
): void {
  const { camera_views: before } = currentSettings(app);
  const after = change(before);
  const forward = compare(before, after);
  if (forward.length === 0) return;
  const edit = { kind: 'views', before: compare(after, before), after: forward } as const;
  app.commands.run({ label, edit: copyPlain(edit) });
}

/** What must happen to `from` for it to be `to`. */
function compare(from: readonly SavedView[], to: readonly SavedView[]): ViewTarget[] {
  const old = new Map(from.map((view) => [view.uuid, view]));
  const kept = new Set(to.map(({ uuid }) => uuid));
  return [
    ...to.filter((view) => !isSameValue(view, old.get(view.uuid))).map((view) => [view.uuid, view] as const),
    ...from.filter(({ uuid }) => !kept.has(uuid)).map(({ uuid }) => [uuid, null] as const),
  ];
}
