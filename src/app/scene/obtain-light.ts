import { AppError } from '../../contract/failure.ts';
import { RecipeFilesBody } from '../../contract/http/recipe-files.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { App } from '../core/app.ts';

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
