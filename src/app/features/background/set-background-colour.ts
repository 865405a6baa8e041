import type { App } from '../../core/app.ts';
import { assignSettings, currentSettings, editSettings } from '../../core/edit-settings.ts';
import type { Texts } from '../../texts/use-texts.ts';

type Editing = Pick<App, 'state' | 'commands'>;

/** Shows a colour on the stage while the person is still choosing. Nothing to undo yet. */
export function previewBackgroundColour(app: Editing, colour: string): void {
  assignSettings(app, { background_color: colour });
}

/**
 * Puts one colour behind the product and takes a picture or gradient away. One step to undo.
 *
 * @param colour `#rrggbb`.
 * @param before The colour before the first preview.
 */
export function setBackgroundColour(app: Editing, texts: Texts, colour: string, before: string | null): void {
  assignSettings(app, { background_color: before });
  editSettings(app, texts.t.background.undoSet(colour), {
    background_color: colour,
    background_id: null,
    render_settings: { ...currentSettings(app).render_settings, background_gradient: null },
  });
}
