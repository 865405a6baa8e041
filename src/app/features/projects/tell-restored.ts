import type { App } from '../../core/app.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';

/**
 * Says of the open project that what was saved of it has to be saved again, because the server was put back from a backup. Another
 * one says so itself, by what is unsaved in it.
 */
export function tellRestored(
  app: App,
  { row, isToSaveAgain }: { readonly row: { readonly key: string }; readonly isToSaveAgain: boolean },
): void {
  if (!isToSaveAgain || row.key !== app.state.project.key) return;
  app.toasts.show('warning', lateTextsOf(app.state.shell.language).conflicts.restoredUnsaved, {
    about: 'restored',
  });
}
