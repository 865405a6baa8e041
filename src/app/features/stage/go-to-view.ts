import type { SavedView } from '../../../contract/http/camera-views.ts';
import type { App } from '../../app.ts';
import { copyPlain } from '../../copy-plain.ts';
import { transitionTime } from '../../move-camera.ts';

/** Moves the camera to a saved view. The view that is already active is left alone (S2 4). */
export async function goToView(app: App, view: SavedView): Promise<void> {
  const { stage } = app.state;
  if (stage.activeView === view.uuid) return;
  const pose = copyPlain(view.pose);
  // A reload during the move opens where it was going.
  app.state.project.settings.render_settings.camera = copyPlain(pose);
  await app.viewer.current?.api.setCamera(pose, transitionTime());
  stage.activeView = view.uuid;
}
