import { AppError } from '../../../contract/failure.ts';
import { listTracedFiles } from '../../../contract/files/list-recipe-files.ts';
import type { RenderSpec } from '../../../contract/render-spec.ts';
import type { App } from '../../core/app.ts';
import { nameTracedFiles } from '../../values/name-traced-files.ts';

/**
 * Refuses what cannot be drawn here now: without a connection every file that a picture is traced from must be on this
 * device. Nothing is fetched: with a connection that is part of the drawing, which can be cancelled at any time.
 *
 * @throws AppError `traced-files-missing`, with all that this device does not have; `worker-crashed`.
 */
export async function requireFiles(
  { storage, reachability }: Pick<App, 'storage' | 'reachability'>,
  recipe: RenderSpec,
): Promise<void> {
  if (reachability.connection() === 'online') return;
  const stored = new Set(await storage.list());
  const missing = listTracedFiles(recipe).filter((hash) => !stored.has(hash));
  if (missing.length === 0) return;
  throw new AppError({ code: 'traced-files-missing', names: nameTracedFiles(recipe, missing) });
}
