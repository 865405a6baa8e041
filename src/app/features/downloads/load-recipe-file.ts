import { queryOptions } from '@tanstack/react-query';
import { AppError } from '../../../contract/failure.ts';
import { RenderFilesBody } from '../../../contract/http/renders.ts';
import type { ContentHash, RenderId } from '../../../contract/ids.ts';
import type { App } from '../../core/app.ts';

/** Signed addresses of what a recipe names. */
function recipeFilesQuery({ server }: Pick<App, 'server'>, id: RenderId) {
  return queryOptions({
    queryKey: ['render-files', id],
    queryFn: async () => (await server.call(`/api/render/${id}/files/`, RenderFilesBody)).files,
  });
}

/**
 * One file of the recipe of a render.
 *
 * @throws AppError `not-found` when the recipe does not name it; of a call.
 */
export async function loadRecipeFile(
  app: Pick<App, 'server' | 'queries'>,
  id: RenderId,
  hash: ContentHash,
  signal: AbortSignal,
): Promise<Blob> {
  const files = await app.queries.ensureQueryData(recipeFilesQuery(app, id));
  const address = files[hash];
  if (address === undefined) throw new AppError({ code: 'not-found' });
  return app.server.file(address, signal);
}
