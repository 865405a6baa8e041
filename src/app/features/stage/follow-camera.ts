import { subscribe } from 'valtio';
import { VIEW0_DEBOUNCE_MS, VIEW0_ENABLE_MS } from '../../../contract/constants.ts';
import type { ViewerClient } from '../../../workers/open-viewer.ts';
import type { App } from '../../core/app.ts';
import { goToHelperView } from '../../scene/helper-views.ts';
import { rememberCamera } from '../../scene/remember-camera.ts';
import { takeCamera } from '../../scene/take-camera.ts';
import { isSameMatrix } from '../../values/same-matrix.ts';
import { isSamePose } from '../../values/same-pose.ts';

/** What a person does first; from then on changes of the camera are theirs. */
const FIRST_ACTS = ['pointerdown', 'wheel', 'touchstart', 'keydown'] as const;

/**
 * Keeps `state.stage.camera` what the viewer shows and `isMoving` whether a person moves it, answers presses on the gizmo, and remembers the last camera: 500 ms
 * after it or the model was moved last, and when the page goes away before that. Nothing is remembered until a person
 * has done anything or 3 s have gone by: putting up a model moves the camera too (S2 4, View0 autosave).
 *
 * @returns Function that stops.
 */
export function followCamera(app: App, viewer: ViewerClient): () => void {
  const { stage, project } = app.state;
  const listeners = new AbortController();
  let isEnabled = false;
  let pending: ReturnType<typeof setTimeout> | undefined;
  let transform = project.settings.render_settings.model_transform;

  const enable = (): void => {
    isEnabled = true;
    clearTimeout(autoEnable);
    listeners.abort();
  };
  const autoEnable = setTimeout(enable, VIEW0_ENABLE_MS);
  for (const act of FIRST_ACTS) {
    addEventListener(act, enable, { signal: listeners.signal, capture: true, passive: true });
  }
  const save = (): void => {
    clearTimeout(pending);
    pending = undefined;
    const { camera, modelHash } = stage;
    if (camera !== null && modelHash !== null && modelHash === project.settings.model_hash) {
      rememberCamera(app, camera);
    }
  };
  const changed = (): void => {
    if (!isEnabled) return;
    clearTimeout(pending);
    pending = setTimeout(save, VIEW0_DEBOUNCE_MS);
  };
  const stopEvents = viewer.onEvent((event) => {
    // An empty stage that waits for its scene has a camera of its own.
    const isLost = stage.graphics === 'lost';
    if (isLost && (event.kind === 'cameraMoved' || event.kind === 'cameraSettled')) return;
    if (event.kind === 'cameraMoved') {
      stage.isMoving = true;
      takeCamera(app);
      if (pending !== undefined) changed();
    } else if (event.kind === 'modelMoved') stage.isMoving = !event.isDone;
    else if (event.kind === 'sceneLost') stage.isMoving = false;
    else if (event.kind === 'cameraSettled') {
      stage.isMoving = false;
      const isMoved = stage.camera === null || !isSamePose(stage.camera, event.pose);
      stage.camera = event.pose;
      if (isMoved) changed();
    } else if (event.kind === 'helperViewPicked') void goToHelperView(app, event.view);
    else if (event.kind === 'helperViewHovered') stage.hoveredView = event.view;
  });
  const stopSettings = subscribe(project, () => {
    const before = transform;
    transform = project.settings.render_settings.model_transform;
    if (!isSameMatrix(transform, before)) changed();
  });
  const stopHide = app.outside.page.onHide(() => {
    if (pending !== undefined) save();
  });
  return () => {
    if (pending !== undefined) save();
    stage.isMoving = false;
    clearTimeout(autoEnable);
    listeners.abort();
    stopEvents();
    stopSettings();
    stopHide();
  };
}
