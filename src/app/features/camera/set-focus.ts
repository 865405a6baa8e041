import type { DepthOfField } from '../../../contract/camera/camera-optics.ts';
import { F_NUMBER_DEFAULT } from '../../../contract/constants.ts';
import type { App } from '../../core/app.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { copyPlain } from '../../values/copy-plain.ts';
import { changeLens } from './change-camera.ts';

/** Makes the plane through a point sharp, in the stage frame. The lens gets a depth of field if it had none. */
export function setFocus(app: App, focus: Readonly<DepthOfField['focus']>): void {
  const { stage, camera, shell } = app.state;
  const depth = stage.camera?.depthOfField ?? camera.lastDepth ?? { fNumber: F_NUMBER_DEFAULT };
  const { undo } = lateTextsOf(shell.language).camera;
  changeLens(app, undo.focus, { depthOfField: { ...copyPlain(depth), focus: [...focus] } });
}

/** Switches depth of field on as it was when it was switched off, or off. */
export function switchDepth(app: App, isOn: boolean, middle: DepthOfField['focus']): void {
  const { stage, camera, shell } = app.state;
  const { undo } = lateTextsOf(shell.language).camera;
  camera.isPickingFocus = false;
  const shown = stage.camera?.depthOfField;
  if (!isOn && shown !== undefined) camera.lastDepth = copyPlain(shown);
  const wanted = camera.lastDepth ?? { fNumber: F_NUMBER_DEFAULT, focus: [...middle] };
  changeLens(app, undo.depth, { depthOfField: isOn ? copyPlain(wanted) : undefined });
}
