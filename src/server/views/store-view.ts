import { mergeViews } from '../../contract/camera/merge-views.ts';
import type { SavedView } from '../../contract/http/camera-views.ts';
import type { Transaction } from '../db/database.ts';
import type { ProjectRow } from '../projects/find-project.ts';
import { storeChange } from '../projects/store-change.ts';
import { viewsOf, withViews } from './join-views.ts';
import { numberViews } from './number-views.ts';

/**
 * Puts one view among those of a project that the transaction has locked, in the place of its older self.
 *
 * @returns The view with its number.
 * @throws AppError `view-limit`.
 */
export async function storeView(tx: Transaction, project: ProjectRow, view: SavedView): Promise<SavedView> {
  const joined = mergeViews(viewsOf(project.settings), { views: [view], deleted: [] });
  const settings = await numberViews(tx, project.settings.camera_views, withViews(project.settings, joined));
  await storeChange(tx, project, { settings });
  const stored = settings.camera_views.find(({ uuid }) => uuid === view.uuid);
  if (stored === undefined) throw new Error('the view was not taken');
  return stored;
}
