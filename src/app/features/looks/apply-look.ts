import type { AssetType } from '../../../contract/http/libraries.ts';
import { MaterialId } from '../../../contract/ids.ts';
import type { App } from '../../app.ts';
import type { LookRow } from '../../db.ts';
import { currentSettings, editSettings } from '../../edit-settings.ts';
import { libraryQuery } from '../../library.ts';
import { listMaterials } from '../../list-materials.ts';
import { reportInVariant } from '../../report-in-variant.ts';
import { matchLook } from './match-look.ts';

/**
 * Gives the model on the stage a saved look, as one step to undo, and lists what of it could not be applied: materials
 * that this model does not have, a background or a style that left the library.
 */
export async function applyLook(app: App, { name, look }: LookRow): Promise<void> {
  const { modelHash } = app.state.stage;
  if (modelHash === null) return;
  const model = await app.db.run(() => app.db.models.get(modelHash));
  if (model === undefined) return;
  const { t } = app.texts();
  const settings = currentSettings(app);
  const report = reportInVariant(model.report, settings.render_settings.variant);
  const names = new Map(report.nodes.map((node) => [node.index, node.name]));
  const { entries, count, missing } = matchLook(
    look,
    listMaterials(report, settings.model_materials),
    (node) => names.get(node) ?? '',
    settings.model_materials,
    () => MaterialId.parse(app.outside.randomUuid()),
  );
  const hasBackground = look.background_id === null || isListed(app, 'background', look.background_id);
  const hasStyle = look.style_id === null || isListed(app, 'style', look.style_id);
  editSettings(app, t.looks.undoApplied(name), {
    model_materials: [...entries],
    positive_prompt: look.positive_prompt,
    negative_prompt: look.negative_prompt,
    use_negative_prompt: look.use_negative_prompt,
    background_id: hasBackground ? look.background_id : null,
    background_color: look.background_color,
    background_fidelity: look.background_fidelity,
    style_id: hasStyle ? look.style_id : null,
    style_strength: look.style_strength,
    render_settings: {
      ...settings.render_settings,
      background_gradient: look.background_gradient,
      lighting: look.lighting,
      exposure: look.exposure,
      tone_mapping: look.tone_mapping,
      shadow_intensity: look.shadow_intensity,
    },
  });
  app.state.looks.applied = {
    name,
    count,
    missing: [
      ...missing,
      ...(hasBackground ? [] : [t.looks.missingBackground]),
      ...(hasStyle ? [] : [t.looks.missingStyle]),
    ],
  };
}

/** False only when the library is known and lacks the item. */
function isListed(app: App, assetType: AssetType, id: number): boolean {
  const items = app.queries.getQueryData(libraryQuery(app, assetType).queryKey);
  return items === undefined || items.some((item) => item.id === id);
}
