import { AppError } from '../../contract/failure.ts';
import type { SavedView } from '../../contract/http/camera-views.ts';
import type { ProjectRow } from '../projects/find-project.ts';

/** The current view's number: the project's camera, which is no saved view (E7). */
export const CURRENT_VIEW = 0;

/**
 * A saved view of a project, by its number on the server or its uuid.
 *
 * @throws AppError `not-found`.
 */
export function findView(project: ProjectRow, reference: number | string): SavedView {
  const view = project.settings.camera_views.find(
    ({ uuid, backend_id }) => uuid === reference || backend_id === reference,
  );
  if (view === undefined) throw new AppError({ code: 'not-found' });
  return view;
}
