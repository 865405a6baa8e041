import type { UpAxis } from '../../contract/scene/up-axis.ts';
import type { App } from '../core/app.ts';
import { currentSettings, editSettings } from '../core/edit-settings.ts';

/**
 * Points the top of the project's model to an axis, as one step that can be undone. What the transform tool did stays
 * (F17). The axis it points to already, and a stage without a model, change nothing (F15).
 */
export function chooseUpAxis(app: Pick<App, 'state' | 'commands' | 'texts'>, axis: UpAxis): void {
  const { render_settings: look, model_hash: hash } = currentSettings(app);
  if (hash === null || look.up_axis === axis) return;
  const { t } = app.texts();
  editSettings(app, t.coordinates.undoAxis(t.stage.up[axis]), {
    render_settings: { ...look, up_axis: axis },
  });
}
