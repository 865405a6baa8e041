import { listMaterials, type MaterialRow } from '../model/list-materials.ts';
import { reportInVariant } from '../model/report-in-variant.ts';
import type { App } from './app.ts';
import { currentSettings } from './edit-settings.ts';
import { pinModel } from './pin-model.ts';

/**
 * Materials of the model on the stage as they are dressed now; empty without a model, and while the project names another
 * one, which is on its way: how that is dressed says nothing of the one before. Components use `useMaterialRows`.
 */
export async function readMaterialRows(app: Pick<App, 'state' | 'db'>): Promise<readonly MaterialRow[]> {
  const { modelHash } = app.state.stage;
  const isShown = pinModel(app);
  const model = modelHash === null ? undefined : await app.db.run(() => app.db.models.get(modelHash));
  if (model === undefined || !isShown()) return [];
  const { render_settings: look, model_materials: entries } = currentSettings(app);
  return listMaterials(reportInVariant(model.report, look.variant), entries);
}
