import { subscribeKey } from 'valtio/utils';
import type { ViewerClient } from '../../../workers/open-viewer.ts';
import { loadCode } from '../../browser/load-code.ts';
import type { App, DescribeLive } from '../../core/app.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';

/**
 * Traces what the stage shows as long as the live view is on.
 *
 * @param openSource Says what is to be traced; opened anew whenever it is turned on.
 * @returns Function that stops.
 */
export function followLive(
  app: App,
  viewer: ViewerClient,
  openSource: (app: App) => Promise<DescribeLive>,
): () => void {
  const { live } = app.state;
  let stop: (() => void) | null = null;
  /** Counts turns of the switch: code that comes late is of no use. */
  let turn = 0;
  const turnOff = (): void => {
    turn += 1;
    stop?.();
    stop = null;
  };
  const turnOn = async (): Promise<void> => {
    const own = ++turn;
    try {
      const [{ runLive }, describe] = await Promise.all([
        loadCode(() => import('./run-live.ts')),
        openSource(app),
      ]);
      if (own === turn) stop = runLive(app, viewer, describe);
    } catch {
      if (own !== turn) return;
      live.isOn = false;
      app.toasts.show('warning', lateTextsOf(app.texts().language).live.unloaded, { area: 'viewer' });
    }
  };
  const update = (): void => {
    turnOff();
    if (live.isOn) void turnOn();
  };
  const stopState = subscribeKey(live, 'isOn', update, true);
  update();
  return () => {
    stopState();
    turnOff();
  };
}
