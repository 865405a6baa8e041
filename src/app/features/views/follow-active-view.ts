import type { ViewerClient } from '../../../workers/open-viewer.ts';
import type { App } from '../../core/app.ts';
import { markActive } from './mark-active.ts';

/** Forgets which view is active once a person has moved the camera (E8). Returns the function that stops. */
export function followActiveView(app: App, viewer: ViewerClient): () => void {
  const { stage, views } = app.state;
  const stop = viewer.onEvent((event) => {
    // What a lost viewer was asked for is never answered.
    if (event.kind === 'needsScene') views.movingTo = null;
    if (event.kind !== 'cameraSettled' || views.movingTo !== null || stage.activeView !== null) return;
    markActive(app, null);
  });
  return () => {
    stop();
    views.movingTo = null;
  };
}
