import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';

/** Hides these nodes of the model and shows all others. One step to undo, named by `label`. */
export function hideExactly(
  app: Pick<App, 'state' | 'commands'>,
  label: string,
  hidden: Iterable<number>,
): void {
  const { render_settings: settings } = currentSettings(app);
  editSettings(app, label, {
    render_settings: { ...settings, hidden_nodes: [...hidden].sort((a, b) => a - b) },
  });
}
