import { subscribe } from 'valtio';
import type { ViewerClient } from '../../../workers/open-viewer.ts';
import type { App } from '../../core/app.ts';
import { pinModel } from '../../core/pin-model.ts';
import { isSameMatrix } from '../../values/same-matrix.ts';
import { markActive } from './mark-active.ts';

/**
 * Forgets which view is active once a person has moved the camera (E8), or the model from where it stands in that view.
 * Returns the function that stops.
 */
export function followActiveView(app: App, viewer: ViewerClient): () => void {
  const { stage, views, project } = app.state;
  const stop = viewer.onEvent((event) => {
    // What a lost viewer was asked for is never answered.
    if (event.kind === 'needsScene') views.movingTo = null;
    if (event.kind !== 'cameraSettled' || views.movingTo !== null || stage.activeView !== null) return;
    markActive(app, null);
  });
  const stopModel = subscribe(project, () => {
    const { camera_views: saved, render_settings: look } = project.settings;
    if (stage.activeView === null || views.movingTo !== null || views.isCameraOnly) return;
    const view = saved.find(({ uuid }) => uuid === stage.activeView);
    if (view?.model_transform == null || isSameMatrix(view.model_transform, look.model_transform)) return;
    if (!pinModel(app)()) return;
    stage.activeView = null;
    markActive(app, null);
  });
  return () => {
    stop();
    stopModel();
    views.movingTo = null;
  };
}
