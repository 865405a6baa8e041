import { MaterialId } from '../../contract/ids.ts';
import type { ModelReport } from '../../contract/model-report.ts';
import type { RenderSpec } from '../../contract/render-spec.ts';
import type { App } from '../core/app.ts';
import { currentSettings } from '../core/edit-settings.ts';
import { pinProject } from '../core/pin-model.ts';
import { systemQuery } from '../core/render-queries.ts';
import { closeToolbar } from '../core/toolbars.ts';
import type { Command, SingleEdit } from '../data/command-log.ts';
import { type FoundFiles, fetchTextures, findFiles } from '../features/edit/find-files.ts';
import { type MissingPart, readRecipe } from '../features/edit/read-recipe.ts';
import { readSelection } from '../features/edit/read-selection.ts';
import { listMaterials } from '../model/list-materials.ts';
import { planEngine } from '../model/plan-engine.ts';
import { reportInVariant } from '../model/report-in-variant.ts';
import { readModel } from '../scene/obtain-model.ts';
import { proveModel } from '../scene/prove-model.ts';
import { readLight } from '../scene/read-light.ts';
import { untilKept } from '../scene/until-kept.ts';
import type { EditBase } from '../state/edit.ts';
import { copyPlain } from '../values/copy-plain.ts';
import type { ModelRow } from '../values/model-table.ts';
import { makeSettingsEdit } from '../values/settings-edit.ts';
import { applyEdit } from './apply-edit.ts';
import { takeLight } from './take-light.ts';

/** What became of a recipe in the editor. */
export interface StartedRecipe {
  /** The one step that brings back what was before. */
  readonly command: Command;
  /** What could not be had. */
  readonly missing: readonly MissingPart[];
}

/**
 * Takes the recipe of a picture into the editor as one step to undo: model, materials, hidden parts, placement, light,
 * camera with the light painted over it, background, style, prompts, size, seed, selection and protection. What cannot be
 * found is told, and the rest taken. The step changes nothing until everything it needs is on this device.
 *
 * @param label Of the step, in the person's language.
 * @param keepsModel The project's own model stays: then only what suits any model is taken.
 * @throws AppError of the calls, `device-storage-full`, what `inspectModel` and `proveModel` throw; an AbortError when the
 *   project it was asked for is not open any more.
 */
export async function startFromRecipe(
  app: App,
  base: Pick<EditBase, 'recipe' | 'imageIndex'>,
  label: string,
  keepsModel: boolean,
  signal: AbortSignal = new AbortController().signal,
): Promise<StartedRecipe> {
  const prepared = { letGo: (): void => undefined };
  try {
    return await start(app, base, label, keepsModel, prepared, signal);
  } catch (error) {
    prepared.letGo();
    throw error;
  }
}

/** @param prepared Gets what frees the model in the viewer, for when this fails. */
async function start(
  app: App,
  { recipe, imageIndex }: Pick<EditBase, 'recipe' | 'imageIndex'>,
  label: string,
  keepsModel: boolean,
  prepared: { letGo: () => void },
  signal: AbortSignal,
): Promise<StartedRecipe> {
  const isOpenStill = pinProject(app);
  const requireOpen = (): void => {
    signal.throwIfAborted();
    if (!isOpenStill()) throw new DOMException('another project is open', 'AbortError');
  };
  // 1. Bring here what the recipe names.
  const found = await findFiles(app, recipe, signal);
  const model = keepsModel ? null : await obtainModel(app, recipe, found, prepared, signal);
  const here = await fetchTextures(app, recipe, found, signal);
  const isLightHere = model !== null && (await readLight(app, recipe, signal));
  requireOpen();

  // 2. A sketch that is being painted would hold the camera. Painted light belongs to its view.
  closeToolbar(app);
  await untilKept(app);
  const light = model === null ? null : await takeLight(app, recipe, isLightHere);
  requireOpen();

  // 3. Say it as settings of this project.
  const now = currentSettings(app);
  const makeId = () => MaterialId.parse(app.outside.randomUuid());
  const read = readRecipe(recipe, imageIndex, { now, model, found, here, makeId });
  const { engine, isAiGone } = chooseEngine(app, recipe);
  const render_settings = { ...(read.settings.render_settings ?? now.render_settings), engine };
  const edits: SingleEdit[] = [makeSettingsEdit(now, { ...read.settings, render_settings })];
  if (model !== null) {
    const report = reportInVariant(model.report, render_settings.variant);
    const rows = listMaterials(report, read.settings.model_materials ?? []);
    const before = now.render_settings.material_selection;
    const after = readSelection(recipe, rows, app.outside.now());
    if (before !== null || after !== null) edits.push({ kind: 'selection', before, after });
    const camera = app.state.stage.camera ?? now.render_settings.camera;
    edits.push({ kind: 'camera', before: camera, after: recipe.camera });
  }

  // 4. Do it. The light is there already.
  applyEdit(app, copyPlain({ kind: 'several', edits }), 'after');
  if (light !== null && light.edit !== null) edits.push(light.edit);
  const command: Command = { label, edit: copyPlain({ kind: 'several', edits }) };
  app.commands.add(command);
  return {
    command,
    missing: [
      ...(model === null && !keepsModel ? [{ kind: 'model' as const, name: recipe.scene.modelName }] : []),
      ...read.missing,
      ...(light?.isMissing ? [{ kind: 'light-map' as const, name: '' }] : []),
      ...(isAiGone ? [{ kind: 'ai' as const, name: '' }] : []),
    ],
  };
}

/** From this device, else from the server, which then has checked whose it is; null when it cannot be had. */
async function obtainModel(
  app: App,
  { scene }: RenderSpec,
  found: FoundFiles,
  prepared: { letGo: () => void },
  signal: AbortSignal,
): Promise<ModelRow | null> {
  const { modelHash: hash, modelName: name } = scene;
  const [known, stored] = await Promise.all([
    app.db.run(() => app.db.models.get(hash)),
    app.storage.get(hash),
  ]);
  const prove = async (report: ModelReport, glb: Blob): Promise<void> => {
    prepared.letGo = await proveModel(app, report, glb, scene.variant ?? null, signal);
  };
  if (known !== undefined && stored !== null) {
    await prove(known.report, stored);
    return known;
  }
  const url = found.get(hash)?.url ?? null;
  if (stored === null && url === null) return null;
  const glb = stored ?? (await app.server.file(url ?? '', signal));
  const report = await readModel(app, glb, signal);
  if (report.hash !== hash) return null;
  await prove(report, glb);
  await app.storage.put(hash, glb);
  const row: ModelRow = { hash, name, sizeBytes: glb.size, report, addedAt: app.outside.now() };
  await app.db.run(() => app.db.models.put(row));
  return row;
}

/** The person's own choice stays where it draws with the same engine, or where the recipe's is not there. */
function chooseEngine(app: App, recipe: RenderSpec) {
  const { engine: wanted } = recipe.engineBuild;
  const { render_settings: look } = currentSettings(app);
  const system = app.queries.getQueryData(systemQuery(app).queryKey)?.system ?? null;
  const isAiGone = wanted === 'comfyui' && system !== null && system.ai === null;
  const isSame = planEngine(look, system).engine === wanted;
  return { engine: isSame || isAiGone ? look.engine : wanted, isAiGone };
}
