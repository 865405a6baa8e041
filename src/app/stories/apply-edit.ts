import type { KeptStanding } from '../../contract/http/projects.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { App } from '../core/app.ts';
import { assignSettings, currentSettings } from '../core/edit-settings.ts';
import type { Edit, EditSide, SingleEdit } from '../data/command-log.ts';
import { restoreSketches } from '../features/light-map/restore-sketches.ts';
import { putLook } from '../features/looks/put-look.ts';
import { putSelection } from '../features/selection/put-selection.ts';
import { queueSelection } from '../features/selection/queue-selection.ts';
import { putViews } from '../features/views/put-views.ts';
import { queueViews } from '../features/views/queue-views.ts';
import { putCamera, putLens, withLens } from '../scene/put-camera.ts';
import { isElsewhere, keepStranger, reachModel, standsElsewhere } from '../values/reach-model.ts';
import { carryToHash } from './carry-to-hash.ts';

/**
 * Makes one side of an edit true, here and, where the server is told by itself, there.
 *
 * @param madeOn The model that the project showed when it was made; null where that is not known. Where another page or device
 *   has put another one in its place, what the edit did to that model changes how it was left.
 */
export function applyEdit(app: App, edit: Edit, side: EditSide, madeOn: ContentHash | null = null): void {
  const ofModel = inItsPlace(app, madeOn);
  if (isElsewhere(currentSettings(app), ofModel) && leaveElsewhere(app, edit, side, ofModel)) return;
  switch (edit.kind) {
    case 'settings': {
      const { model_hash: from } = edit[side === 'after' ? 'before' : 'after'];
      const settings = currentSettings(app);
      assignSettings(app, keepStranger(settings, reachModel(settings, edit[side], ofModel), from));
      return;
    }
    case 'views':
      putViews(app, edit[side]);
      queueViews(app);
      return;
    case 'selection':
      putSelection(app, edit[side]);
      queueSelection(app);
      return;
    case 'several':
      // In one order both ways: each is of something else, and the camera is that of the model the settings name.
      for (const part of edit.edits) applyEdit(app, part, side, bringsModel(edit.edits) ? null : ofModel);
      return;
    case 'camera':
      putCamera(app, edit[side]);
      return;
    case 'lens':
      putLens(app, edit[side]);
      return;
    case 'model-hash': {
      const [from, to] = side === 'after' ? [edit.before, edit.after] : [edit.after, edit.before];
      carryToHash(app, from, to);
      return;
    }
    case 'look':
      putLook(app, edit[side]);
      return;
    case 'sketches':
      restoreSketches(app, edit, side).catch((cause: unknown) =>
        app.toasts.show('error', app.texts().t.lightMap.notKept, { area: 'viewer', cause }),
      );
  }
}

/** The model on the stage where it is the same one with files that it lacked, which another tab may have brought. */
function inItsPlace(app: App, hash: ContentHash | null): ContentHash | null {
  const shown = app.shownModel.current();
  const isSame = shown !== null && hash !== null && shown.completes?.includes(hash) === true;
  return isSame && shown.hash === currentSettings(app).model_hash ? shown.hash : hash;
}

/** The model that the settings name is another one before and after. */
function bringsModel(edits: readonly SingleEdit[]): boolean {
  return edits.some((edit) => edit.kind === 'settings' && edit.after.model_hash !== undefined);
}

/**
 * Changes camera and selection of a model that the project does not show as it was left.
 *
 * @returns False for an edit of anything else.
 */
function leaveElsewhere(app: App, edit: Edit, side: EditSide, hash: ContentHash | null): boolean {
  if (edit.kind !== 'selection' && edit.kind !== 'camera' && edit.kind !== 'lens') return false;
  const standing = standsElsewhere(currentSettings(app), hash);
  // It is not known any more.
  if (standing === null) return true;
  const { camera } = standing;
  const leave = (
    look: Pick<KeptStanding, 'camera' | 'camera_at'> | Pick<KeptStanding, 'material_selection'>,
  ) => assignSettings(app, reachModel(currentSettings(app), { render_settings: look }, hash));
  const camera_at = app.outside.now();
  if (edit.kind === 'selection') leave({ material_selection: edit[side] });
  else if (edit.kind === 'camera') leave({ camera: edit[side] ?? camera, camera_at });
  else if (edit.kind === 'lens' && camera !== null)
    leave({ camera: withLens(camera, edit[side]), camera_at });
  return true;
}
