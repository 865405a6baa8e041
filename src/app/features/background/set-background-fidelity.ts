import type { App } from '../../core/app.ts';
import { editSettings } from '../../core/edit-settings.ts';
import type { Texts } from '../../texts/use-texts.ts';

/** @param fraction 1 keeps the picture, 0 takes only its colours (H4). A drag is one step to undo. */
export function setBackgroundFidelity(
  app: Pick<App, 'state' | 'commands'>,
  texts: Texts,
  fraction: number,
): void {
  const patch = { background_fidelity: fraction };
  editSettings(app, texts.t.background.undoFidelity, patch, 'background-fidelity');
}
