import type { App } from '../../core/app.ts';
import { editSettings } from '../../core/edit-settings.ts';
import type { Texts } from '../../texts/use-texts.ts';

/** Takes the style off and keeps its strength for the next one (S3 4). */
export function removeStyle(app: Pick<App, 'state' | 'commands'>, texts: Texts): void {
  editSettings(app, texts.t.style.undoRemove, { style_id: null });
}
