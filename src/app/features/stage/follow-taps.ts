import { subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { ViewerClient } from '../../../workers/open-viewer.ts';
import type { App } from '../../core/app.ts';
import { fitCamera, frameParts } from '../../scene/move-camera.ts';

/**
 * What a tap on the stage offers: on a part what can be done with it, there where it was tapped, until the camera moves
 * or something else is opened; a double tap frames the part, beside the model the whole of it. While the transform tool
 * is open taps are its own.
 *
 * @returns Function that stops.
 */
export function followTaps(app: App, viewer: ViewerClient): () => void {
  const { stage, shell, project, camera } = app.state;
  const close = (): void => {
    stage.offered = null;
  };
  const stops = [
    viewer.onEvent((event) => {
      if (event.kind === 'partPicked') {
        const { hit, xPx, yPx, isDouble } = event;
        // A label's picture that waits for its place takes the tap.
        if (stage.toolbar === 'transform' || camera.isPickingFocus || app.state.labels.waiting !== null)
          return;
        stage.offered = hit === null || isDouble ? null : { xPx, yPx };
        if (!isDouble) return;
        void (hit === null ? fitCamera(app) : frameParts(app, { kind: 'part', ...hit }));
      } else if (event.kind === 'cameraMoved' || event.kind === 'sceneLost') close();
      // A turntable carries the part away slowly; a view that was asked for is another picture.
      else if (event.kind === 'cameraTravelled' && !project.settings.render_settings.auto_rotate) close();
    }),
    subscribeKey(stage, 'toolbar', close),
    subscribeKey(stage, 'modelHash', close),
    subscribe(shell, () => {
      if (shell.modal !== null || shell.place === 'assets') close();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    close();
  };
}
