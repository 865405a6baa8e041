import { AppError, isFailure } from '../../../contract/failure.ts';
import { cleanFileName } from '../../../contract/files/clean-file-name.ts';
import { stemOfModel } from '../../../contract/files/model-names.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { pinModel, requireShown } from '../../core/pin-model.ts';
import { listMaterials, materialEntry } from '../../model/list-materials.ts';
import { reportInVariant } from '../../model/report-in-variant.ts';
import { describeScene } from '../../scene/describe-scene.ts';
import { obtainModel } from '../../scene/obtain-model.ts';
import { stageDressings, stageLabels } from '../../scene/stage-dressings.ts';
import { copyPlain } from '../../values/copy-plain.ts';

/** A model as it stands on the stage, for other programs. */
export interface ExportedModel {
  readonly file: Blob;
  /** Named after the file that was opened. */
  readonly name: string;
  /** Library materials are in it, which lose their relief and get seams. */
  readonly hasLaidTextures: boolean;
  /** Labels are in it, as thin meshes over the parts. */
  readonly hasLabels: boolean;
  /** Library materials and labels whose picture nobody has any more; their parts are without them. */
  readonly missing: readonly string[];
}

/**
 * Writes the model on the stage as a GLB with its transform, visibility and materials. Sends nothing; asks the server for
 * the file where the browser has taken it from this device.
 *
 * @throws AppError `export-empty` without a model, `export-failed`, `export-unavailable`, `model-changed` while another one is on
 *   its way or has come meanwhile; what `obtainModel` throws.
 */
export async function exportModel(app: App, signal: AbortSignal): Promise<ExportedModel> {
  const { modelHash } = app.state.stage;
  if (modelHash === null) throw new AppError({ code: 'export-empty' });
  const isShown = pinModel(app);
  requireShown(isShown);
  const settings = copyPlain(currentSettings(app));
  const { row, glb } = await obtainModel(app, modelHash, signal);
  const { normalisation, modelTransform, hiddenNodes, variant } = await describeScene(app, row, settings);
  const { staged, missing } = await stageDressings(app, row, settings);
  const labels = await stageLabels(app, settings.render_settings.labels);
  requireShown(isShown);
  const report = reportInVariant(row.report, settings.render_settings.variant);
  const materials = listMaterials(report, settings.model_materials).map((material) => {
    const { originalId, libraryId } = materialEntry(material);
    return { index: material.index, originalId, libraryId };
  });
  const patch = {
    normalisation,
    modelTransform,
    hiddenNodes,
    variant: variant ?? null,
    dressings: staged,
    labels: labels.staged,
    materials,
  };
  const file = await app
    .compute(signal)
    .exportGlb(glb, patch)
    .catch((error: unknown) => {
      if (isFailure(error, 'worker-crashed')) throw new AppError({ code: 'export-unavailable' });
      throw error;
    });
  const hasLaidTextures = staged.some(({ dressing }) => dressing.kind === 'library');
  const hasLabels = labels.staged.some(({ image }) => image !== null);
  const lost = [...missing, ...labels.missing];
  return { file, name: fileName(row.name), hasLaidTextures, hasLabels, missing: lost };
}

/** The original's name with the extension of what is in the file. */
function fileName(original: string): string {
  return `${cleanFileName(stemOfModel(original)) || 'model'}.glb`;
}
