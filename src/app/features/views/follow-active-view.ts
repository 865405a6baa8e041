import type { ViewerClient } from '../../../workers/open-viewer.ts';
import type { App } from '../../app.ts';
import { markActive } from './mark-active.ts';

/** Forgets which view is active once a person has moved the camera (E8). Returns the function that stops. */
export function followActiveView(app: App, viewer: ViewerClient): () => void {
  const { stage, views } = app.state;
  return viewer.onEvent((event) => {
    if (event.kind !== 'cameraSettled' || views.movingTo !== null || stage.activeView !== null) return;
    markActive(app, null);
  });
}
