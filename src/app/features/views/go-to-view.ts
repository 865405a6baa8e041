import type { SavedView } from '../../../contract/http/camera-views.ts';
import type { CameraPose } from '../../../contract/render-spec.ts';
import type { ViewerApi } from '../../../contract/viewer-api.ts';
import { ignoreGone } from '../../browser/expected-errors.ts';
import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';
import { holdsCamera } from '../../scene/hold-camera.ts';
import { transitionTime } from '../../scene/move-camera.ts';
import { rememberCamera } from '../../scene/remember-camera.ts';
import { takeCamera } from '../../scene/take-camera.ts';
import { copyPlain } from '../../values/copy-plain.ts';
import { isSameMatrix } from '../../values/same-matrix.ts';
import { markActive } from './mark-active.ts';

/** How far the camera may stand from where it was sent and still be there, stage units: a model is 10. */
const ARRIVED = 0.01;

/**
 * Moves camera and model to a saved view over 600 ms, at once for a person who asks for less motion, and makes it the
 * last camera of the project. A gesture on the way ends it where it is. The view that is active already is left alone,
 * and so is every other while one is on its way (S2 2, S2 4) or a sketch holds the camera (F6). The model moves as one step that can be undone (E19).
 */
export async function goToView(app: App, uuid: string): Promise<void> {
  const { stage, views: list } = app.state;
  const view = currentSettings(app).camera_views.find((candidate) => candidate.uuid === uuid);
  if (view === undefined) return app.outside.warn(app.texts().t.views.notFound(uuid));
  if (stage.activeView === uuid || list.movingTo !== null || holdsCamera(app)) return;
  const { pose } = copyPlain(view);
  list.movingTo = uuid;
  try {
    takeCamera(app);
    // A reload on the way opens where it was going.
    rememberCamera(app, pose);
    const api = app.viewer.current?.api;
    if (api === undefined) return;
    const moving = placeModel(app, api, view);
    await Promise.all([moveCamera(app, api, pose), moving]).catch((error: unknown) => {
      if (stage.graphics !== 'lost') throw error;
    });
    // A scene that was lost on the way comes back there.
    if (stage.graphics === 'lost') stage.camera = copyPlain(pose);
    if (!isNear(await api.camera(), pose)) return;
    stage.activeView = uuid;
    markActive(app, uuid);
  } catch (error) {
    // The transition is over.
    ignoreGone(error);
  } finally {
    list.movingTo = null;
  }
}

/** At once where a transition cannot start (S2 4). */
async function moveCamera(app: App, api: ViewerApi, pose: CameraPose): Promise<void> {
  const timeMs = transitionTime();
  try {
    await api.setCamera(pose, timeMs);
  } catch (error) {
    if (timeMs === 0 || app.state.stage.graphics === 'lost') throw error;
    await api.setCamera(pose, 0);
  }
}

/** The viewer is told first: what follows the settings then joins that transition. */
async function placeModel(app: App, api: ViewerApi, view: SavedView): Promise<void> {
  const { render_settings: look } = currentSettings(app);
  const matrix = app.state.views.isCameraOnly ? null : view.model_transform;
  if (matrix === null || isSameMatrix(matrix, look.model_transform)) return;
  const model_transform = copyPlain(matrix);
  const arrival = api.setModelTransform(model_transform, transitionTime());
  const label = app.texts().t.views.undoModel(view.name);
  editSettings(app, label, { render_settings: { ...look, model_transform } });
  await arrival;
}

function isNear(a: CameraPose, b: CameraPose): boolean {
  const apart = (one: readonly number[], other: readonly number[]): number =>
    Math.hypot(...one.map((value, axis) => value - (other[axis] ?? 0)));
  return apart(a.position, b.position) < ARRIVED && apart(a.target, b.target) < ARRIVED;
}
