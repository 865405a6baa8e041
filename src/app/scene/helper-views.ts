import { HELPER_VIEW_MS } from '../../contract/constants.ts';
import type { HelperView } from '../../contract/stage.ts';
import { ignoreGone } from '../browser/expected-errors.ts';
import type { App } from '../core/app.ts';
import { holdsCamera } from './hold-camera.ts';
import { transitionTime } from './move-camera.ts';
import { takeCamera } from './take-camera.ts';

/** Looks at the model from one of the seven sides; at once for a person who asks for less motion (E17). */
export async function goToHelperView(app: App, view: HelperView): Promise<void> {
  if (holdsCamera(app)) return;
  takeCamera(app);
  const { stage } = app.state;
  stage.helperView = view;
  await app.viewer.current?.api.goToHelperView(view, transitionTime(HELPER_VIEW_MS)).catch(ignoreGone);
  // A scene that was lost on the way comes back where it was.
  if (stage.graphics === 'lost') stage.helperView = null;
}
