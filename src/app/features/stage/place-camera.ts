import type { ContentHash } from '../../../contract/ids.ts';
import type { CameraPose } from '../../../contract/render-spec.ts';
import type { ViewerApi } from '../../../contract/viewer-api.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { pinProject } from '../../core/pin-model.ts';
import { isView0Of, readView0, VIEW0_KEY, type View0 } from '../../model/view0.ts';
import { rememberCamera } from '../../scene/remember-camera.ts';
import { copyPlain } from '../../values/copy-plain.ts';
import { isSamePose } from '../../values/same-pose.ts';
import { chooseCamera } from './choose-camera.ts';

/**
 * Puts the camera where a model that has just come is looked at from, and remembers it as the last camera: a reload opens
 * on it, and what is painted over it belongs to it. A model that was on the stage already keeps the camera where a person
 * left it: a lost canvas, a second try (E5). A project that is left meanwhile has none any more.
 */
export async function placeCamera(app: App, api: ViewerApi, hash: ContentHash): Promise<void> {
  const { stage, project } = app.state;
  if (stage.modelHash === hash && stage.camera !== null) {
    await api.setCamera(copyPlain(stage.camera), 0);
    return;
  }
  const settings = currentSettings(app);
  const { isCameraOnly } = app.state.views;
  const view0 = takeView0(app, hash);
  const isOpenStill = pinProject(app);
  const { pose, activeView } = chooseCamera(hash, view0, settings, project.key, isCameraOnly);
  stage.activeView = activeView;
  stage.helperView = null;
  if (pose === null) stage.camera = await api.fitCamera(0, 'hero');
  else {
    stage.camera = copyPlain(pose);
    await api.setCamera(copyPlain(pose), 0);
  }
  const { camera: placed } = app.state.stage;
  if (!isOpenStill() || placed === null || project.settings.model_hash !== hash) return;
  const { camera, camera_at } = settings.render_settings;
  const isKnown = camera !== null && isSamePose(camera, placed);
  const isLast = view0 !== null && isSamePose(view0.pose, placed);
  const at = isLast ? view0.timestamp : isKnown ? (camera_at ?? 0) : 0;
  rememberCamera(app, copyPlain(placed), at);
}

/** Where the first frame of a model that comes to the stage is seen from: as {@link placeCamera} leaves it. */
export function cameraAtFirst(app: App, hash: ContentHash): CameraPose | 'hero' {
  const { stage, project } = app.state;
  if (stage.modelHash === hash && stage.camera !== null) return copyPlain(stage.camera);
  const { pose } = chooseCamera(hash, takeView0(app, hash), currentSettings(app), project.key);
  return pose === null ? 'hero' : copyPlain(pose);
}

/** The device's record of this model. What is invalid or of another model is deleted (S2 4, S2 5). */
function takeView0(app: Pick<App, 'outside'>, hash: ContentHash): View0 | null {
  const { localStorage } = app.outside;
  try {
    const text = localStorage.getItem(VIEW0_KEY);
    const view = readView0(text);
    if (view !== null && isView0Of(view, hash)) return view;
    if (text !== null) localStorage.removeItem(VIEW0_KEY);
  } catch {
    // A closed storage has none.
  }
  return null;
}
