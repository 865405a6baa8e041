import { AppError } from '../../contract/failure.ts';
import { RecipeFilesBody } from '../../contract/http/recipe-files.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { TracedSpec } from '../../contract/render-spec.ts';
import type { App } from '../core/app.ts';
import { nameTracedFiles } from '../values/name-traced-files.ts';
import { loadLibraryImage } from './library.ts';

/**
 * Bytes of a file that a picture is traced from: from this device where it has them, else from the server.
 *
 * @param recipe Knows what a person calls the file.
 * @throws AppError `traced-files-missing` for one that neither has, `device-storage-full`, `worker-crashed`; an AbortError.
 */
export async function obtainFile(
  app: Pick<App, 'state' | 'server' | 'db' | 'queries' | 'storage'>,
  recipe: TracedSpec,
  hash: ContentHash,
  signal: AbortSignal,
): Promise<Blob> {
  const kept = await app.storage.get(hash);
  if (kept !== null) return kept;
  for (const type of ['material', 'background', 'style'] as const) {
    const image = await loadLibraryImage(app, type, hash, null, signal).catch(() => null);
    signal.throwIfAborted();
    if (image !== null) return image;
  }
  const file = await obtainLight(app, hash, signal);
  if (file === null)
    throw new AppError({ code: 'traced-files-missing', names: nameTracedFiles(recipe, [hash]) });
  return file;
}

/**
 * A picture of light, as a recipe names it: from this device, else from the server, which looks whose it is.
 *
 * @returns Null for one that cannot be had now.
 * @throws AppError `device-storage-full`, `worker-crashed`.
 */
export async function obtainLight(
  app: Pick<App, 'server' | 'storage'>,
  hash: ContentHash,
  signal?: AbortSignal,
): Promise<Blob | null> {
  const stored = await app.storage.get(hash);
  if (stored !== null) return stored;
  const fetched = await fetchLight(app, hash, signal);
  if (fetched !== null) await app.storage.put(hash, fetched);
  return fetched;
}

async function fetchLight(
  app: Pick<App, 'server'>,
  hash: ContentHash,
  signal?: AbortSignal,
): Promise<Blob | null> {
  const ask = { method: 'POST', body: { hashes: [hash] } } as const;
  try {
    const { files } = await app.server.call('/api/recipe-files/', RecipeFilesBody, ask, signal);
    const [file] = files;
    return file === undefined ? null : await app.server.file(file.url, signal);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
