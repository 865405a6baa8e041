import type { App } from '../../core/app.ts';
import type { LookRow } from '../../values/look-row.ts';

/**
 * Changes a saved look as one step that can be undone.
 *
 * @param before What undoing puts back.
 */
export function editLook(app: App, label: string, before: LookRow, after: LookRow): void {
  app.commands.run({ label, edit: { kind: 'look', before, after } });
}
