import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { CameraPose } from '../../../contract/render-spec.ts';
import { isSamePose } from '../../same-pose.ts';
import { isView0Of, type View0 } from '../../view0.ts';

/** Where a model is looked at from first; null for the whole model from the front. */
export interface FirstCamera {
  readonly pose: CameraPose | null;
  /** The saved view that this is. */
  readonly activeView: string | null;
}

/**
 * The last camera, else the active view, else the first, else all of the model (E4). The last camera is what this
 * device or another left later; of a model that several projects show, each has its own.
 *
 * @param stored The device's record; one of another model does not count.
 * @param projectKey Of the project that is shown.
 */
export function chooseCamera(
  hash: ContentHash,
  stored: View0 | null,
  settings: Pick<ProjectSettings, 'camera_views' | 'render_settings'>,
  projectKey: string | null,
): FirstCamera {
  const views = settings.camera_views.filter(({ id }) => id !== 0).sort((a, b) => a.order - b.order);
  const view = views.find(({ is_active }) => is_active) ?? views[0] ?? null;
  const view0 = stored !== null && isView0Of(stored, hash) ? stored : null;
  const pose = lastCamera(view0, settings, projectKey) ?? view?.pose ?? null;
  const isThere = view !== null && pose !== null && isSamePose(view.pose, pose);
  return { pose, activeView: isThere ? view.uuid : null };
}

function lastCamera(
  view0: View0 | null,
  { render_settings: { camera, camera_at } }: Pick<ProjectSettings, 'render_settings'>,
  projectKey: string | null,
): CameraPose | null {
  if (view0 === null) return camera;
  if (camera === null) return view0.pose;
  const isOthers = view0.projectKey !== null && view0.projectKey !== projectKey;
  return !isOthers && view0.timestamp > (camera_at ?? 0) ? view0.pose : camera;
}
