import type { SavedView } from '../../../contract/http/camera-views.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { takeThumbnail } from '../../scene/take-thumbnail.ts';
import { copyPlain } from '../../values/copy-plain.ts';
import { isSameMatrix } from '../../values/same-matrix.ts';
import { listViews } from './list-views.ts';

/**
 * The saved views without a picture that can be taken now: where the model does not stand as a view has it, the picture
 * waits until it does.
 */
export function listUnpictured(app: Pick<App, 'state'>): SavedView[] {
  const settings = currentSettings(app);
  const { render_settings: look } = settings;
  return listViews(settings).filter(
    ({ thumbnail, model_transform: matrix }) =>
      thumbnail === null && (matrix === null || isSameMatrix(matrix, look.model_transform)),
  );
}

/**
 * Gives a saved view the picture that it lacks; the camera on the stage stays. It is no edit: nothing to undo, nothing
 * unsaved, and as old a state of the view as before. It goes to the server with what is sent next.
 *
 * @returns False where no picture can be made.
 */
export async function addThumbnail(app: App, { uuid, timestamp, pose }: SavedView): Promise<boolean> {
  const { modelHash } = app.state.stage;
  const thumbnail = await takeThumbnail(app, copyPlain(pose));
  // In the meantime view, model and project may have become others.
  const isSame = listUnpictured(app).some((view) => view.uuid === uuid && view.timestamp === timestamp);
  const view = app.state.project.settings.camera_views.find((candidate) => candidate.uuid === uuid);
  if (isSame && view !== undefined && app.state.stage.modelHash === modelHash) view.thumbnail = thumbnail;
  return thumbnail !== null;
}
