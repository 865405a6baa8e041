import { subscribe } from 'valtio';
import type { TransformTool } from '../../../contract/scene/transform-tool.ts';
import type { ViewerEvent } from '../../../contract/viewer-events.ts';
import type { ViewerClient } from '../../../workers/open-viewer.ts';
import type { App } from '../../core/app.ts';
import { pinModel } from '../../core/pin-model.ts';
import { isSameValue } from '../../values/same-value.ts';
import { moveModel } from './move-model.ts';

/**
 * Keeps the viewer's handles as the panel says while the transform toolbar is open, and makes every drag and step an
 * edit of the project. Opening the toolbar selects the model; so does a tap on it, and a tap beside it, or a double
 * tap, lets go of it (S2 4).
 *
 * @returns Function that stops.
 */
export function followTransform(app: App, viewer: ViewerClient): () => void {
  const { stage, transform } = app.state;
  let told: TransformTool | null = null;
  let wasOpen = false;

  const tell = (): void => {
    const isOpen = stage.toolbar === 'transform';
    if (isOpen !== wasOpen) {
      wasOpen = isOpen;
      transform.isSelected = isOpen;
      transform.dragged = null;
    }
    const { mode, space, axes, isSelected } = transform;
    const tool = isOpen ? { mode, space, axes, isSelected: isSelected && stage.modelHash !== null } : null;
    if (isSameValue(tool, told)) return;
    told = tool;
    viewer.api.setTransformTool(tool).catch(() => undefined);
  };
  const tapped = ({ hit, isDouble }: Extract<ViewerEvent, { kind: 'partPicked' }>): void => {
    if (stage.toolbar === 'transform') transform.isSelected = hit !== null && !isDouble;
  };
  const stopEvents = viewer.onEvent((event) => {
    if (event.kind === 'partPicked') tapped(event);
    else if (event.kind === 'snapChanged') transform.snap = event.snap;
    else if (event.kind === 'modelMoved') {
      // Of a model that leaves the stage it says nothing about the one that comes.
      const isShown = pinModel(app)();
      transform.dragged = event.isDone || !isShown ? null : event.matrix;
      if (!event.isDone || !isShown) return;
      transform.reported = [...event.matrix];
      moveModel(app, event.matrix);
    } else if (event.kind === 'sceneLost') {
      transform.dragged = null;
      transform.snap = 'none';
    } else if (event.kind === 'needsScene') {
      transform.reported = null;
      told = null;
      tell();
    }
  });
  const stopStage = subscribe(stage, tell);
  const stopTransform = subscribe(transform, tell);
  tell();
  return () => {
    stopEvents();
    stopStage();
    stopTransform();
  };
}
