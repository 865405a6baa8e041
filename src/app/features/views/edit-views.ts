import { viewsOfModel } from '../../../contract/camera/model-views.ts';
import type { SavedView } from '../../../contract/http/camera-views.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import type { Edit, ViewTarget } from '../../data/command-log.ts';
import { copyPlain } from '../../values/copy-plain.ts';
import { isSameValue } from '../../values/same-value.ts';

/**
 * Changes the saved views of the model that the project shows as one step that can be undone, and sends the change when
 * the server can be reached. Undoing touches only the views that the step touched: what came from another device in
 * between stays.
 *
 * @param label What the step did, in the person's language.
 * @param change Gets the views by order, and returns them as they shall be.
 * @param forgotten Views of other models that make room.
 */
export function editViews(
  app: App,
  label: string,
  change: (views: readonly SavedView[]) => readonly SavedView[],
  forgotten: readonly SavedView[] = [],
): void {
  const shown = viewsOfModel(currentSettings(app));
  const edit = makeViewsEdit([...shown, ...forgotten], change(shown));
  if (edit.after.length > 0) app.commands.run({ label, edit: copyPlain(edit) });
}

/** The edit that makes views of one list those of another; views in neither stay. */
export function makeViewsEdit(
  before: readonly SavedView[],
  after: readonly SavedView[],
): Extract<Edit, { kind: 'views' }> {
  return { kind: 'views', before: compare(after, before), after: compare(before, after) };
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
