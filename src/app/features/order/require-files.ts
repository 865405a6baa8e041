import { AppError, isFailure } from '../../../contract/failure.ts';
import { listTracedFiles } from '../../../contract/files/list-recipe-files.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { RenderSpec } from '../../../contract/render-spec.ts';
import type { App } from '../../core/app.ts';
import { obtainFile } from '../../scene/obtain-light.ts';
import { nameTracedFiles } from '../../values/name-traced-files.ts';

/**
 * Has every file that a picture is traced from on this device.
 *
 * @throws AppError `traced-files-missing`, with all that neither this device nor the server has now;
 *   `device-storage-full`, `worker-crashed`.
 */
export async function requireFiles(
  app: Pick<App, 'state' | 'server' | 'db' | 'queries' | 'storage'>,
  recipe: RenderSpec,
): Promise<void> {
  const { signal } = new AbortController();
  const stored = new Set(await app.storage.list());
  const missing: ContentHash[] = [];
  for (const hash of listTracedFiles(recipe)) {
    if (stored.has(hash)) continue;
    await obtainFile(app, hash, signal).catch((error: unknown) => {
      if (!isFailure(error, 'file-empty')) throw error;
      missing.push(hash);
    });
  }
  if (missing.length === 0) return;
  throw new AppError({ code: 'traced-files-missing', names: nameTracedFiles(recipe, missing) });
}
