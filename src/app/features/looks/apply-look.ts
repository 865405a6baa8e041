import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';
import type { LookRow } from '../../values/look-row.ts';
import { wearLook } from './wear-look.ts';

/**
 * Gives the project's model, also while it is on its way to the stage, a saved look, as one step to undo, and lists what of it could not be applied: materials
 * that this model does not have, a background or a style that left the library. Without the model on this device it says
 * that there is none to give it to.
 */
export async function applyLook(app: App, { name, look }: LookRow): Promise<void> {
  const { model_hash: hash } = currentSettings(app);
  const model = hash === null ? undefined : await app.db.run(() => app.db.models.get(hash));
  if (model === undefined || currentSettings(app).model_hash !== hash) {
    app.toasts.show('info', app.texts().t.looks.notYet);
    return;
  }
  const { patch, count, missing } = wearLook(app, model, currentSettings(app), look);
  editSettings(app, app.texts().t.looks.undoApplied(name), patch);
  app.state.looks.applied = look.is_light_only === true ? null : { name, count, missing: [...missing] };
}
