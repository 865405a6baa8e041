import { PROMPT_MAX_LENGTH, STAGE_BACKGROUND } from '../../../contract/constants.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import { gatherFacts, type InstructionSource } from '../../../contract/instruction/gather-facts.ts';
import { listTold } from '../../../contract/instruction/list-told.ts';
import { type InstructionClause, planInstruction } from '../../../contract/instruction/plan-instruction.ts';
import type { ToldWay } from '../../../contract/instruction/told-way.ts';
import type { App } from '../../core/app.ts';
import { chooseModelMasks } from '../../model/choose-masks.ts';
import { findSketch, visibleSteps } from '../../model/find-sketch.ts';
import { listMaterials } from '../../model/list-materials.ts';
import type { EnginePlan } from '../../model/plan-engine.ts';
import { reportInVariant } from '../../model/report-in-variant.ts';
import { describeScene } from '../../scene/describe-scene.ts';
import { wornItemQuery } from '../../scene/library.ts';
import type { Texts } from '../../texts/use-texts.ts';
import type { ModelRow } from '../../values/model-table.ts';

/**
 * What an AI engine is told with the next order, in the order in which it is told: what the server will say from the order's recipe
 * (`family-order.ts`), with names in the person's language, but for materials that the view does not show.
 *
 * @param way How the model that draws is told of it.
 * @throws AppError Those of a call, for a background or a style that was never on this device.
 */
export async function planTold(
  app: App,
  { language }: Pick<Texts, 'language'>,
  model: ModelRow,
  settings: ProjectSettings,
  plan: Pick<EnginePlan, 'keepsProduct'>,
  way: ToldWay,
): Promise<InstructionClause[]> {
  const { render_settings: look } = settings;
  const [scene, background, style, lightmap] = await Promise.all([
    describeScene(app, model, settings),
    nameBackground(app, language, settings),
    nameStyle(app, language, settings),
    findPaintedLight(app, model),
  ]);
  const rows = listMaterials(reportInVariant(model.report, look.variant), settings.model_materials);
  const masks = chooseModelMasks(rows, look.material_selection, true).groups.map((group) => {
    const index = (group.slots[0] ?? 0) - 1;
    const dressing = scene.dressings.find(({ materialIndex }) => materialIndex === index);
    return {
      maskName: group.originalNames.join(', ') || group.name,
      materialName: group.name,
      materialImageHash: dressing?.kind === 'library' ? dressing.textureHash : null,
      isLocked: group.isLocked,
    };
  });
  const clauses = planInstruction(
    gatherFacts({
      scene,
      background,
      style,
      masks,
      passes: { lightmap },
      positivePrompt: settings.positive_prompt.trim().slice(0, PROMPT_MAX_LENGTH),
      creativity: settings.creativity,
      ...(plan.keepsProduct !== null && { keepsProduct: plan.keepsProduct }),
    }),
  );
  return listTold(clauses, way);
}

async function nameBackground(
  app: App,
  language: Texts['language'],
  {
    background_id: id,
    background_color: colour,
    background_fidelity: fidelity,
    render_settings: look,
  }: ProjectSettings,
): Promise<InstructionSource['background']> {
  if (id !== null) {
    const { names } = await app.queries.ensureQueryData(wornItemQuery(app, 'background', id));
    return { kind: 'image', name: names[language], fidelity };
  }
  return look.background_gradient === null
    ? { kind: 'colour', colour: colour ?? STAGE_BACKGROUND }
    : { kind: 'gradient' };
}

async function nameStyle(
  app: App,
  language: Texts['language'],
  { style_id: id, style_strength: strength }: ProjectSettings,
): Promise<InstructionSource['style']> {
  if (id === null) return null;
  const { names } = await app.queries.ensureQueryData(wornItemQuery(app, 'style', id));
  return { name: names[language], strength };
}

/** @returns Null where no light is painted over what the camera sees. */
async function findPaintedLight(app: App, model: ModelRow): Promise<string | null> {
  const { key } = app.state.project;
  const { camera } = app.state.stage;
  if (key === null || camera === null) return null;
  const rows = await app.db.run(() => app.db.sketches.where('projectKey').equals(key).toArray());
  const sketch = findSketch(rows, model.hash, camera);
  return sketch === undefined || visibleSteps(sketch.steps).length === 0 ? null : sketch.id;
}
