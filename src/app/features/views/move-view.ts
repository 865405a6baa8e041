import type { SavedView } from '../../../contract/http/camera-views.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { editViews } from './edit-views.ts';
import { listViews } from './list-views.ts';

/** Neighbours nearer than this are counted out again: halving them on would run out of digits. */
const NARROW = 1e-6;

/** Puts views before another one, or at the end for null, in the order that they have. */
export function moveViews(app: App, uuids: ReadonlySet<string>, before: string | null): void {
  editViews(app, app.texts().t.views.undoMove, (views) => reorderViews(views, uuids, before));
}

/** Moves a view by one place. */
export function stepView(app: App, uuid: string, step: -1 | 1): void {
  const listed = listViews(currentSettings(app));
  const place = listed.findIndex((view) => view.uuid === uuid);
  const target = listed[place + (step === 1 ? 2 : -1)];
  if (place === -1 || place + step < 0 || place + step >= listed.length) return;
  moveViews(app, new Set([uuid]), target?.uuid ?? null);
}

/**
 * Views with those of `uuids` before another one. Only the moved ones get another `order`, between their neighbours', so
 * that moves on two devices can be joined; where there is no room between them all are counted out.
 */
export function reorderViews(
  views: readonly SavedView[],
  uuids: ReadonlySet<string>,
  before: string | null,
): SavedView[] {
  const moved = inOrder(views).filter(({ uuid }) => uuids.has(uuid));
  const rest = inOrder(views).filter(({ uuid }) => !uuids.has(uuid));
  const found = rest.findIndex(({ uuid }) => uuid === before);
  const place = found === -1 ? rest.length : found;
  const line = [...rest.slice(0, place), ...moved, ...rest.slice(place)];
  if (line.every((view, index) => view.uuid === inOrder(views)[index]?.uuid)) return [...views];
  const low = rest[place - 1]?.order ?? (rest[place]?.order ?? 1) - moved.length - 1;
  const high = rest[place]?.order ?? low + moved.length + 1;
  const step = (high - low) / (moved.length + 1);
  const orders = new Map(
    step < NARROW
      ? line.map(({ uuid }, index) => [uuid, index + 1])
      : moved.map(({ uuid }, index) => [uuid, low + step * (index + 1)]),
  );
  return views
    .map((view) => ({ ...view, order: orders.get(view.uuid) ?? view.order }))
    .sort((a, b) => a.order - b.order);
}

function inOrder(views: readonly SavedView[]): SavedView[] {
  return views.filter(({ id }) => id !== 0).sort((a, b) => a.order - b.order);
}
