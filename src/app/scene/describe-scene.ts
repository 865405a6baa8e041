import type { ProjectSettings } from '../../contract/http/projects.ts';
import type { SceneSpec } from '../../contract/render-spec.ts';
import { copyFloor } from '../../contract/scene/floor-defaults.ts';
import type { MaterialDressing } from '../../contract/scene/material-dressing.ts';
import { turnToAxis } from '../../contract/scene/up-axis.ts';
import { multiply } from '../../tracer/matrix.ts';
import type { App } from '../core/app.ts';
import { makeDressings } from '../model/dressings.ts';
import { reportInVariant } from '../model/report-in-variant.ts';
import type { ModelRow } from '../values/model-table.ts';
import { libraryQuery, wornItemQuery } from './library.ts';

type SceneTools = Pick<App, 'state' | 'server' | 'db' | 'queries' | 'storage'>;

/** What the stage and a recipe draw on the materials of a model. */
export async function describeDressings(
  app: SceneTools,
  model: ModelRow,
  settings: ProjectSettings,
): Promise<MaterialDressing[]> {
  const needsLibrary = settings.model_materials.some((entry) => entry.libraryId !== null);
  const items = needsLibrary
    ? await app.queries.ensureQueryData(libraryQuery(app, 'material')).catch(() => [])
    : [];
  const byId = new Map(items.map((item) => [item.id as number, item]));
  // One that has left the library still says how it shines.
  const worn = new Set(settings.model_materials.map(({ libraryId }) => libraryId));
  await Promise.all(
    [...worn].map(async (id) => {
      if (id === null || byId.has(id)) return;
      const item = await app.queries.ensureQueryData(wornItemQuery(app, 'material', id)).catch(() => null);
      if (item !== null) byId.set(id, item);
    }),
  );
  const report = reportInVariant(model.report, settings.render_settings.variant);
  return makeDressings(report, settings.model_materials, byId);
}

/** The scene of an order: exactly what the stage shows. */
export async function describeScene(
  app: SceneTools,
  model: ModelRow,
  settings: ProjectSettings,
): Promise<SceneSpec> {
  const { render_settings: render } = settings;
  return {
    modelHash: model.hash,
    modelName: model.name,
    normalisation: [...(settings.model_normalisation ?? model.report.normalisation)],
    modelTransform: [...multiply(turnToAxis(render.up_axis), render.model_transform)],
    hiddenNodes: [...render.hidden_nodes],
    variant: render.variant,
    pose: render.pose,
    dressings: await describeDressings(app, model, settings),
    // As it was in recipes of old, where there are none.
    ...(render.labels.length > 0 && { labels: [...render.labels] }),
    toneMapping: render.tone_mapping,
    exposure: render.exposure,
    lighting: render.lighting,
    lightRig: render.light_rig,
    ...(render.file_lights.isOn && { fileLights: { ...render.file_lights } }),
    environment: render.environment,
    shadowIntensity: render.shadow_intensity,
    floor: copyFloor(render.floor),
  };
}
