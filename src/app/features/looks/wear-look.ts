import { MODEL_MATERIALS_MAX } from '../../../contract/constants.ts';
import type { AssetType } from '../../../contract/http/libraries.ts';
import type { Look } from '../../../contract/http/looks.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import { MaterialId } from '../../../contract/ids.ts';
import type { App } from '../../core/app.ts';
import { listMaterials } from '../../model/list-materials.ts';
import { moveFloor } from '../../model/move-floor.ts';
import { reportInVariant } from '../../model/report-in-variant.ts';
import { libraryQuery } from '../../scene/library.ts';
import type { ModelRow } from '../../values/model-table.ts';
import { matchLook } from './match-look.ts';

/** What a look makes of a project's settings. */
export interface WornLook {
  readonly patch: Partial<ProjectSettings>;
  /** Materials that the look named and the model has. */
  readonly count: number;
  /** What of it the model or the library does not have, or the project no room for. */
  readonly missing: readonly string[];
}

/** Settings of a project in a saved look. Nothing is changed. */
export function wearLook(app: App, model: ModelRow, settings: ProjectSettings, look: Look): WornLook {
  if (look.is_light_only === true) {
    const render_settings = { ...settings.render_settings, light_rig: look.light_rig };
    return { patch: { render_settings }, count: 0, missing: [] };
  }
  const { t } = app.texts();
  const report = reportInVariant(model.report, settings.render_settings.variant);
  const names = new Map(report.nodes.map((node) => [node.index, node.name]));
  const { entries, count, missing, withoutRoom } = matchLook(
    look,
    listMaterials(report, settings.model_materials),
    (node) => names.get(node) ?? '',
    settings.model_materials,
    () => MaterialId.parse(app.outside.randomUuid()),
  );
  const hasBackground = look.background_id === null || isListed(app, 'background', look.background_id);
  const hasStyle = look.style_id === null || isListed(app, 'style', look.style_id);
  return {
    patch: {
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
        light_rig: look.light_rig,
        environment: look.environment,
        exposure: look.exposure,
        tone_mapping: look.tone_mapping,
        shadow_intensity: look.shadow_intensity,
        floor: moveFloor(look.floor, model.completes ?? [], model.hash),
      },
    },
    count,
    missing: [
      ...missing,
      ...(withoutRoom === 0 ? [] : [t.looks.withoutRoom(withoutRoom, MODEL_MATERIALS_MAX)]),
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
