import { mergeViews } from '../../contract/camera/merge-views.ts';
import type { Transaction } from '../db/database.ts';
import type { ProjectRow } from '../projects/find-project.ts';
import { storeChange } from '../projects/store-change.ts';
import { CURRENT_VIEW, findView } from './find-view.ts';
import { viewsOf, withViews } from './join-views.ts';
import { storeCamera } from './store-current-view.ts';

/**
 * Deletes a view of a project that the transaction has locked, for good: another device's older copy does not bring it
 * back (E14). One that was changed after it was deleted stays (E13).
 *
 * @param reference Number on the server or uuid; 0 forgets the current view.
 * @param deletedAt When the person deleted it, milliseconds since the epoch; undefined for just now.
 * @throws AppError `not-found`.
 */
export async function deleteView(
  tx: Transaction,
  project: ProjectRow,
  reference: number | string,
  deletedAt: number | undefined,
  now: Date,
): Promise<void> {
  if (reference === CURRENT_VIEW) return storeCamera(tx, project, null, deletedAt ?? now.getTime());
  const view = findView(project, reference);
  const timestamp = deletedAt ?? Math.max(view.timestamp, now.getTime());
  if (timestamp < view.timestamp) return;
  const deleted = [{ uuid: view.uuid, timestamp }];
  const joined = mergeViews(viewsOf(project.settings), { views: [], deleted });
  await storeChange(tx, project, { settings: withViews(project.settings, joined) });
}
