import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';

/**
 * Who draws the project's orders from now on. One step to undo.
 *
 * @param label In the person's language.
 */
export function chooseEngine(
  app: Pick<App, 'state' | 'commands'>,
  label: string,
  engine: ProjectSettings['render_settings']['engine'],
): void {
  const { render_settings: settings } = currentSettings(app);
  if (settings.engine === engine) return;
  editSettings(app, label, { render_settings: { ...settings, engine } });
}
