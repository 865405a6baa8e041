import { describeView } from '../../contract/camera/describe-view.ts';
import type { CameraViewBody, CameraViewInput } from '../../contract/http/camera-views.ts';
import type { Transaction } from '../db/database.ts';
import { invalidRequest } from '../http/check-shape.ts';
import type { ProjectRow } from '../projects/find-project.ts';
import { CURRENT_VIEW, findView } from './find-view.ts';
import { readView } from './read-view.ts';
import { storeCurrentView } from './store-current-view.ts';
import { storeView } from './store-view.ts';

/**
 * Changes what a body names of a view, in a project that the transaction has locked. A body that says to be older than
 * the view changes nothing (E13).
 *
 * @param reference Number on the server or uuid; 0 is the current view.
 * @returns The view as it stands.
 * @throws AppError `not-found`; `invalid-request`.
 */
export async function changeView(
  tx: Transaction,
  project: ProjectRow,
  reference: number | string,
  body: CameraViewInput,
  now: Date,
): Promise<CameraViewBody> {
  if (reference === CURRENT_VIEW) return storeCurrentView(tx, project, body, now);
  const known = findView(project, reference);
  const timestamp = body.timestamp ?? Math.max(now.getTime(), known.timestamp);
  if (timestamp < known.timestamp) return describeView(known);
  if (body.view_number === CURRENT_VIEW) {
    throw invalidRequest('view_number', 'is 1 or more');
  }
  const view = readView(body, { ...known, id: body.view_number ?? known.id, timestamp });
  return describeView(await storeView(tx, project, view));
}
