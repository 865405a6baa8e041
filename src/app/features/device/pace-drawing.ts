import { subscribeKey } from 'valtio/utils';
import type { TracePace } from '../../../workers/open-studio.ts';
import type { App } from '../../core/app.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';

/**
 * Holds the workers of a picture that this device draws while a person moves the stage, which needs all of it, and while nobody
 * looks at the page and it runs on a battery; the person is told of that when they look again.
 *
 * @returns Function that stops; it does not let held workers go on.
 */
export function paceDrawing(
  app: Pick<App, 'state' | 'outside' | 'toasts' | 'texts'>,
  pace: TracePace,
): () => void {
  const { stage, progress } = app.state;
  const { page, device } = app.outside;
  let isOnBattery = false;
  let isHeld = false;
  const judge = (): void => {
    const isSparing = isOnBattery && !page.isVisible();
    const { here } = progress;
    if (here !== null && here.isSparing !== isSparing) {
      here.isSparing = isSparing;
      if (!isSparing && page.isVisible()) {
        app.toasts.show('info', lateTextsOf(app.texts().language).here.spared, { about: 'device' });
      }
    }
    const wanted = isSparing || stage.isMoving;
    if (wanted === isHeld) return;
    isHeld = wanted;
    pace.setPaused(isHeld);
  };
  const stops = [
    subscribeKey(stage, 'isMoving', judge, true),
    page.onChange(judge),
    device.onBattery((told) => {
      isOnBattery = told;
      judge();
    }),
  ];
  judge();
  return () => {
    for (const stop of stops) stop();
  };
}
