import { FIDELITY_DEFAULT } from '../../../contract/constants.ts';
import type { LibraryItemBody } from '../../../contract/http/libraries.ts';
import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';
import type { Texts } from '../../texts/use-texts.ts';

/**
 * Puts a picture behind the product. Fidelity starts at its default (H5) unless a picture was there already: then the
 * person's own setting stays.
 */
export function chooseBackground(
  app: Pick<App, 'state' | 'commands'>,
  texts: Texts,
  item: LibraryItemBody,
): void {
  const {
    background_id: before,
    background_fidelity: fidelity,
    render_settings: settings,
  } = currentSettings(app);
  editSettings(app, texts.t.background.undoSet(item.names[texts.language]), {
    background_id: item.id,
    background_fidelity: before === null ? FIDELITY_DEFAULT : fidelity,
    render_settings: { ...settings, background_gradient: null },
  });
}
