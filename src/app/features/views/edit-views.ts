import type { SavedView } from '../../../contract/http/camera-views.ts';
import type { App } from '../../app.ts';
import { currentSettings } from '../../edit-settings.ts';
import { isSameValue } from '../../same-value.ts';
import { putViews, type ViewTargets } from './put-views.ts';
import { queueViews } from './queue-views.ts';

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
  if (forward.size === 0) return;
  const back = compare(after, before);
  const put = (targets: ViewTargets) => (): void => {
    putViews(app, targets);
    queueViews(app);
  };
  app.commands.run({ label, do: put(forward), undo: put(back) });
}

/** What must happen to `from` for it to be `to`. */
function compare(from: readonly SavedView[], to: readonly SavedView[]): ViewTargets {
  const old = new Map(from.map((view) => [view.uuid, view]));
  const targets = new Map<string, SavedView | null>();
  for (const view of to) if (!isSameValue(view, old.get(view.uuid))) targets.set(view.uuid, view);
  const kept = new Set(to.map(({ uuid }) => uuid));
  for (const { uuid } of from) if (!kept.has(uuid)) targets.set(uuid, null);
  return targets;
}
