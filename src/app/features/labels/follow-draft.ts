import { subscribe } from 'valtio';
import type { ViewerClient } from '../../../workers/open-viewer.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { copyPlain } from '../../values/copy-plain.ts';

/**
 * Shows on the stage what a drag of a handle makes of a label, and the label as it is once the drag was given up. The newest
 * counts: those that come while the stage is being told are left out.
 *
 * @returns Function that stops.
 */
export function followDraft(app: Pick<App, 'state'>, viewer: ViewerClient): () => void {
  const { labels } = app.state;
  let told = labels.draft;
  let isTelling = false;
  const tell = async (): Promise<void> => {
    if (isTelling) return;
    isTelling = true;
    while (told !== labels.draft) {
      const index = (labels.draft ?? told)?.index ?? 0;
      told = labels.draft;
      const label = told?.label ?? currentSettings(app).render_settings.labels[index];
      if (label !== undefined) await viewer.api.previewLabel(index, copyPlain(label)).catch(() => undefined);
    }
    isTelling = false;
  };
  return subscribe(labels, () => void tell());
}
