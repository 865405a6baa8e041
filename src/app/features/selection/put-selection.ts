import type { MaterialSelection } from '../../../contract/http/projects.ts';
import type { App } from '../../core/app.ts';
import { assignSettings, currentSettings } from '../../core/edit-settings.ts';

/** Writes the selection without a step to undo. Null: the automatic priority chooses. */
export function putSelection(app: Pick<App, 'state'>, selection: MaterialSelection | null): void {
  const { render_settings } = currentSettings(app);
  assignSettings(app, { render_settings: { ...render_settings, material_selection: selection } });
}
