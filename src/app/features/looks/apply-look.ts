import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';
import type { LookRow } from '../../values/look-row.ts';
import { wearLook } from './wear-look.ts';

/**
 * Gives the model on the stage a saved look, as one step to undo, and lists what of it could not be applied: materials
 * that this model does not have, a background or a style that left the library.
 */
export async function applyLook(app: App, { name, look }: LookRow): Promise<void> {
  const { modelHash } = app.state.stage;
  if (modelHash === null) return;
  const model = await app.db.run(() => app.db.models.get(modelHash));
  if (model === undefined) return;
  const { patch, count, missing } = wearLook(app, model, currentSettings(app), look);
  editSettings(app, app.texts().t.looks.undoApplied(name), patch);
  app.state.looks.applied = { name, count, missing: [...missing] };
}
