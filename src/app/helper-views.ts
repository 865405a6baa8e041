import { HELPER_VIEW_MS } from '../contract/constants.ts';
import type { HelperView } from '../contract/viewer-api.ts';
import type { App } from './app.ts';
import { transitionTime } from './move-camera.ts';

/** Looks at the model from one of the seven sides; at once for a person who asks for less motion (E17). */
export async function goToHelperView(app: App, view: HelperView): Promise<void> {
  const { stage } = app.state;
  await app.viewer.current?.api.goToHelperView(view, transitionTime(HELPER_VIEW_MS));
  stage.helperView = view;
}
