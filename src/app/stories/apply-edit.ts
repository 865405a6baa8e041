import type { App } from '../core/app.ts';
import { assignSettings, currentSettings } from '../core/edit-settings.ts';
import type { Edit, EditSide } from '../data/command-log.ts';
import { restoreSketches } from '../features/light-map/restore-sketches.ts';
import { putLook } from '../features/looks/put-look.ts';
import { putSelection } from '../features/selection/put-selection.ts';
import { queueSelection } from '../features/selection/queue-selection.ts';
import { putViews } from '../features/views/put-views.ts';
import { queueViews } from '../features/views/queue-views.ts';
import { putCamera, putLens } from '../scene/put-camera.ts';
import { reachTarget } from '../values/settings-edit.ts';
import { carryToHash } from './carry-to-hash.ts';

/** Makes one side of an edit true, here and, where the server is told by itself, there. */
export function applyEdit(app: App, edit: Edit, side: EditSide): void {
  switch (edit.kind) {
    case 'settings':
      assignSettings(app, reachTarget(currentSettings(app), edit[side]));
      return;
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
      for (const part of edit.edits) applyEdit(app, part, side);
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
      restoreSketches(app, edit.ids, edit[side]).catch((cause: unknown) =>
        app.toasts.show('error', app.texts().t.lightMap.notKept, { area: 'viewer', cause }),
      );
  }
}
