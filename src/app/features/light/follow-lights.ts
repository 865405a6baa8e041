import { subscribe } from 'valtio';
import type { ViewerClient } from '../../../workers/open-viewer.ts';
import type { App } from '../../core/app.ts';
import { shownSettings } from '../../core/shown-settings.ts';
import { lightOf } from '../../model/stage-light.ts';
import { copyPlain } from '../../values/copy-plain.ts';

/**
 * Lights the stage as a drag says while it goes on, and as the settings say when it is dropped; what is kept of it is told
 * with the settings. The last place counts: those that come while the stage is being lit are left out.
 *
 * @returns Function that stops.
 */
export function followLights(app: App, viewer: ViewerClient): () => void {
  const { light } = app.state;
  let told = light.draft;
  let isTelling = false;
  const tell = async (): Promise<void> => {
    if (isTelling) return;
    isTelling = true;
    try {
      while (told !== light.draft) {
        told = light.draft;
        const draft = told === null ? null : copyPlain(told);
        await viewer.api.setLighting(lightOf(shownSettings(app), draft)).catch(() => undefined);
      }
    } finally {
      isTelling = false;
    }
  };
  const stopEvents = viewer.onEvent(({ kind }) => {
    if (kind === 'cameraMoved' || kind === 'cameraTravelled') light.isCameraMoving = true;
    else if (kind === 'cameraSettled' || kind === 'sceneLost') light.isCameraMoving = false;
  });
  const stopLight = subscribe(light, () => void tell());
  return () => {
    stopEvents();
    stopLight();
    light.isCameraMoving = false;
  };
}
