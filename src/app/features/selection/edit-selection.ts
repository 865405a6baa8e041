import type { MaterialSelection } from '../../../contract/http/projects.ts';
import type { App } from '../../app.ts';
import { copyPlain } from '../../copy-plain.ts';
import { currentSettings } from '../../edit-settings.ts';
import { putSelection } from './put-selection.ts';
import { queueSelection } from './queue-selection.ts';

/**
 * Changes the selection at once, as one step that can be undone, and tells the server as soon as it can be reached.
 *
 * @param after Null: back to the automatic priority.
 */
export function editSelection(app: App, label: string, after: MaterialSelection | null): void {
  const before = copyPlain(currentSettings(app).render_settings.material_selection);
  const put = (selection: MaterialSelection | null) => (): void => {
    putSelection(app, selection);
    queueSelection(app);
  };
  app.commands.run({ label, do: put(after), undo: put(before) });
}
