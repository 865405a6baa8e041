import type { CameraPose } from '../../contract/render-spec.ts';
import type { App } from '../core/app.ts';
import { currentSettings } from '../core/edit-settings.ts';
import { VIEW0_KEY, writeView0 } from '../model/view0.ts';
import { copyPlain } from '../values/copy-plain.ts';

/**
 * Makes a pose the last camera of the project's model, in both places that outlive the page: the browser's storage,
 * which has it at once, and the project's settings, which the device's database has a moment later and the server with
 * the next save. The one with the newer time wins at the next load (`features/stage/choose-camera.ts`).
 *
 * @param at When it was left there, milliseconds since the epoch; 0 where nobody has moved it yet.
 */
export function rememberCamera(
  app: Pick<App, 'state' | 'outside'>,
  pose: CameraPose,
  at = app.outside.now(),
): void {
  const { project } = app.state;
  const { model_hash: hash, render_settings: look } = currentSettings(app);
  if (hash === null) return;
  project.settings.render_settings.camera = copyPlain(pose);
  project.settings.render_settings.camera_at = at;
  try {
    const text = writeView0(pose, at, hash, look.model_transform, project.key);
    app.outside.localStorage.setItem(VIEW0_KEY, text);
  } catch {
    // A full or closed storage: the project's settings have it.
  }
}
