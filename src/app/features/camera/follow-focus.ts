import { subscribeKey } from 'valtio/utils';
import type { ViewerClient } from '../../../workers/open-viewer.ts';
import { ignoreGone } from '../../browser/expected-errors.ts';
import type { App } from '../../core/app.ts';
import { setFocus } from './set-focus.ts';

/**
 * Focuses on what is tapped while the camera tool asks for it; beside the product it goes on asking.
 *
 * @returns Function that stops.
 */
export function followFocus(app: App, viewer: ViewerClient): () => void {
  const { stage, camera } = app.state;
  const end = (): void => {
    camera.isPickingFocus = false;
    camera.hasMissed = false;
  };
  const focus = async (xPx: number, yPx: number): Promise<void> => {
    const hit = await viewer.api.surfaceAt(xPx, yPx).catch(ignoreGone);
    if (!camera.isPickingFocus) return;
    camera.hasMissed = !hit;
    if (!hit) return;
    setFocus(app, hit.position);
    end();
  };
  const stops = [
    viewer.onEvent((event) => {
      if (event.kind === 'partPicked' && camera.isPickingFocus) void focus(event.xPx, event.yPx);
    }),
    subscribeKey(stage, 'toolbar', end),
    subscribeKey(stage, 'modelHash', () => {
      end();
      camera.lastDepth = null;
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    end();
  };
}
