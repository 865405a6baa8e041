import type { NamedFile } from '../../../contract/compute-values.ts';
import { AppError } from '../../../contract/failure.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { obtainModel } from '../../scene/obtain-model.ts';
import type { ModelRow } from '../../values/model-table.ts';
import { joinFiles } from './given-files.ts';
import { type ImportedModel, importModel } from './import-model.ts';

/**
 * Packs the project's model again with files that it lacked. Its materials, views and camera stay.
 *
 * @throws AppError As `importModel`; `not-found` when neither this device nor the server has the model.
 */
export async function addFiles(
  app: App,
  files: readonly NamedFile[],
  signal: AbortSignal,
): Promise<ImportedModel> {
  const { model_hash: hash } = currentSettings(app);
  const row = hash === null ? undefined : await app.db.run(() => app.db.models.get(hash));
  if (row === undefined) throw new AppError({ code: 'not-found' });
  return importModel(app, joinFiles(await readOriginals(app, row, signal), files), signal, row);
}

/** Falls back to the GLB, into which pictures still go, on a device that never had the original files. */
async function readOriginals(app: App, row: ModelRow, signal: AbortSignal): Promise<NamedFile[]> {
  const found: NamedFile[] = [];
  for (const { path, hash } of row.originals ?? []) {
    const file = await app.storage.get(hash);
    if (file !== null) found.push({ path, file });
  }
  if (found.length > 0 && found.length === row.originals?.length) return found;
  const { glb } = await obtainModel(app, row.hash, signal);
  return [{ path: `${row.name.replace(/\.glb$/i, '')}.glb`, file: glb }];
}
