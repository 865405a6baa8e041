import { LABELS_MAX } from '../../../contract/constants.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import type { Texts } from '../../texts/use-texts.ts';
import { askPlace } from './ask-place.ts';
import { unitsOf } from './follow-labels.ts';
import { letWait } from './let-wait.ts';
import { placeLabel } from './place-label.ts';
import { takeLabelPicture } from './take-label-picture.ts';

/**
 * Puts a picture on the product where it was dropped; beside the product it waits for its place. A file may take half a minute
 * to be read, which the list of labels and a notice say.
 *
 * @param dropped CSS pixels of the window; null where it was chosen in a dialog.
 */
export async function takeDroppedLabel(
  app: App,
  texts: Texts,
  file: File,
  dropped: readonly [number, number] | null,
): Promise<void> {
  if (currentSettings(app).render_settings.labels.length >= LABELS_MAX) {
    app.toasts.show('info', lateTextsOf(texts.language).labels.full(LABELS_MAX));
    return;
  }
  app.state.shell.panelTab = 'labels';
  const viewer = app.viewer.current;
  const at = dropped === null ? null : (viewer?.placeOf(...dropped) ?? null);
  const doneReading = app.toasts.show('info', lateTextsOf(texts.language).labels.reading);
  // Where the person sees it now: by the end the view may be another one.
  const [place, picture] = await Promise.all([
    at === null || viewer === null ? null : askPlace(app, viewer, (api) => api.labelPlaceAt(at.xPx, at.yPx)),
    takeLabelPicture(app, texts, file),
  ]).finally(doneReading);
  if (picture === null) return;
  if (place === null || place === 'leaving') letWait(app, picture);
  else placeLabel(app, picture, place, unitsOf(app));
}
