import type { MaterialSelection } from '../../../contract/http/projects.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { copyPlain } from '../../values/copy-plain.ts';

/**
 * Changes the selection at once, as one step that can be undone, and tells the server as soon as it can be reached.
 *
 * @param after Null: back to the automatic priority.
 */
export function editSelection(app: App, label: string, after: MaterialSelection | null): void {
  const before = copyPlain(currentSettings(app).render_settings.material_selection);
  app.commands.run({ label, edit: { kind: 'selection', before, after: copyPlain(after) } });
}
