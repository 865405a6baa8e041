import { opticsOf } from '../../contract/camera/camera-optics.ts';
import type { CameraPose } from '../../contract/render-spec.ts';
import { ignoreGone } from '../browser/expected-errors.ts';
import type { App } from '../core/app.ts';
import type { Lens } from '../data/command-log.ts';
import { copyPlain } from '../values/copy-plain.ts';
import { transitionTime } from './move-camera.ts';
import { rememberCamera } from './remember-camera.ts';
import { takeCamera } from './take-camera.ts';

/**
 * Looks at the model from a pose, now and when it is opened again. A model that is on its way to the stage is looked at
 * from there when it comes.
 *
 * @param pose Null leaves the camera where it is.
 */
export function putCamera(
  app: Pick<App, 'state' | 'outside' | 'viewer'>,
  pose: CameraPose | null,
  transitionMs?: number,
): void {
  if (pose === null) return;
  const { stage, project } = app.state;
  takeCamera(app);
  rememberCamera(app, pose);
  // What stands there now is another model, and its camera its own.
  if (stage.modelHash !== project.settings.model_hash) return;
  stage.camera = copyPlain(pose);
  app.viewer.current?.api.setCamera(copyPlain(pose), transitionMs ?? transitionTime()).catch(ignoreGone);
}

/**
 * Gives the camera a lens where it stands, now and when the model is opened again. A model that is on its way to the stage
 * is looked at through it from where it was left.
 */
export function putLens(
  app: Pick<App, 'state' | 'outside' | 'viewer'>,
  lens: Lens,
  transitionMs?: number,
): void {
  const { stage, project } = app.state;
  const { model_hash: hash, render_settings: look } = project.settings;
  const pose = stage.modelHash === hash ? (stage.camera ?? look.camera) : look.camera;
  if (pose === null) return;
  putCamera(app, withLens(pose, lens), transitionMs);
}

/** A camera where it stands, with another lens. */
export function withLens(pose: CameraPose, lens: Lens): CameraPose {
  const { position, target, up, quaternion } = copyPlain(pose);
  const { fovDegrees } = lens;
  return { position, target, up, quaternion, fovDegrees, ...opticsOf(lens) };
}
