import { viewsOfModel } from '../../../contract/camera/model-views.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { CameraPose } from '../../../contract/render-spec.ts';
import { isView0Of, type View0 } from '../../model/view0.ts';
import { isSameMatrix } from '../../values/same-matrix.ts';
import { isSamePose } from '../../values/same-pose.ts';

/** Where a model is looked at from first; null for the whole model from the front. */
export interface FirstCamera {
  readonly pose: CameraPose | null;
  /** The saved view that this is. */
  readonly activeView: string | null;
}

/**
 * The last camera, else the active view, else the first, else all of the model (E4). The last camera is what this
 * device or another left later. One that was left in another project with this model only stands in for all of the
 * model: what the project says of itself comes first.
 *
 * @param stored The device's record; one of another model does not count.
 * @param projectKey Of the project that is shown.
 * @param isCameraOnly A view is of the camera, wherever the model stands in it.
 */
export function chooseCamera(
  hash: ContentHash,
  stored: View0 | null,
  settings: Pick<ProjectSettings, 'camera_views' | 'render_settings'>,
  projectKey: string | null,
  isCameraOnly = false,
): FirstCamera {
  const views = viewsOfModel({ ...settings, model_hash: hash })
    .filter(({ id }) => id !== 0)
    .sort((a, b) => a.order - b.order);
  const view = views.find(({ is_active }) => is_active) ?? views[0] ?? null;
  const view0 = stored !== null && isView0Of(stored, hash) ? stored : null;
  const isOthers = view0 !== null && view0.projectKey !== null && view0.projectKey !== projectKey;
  const last = lastCamera(isOthers ? null : view0, settings);
  const pose = last ?? view?.pose ?? view0?.pose ?? null;
  const { model_transform: stands } = settings.render_settings;
  const isSeen = view !== null && pose !== null && isSamePose(view.pose, pose);
  const isThere = isSeen && (isCameraOnly || isSameMatrix(view.model_transform ?? stands, stands));
  return { pose, activeView: isThere ? view.uuid : null };
}

function lastCamera(
  view0: View0 | null,
  { render_settings: { camera, camera_at } }: Pick<ProjectSettings, 'render_settings'>,
): CameraPose | null {
  if (view0 === null || camera === null) return camera ?? view0?.pose ?? null;
  return view0.timestamp > (camera_at ?? 0) ? view0.pose : camera;
}
