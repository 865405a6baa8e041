import type { ModelPose } from '../../../contract/render-spec.ts';
import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';
import { pinModel } from '../../core/pin-model.ts';
import { isSameValue } from '../../values/same-value.ts';

/**
 * Stands the model in a moment of one of its animations, on the stage and in the next picture; nothing while another model is on
 * its way.
 *
 * @param pose Null: as the file stands by itself. @param label What the step did, in the person's language.
 * @param isMoment The clip stays: moments in quick succession are one step to undo.
 */
export function setPose(
  app: Pick<App, 'state' | 'commands'>,
  label: string,
  pose: ModelPose | null,
  isMoment = false,
): void {
  const { render_settings } = currentSettings(app);
  if (isSameValue(render_settings.pose, pose) || !pinModel(app)()) return;
  editSettings(app, label, { render_settings: { ...render_settings, pose } }, isMoment ? 'pose' : undefined);
}
