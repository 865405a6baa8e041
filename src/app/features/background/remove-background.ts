import { STAGE_BACKGROUND } from '../../../contract/constants.ts';
import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';
import type { Texts } from '../../texts/use-texts.ts';

/** Takes the background away; what remains is the stage's own grey (S3 4). */
export function removeBackground(app: Pick<App, 'state' | 'commands'>, texts: Texts): void {
  editSettings(app, texts.t.background.undoRemove, {
    background_id: null,
    background_color: STAGE_BACKGROUND,
    render_settings: { ...currentSettings(app).render_settings, background_gradient: null },
  });
}
