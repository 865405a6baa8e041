import { mergeViews } from '../../contract/merge-views.ts';
import type { Transaction } from '../db/database.ts';
import type { ProjectRow } from '../projects/find-project.ts';
import { storeChange } from '../projects/store-change.ts';
import { CURRENT_VIEW, findView } from './find-view.ts';
import { viewsOf, withViews } from './join-views.ts';
import { storeCamera } from './store-current-view.ts';

/**
 * Deletes a view of a project that the transaction has locked, for good: another device's older copy does not bring it
 * back (E14).
 *
 * @param reference Number on the server or uuid; 0 forgets the current view.
 * @throws AppError `not-found`.
 */
export async function deleteView(
  tx: Transaction,
  project: ProjectRow,
  reference: number | string,
  now: Date,
): Promise<void> {
  if (reference === CURRENT_VIEW) return storeCamera(tx, project, null, now.getTime());
  const { uuid, timestamp } = findView(project, reference);
  const deleted = [{ uuid, timestamp: Math.max(timestamp, now.getTime()) }];
  const joined = mergeViews(viewsOf(project.settings), { views: [], deleted });
  await storeChange(tx, project, { settings: withViews(project.settings, joined) });
}
