import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';
import { pinModel } from '../../core/pin-model.ts';

/**
 * Hides these nodes of the model on the stage and shows all others. One step to undo, named by `label`; nothing while another
 * model is on its way, whose nodes they are not.
 */
export function hideExactly(
  app: Pick<App, 'state' | 'commands'>,
  label: string,
  hidden: Iterable<number>,
): void {
  if (!pinModel(app)()) return;
  const { render_settings: settings } = currentSettings(app);
  editSettings(app, label, {
    render_settings: { ...settings, hidden_nodes: [...hidden].sort((a, b) => a - b) },
  });
}
