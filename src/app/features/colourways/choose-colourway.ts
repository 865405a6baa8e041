import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';
import { pinModel } from '../../core/pin-model.ts';
import type { Texts } from '../../texts/use-texts.ts';

/**
 * Shows the model on the stage in one of its colourways, as one step to undo; nothing while another model is on its way.
 *
 * @param name Null: as the file is by itself.
 */
export function chooseColourway(
  app: Pick<App, 'state' | 'commands'>,
  texts: Texts,
  name: string | null,
): void {
  const { render_settings } = currentSettings(app);
  if (render_settings.variant === name || !pinModel(app)()) return;
  editSettings(app, texts.t.colourways.undo(name ?? texts.t.colourways.asFile), {
    render_settings: { ...render_settings, variant: name },
  });
}
