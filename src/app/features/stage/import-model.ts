import { MAX_MODEL_BYTES } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { IDENTITY_MATRIX } from '../../../contract/render-spec.ts';
import type { App } from '../../app.ts';
import type { ModelRow } from '../../db.ts';
import { currentSettings, editSettings } from '../../edit-settings.ts';
import { hiddenAtFirst } from './hidden-at-first.ts';
import { readModel } from './read-model.ts';

/**
 * Takes a GLB that a person dropped: checks it off the page, keeps its bytes on this device under their hash, and makes
 * it the project's model. Whatever fails, the stage and the project stay as they were.
 *
 * @throws AppError `file-format-unsupported`, `file-empty`, `file-too-large`, `model-unreadable`, `model-too-complex`,
 *   `device-storage-full`; an AbortError when cancelled.
 */
export async function importModel(app: App, file: File, signal: AbortSignal): Promise<void> {
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (extension !== 'glb')
    throw new AppError({ code: 'file-format-unsupported', extension: extension || file.name });
  if (file.size === 0) throw new AppError({ code: 'file-empty', name: file.name });
  if (file.size > MAX_MODEL_BYTES) {
    throw new AppError({
      code: 'file-too-large',
      name: file.name,
      sizeBytes: file.size,
      maxBytes: MAX_MODEL_BYTES,
    });
  }
  const { stage } = app.state;
  stage.failed = null;
  stage.load = { name: file.name, phase: 'checking', progress: 5, sizeBytes: file.size };
  try {
    const report = await readModel(app, file, signal);
    signal.throwIfAborted();
    stage.load = { name: file.name, phase: 'storing', progress: 40, sizeBytes: file.size };
    await app.storage.put(report.hash, file);
    const row: ModelRow = {
      hash: report.hash,
      name: file.name.slice(0, 255),
      sizeBytes: file.size,
      report,
      addedAt: app.outside.now(),
    };
    await app.db.run(() => app.db.models.put(row));
    signal.throwIfAborted();
    adoptModel(app, row);
  } finally {
    stage.load = null;
  }
}

/** The project shows this model from now on. The same model again keeps its materials, views and camera. */
function adoptModel(app: App, row: ModelRow): void {
  const settings = currentSettings(app);
  if (settings.model_hash === row.hash) return;
  const { t } = app.texts();
  const helpers = row.report.warnings.filter((warning) => warning.kind === 'stripped-node');
  editSettings(app, t.stage.undoModel, {
    model_hash: row.hash,
    model_name: row.name,
    model_normalisation: [...row.report.normalisation],
    model_materials: [],
    camera_views: [],
    render_settings: {
      ...settings.render_settings,
      hidden_nodes: hiddenAtFirst(row.report),
      camera: null,
      model_transform: [...IDENTITY_MATRIX],
      up_axis: 'Y_UP',
    },
  });
  if (helpers.length > 0) app.toasts.show('info', t.stage.stripped(helpers.length));
}
